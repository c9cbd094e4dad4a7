// Stdin, and other pipes, as files that can be read more than once.
#pragma once

#include <string>
#include <vector>

#include "app/archive/archive_scan.h"
#include "base/result.h"

namespace meguri::app {

// Gone from the disk as soon as they are made, and with them all bytes when this goes.
class SpooledStdin {
 public:
  // Copies what IsPipe() among `paths` into temporary files (in $TMPDIR, else /tmp), and puts
  // paths to those in their place.
  static Result<SpooledStdin> Replace(std::vector<std::string>& paths);

  ~SpooledStdin();
  SpooledStdin(SpooledStdin&& other) noexcept;
  SpooledStdin& operator=(SpooledStdin&&) = delete;

  // Makes `damage` call them by the names that the user gave.
  void NameThem(DamageReport& damage) const;

 private:
  struct Spooled {
    std::string name;
    int fd;

    std::string path() const { return "/proc/self/fd/" + std::to_string(fd); }
  };

  SpooledStdin() = default;
  Status Spool(const std::string& name);

  std::vector<Spooled> spooled_;
};

}  // namespace meguri::app
