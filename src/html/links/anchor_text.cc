#include "html/links/anchor_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/utf8.h"

namespace meguri::html {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::string_view kIdeographicSpace = "\xE3\x80\x80";

// Characters that are or begin a space; the rest, which is nearly everything, is none for sure.
constexpr std::array<bool, 256> kMayBeSpace = [] {
  std::array<bool, 256> result{};
  for (const unsigned char c : {' ', '\t', '\n', '\f', '\r'}) {
    result[c] = true;
  }
  result[static_cast<unsigned char>(kNoBreakSpace[0])] = true;
  result[static_cast<unsigned char>(kIdeographicSpace[0])] = true;
  return result;
}();

// The length of the space at text[at]; 0 if there is none.
std::size_t SpaceLength(std::string_view text, std::size_t at) {
  if (!kMayBeSpace[static_cast<unsigned char>(text[at])]) return 0;
  if (text[at] == kNoBreakSpace[0]) return text.substr(at).starts_with(kNoBreakSpace) ? 2 : 0;
  if (text[at] == kIdeographicSpace[0]) {
    return text.substr(at).starts_with(kIdeographicSpace) ? 3 : 0;
  }
  return 1;
}

}  // namespace

void AnchorText::Clear() {
  text_.clear();
  pending_space_ = false;
  full_ = false;
}

void AnchorText::Append(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && !full_) {
    if (const std::size_t space = SpaceLength(text, at)) {
      pending_space_ = true;
      at += space;
      continue;
    }
    const std::size_t begin = at;
    do {
      ++at;
    } while (at < text.size() && SpaceLength(text, at) == 0);
    if (pending_space_ && !text_.empty()) text_ += ' ';
    pending_space_ = false;
    text_.append(text, begin, std::min(at - begin, kMaxBytes + 1));
    full_ = text_.size() > kMaxBytes;
  }
  if (!full_) return;
  std::size_t size = std::min(text_.size(), kMaxBytes);
  while (size < text_.size() && IsUtf8Continuation(text_[size])) {
    --size;
  }
  text_.resize(size);
}

}  // namespace meguri::html
