#include "store/database_version.h"

#include <rocksdb/version.h>

namespace meguri {

std::string DatabaseVersion() { return rocksdb::GetRocksVersionAsString(); }

}  // namespace meguri
