// A gzip member of zeros as large as one likes, in three parts of which the middle one repeats, so
// that nobody has to hold it: ten gigabytes go over the wire as ten megabytes.
//
//   head: gzip header │ repeated: a deflate block of `unit_bytes` zeros, ended at a whole byte
//   by an empty stored block │ trailer: the final empty block, CRC-32, length mod 2³²
//
// The block's Huffman codes are written by hand: a match of 258 zeros costs two bits, the least
// that deflate can do (1032 to 1). No compressor: the same bytes everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace meguri {

struct GzipBomb {
  std::string head;
  std::string repeated;
  std::uint64_t repeats = 0;
  std::string trailer;
};

// Of unit_bytes * units zeros. O(unit_bytes / 1000 + log(units)). REQUIRES: both > 0.
GzipBomb MakeGzipBomb(std::uint32_t unit_bytes, std::uint64_t units);

}  // namespace meguri
