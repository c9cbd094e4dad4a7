// Packs text by zlib, for tests of those who unpack it.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <string_view>

namespace meguri::testing_support {

enum class Wrapper { kGzip = 15 + 16, kZlib = 15, kRaw = -15 };

inline std::string Deflated(std::string_view text, Wrapper wrapper, int level = 9) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, static_cast<int>(wrapper), 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}
inline std::string Gzip(std::string_view text) { return Deflated(text, Wrapper::kGzip); }

}  // namespace meguri::testing_support
