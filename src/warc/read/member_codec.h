// Unpacks one member of an archive: a gzip member or a zstd frame. Private to the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace meguri::warc {

enum class CodecState : std::uint8_t {
  kMore,         // wants more input, or more room
  kEnd,          // the member is over, and its checksum right
  kBadChecksum,  // the member is over, but is not what was packed
  kBroken,       // can't be unpacked further
};

struct CodecStep {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  CodecState state = CodecState::kMore;
};

class MemberCodec {
 public:
  virtual ~MemberCodec() = default;

  // Before each member.
  virtual void Begin() = 0;
  // Unpacks as much of `input` as fits into `room`.
  virtual CodecStep Decode(std::string_view input, std::span<char> room) = 0;
};

// By libdeflate where a member lies there whole, else by ISA-L, which streams; either takes a third
// of zlib's time. Any gzip header.
std::unique_ptr<MemberCodec> MakeGzipCodec();
// With a dictionary for all frames, or "". A frame may want at most 128 MiB of memory.
std::unique_ptr<MemberCodec> MakeZstdCodec(const std::string& dictionary);

}  // namespace meguri::warc
