// Where a command writes its lines: to stdout, or to a file that appears whole or not at all.
//
//   MEGURI_TRY(LineOutput output, LineOutput::Open(files, options.file, archives));
//   MEGURI_CHECK_STATUS(output.Write("a line"));
//   MEGURI_CHECK_STATUS(output.Commit());
//
// Without Commit() a file that was there is as it was (whole_file.h). Thread-compatible.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "base/whole_file.h"

namespace meguri::app {

class LineOutput {
 public:
  // True for "" and "-".
  static bool IsStdout(std::string_view path) { return path.empty() || path == "-"; }

  // Fails with kInvalidArgument if `path` is there and must not be replaced: it is no regular file,
  // such as /dev/null, or one of `archives`, or has an archive's name, as in `-o *.warc.gz`.
  // `files` must outlive the output.
  static Result<LineOutput> Open(Files& files, const std::string& path,
                                 const std::vector<std::string>& archives);

  // Writes `line` and a line feed.
  Status Write(std::string_view line);

  // Makes the file durable, under its name.
  Status Commit();

  // The error was that nobody reads stdout any more (`… | head`), which is none to the user.
  bool reader_left() const { return reader_left_; }

 private:
  LineOutput() = default;

  Status Flush();
  Status WriteToStdout(std::string_view bytes);

  std::optional<WholeFile> file_;  // else stdout
  std::string buffer_;
  bool reader_left_ = false;
};

}  // namespace meguri::app
