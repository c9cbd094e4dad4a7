#include "app/archive/spooled_stdin.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <span>
#include <utility>

#include "app/temporary_folder.h"
#include "base/files.h"
#include "warc/read/byte_source.h"

namespace meguri::app {
namespace {

Status CopyStdin(int fd, const std::string& name) {
  warc::PipeSource source(STDIN_FILENO, "stdin");
  std::vector<char> buffer(std::size_t{256} << 10);
  for (;;) {
    MEGURI_TRY(const std::size_t count, source.Read(buffer));
    if (count == 0) return {};
    std::span<const char> rest(buffer.data(), count);
    while (!rest.empty()) {
      const ssize_t written = ::write(fd, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) return tl::unexpected(FileError(name, "write", errno));
      if (written > 0) rest = rest.subspan(static_cast<std::size_t>(written));
    }
  }
}

}  // namespace

Result<SpooledStdin> SpooledStdin::Replace(std::vector<std::string>& paths) {
  if (std::ranges::find(paths, "-") == paths.end()) return SpooledStdin(-1);
  std::string name = TemporaryFolder() + "/meguri-stdin-XXXXXX";  // mkstemp() fills in the X
  SpooledStdin spool(::mkstemp(name.data()));
  if (spool.fd_ < 0) return tl::unexpected(FileError(name, "create", errno));
  ::unlink(name.c_str());
  MEGURI_CHECK_STATUS(CopyStdin(spool.fd_, name));
  std::ranges::replace(paths, std::string("-"), "/proc/self/fd/" + std::to_string(spool.fd_));
  return spool;
}

SpooledStdin::~SpooledStdin() {
  if (fd_ >= 0) ::close(fd_);
}

SpooledStdin::SpooledStdin(SpooledStdin&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

}  // namespace meguri::app
