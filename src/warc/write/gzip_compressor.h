// Packs a record as one gzip member, as an archive wants it: every record can be read without
// those before it.
//
// Levels 1 to 3 are ISA-L's: about 45 µs for a page of 20 kB at level 1, to 0.21 of its size.
// Levels 4 to 12 are libdeflate's: 130 µs and 0.19 at level 4, 180 µs and 0.185 at 6, 5 ms and
// 0.18 at 12. ISA-L takes the parts one after the other; libdeflate wants them in one piece, so
// they are copied for it. All working memory is kept from one member to the next.
// At levels 1 to 3 a part that is packed already (packed_bytes.h), as many bodies are, is stored in
// the member as it is: 11 µs for a head and 12 kB instead of 38, and no larger.
// Members and parts of up to 1,500 bytes, as most requests and metadata are, get fixed codes.
// The header is the plain one: no name, no time, "unknown" system; so equal records are equal
// bytes. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

struct isal_zstream;  // NOLINT(readability-identifier-naming): ISA-L's

namespace meguri::warc {

class GzipCompressor {
 public:
  static constexpr int kMinLevel = 1;
  static constexpr int kMaxLevel = 12;
  static constexpr int kDefaultLevel = 1;
  // A member's parts together; the libraries count in 32 bits.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;

  // Fails with kInvalidArgument for a level that there isn't.
  static Result<GzipCompressor> Create(int level = kDefaultLevel);
  ~GzipCompressor();
  GzipCompressor(GzipCompressor&&) noexcept;
  GzipCompressor& operator=(GzipCompressor&&) noexcept;

  // Appends to `out` one member with all the parts in a row.
  // REQUIRES: they are not longer than kMaxBytes, and none of them is in `out`.
  void Append(std::span<const std::string_view> parts, std::string& out);

  // The same for a member that comes piece by piece: Begin(), Add() for each, End().
  // REQUIRES: level <= kMaxStreamLevel.
  static constexpr int kMaxStreamLevel = 3;
  void Begin();
  void Add(std::string_view piece, std::string& out);
  void End(std::string& out);

 private:
  struct Isal;
  struct Deflate;

  GzipCompressor();

  enum class After : std::uint8_t { kMore, kFlush, kEnd };
  static void Feed(isal_zstream& stream, std::string_view piece, After after, std::size_t room,
                   std::string& out, std::size_t& used);
  void AppendByIsal(std::span<const std::string_view> parts, std::string& out);
  void AppendMixed(std::span<const std::string_view> parts, std::string& out);
  void AppendByDeflate(std::span<const std::string_view> parts, std::string& out);

  std::unique_ptr<Isal> isal_;        // either this
  std::unique_ptr<Deflate> deflate_;  // or that
};

}  // namespace meguri::warc
