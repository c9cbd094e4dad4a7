#include "app/read_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/printable.h"

namespace meguri::app {

Result<std::string> ReadInput(const std::string& path, std::size_t max_bytes) {
  constexpr std::size_t kFirstRead = std::size_t{64} << 10;
  const bool is_stdin = path == "-";
  const int fd = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  std::size_t size = 0;
  ssize_t got = fd < 0 ? -1 : 1;
  while (got > 0 && size < max_bytes) {
    if (size == text.size()) text.resize(std::min(max_bytes, std::max(kFirstRead, 2 * size)));
    got = ::read(fd, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR)
      got = 1;
    else if (got > 0)
      size += static_cast<std::size_t>(got);
  }
  if (got < 0) {
    const std::string name = is_stdin ? "stdin" : fmt::format("'{}'", Printable(path));
    std::string context = fmt::format("{} can't be read: {}", name, std::strerror(errno));
    if (fd >= 0 && !is_stdin) ::close(fd);
    return Fail(ErrorCode::kIo, std::move(context));
  }
  if (!is_stdin) ::close(fd);
  text.resize(size);
  return text;
}

Result<url::Url> ParseUrlOption(std::string_view url) {
  url::Url parsed;
  if (parsed.Assign(url)) return parsed;
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is no URL; want the file's own, with its scheme", Printable(url)));
}

}  // namespace meguri::app
