// Characters into the text buffer: white space, control characters, ill-formed bytes.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_words.h"
#include "base/utf8.h"
#include "html/text/text_extractor.h"

namespace meguri::html {
namespace {

void StoreEight(std::uint64_t bytes, char* at) {
  if constexpr (std::endian::native != std::endian::little) bytes = __builtin_bswap64(bytes);
  std::memcpy(at, &bytes, sizeof bytes);
}

// The last `count` bytes of a text, one to seven, and zeros; nothing behind them is touched.
std::uint64_t LoadTail(const char* at, std::size_t count) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    bytes |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
  }
  return bytes;
}

// The high bit of each space.
std::uint64_t SpacesIn(std::uint64_t bytes) {
  const std::uint64_t other = bytes ^ EveryByte(' ');
  return ~(((other & EveryByte(0x7F)) + EveryByte(0x7F)) | other) & EveryByte(0x80);
}

// A bit in the lowest byte that is not from ' ' to '~', and maybe in bytes above it.
std::uint64_t UnprintableIn(std::uint64_t bytes) {
  const std::uint64_t below_space = (bytes - EveryByte(0x20)) & ~bytes;
  const std::uint64_t without_del = bytes ^ EveryByte(0x7F);
  const std::uint64_t is_del = (without_del - EveryByte(1)) & ~without_del;
  return (below_space | is_del | bytes) & EveryByte(0x80);
}

bool IsHigh(char c) { return static_cast<unsigned char>(c) >= 0x80; }

struct Copied {
  const char* at;
  char* out;
};

// Copies characters that are not ASCII, as many as there are. Three bytes are the case that counts:
// Chinese, Japanese, Thai.
Copied CopyHigh(const char* at, const char* end, char* out) {
  while (at < end && IsHigh(*at)) {
    const auto first = static_cast<unsigned char>(*at);
    if (first >= 0xE1 && first <= 0xEC && end - at >= 3 && IsUtf8Continuation(at[1]) &&
        IsUtf8Continuation(at[2])) {
      std::memcpy(out, at, 3);
      out += 3;
      at += 3;
      continue;
    }
    const Utf8Step step =
        DecodeUtf8({at, std::min<std::size_t>(static_cast<std::size_t>(end - at), 4)}, 0);
    const std::size_t length = step.valid ? step.length : 3;
    std::memcpy(out, step.valid ? at : "\xEF\xBF\xBD", length);
    out += length;
    at += step.length;
  }
  return {at, out};
}

const char* SkipSpaces(const char* at, const char* end) {
  while (at < end && IsAsciiSpace(*at)) {
    ++at;
  }
  return at;
}

// At most `limit` bytes of `text`, cut at a character's border.
std::string_view Cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && IsUtf8Continuation(text[limit])) {
    --limit;
  }
  return text.substr(0, limit);
}

}  // namespace

// Room for `bytes`, with what separates them from the text before. Returns where to write.
char* TextExtractor::BeginText(std::size_t bytes) {
  constexpr std::size_t kSlack = 16;  // writes of eight bytes, and the separator
  if (text_.size() < used_ + bytes + kSlack) {
    text_.resize(std::max(2 * text_.size(), used_ + bytes + kSlack));
  }
  if (used_ > 0 && wanted_ != Separator::kNone) {
    constexpr std::string_view kCharacters = "? \t\n";
    const char last = text_[used_ - 1];
    const bool separated = last == '\n' || (wanted_ != Separator::kNewline && last == '\t');
    if (!separated) text_[used_++] = kCharacters[static_cast<std::size_t>(wanted_)];
  }
  wanted_ = Separator::kNone;
  if (!in_block_) {
    in_block_ = true;
    block_ = {.begin = static_cast<std::uint32_t>(used_),
              .context = static_cast<std::uint16_t>(open_elements_.context())};
  }
  return text_.data() + used_;
}

void TextExtractor::EndText(char* end) {
  auto used = static_cast<std::size_t>(end - text_.data());
  if (used >= kMaxTextBytes) {
    truncated_ = true;
    used = kMaxTextBytes;
    while (used > used_ && IsUtf8Continuation(text_[used])) {
      --used;
    }
  }
  if ((open_elements_.context() & kInLink) != 0) {
    block_.link_bytes += static_cast<std::uint32_t>(used - used_);
  }
  used_ = used;
}

void TextExtractor::AppendCollapsed(std::string_view text) {
  for (; !text.empty() && (text.front() == ' ' || IsAsciiControl(text.front()));
       text.remove_prefix(1)) {
    if (IsAsciiSpace(text.front())) Want(Separator::kSpace);
  }
  if (text.empty()) return;
  text = Cut(text, kMaxTextBytes + 1 - std::min(used_, kMaxTextBytes));

  char* out = BeginText(3 * text.size());  // each byte may become U+FFFD
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t after_space = 0;  // 0x80 if a space was written last
  while (at < end) {
    // Eight bytes are written, of which the first few may count: up to one that is not printable,
    // or a space after a space.
    const auto left = static_cast<std::size_t>(end - at);
    const std::uint64_t bytes = left >= 8 ? LoadWord(at) : LoadTail(at, left);
    const std::uint64_t spaces_here = SpacesIn(bytes);
    const std::uint64_t stops =
        UnprintableIn(bytes) | (spaces_here & (spaces_here << 8U | after_space));
    StoreEight(bytes, out);
    const std::size_t good = stops == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(stops)) / 8;
    if (good > 0) after_space = spaces_here >> 8 * (good - 1) & 0x80;
    at += good;
    out += good;
    if (good == 8 || at == end) continue;
    if (IsHigh(*at)) {
      const Copied copied = CopyHigh(at, end, out);
      at = copied.at;
      out = copied.out;
      after_space = 0;
    } else if (IsAsciiSpace(*at)) {
      if (after_space == 0) *out++ = ' ';
      after_space = 0x80;
      at = SkipSpaces(at, end);
    } else {
      ++at;  // a control character
    }
  }
  if (after_space != 0) {
    --out;
    Want(Separator::kSpace);
  }
  EndText(out);
}

void TextExtractor::AppendPreserved(std::string_view text) {
  if (skip_newline_ && text.starts_with('\n')) text.remove_prefix(1);
  skip_newline_ = false;
  text = Cut(text, kMaxTextBytes + 1 - std::min(used_, kMaxTextBytes));
  if (text.empty()) return;
  char* out = BeginText(3 * text.size());
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const char c = *at;
    if (IsHigh(c)) {
      const Copied copied = CopyHigh(at, end, out);
      at = copied.at;
      out = copied.out;
      continue;
    }
    ++at;
    if (c == '\n' || c == '\t' || !IsAsciiControl(c)) *out++ = c;
  }
  EndText(out);
}

}  // namespace meguri::html
