#include "sim/page/prose_bank.h"

#include <array>
#include <cassert>
#include <string>
#include <unordered_set>

#include "base/hash.h"
#include "encoding/encoder.h"
#include "encoding/encoding.h"
#include "sim/draws.h"
#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::size_t kConnectorBits = 2;
constexpr std::size_t kWordBits = 10;
constexpr std::size_t kNameBits = 12;
constexpr std::size_t kNumberBits = 12;  // a year and one of four ways to write it
constexpr std::size_t kFirstYear = 1002;

constexpr std::array<std::string_view, kLanguages> kLanguageCodes = {"en", "ja", "de", "fr", "es"};

encoding::Encoding EncodingOf(PageCharset charset) {
  switch (charset) {
    case PageCharset::kUtf8:
      return encoding::Encoding::kUtf8;
    case PageCharset::kShiftJis:
      return encoding::Encoding::kShiftJis;
    case PageCharset::kEucJp:
      return encoding::Encoding::kEucJp;
    case PageCharset::kWindows1252:
      return encoding::Encoding::kWindows1252;
  }
  return encoding::Encoding::kUtf8;
}

// Draws that give `count` different texts. Found in UTF-8, they hold for every charset.
std::vector<std::uint64_t> DistinctDraws(const EncodedPatterns& patterns, std::uint64_t start,
                                         std::size_t count) {
  std::vector<std::uint64_t> draws;
  draws.reserve(count);
  std::unordered_set<std::uint64_t> seen;  // hashes: at worst a text is left out
  seen.reserve(count);
  std::string text;
  while (draws.size() < count) {
    const std::uint64_t draw = NextMixed(start);
    text.clear();
    patterns.Append(draw, text);
    if (seen.insert(StableHash64(text)).second) draws.push_back(draw);
  }
  return draws;
}

// What is not drawn.
void MakeFixed(const ProseGrammar& grammar, encoding::Encoding encoding, ProseSection& section) {
  const auto add = [encoding](ProseTexts& texts, std::string_view text) {
    encoding::Encode(encoding, text, texts.bytes());
    texts.End();
  };
  for (const std::string_view phrase : grammar.phrases)
    add(section.phrases, phrase);
  section.phrases.Finish();
  for (const auto& [before, behind] : grammar.link_leads) {
    add(section.link_leads, before);
    add(section.link_leads, behind);
  }
  section.link_leads.Finish();
  for (const std::string_view connector : grammar.connectors)
    add(section.connectors, connector);
  section.connectors.Finish();
  for (std::size_t i = 0; i < std::size_t{1} << kNumberBits; ++i) {
    const auto& [before, behind] = grammar.numbers[i % 4];
    encoding::Encode(encoding, before, section.numbers.bytes());
    section.numbers.bytes() += std::to_string(kFirstYear + i / 4);
    add(section.numbers, behind);
  }
  section.numbers.Finish();
}

}  // namespace

std::string_view LanguageCode(Language language) {
  return kLanguageCodes[static_cast<std::size_t>(language)];
}

std::optional<Language> ParseLanguage(std::string_view code) {
  for (std::size_t i = 0; i < kLanguages; ++i) {
    if (kLanguageCodes[i] == code) return static_cast<Language>(i);
  }
  return std::nullopt;
}

std::string_view CharsetName(PageCharset charset) {
  return encoding::EncodingName(EncodingOf(charset));
}

bool CanWrite(Language language, PageCharset charset) {
  switch (charset) {
    case PageCharset::kUtf8:
      return true;
    case PageCharset::kShiftJis:
    case PageCharset::kEucJp:
      return language == Language::kJapanese;
    case PageCharset::kWindows1252:
      return language != Language::kJapanese;
  }
  return false;
}

ProseBank::ProseBank() : sections_(kLanguages * kPageCharsets) {
  for (std::size_t i = 0; i < kLanguages; ++i)
    MakeLanguage(static_cast<Language>(i));
}

void ProseBank::MakeLanguage(Language language) {
  const ProseGrammar& grammar = GrammarOf(language);
  const auto for_each_charset = [language](const auto& visit) {
    for (std::size_t i = 0; i < kPageCharsets; ++i) {
      const auto charset = static_cast<PageCharset>(i);
      if (CanWrite(language, charset)) visit(charset);
    }
  };
  const auto make = [&](std::span<const std::string_view> patterns, std::uint64_t start,
                        std::size_t count, ProseTexts ProseSection::*texts) {
    const std::vector<std::uint64_t> draws = DistinctDraws(
        EncodedPatterns(patterns, grammar.lists, encoding::Encoding::kUtf8), start, count);
    for_each_charset([&](PageCharset charset) {
      const EncodedPatterns encoded(patterns, grammar.lists, EncodingOf(charset));
      ProseTexts& made = sections_[Index(language, charset)].*texts;
      for (const std::uint64_t draw : draws) {
        encoded.Append(draw, made.bytes());
        made.End();
      }
      made.Finish();
    });
  };
  make(grammar.sentences, 1, kSentences, &ProseSection::sentences);
  make(grammar.words, 2, kWords, &ProseSection::words);
  make(grammar.names, 3, std::size_t{1} << kNameBits, &ProseSection::names);
  for_each_charset([&](PageCharset charset) {
    MakeFixed(grammar, EncodingOf(charset), sections_[Index(language, charset)]);
  });
}

namespace {

// Where the parts of a title stand in their lists.
struct TitleParts {
  std::size_t connector;
  std::size_t word;
  std::size_t name;
  std::size_t number;

  explicit TitleParts(std::uint64_t key) {
    static_assert(ProseBank::kWords == std::size_t{1} << kWordBits);
    std::uint64_t drawn = Mixed(key);
    connector = Take(drawn, kConnectorBits);
    word = Take(drawn, kWordBits);
    name = Take(drawn, kNameBits);
    number = Take(drawn, kNumberBits);
  }

 private:
  static std::size_t Take(std::uint64_t& bits, std::size_t count) {
    const std::uint64_t taken = bits & ((std::uint64_t{1} << count) - 1);
    bits >>= count;
    return static_cast<std::size_t>(taken);
  }
};

}  // namespace

ProseSection::Title ProseSection::TitleOf(std::uint64_t key) const {
  const TitleParts parts(key);
  return {words.at(parts.word), connectors.at(parts.connector), names.at(parts.name),
          numbers.at(parts.number)};
}

void ProseSection::PrefetchTitle(std::uint64_t key) const {
  const TitleParts parts(key);
  words.Prefetch(parts.word);
  names.Prefetch(parts.name);
  numbers.Prefetch(parts.number);
}

void ProseBank::AppendTitle(Language language, PageCharset charset, std::uint64_t key,
                            std::string& out) const {
  const ProseSection::Title title = section(language, charset).TitleOf(key);
  for (const std::string_view part : {title.word, title.connector, title.name, title.number})
    out += part;
}

}  // namespace meguri
