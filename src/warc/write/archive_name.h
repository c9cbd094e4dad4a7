// How the files of an archive are called.
//
// A template, "{prefix}-{timestamp}-{serial}-{host}", gives "meguri-20260102030405-00000-crawler".
// {timestamp} is when the file was begun; {serial} counts from 0 and must be there, since it is
// what makes a name new. A name is made of letters, digits, '.', '-' and '_' and begins with none
// of the signs, so that it stays in its folder. Without state but its own; thread-compatible.
//
// The file is NAME.warc.gz, or NAME.warc if it is not packed; as long as it is written, with
// ".open" behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace meguri::warc {

inline constexpr std::string_view kOpenSuffix = ".open";

struct ArchiveNameOptions {
  std::string pattern = "{prefix}-{timestamp}-{serial}-{host}";
  std::string prefix = "meguri";
  std::string host = "localhost";
  bool packed = true;
};

class ArchiveName {
 public:
  // Fails with kInvalidArgument, naming what is wrong with it.
  static Result<ArchiveName> Create(const ArchiveNameOptions& options);

  // The next name: never one that this object gave before.
  std::string Next(WallTime now);

 private:
  explicit ArchiveName(const ArchiveNameOptions& options) : options_(options) {}

  Result<std::string> Render(WallTime now) const;

  ArchiveNameOptions options_;
  std::uint32_t serial_ = 0;
};

}  // namespace meguri::warc
