#include "html/text/text_fingerprint.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/text/simhash.h"
#include "html/text/words.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

using testing_support::Repeated;

std::string Stable(std::string_view text) {
  std::string out;
  AppendStableText(text, out);
  return out;
}

// Each line is all volatile but for the words in `left`.
struct Case {
  std::string_view text;
  std::string_view left;
};

void ExpectLeft(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    std::string words;
    for (const char ch : Stable(c.text)) {
      if (ch == ' ' && (words.empty() || words.back() == ' ')) continue;
      words += ch;
    }
    if (words.ends_with(' ')) words.pop_back();
    EXPECT_EQ(words, c.left) << c.text;
  }
}

TEST(StableTextTest, DatesAndTimesGo) {
  ExpectLeft({
      {"Updated 2024-03-12 here", "Updated here"},
      {"12/3/2024", ""},
      {"3/12/2024", ""},
      {"12.03.2024", ""},
      {"12.03.24", ""},
      {"20240312", ""},
      {"2024-03-12T10:30:05Z", ""},
      {"2024-03-12T10:30:05.123+09:00", ""},
      {"2024-03-12 10:30", ""},
      {"12 March 2024", ""},
      {"March 12, 2024", ","},
      {"Tuesday, March 12, 2024 at 10:30 pm", ", at"},
      {"Tue, 12 Mar 2024 10:30:05 GMT", ""},
      {"12th of March 2024", ""},
      {"Mar. 5", ""},
      {"March 2024", ""},
      {"am 12. März 2024 um 10:30 Uhr", "am um"},
      {"le 12 mars 2024", "le"},
      {"12 de marzo de 2024", "de"},
      {"12 марта 2024", ""},
      {"at 5pm", "at"},
      {"10:30am", ""},
      {"2024年3月12日(火) 10時30分 更新", "更新"},
      {"2024年3月12日（土・祝）", ""},
      {"令和6年3月12日", ""},
      {"２０２４年３月１２日", ""},
      {"3月12日", ""},
      {"2024年3月", ""},
      {"2024년 3월 12일", ""},
      {"2024/03/12 10:30", ""},
  });
}

TEST(StableTextTest, AgesAndCountersGo) {
  ExpectLeft({
      {"5 minutes ago", ""},
      {"posted 3 hours ago by", "posted by"},
      {"5h ago", ""},
      {"vor 3 Stunden", "vor"},
      {"il y a 3 heures", "il y a"},
      {"hace 2 horas", "hace"},
      {"3時間前", ""},
      {"5分钟前", ""},
      {"3시간 전", ""},
      {"1,234 views", "views"},
      {"1.2k views", "views"},
      {"Views: 1,234", "Views:"},
      {"Comments (12)", "Comments ( )"},
      {"1,234回視聴", "回視聴"},
      {"閲覧数：1,234", "閲覧数："},
      {"12件のコメント", "件のコメント"},
      {"阅读 1234", "阅读"},
      {"조회수 1,234", "조회수"},
      {"© 2024 Example", "© Example"},
      {"Copyright 2019-2024 Example", "Copyright Example"},
      {"© 2019–2024", "© –"},
  });
}

TEST(StableTextTest, SessionIdsGo) {
  ExpectLeft({
      {"id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 end", "id end"},
      {"k8J2mQ9xT4bW7cZ1", ""},
      {"sid=9f8e7d6c5b4a39281706f5e4d3c2b1a0", "sid="},
  });
}

TEST(StableTextTest, OtherNumbersStay) {
  for (const std::string_view text : {"",
                                      "no digits at all",
                                      "The price rose from 100 to 200 yen.",
                                      "Python 3.11.2",
                                      "version 1.2.3",
                                      "5 people",
                                      "a 3 hours walk",
                                      "In 1984 it was",
                                      "12 apples",
                                      "16:9",
                                      "100%",
                                      "3.14159",
                                      "5年間の計画",
                                      "2020年に",
                                      "3人が死亡",
                                      "RFC 9309",
                                      "covid-19-vaccination-programme",
                                      "the 12 may differ",
                                      "ISBN 9784101010014",
                                      "1,234,567 yen",
                                      "3時間の会議",
                                      "x86_64",
                                      "COVID19",
                                      "12 monkeys",
                                      "port 8080",
                                      "第3回大会"}) {
    EXPECT_EQ(Stable(text), text);
  }
}

TEST(StableTextTest, IsAppended) {
  std::string out = "x ";
  AppendStableText("a 10:30 b", out);
  EXPECT_EQ(out, "x a   b");
}

constexpr std::string_view kArticle =
    "The committee met on Monday to discuss the new bridge across the river. Its chairman said "
    "that the old one "
    "would have to be closed before the winter, since the ice of last year had damaged two of the "
    "piers beyond "
    "repair. Several shop owners on the southern bank protested and asked for a ferry in the "
    "meantime. ";

TEST(TextFingerprintTest, ADateChangesNothing) {
  TextFingerprinter fingerprinter;
  const auto with = [&](std::string_view line) {
    return fingerprinter.Of(std::string(kArticle) + std::string(line));
  };
  EXPECT_EQ(with("Published 12 March 2024, 1,234 views"), with("Published 3 May 2025, 99 views"));
  EXPECT_EQ(with("Last visit: 10:30"), with("Last visit: 23:59"));
}

TEST(TextFingerprintTest, AChangedWordChangesTheDigest) {
  TextFingerprinter fingerprinter;
  std::string changed(kArticle);
  changed.replace(changed.find("winter"), 6, "summer");
  const TextFingerprint before = fingerprinter.Of(kArticle);
  const TextFingerprint after = fingerprinter.Of(changed);
  EXPECT_NE(before.digest, after.digest);
  EXPECT_EQ(before.word_count, after.word_count);
  EXPECT_GT(EstimateJaccard(before.minhash, after.minhash), 0.6);
  EXPECT_LT(EstimateJaccard(before.minhash, after.minhash), 1);
  EXPECT_LE(HammingDistance(before.simhash, after.simhash), 16);
}

TEST(TextFingerprintTest, SeedsAndEmptiness) {
  EXPECT_NE(TextFingerprinter(1).Of(kArticle), TextFingerprinter(2).Of(kArticle));
  const TextFingerprint none = TextFingerprinter().Of("...");
  EXPECT_EQ(none, TextFingerprint{});
}

TEST(TextFingerprintTest, NothingIsAllocatedOnceWarm) {
  TextFingerprinter fingerprinter;
  const std::string text = Repeated(kArticle, 20'000);
  const TextFingerprint first = fingerprinter.Of(text);
  const std::size_t before = testing_support::AllocationCount();
  EXPECT_EQ(fingerprinter.Of(text), first);
  EXPECT_EQ(testing_support::AllocationCount(), before);
}

}  // namespace
}  // namespace meguri::html
