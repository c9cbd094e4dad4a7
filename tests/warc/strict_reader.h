// A second, slow and merciless reader of what the writer writes, by zlib and the standard's
// grammar alone: it stops at the first byte that is not as it should be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace meguri::warc {

struct StrictRecord {
  std::size_t offset = 0;
  std::size_t length = 0;  // of the member; plain, with the closing empty lines
  std::vector<std::pair<std::string, std::string>> fields;
  std::string block;

  // The first field's value; "" if there is none.
  std::string Get(std::string_view name) const;
  std::size_t Count(std::string_view name) const;
};

struct StrictFile {
  std::vector<StrictRecord> records;
  std::size_t end = 0;  // of the last good one
  std::string why;      // it stopped there; "" at the end of the bytes
};

// Also checks each block's digest.
StrictFile ReadStrictly(std::string_view bytes, bool packed);

// The one member that `bytes` begins with; its length in `used`, 0 if it isn't whole.
std::string Gunzip(std::string_view bytes, std::size_t* used = nullptr);

}  // namespace meguri::warc
