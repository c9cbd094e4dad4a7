#include "sim/page/prose_bank.h"

#include <array>
#include <cassert>
#include <string>
#include <unordered_set>

#include "encoding/encoder.h"
#include "encoding/encoding.h"
#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::size_t kSubjectBits = 12;  // a word and one of four connectors
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
  std::unordered_set<std::string> seen;
  seen.reserve(count);
  std::string text;
  while (draws.size() < count) {
    const std::uint64_t draw = NextMixed(start);
    text.clear();
    patterns.Append(draw, text);
    if (seen.insert(text).second) draws.push_back(draw);
  }
  return draws;
}

std::size_t Bits(std::uint64_t from, std::size_t shift, std::size_t count) {
  return static_cast<std::size_t>((from >> shift) & ((std::uint64_t{1} << count) - 1));
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

void ProseBank::Texts::Add(std::string_view text) {
  starts.push_back(static_cast<std::uint32_t>(bytes.size()));
  bytes += text;
}

void ProseBank::Texts::Finish() {
  starts.push_back(static_cast<std::uint32_t>(bytes.size()));
  bytes.append(kPadding, '\0');
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
                        std::size_t count, Texts Section::*texts) {
    const std::vector<std::uint64_t> draws = DistinctDraws(
        EncodedPatterns(patterns, grammar.lists, encoding::Encoding::kUtf8), start, count);
    for_each_charset([&](PageCharset charset) {
      const EncodedPatterns encoded(patterns, grammar.lists, EncodingOf(charset));
      Texts& made = sections_[Index(language, charset)].*texts;
      std::string text;
      for (const std::uint64_t draw : draws) {
        text.clear();
        encoded.Append(draw, text);
        made.Add(text);
      }
      made.Finish();
    });
  };
  make(grammar.sentences, 1, kSentences, &Section::sentences);
  make(grammar.words, 2, kWords, &Section::words);
  make(grammar.names, 3, std::size_t{1} << kNameBits, &Section::names);
  for_each_charset([&](PageCharset charset) {
    MakeFixed(grammar, EncodingOf(charset), sections_[Index(language, charset)]);
  });
}

void ProseBank::MakeFixed(const ProseGrammar& grammar, encoding::Encoding encoding,
                          Section& section) {
  const auto encoded = [encoding](std::string_view text) {
    std::string bytes;
    encoding::Encode(encoding, text, bytes);
    return bytes;
  };
  for (const std::string_view phrase : grammar.phrases)
    section.phrases.Add(encoded(phrase));
  section.phrases.Finish();
  for (const auto& [before, behind] : grammar.link_leads) {
    section.link_leads.Add(encoded(before));
    section.link_leads.Add(encoded(behind));
  }
  section.link_leads.Finish();
  std::array<std::string, 4> connectors;
  std::array<std::pair<std::string, std::string>, 4> numbers;
  for (std::size_t i = 0; i < 4; ++i) {
    connectors[i] = encoded(grammar.connectors[i]);
    numbers[i] = {encoded(grammar.numbers[i].first), encoded(grammar.numbers[i].second)};
  }
  for (std::size_t i = 0; i < kWords; ++i) {
    for (const std::string& connector : connectors) {
      section.subjects.Add(std::string(section.words.at(i)) + connector);
    }
  }
  section.subjects.Finish();
  for (std::size_t i = 0; i < std::size_t{1} << kNumberBits; ++i) {
    const auto& [before, behind] = numbers[i % 4];
    section.numbers.Add(before + std::to_string(kFirstYear + i / 4) + behind);
  }
  section.numbers.Finish();
}

std::size_t ProseBank::title_bytes(Language language, PageCharset charset) const {
  const Section& texts = section(language, charset);
  return texts.subjects.mean() + texts.names.mean() + texts.numbers.mean();
}

ProseBank::Title ProseBank::title(Language language, PageCharset charset, std::uint64_t key) const {
  static_assert(kWords * 4 == std::size_t{1} << kSubjectBits);
  const Section& texts = section(language, charset);
  const std::uint64_t drawn = Mixed(key);
  return {texts.subjects.at(Bits(drawn, 0, kSubjectBits)),
          texts.names.at(Bits(drawn, kSubjectBits, kNameBits)),
          texts.numbers.at(Bits(drawn, kSubjectBits + kNameBits, kNumberBits))};
}

void ProseBank::AppendTitle(Language language, PageCharset charset, std::uint64_t key,
                            std::string& out) const {
  const Title parts = title(language, charset, key);
  out += parts.subject;
  out += parts.name;
  out += parts.number;
}

}  // namespace meguri
