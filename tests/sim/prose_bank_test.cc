#include "sim/page/prose_bank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <unordered_set>

#include "encoding/encoding.h"
#include "html/text/language.h"

namespace meguri {
namespace {

constexpr PageCharset kAllCharsets[] = {PageCharset::kUtf8, PageCharset::kShiftJis,
                                        PageCharset::kEucJp, PageCharset::kWindows1252};

const ProseBank& Bank() {
  static const ProseBank bank;
  return bank;
}

std::string Decoded(PageCharset charset, std::string_view bytes) {
  std::string text;
  encoding::Decode(encoding::FindEncoding(CharsetName(charset)).value(), bytes, text);
  return text;
}

class ProseBankTest : public testing::TestWithParam<Language> {
 protected:
  const ProseSection& utf8() const { return Bank().section(GetParam(), PageCharset::kUtf8); }
};

INSTANTIATE_TEST_SUITE_P(Languages, ProseBankTest,
                         testing::Values(Language::kEnglish, Language::kJapanese, Language::kGerman,
                                         Language::kFrench, Language::kSpanish),
                         [](const auto& each) { return std::string(LanguageCode(each.param)); });

TEST_P(ProseBankTest, SentencesDiffer) {
  std::set<std::string_view> sentences;
  for (std::size_t i = 0; i < ProseBank::kSentences; ++i)
    sentences.insert(utf8().sentences.at(i));
  EXPECT_EQ(sentences.size(), ProseBank::kSentences);
}

TEST_P(ProseBankTest, EachSentenceIsOfItsLanguage) {
  for (std::size_t i = 0; i < ProseBank::kSentences; ++i) {
    const std::string_view sentence = utf8().sentences.at(i);
    const html::PageLanguage found = html::DetectLanguage(sentence);
    EXPECT_EQ(found.code, LanguageCode(GetParam())) << sentence;
    EXPECT_TRUE(found.reliable) << sentence;
  }
}

TEST_P(ProseBankTest, SentencesAreAsLongAsInBooks) {
  for (std::size_t i = 0; i < ProseBank::kSentences; ++i) {
    const std::string_view sentence = utf8().sentences.at(i);
    EXPECT_GE(sentence.size(), 50U) << sentence;
    EXPECT_LE(sentence.size(), 160U) << sentence;
    const bool is_japanese = GetParam() == Language::kJapanese;
    EXPECT_TRUE(sentence.ends_with(is_japanese ? "。" : ". ")) << sentence;
    EXPECT_EQ(sentence.find("  "), std::string_view::npos) << sentence;
    if (is_japanese) {
      EXPECT_EQ(sentence.find(' '), std::string_view::npos) << sentence;
    }
  }
}

TEST_P(ProseBankTest, EveryCharsetSaysTheSame) {
  for (const PageCharset charset : kAllCharsets) {
    if (!CanWrite(GetParam(), charset)) continue;
    const ProseSection& section = Bank().section(GetParam(), charset);
    for (const auto texts :
         {&ProseSection::sentences, &ProseSection::words, &ProseSection::connectors,
          &ProseSection::names, &ProseSection::numbers, &ProseSection::phrases,
          &ProseSection::link_leads}) {
      ASSERT_EQ((section.*texts).size(), (utf8().*texts).size());
      for (std::size_t i = 0; i < (section.*texts).size(); ++i) {
        ASSERT_EQ(Decoded(charset, (section.*texts).at(i)), (utf8().*texts).at(i));
      }
    }
  }
}

TEST_P(ProseBankTest, NothingNeedsToBeEscaped) {
  for (const auto texts : {&ProseSection::sentences, &ProseSection::words,
                           &ProseSection::connectors, &ProseSection::names, &ProseSection::numbers,
                           &ProseSection::phrases, &ProseSection::link_leads}) {
    for (std::size_t i = 0; i < (utf8().*texts).size(); ++i) {
      const std::string_view text = (utf8().*texts).at(i);
      ASSERT_EQ(text.find_first_of("<>&\"{}|\n"), std::string_view::npos) << text;
    }
  }
}

TEST_P(ProseBankTest, TitlesRarelyMeet) {
  std::unordered_set<std::string> titles;
  std::string title;
  constexpr std::uint64_t kKeys = 100'000;
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    title.clear();
    Bank().AppendTitle(GetParam(), PageCharset::kUtf8, key, title);
    titles.insert(title);
  }
  EXPECT_GE(titles.size(), kKeys - 3);  // by chance, 0.07 are to be expected
}

TEST(ProseBankNames, LanguageCodesAreReadAsWritten) {
  for (std::size_t i = 0; i < kLanguages; ++i) {
    const auto language = static_cast<Language>(i);
    EXPECT_EQ(ParseLanguage(LanguageCode(language)), language);
  }
  EXPECT_EQ(ParseLanguage("it"), std::nullopt);
  EXPECT_EQ(ParseLanguage(""), std::nullopt);
}

TEST(ProseBankNames, CharsetsAreNamedAsInTheStandard) {
  EXPECT_EQ(CharsetName(PageCharset::kUtf8), "UTF-8");
  EXPECT_EQ(CharsetName(PageCharset::kShiftJis), "Shift_JIS");
  EXPECT_EQ(CharsetName(PageCharset::kEucJp), "EUC-JP");
  EXPECT_EQ(CharsetName(PageCharset::kWindows1252), "windows-1252");
}

TEST(ProseBankNames, LegacyCharsetsAreForTheirLanguages) {
  EXPECT_TRUE(CanWrite(Language::kJapanese, PageCharset::kEucJp));
  EXPECT_FALSE(CanWrite(Language::kJapanese, PageCharset::kWindows1252));
  EXPECT_TRUE(CanWrite(Language::kGerman, PageCharset::kWindows1252));
  EXPECT_FALSE(CanWrite(Language::kGerman, PageCharset::kShiftJis));
}

}  // namespace
}  // namespace meguri
