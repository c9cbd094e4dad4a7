#include "tests/support/temporary_directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>

namespace meguri::testing_support {

TemporaryDirectory::TemporaryDirectory() : path_(testing::TempDir() + "meguri-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) {
    std::cerr << path_ << ": can't make the folder\n";
    std::exit(2);
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;  // a leftover in the temporary folder does no harm
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace meguri::testing_support
