#include "app/archive/line_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/archive/archive_inputs.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

// Without stdio, which would keep what could not be written and try again at the end.
int WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// REQUIRES: `path` is there.
bool IsArchive(const std::string& path, const std::vector<std::string>& archives) {
  return HasArchiveName(path) || std::ranges::any_of(archives, [&](const std::string& archive) {
           std::error_code error;  // one that is not there is another
           return std::filesystem::equivalent(path, archive, error);
         });
}

}  // namespace

Result<LineOutput> LineOutput::Open(Files& files, const std::string& path,
                                    const std::vector<std::string>& archives) {
  LineOutput output;
  if (IsStdout(path)) return output;
  std::error_code ignored;  // one that can't be looked at can't be opened either
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("'{}' is no file that could be replaced; redirect stdout instead",
                            Printable(path)));
  }
  if (std::filesystem::exists(status) && IsArchive(path, archives)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("'{}' is an archive, which is not written over", Printable(path)));
  }
  MEGURI_TRY(WholeFile file, WholeFile::Create(files, path));
  output.file_.emplace(std::move(file));
  return output;
}

Status LineOutput::Write(std::string_view line) {
  buffer_ += line;
  buffer_ += '\n';
  return buffer_.size() < kBufferBytes ? Status() : Flush();
}

Status LineOutput::WriteToStdout(std::string_view bytes) {
  const int error = WriteAll(STDOUT_FILENO, bytes);
  reader_left_ = error == EPIPE;
  return error == 0 ? Status() : tl::unexpected<Error>(FileError("stdout", "write", error));
}

Status LineOutput::Flush() {
  Status written = file_ ? file_->out().Append(buffer_) : WriteToStdout(buffer_);
  if (!written) return written;
  buffer_.clear();
  return {};
}

Status LineOutput::Commit() {
  MEGURI_CHECK_STATUS(Flush());
  return file_ ? file_->Commit() : Status();
}

}  // namespace meguri::app
