// The archives that a command was given: files, folders of them, stdin.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "warc/read/byte_source.h"

namespace meguri::app {

// True for .warc, .warc.gz, .warc.zst, .arc, .arc.gz, and those still being written (.open).
bool HasArchiveName(std::string_view path);

// Files as they are named, whatever their names; of folders, and folders in them, the files that
// have an archive's name, sorted, each folder once, though symbolic links may lead to it again.
// "-" is stdin. A folder without any is an error.
Result<std::vector<std::string>> FindArchives(Files& files, const std::vector<std::string>& paths);

// True for "-", and for a pipe that has a path, as a shell makes for <(command): it can be read but
// once, from its front on.
bool IsPipe(const std::string& path);

// One of these, to read. Devices are refused: /dev/zero has no end.
Result<std::unique_ptr<warc::ByteSource>> OpenArchive(Files& files, const std::string& path);

}  // namespace meguri::app
