// Gives a few bytes at a time, as a slow pipe does, but can go back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "warc/read/byte_source.h"

namespace meguri::warc {

class SlowSource final : public ByteSource {
 public:
  SlowSource(std::string_view bytes, std::size_t step) : source_(bytes), step_(step) {}
  Result<std::size_t> Read(std::span<char> into) override {
    return source_.Read(into.subspan(0, std::min(into.size(), step_)));
  }
  bool Seek(std::uint64_t offset) override { return source_.Seek(offset); }

 private:
  MemorySource source_;
  std::size_t step_;
};

}  // namespace meguri::warc
