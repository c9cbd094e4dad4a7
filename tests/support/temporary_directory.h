// A folder for one test, gone with everything in it when the test ends.
#pragma once

#include <string>

namespace meguri::testing_support {

class TemporaryDirectory {
 public:
  // Ends the program with a message if none can be made.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace meguri::testing_support
