// Which RocksDB the program runs with, for --version.
#pragma once

#include <string>

namespace meguri {

std::string DatabaseVersion();  // "7.8.3"

}  // namespace meguri
