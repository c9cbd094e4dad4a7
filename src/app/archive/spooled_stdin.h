// Stdin as a file that can be read more than once.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace meguri::app {

// Gone from the disk as soon as it is made, and with it all bytes when this goes.
class SpooledStdin {
 public:
  // Copies stdin into a temporary file (in $TMPDIR, else /tmp) if "-" is among `paths`, and puts
  // a path to that in its place.
  static Result<SpooledStdin> Replace(std::vector<std::string>& paths);

  ~SpooledStdin();
  SpooledStdin(SpooledStdin&& other) noexcept;
  SpooledStdin& operator=(SpooledStdin&&) = delete;

 private:
  explicit SpooledStdin(int fd) : fd_(fd) {}

  int fd_;  // -1: none
};

}  // namespace meguri::app
