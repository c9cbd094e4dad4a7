// Content codings: limits hold, and however the bytes are cut, the content is the same. Input: a
// byte of flags, "gzip, br\n", and the coded bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "http/content_coding.h"

namespace {

using meguri::http::Coding;
using meguri::http::CodingLimits;
using meguri::http::ContentDecoder;
using meguri::http::DecodeContent;
using meguri::http::DecodedContent;
using meguri::http::DecodeMark;

void CheckStreamed(std::string_view bytes, std::string_view codings, const CodingLimits& limits,
                   const DecodedContent& whole, std::size_t step) {
  ContentDecoder decoder(codings, limits);
  std::string content;
  for (std::string_view rest = bytes; !rest.empty() && decoder.mark() == DecodeMark::kMore;) {
    const std::string copy(rest.substr(0, step));
    rest.remove_prefix(copy.size());
    std::string_view input = copy;
    for (std::string_view piece = decoder.Next(input); !piece.empty();
         piece = decoder.Next(input)) {
      Check(piece.size() <= std::max(ContentDecoder::kBufferBytes, copy.size()),
            "pieces are small");
      content += piece;
    }
    Check(input.empty() || decoder.mark() != DecodeMark::kMore, "all of the input is used");
  }
  decoder.Finish();
  Check(content.size() <= limits.max_bytes, "the limit holds");
  Check(decoder.undone() == whole.undone && decoder.left() == whole.left, "the same codings");
  const std::size_t shorter = std::min(content.size(), whole.content.size());
  Check(content.compare(0, shorter, whole.content, 0, shorter) == 0, "the same beginning");
  // When a bomb is seen depends on how much input was seen until then.
  if (decoder.mark() == DecodeMark::kBomb || whole.mark == DecodeMark::kBomb) return;
  const bool broken = decoder.mark() == DecodeMark::kBroken || whole.mark == DecodeMark::kBroken;
  const bool too_large =
      decoder.mark() == DecodeMark::kTooLarge || whole.mark == DecodeMark::kTooLarge;
  if (broken && too_large) return;  // whichever comes first
  // An inner coding may be over before the outer one has swollen beyond the limit.
  if (too_large && whole.undone.size() > 1) return;
  // How much br and zstd give before they break depends on the pieces, and what an inner coding
  // makes of that, too. Not so zlib.
  const auto is_zlib = [](Coding coding) {
    return coding == Coding::kGzip || coding == Coding::kDeflate;
  };
  if (broken && !std::ranges::all_of(whole.undone, is_zlib)) return;
  Check(decoder.mark() == whole.mark, "the mark is the same");
  Check(decoder.error() == whole.error, "the error is the same");
  Check(content == whole.content, "the content is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t flags = data[0];
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view codings = bytes.substr(0, bytes.find('\n'));
  bytes.remove_prefix(std::min(codings.size() + 1, bytes.size()));
  CodingLimits limits{.max_bytes = std::uint64_t{1} << 20U,
                      .bomb_floor_bytes = std::uint64_t{1} << 18U,
                      .max_ratio = 50};
  if ((flags & 1U) != 0) limits.max_bytes = 100;
  if ((flags & 2U) != 0) limits.bomb_floor_bytes = std::uint64_t{1} << 30U;

  const DecodedContent whole = DecodeContent(bytes, codings, limits);
  Check(whole.mark != DecodeMark::kMore, "there is an answer");
  Check(whole.content.size() <= limits.max_bytes, "the limit holds");
  Check((whole.mark == DecodeMark::kBroken) == !whole.error.empty(), "what is broken has a reason");
  if (whole.undone.empty() && whole.mark == DecodeMark::kComplete) {
    Check(whole.content == bytes, "without a coding, bytes stay");
  }
  CheckStreamed(bytes, codings, limits, whole, 1);
  CheckStreamed(bytes, codings, limits, whole, 2 + flags / 4);
  return 0;
}
