#include "url/idna/punycode.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::url {
namespace {

// RFC 3492, section 5.
constexpr std::uint32_t kBase = 36;
constexpr std::uint32_t kMinThreshold = 1;
constexpr std::uint32_t kMaxThreshold = 26;
constexpr std::uint32_t kSkew = 38;
constexpr std::uint32_t kDamp = 700;
constexpr std::uint32_t kInitialBias = 72;
constexpr char32_t kInitialCodePoint = 0x80;

// No delta that leads to a code point is larger: there are 0x110000 of them and less than
// 2^31 places to insert at. Small enough that 36 * 35 times as much fits in 64 bits.
constexpr std::uint64_t kMaxDelta = std::uint64_t{1} << 52;

std::uint32_t Threshold(std::uint32_t k, std::uint32_t bias) {
  if (k <= bias + kMinThreshold) return kMinThreshold;
  return std::min(k - bias, kMaxThreshold);
}

std::uint32_t AdaptBias(std::uint64_t delta, std::uint64_t count, bool first) {
  delta /= first ? kDamp : 2;
  delta += delta / count;
  std::uint32_t k = 0;
  for (; delta > (kBase - kMinThreshold) * kMaxThreshold / 2; k += kBase) {
    delta /= kBase - kMinThreshold;
  }
  return k + static_cast<std::uint32_t>((kBase - kMinThreshold + 1) * delta / (delta + kSkew));
}

void AppendDelta(std::uint64_t delta, std::uint32_t bias, std::string& out) {
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz0123456789";
  for (std::uint32_t k = kBase;; k += kBase) {
    const std::uint32_t threshold = Threshold(k, bias);
    if (delta < threshold) break;
    delta -= threshold;
    out += kDigits[threshold + delta % (kBase - threshold)];
    delta /= kBase - threshold;
  }
  out += kDigits[delta];
}

std::uint32_t DigitValue(char c) {
  if (IsAsciiAlpha(c)) return static_cast<std::uint32_t>(AsciiToLower(c) - 'a');
  return IsAsciiDigit(c) ? static_cast<std::uint32_t>(c - '0' + 26) : kBase;
}

// A set of positions 0..size-1 that can tell how many lie before one, and which is the k-th;
// every operation O(log size). A Fenwick tree: node i counts the i & -i positions up to i.
class PositionSet {
 public:
  // All positions, or none. O(size).
  PositionSet(std::size_t size, bool full) : counts_(size + 1) {
    for (std::size_t i = 1; full && i <= size; ++i) {
      counts_[i] = static_cast<std::uint32_t>(i & (~i + 1));
    }
  }

  void Insert(std::size_t position) {
    for (std::size_t i = position + 1; i < counts_.size(); i += i & (~i + 1)) {
      ++counts_[i];
    }
  }

  std::uint64_t CountBefore(std::size_t position) const {
    std::uint64_t count = 0;
    for (std::size_t i = position; i > 0; i &= i - 1) {
      count += counts_[i];
    }
    return count;
  }

  // Removes and returns the position that `rank` others lie before.
  // REQUIRES: the set has more than `rank` positions.
  std::size_t Take(std::uint64_t rank) {
    std::size_t below = 0;
    for (std::size_t step = std::bit_floor(counts_.size()); step > 0; step /= 2) {
      const std::size_t node = below + step;
      if (node >= counts_.size()) continue;
      if (counts_[node] <= rank) {
        rank -= counts_[node];
        below = node;
      } else {
        --counts_[node];  // exactly the nodes not stepped over count the one we take
      }
    }
    return below;
  }

