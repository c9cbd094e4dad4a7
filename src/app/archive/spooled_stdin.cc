#include "app/archive/spooled_stdin.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "app/archive/archive_inputs.h"
#include "app/temporary_folder.h"
#include "base/files.h"
#include "warc/read/byte_source.h"

namespace meguri::app {
namespace {

Status Copy(warc::ByteSource& source, int fd, const std::string& name) {
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
  SpooledStdin spool;
  for (std::string& path : paths) {
    if (!IsPipe(path)) continue;
    auto found = std::ranges::find(spool.spooled_, path, &Spooled::name);
    if (found == spool.spooled_.end()) {
      MEGURI_CHECK_STATUS(spool.Spool(path));
      found = spool.spooled_.end() - 1;
    }
    path = found->path();
  }
  return spool;
}

Status SpooledStdin::Spool(const std::string& name) {
  RealFiles disk;
  MEGURI_TRY(const std::unique_ptr<warc::ByteSource> source, OpenArchive(disk, name));
  std::string temporary = TemporaryFolder() + "/meguri-stdin-XXXXXX";  // mkstemp() fills in the X
  const int fd = ::mkstemp(temporary.data());
  if (fd < 0) return tl::unexpected(FileError(temporary, "create", errno));
  spooled_.push_back({name, fd});
  ::unlink(temporary.c_str());
  return Copy(*source, fd, temporary);
}

SpooledStdin::~SpooledStdin() {
  for (const Spooled& one : spooled_) {
    ::close(one.fd);
  }
}

SpooledStdin::SpooledStdin(SpooledStdin&& other) noexcept
    : spooled_(std::exchange(other.spooled_, {})) {}

void SpooledStdin::NameThem(DamageReport& damage) const {
  for (const Spooled& one : spooled_) {
    damage.Name(one.path(), one.name);
  }
}

}  // namespace meguri::app
