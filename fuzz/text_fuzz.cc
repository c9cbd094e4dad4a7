// Text of pages, its fingerprints and language: input is a page.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "fuzz/check.h"
#include "html/text/language.h"
#include "html/text/simhash.h"
#include "html/text/text_fingerprint.h"
#include "html/text/words.h"
#include "tests/html/extracted.h"

namespace {

using meguri::html::TextExtractor;

void CheckText(std::string_view text, std::size_t limit) {
  Check(text.size() <= limit, "text is bounded");
  Check(meguri::IsValidUtf8(text), "text is valid UTF-8");
  Check(std::ranges::none_of(
            text, [](char c) { return meguri::IsAsciiControl(c) && c != '\n' && c != '\t'; }),
        "text has no control characters");
}

void CheckPage(const TextExtractor& page) {
  CheckText(page.text(), TextExtractor::kMaxTextBytes);
  CheckText(page.main_text(), TextExtractor::kMaxTextBytes);
  CheckText(page.title(), TextExtractor::kMaxTitleBytes);
  CheckText(page.description(), TextExtractor::kMaxDescriptionBytes);
  CheckText(page.declared_language(), 64);
  for (const auto& heading : page.headings()) {
    CheckText(heading.text, TextExtractor::kMaxHeadingBytes);
    Check(heading.level >= 1 && heading.level <= 6, "a heading has a level");
    Check(heading.text.find('\n') == std::string_view::npos, "a heading is one line");
  }
  std::size_t end = 0;
  for (const auto& block : page.blocks()) {
    Check(block.begin >= end && block.end > block.begin && block.link_bytes <= block.size(),
          "blocks are in order");
    end = block.end;
  }
  Check(page.main_text().size() <= page.text().size() + page.blocks().size(),
        "main text is part of the text");
}

std::vector<std::uint64_t> WordsOf(std::string_view text, std::size_t at_once) {
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> batch(at_once);
  meguri::html::WordReader reader(text);
  while (const std::size_t count = reader.Read(batch))
    words.insert(words.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
  return words;
}

// By the definition: a vote of each feature on each bit.
std::uint64_t SlowSimhash(const std::vector<std::uint64_t>& features) {
  std::array<int, 64> votes{};
  for (const std::uint64_t feature : features) {
    for (unsigned bit = 0; bit < 64; ++bit)
      votes[bit] += (feature >> bit & 1U) != 0 ? 1 : -1;
  }
  std::uint64_t result = 0;
  for (unsigned bit = 0; bit < 64; ++bit)
    result |= static_cast<std::uint64_t>(votes[bit] > 0) << bit;
  return result;
}

void CheckFingerprint(std::string_view text) {
  meguri::html::TextFingerprinter fingerprinter;
  const auto first = fingerprinter.Of(text);
  Check(first == fingerprinter.Of(text), "a fingerprint leaves no trace");
  std::string stable;
  meguri::html::AppendStableText(text, stable);
  Check(stable.size() <= text.size(), "stable text is no longer than the text");
  Check(!meguri::IsValidUtf8(text) || meguri::IsValidUtf8(stable),
        "stable text is as valid as the text");
  const auto words = WordsOf(stable, 64);
  Check(words.size() == first.word_count, "words are counted");
  Check(words == WordsOf(stable, 1), "batches make no difference");
  Check(words == WordsOf("  -" + stable + " ", 7), "the place makes no difference");
  meguri::html::Simhash simhash;
  simhash.Add(words);
  Check(simhash.Value() == SlowSimhash(words), "the slow simhash agrees");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  static TextExtractor reused;  // by all inputs: what one leaves behind must not reach the next
  meguri::html::Extract(page, reused);
  CheckPage(reused);
  const meguri::html::Extracted fresh(page);
  Check(fresh.text() == reused.text() && fresh.main_text() == reused.main_text() &&
            fresh.title() == reused.title() && fresh.description() == reused.description() &&
            fresh.headings().size() == reused.headings().size() &&
            fresh.declared_language() == reused.declared_language(),
        "a page gives the same after Reset()");
  CheckFingerprint(reused.main_text());
  CheckFingerprint(page);
  const auto language =
      meguri::html::DecideLanguage(reused.declared_language(), "", reused.main_text());
  Check(language.code.size() <= 3, "a language has a code or none");
  Check(meguri::html::DetectLanguage(page).code.size() <= 3, "any bytes have a language or none");
  return 0;
}
