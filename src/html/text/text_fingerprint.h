// The fingerprint of a page's main text: the same after a change of date or counter, nearly the
// same after a small change, different after a real one.
//
// What changes by itself is taken out first (AppendStableText), then the shingles of four words
// that are left are hashed once and go into all three values. Linear; no allocation once the
// buffer has grown. docs/design/near_duplicates.md says which value answers which question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "html/text/minhash.h"

namespace meguri::html {

struct TextFingerprint {
  std::uint64_t simhash = 0;     // near: few bits differ (simhash.h)
  MinHashSignature minhash{};    // near: how much is shared (minhash.h)
  std::uint64_t digest = 0;      // equal: the same shingles equally often, in any order
  std::uint32_t word_count = 0;  // of the stable text, at most 2^32 - 1

  bool operator==(const TextFingerprint&) const = default;
};

// Appends `text` without what changes though nothing has happened:
// - dates: 2024-03-12, 12/3/2024, 12. März 2024, Tuesday, March 12, 2024, 2024年3月12日(火)
// - times: 10:30, 10:30:05 pm, 2024-03-12T10:30:05Z, 10時30分
// - ages: 5 minutes ago, vor 3 Stunden, 3時間前
// - counters: 1,234 in "1,234 views", "Comments: 1,234", "1,234回再生"
// - copyright years: the years of "© 2019-2024"
// - session ids: 3f2504e0-4f89-11d3-9a0c-0305e82c3301, k8J2mQ9xT4bW7cZ1
// Any other number stays: a changed price is a change. Text without digits is copied as it is.
// REQUIRES: `text` doesn't lie within `out`.
void AppendStableText(std::string_view text, std::string& out);

// One thread at a time.
class TextFingerprinter {
 public:
  // Fingerprints of different seeds can't be compared. Sites that know the seed can make pages
  // whose fingerprints agree.
  explicit TextFingerprinter(std::uint64_t seed = 0) : seed_(seed) {}

  TextFingerprint Of(std::string_view text);

 private:
  std::uint64_t seed_;
  std::string stable_;
};

}  // namespace meguri::html
