#include "html/text/words.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing_support::Repeated;
using Hashes = std::vector<std::uint64_t>;

template <class Reader>
Hashes ReadAll(Reader reader, std::size_t at_once) {
  Hashes all;
  Hashes batch(at_once);
  while (const std::size_t count = reader.Read(batch))
    all.insert(all.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
  return all;
}

Hashes WordsOf(std::string_view text) { return ReadAll(WordReader(text), 3); }
Hashes ShinglesOf(std::string_view text, std::size_t size = 4) {
  return ReadAll(ShingleReader(text, size), 3);
}

// The hash of a text that is one word.
std::uint64_t Word(std::string_view text) {
  const Hashes words = WordsOf(text);
  EXPECT_EQ(words.size(), 1U) << text;
  return words.empty() ? 0 : words[0];
}

void ExpectWords(std::string_view text, std::initializer_list<std::string_view> words) {
  Hashes expected;
  for (const std::string_view word : words)
    expected.push_back(Word(word));
  EXPECT_EQ(WordsOf(text), expected) << text;
}

TEST(WordsTest, LettersAndDigitsInLowerCase) {
  ExpectWords("", {});
  ExpectWords(" .,\n", {});
  ExpectWords("Hello, World 42!", {"hello", "world", "42"});
  ExpectWords("don't a-b_c", {"don", "t", "a", "b", "c"});
  ExpectWords("@[`{a", {"a"});
  ExpectWords("ABCDEFGH abcdefghi ABCDEFGHIJKLMNOPQ",
              {"abcdefgh", "abcdefghi", "abcdefghijklmnopq"});
  ExpectWords("/0:9;", {"0", "9"});
}

TEST(WordsTest, OtherScripts) {
  ExpectWords("ÄRGER Straße", {"ärger", "straße"});
  ExpectWords("МОСКВА и Ελλάδα", {"москва", "и", "ελλάδα"});
  ExpectWords("naïve—word “quoted”", {"naïve", "word", "quoted"});
  ExpectWords("한국어 문서", {"한국어", "문서"});
  ExpectWords("ＡＢＣ１２", {"abc12"});
  ExpectWords("co\u00ADop", {"coop"});
  ExpectWords("e\u0301t", {"e\u0301t"});
  EXPECT_NE(Word("e\u0301"), Word("\u00E9"));
  ExpectWords("हिन्दी में", {"हिन्दी", "में"});
  ExpectWords("😀a😀", {"a"});
}

TEST(WordsTest, ScriptsWithoutSpacesGiveCharacters) {
  ExpectWords("東京へ行く。ABC", {"東", "京", "へ", "行", "く", "abc"});
  ExpectWords("データ", {"デ", "ー", "タ"});
  ExpectWords("abc東", {"abc", "東"});
  ExpectWords("ที่นี่", {"ที่", "นี่"});
  ExpectWords("𠀋a", {"𠀋", "a"});
}

TEST(WordsTest, IllFormedBytesSeparate) {
  ExpectWords(
      "a\xFF"
      "b\xE3\x81",
      {"a", "b"});
  ExpectWords("\x80\xBF", {});
}

TEST(WordsTest, LongWordsAreCut) {
  EXPECT_EQ(WordsOf(std::string(1000, 'a')).size(), 8U);
  EXPECT_EQ(WordsOf(Repeated("é", 1280)).size(), 11U);  // whole characters: 126 bytes at most
}

TEST(WordsTest, WhereItStandsAndHowItIsReadMakeNoDifference) {
  const std::string text =
      "The quick brown fox jumps over the lazy dog, naïvely; 東京 12345678 123456789 x";
  const Hashes words = WordsOf(text);
  for (std::size_t shift = 0; shift < 16; ++shift) {
    EXPECT_EQ(WordsOf(std::string(shift, ' ') + text + std::string(shift, '.')), words);
  }
  EXPECT_EQ(ReadAll(WordReader(text), 1), words);
  EXPECT_EQ(ReadAll(WordReader(text), 1000), words);
  EXPECT_EQ(ReadAll(ShingleReader(text), 1), ReadAll(ShingleReader(text), 1000));
}

TEST(WordsTest, SeedsGiveOtherHashes) {
  EXPECT_NE(ReadAll(WordReader("a", 1), 1), ReadAll(WordReader("a", 2), 1));
}

// Known answers: fingerprints are kept.
TEST(WordsTest, HashesStayTheSame) {
  EXPECT_EQ(Word("meguri"), 0xb1515676286bfd44U) << std::hex << Word("meguri");
  EXPECT_EQ(ShinglesOf("a b c d")[0], 0xb24c0a1ea6801eb9U) << std::hex << ShinglesOf("a b c d")[0];
}

TEST(WordsTest, NoCollisionsAmongShortWords) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      for (char c = '0'; c <= '9'; ++c) {
        for (const std::string& word : {std::string{a, b, c}, std::string{a, b, c} + "abcdefgh"}) {
          seen.insert(Word(word));
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(ShinglesTest, AreOfTheLastWordsInOrder) {
  EXPECT_EQ(ShinglesOf("").size(), 0U);
  EXPECT_EQ(ShinglesOf("a b c d").size(), 1U);
  EXPECT_EQ(ShinglesOf("a b c d e f").size(), 3U);
  EXPECT_EQ(ShinglesOf("x a b c d")[1], ShinglesOf("a b c d")[0]);
  EXPECT_EQ(ShinglesOf("x y z q w a b c d")[5], ShinglesOf("A, B; C/D")[0]);
  EXPECT_NE(ShinglesOf("a b c d"), ShinglesOf("a b d c"));
  EXPECT_NE(ShinglesOf("a b c d"), ShinglesOf("d b c a"));
  EXPECT_NE(ShinglesOf("a a a b"), ShinglesOf("b a a a"));
  EXPECT_EQ(ShinglesOf("a b c", 1).size(), 3U);
  EXPECT_EQ(ShinglesOf(Repeated("a ", 40), 16).size(), 5U);
}

TEST(ShinglesTest, AShortTextIsOneShingle) {
  EXPECT_EQ(ShinglesOf("a").size(), 1U);
  EXPECT_EQ(ShinglesOf("a b c").size(), 1U);
  EXPECT_NE(ShinglesOf("a b c"), ShinglesOf("a b"));
  ShingleReader reader("a b");
  std::array<std::uint64_t, 8> out{};
  EXPECT_EQ(reader.Read(out), 1U);
  EXPECT_EQ(reader.words_read(), 2U);
  EXPECT_EQ(reader.Read(out), 0U);
}

TEST(ShinglesTest, NothingIsAllocated) {
  const std::string text = Repeated("Some words, naïve ones, 東京 and ＡＢＣ. ", 100'000);
  std::array<std::uint64_t, 64> out{};
  WordsOf("a");  // the table
  const std::size_t before = testing_support::AllocationCount();
  ShingleReader reader(text);
  while (reader.Read(out) != 0) {
  }
  EXPECT_EQ(testing_support::AllocationCount(), before);
  EXPECT_GT(reader.words_read(), 10'000U);
}

}  // namespace
}  // namespace meguri::html