 private:
  std::vector<std::uint32_t> counts_;
};

struct Insertion {
  std::uint32_t at;  // in the label as it is before this insertion
  char32_t code_point;
};

// Reads one delta of `text` from `next` on, and adds it to `delta`.
bool ReadDelta(std::string_view text, std::size_t& next, std::uint32_t bias, std::uint64_t& delta) {
  std::uint64_t weight = 1;
  for (std::uint32_t k = kBase;; k += kBase) {
    if (next == text.size()) return false;
    const std::uint32_t digit = DigitValue(text[next++]);
    if (digit == kBase) return false;
    // A digit that doesn't end the number is at least 1, so weight <= 35 * kMaxDelta here.
    delta += digit * weight;
    if (delta > kMaxDelta) return false;
    const std::uint32_t threshold = Threshold(k, bias);
    if (digit < threshold) return true;
    weight *= kBase - threshold;
  }
}

bool ReadInsertions(std::string_view text, std::size_t length, std::vector<Insertion>& insertions) {
  char32_t code_point = kInitialCodePoint;
  std::uint32_t bias = kInitialBias;
  std::uint64_t at = 0;
  for (std::size_t next = 0; next < text.size();) {
    const std::uint64_t before = at;
    if (!ReadDelta(text, next, bias, at)) return false;
    ++length;
    bias = AdaptBias(at - before, length, insertions.empty());
    const std::uint64_t advance = at / length;
    if (advance > kMaxCodePoint - code_point) return false;
    code_point += static_cast<char32_t>(advance);
    if (IsSurrogate(code_point)) return false;
    at %= length;
    insertions.push_back({static_cast<std::uint32_t>(at), code_point});
    ++at;
  }
  return true;
}

}  // namespace

void EncodePunycode(std::u32string_view label, std::string& out) {
  std::vector<std::uint32_t> order;  // where the other than ASCII are; lowest code point first
  PositionSet lower(label.size(), false);  // where code points below the current one are
  for (std::uint32_t i = 0; i < label.size(); ++i) {
    if (label[i] < kInitialCodePoint) {
      out += static_cast<char>(label[i]);
      lower.Insert(i);
    } else {
      order.push_back(i);
    }
  }
  std::ranges::stable_sort(order, {}, [label](std::uint32_t i) { return label[i]; });

  const std::uint64_t basic = label.size() - order.size();
  if (basic > 0) out += '-';
  std::uint64_t done = basic;
  std::uint64_t delta = 0;
  std::uint32_t bias = kInitialBias;
  char32_t next = kInitialCodePoint;
  for (auto group = order.begin(); group != order.end();) {
    const char32_t current = label[*group];
    const auto group_end =
        std::find_if(group, order.end(), [&](std::uint32_t i) { return label[i] != current; });
    // The RFC's walk over the label adds 1 to delta for each lower code point it passes.
    const std::uint64_t lower_total = done;
    std::uint64_t passed = 0;
    delta += (current - next) * (done + 1);
    for (auto position = group; position != group_end; ++position) {
      const std::uint64_t lower_before = lower.CountBefore(*position);
      delta += lower_before - passed;
      passed = lower_before;
      AppendDelta(delta, bias, out);
      bias = AdaptBias(delta, done + 1, done == basic);
      delta = 0;
      ++done;
    }
    delta += lower_total - passed + 1;
    next = current + 1;
    for (; group != group_end; ++group) {
      lower.Insert(*group);
    }
  }
}

bool DecodePunycode(std::string_view text, std::u32string& out) {
  const std::size_t delimiter = text.rfind('-');
  const std::size_t basic = delimiter == std::string_view::npos ? 0 : delimiter;
  if (!IsAscii(text.substr(0, basic))) return false;
  std::vector<Insertion> insertions;
  // A delimiter with nothing before it is left in, and fails as a digit (RFC 3492, 6.2).
  if (!ReadInsertions(text.substr(basic > 0 ? basic + 1 : 0), basic, insertions)) return false;

  // The last insertion knows its final place; seen backwards, each earlier one counts only
  // the places that are still free. What remains belongs to the ASCII characters, in order.
  const std::size_t start = out.size();
  out.resize(start + basic + insertions.size(), 0);
  PositionSet free(basic + insertions.size(), true);
  for (auto insertion = insertions.rbegin(); insertion != insertions.rend(); ++insertion) {
    out[start + free.Take(insertion->at)] = insertion->code_point;
  }
  std::size_t place = start;
  for (const char c : text.substr(0, basic)) {
    while (out[place] != 0) {
      ++place;
    }
    out[place++] = static_cast<char32_t>(c);
  }
  return true;
}

}  // namespace meguri::url
