// Pages as they are found: what of them is main text, and which changes count.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/text/simhash.h"
#include "html/text/text_fingerprint.h"
#include "tests/html/extracted.h"
#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TextFingerprint FingerprintOf(std::string_view page) {
  return TextFingerprinter().Of(Extracted(page).main_text());
}

void ExpectSame(const std::string& page, std::string_view from, std::string_view to) {
  EXPECT_EQ(FingerprintOf(page), FingerprintOf(Replaced(page, from, to))) << from << " -> " << to;
}

void ExpectChangedButNear(const std::string& page, std::string_view from, std::string_view to) {
  const TextFingerprint before = FingerprintOf(page);
  const TextFingerprint after = FingerprintOf(Replaced(page, from, to));
  EXPECT_NE(before.digest, after.digest) << from << " -> " << to;
  EXPECT_NE(before.minhash, after.minhash) << from << " -> " << to;
  EXPECT_GE(EstimateJaccard(before.minhash, after.minhash), 0.6) << from << " -> " << to;
  EXPECT_LE(HammingDistance(before.simhash, after.simhash), 12) << from << " -> " << to;
}

// A news page with semantic elements.
const std::string kEnglish =
    R"(<!DOCTYPE html><html lang="en"><head><title>Bridge to close | The Valley Post</title>
<meta name="description" content="The old bridge closes before winter."></head><body class="has-sidebar">
<header><a href="/">The Valley Post</a> <p>Tuesday, March 12, 2024. Clear, 7 degrees</p>
<nav><ul><li><a href="/">Home</a></li><li><a href="/local">Local</a></li><li><a href="/sport">Sport</a></li></ul></nav></header>
<div class="ad-banner"><p>Save 30% on garden chairs this week only, free delivery on all orders above fifty pounds, order now!</p></div>
<main><article><header><h1>Old bridge to close before winter</h1>
<p class="meta">By Anna Smith, published March 12, 2024 at 10:30 am <span>1,234 views</span> <span>Comments: 17</span></p></header>
<p>The committee met on Monday evening to discuss the new bridge across the river. Its chairman said that the old one
would have to be closed before the winter, since the ice of last year had damaged two of the piers beyond repair.</p>
<p>Several shop owners on the southern bank protested. They fear that customers will stay away for months, and asked
for a ferry in the meantime. The town has promised to look into the cost, which is put at 40,000 pounds a month.</p>
<h2>What happens next</h2>
<p>Work is to begin in the autumn. Drivers will have to take the longer way round by the mill, as they did during the
flood. The committee will report again when the tenders have been opened and the county has agreed to pay its share.</p>
<div class="share-buttons"><a href="#">Share</a> <a href="#">Tweet</a> 56 shares</div></article></main>
<aside><h3>Most read</h3><ul><li><a href="/a">Cat stuck in tree for the third time</a></li>
<li><a href="/b">School roof repaired at last, says head teacher</a></li></ul></aside>
<footer><p>&copy; 2019-2024 The Valley Post. All rights reserved. Session 3f2504e0-4f89-11d3-9a0c-0305e82c3301</p></footer>
</body></html>)";

// A page of the old school: tables, classes, no semantic elements.
const std::string kJapanese = R"(<html><head><title>橋の閉鎖 - 谷間新聞</title></head><body>
<div id="header"><a href="/">谷間新聞</a> 2024年3月12日(火) 閲覧数：1,234</div>
<table><tr><td class="sidebar"><ul><li><a href="/">ホーム</a></li><li><a href="/local">地域のニュース</a></li>
<li><a href="/sport">スポーツの話題</a></li></ul></td><td>
<h1>古い橋、冬までに閉鎖へ</h1><p>2024年3月12日 10時30分 更新 12件のコメント</p>
<p>委員会は月曜日の夜に会合を開き、川にかかる新しい橋について話し合った。委員長によると、昨年の氷で橋脚のうち二本が修理できない
ほど傷んでおり、古い橋は冬が来る前に閉鎖しなければならないという。</p>
<p>南岸の商店主たちはこれに反対している。何か月も客足が遠のくことを心配し、その間は渡し船を出してほしいと求めた。町は費用を調べ
ると約束したが、月に四百万円ほどかかると見られている。</p>
<p>工事は秋に始まる予定である。運転手は洪水のときと同じように水車小屋のそばを通る遠回りの道を使わなければならない。委員会は入札
の結果が出て、県が負担に同意した後に改めて報告する。</p>
<div class="ads">今週限り、庭の椅子が三割引き。五千円以上のご注文は送料無料です。今すぐご注文ください。お見逃しなく。</div>
</td></tr></table><div id="footer">Copyright 2024 谷間新聞社 <a href="/about">会社概要</a></div></body></html>)";

TEST(MainTextTest, English) {
  const Extracted page(kEnglish);
  const std::string_view text = page.main_text();
  for (const std::string_view part :
       {"Old bridge to close before winter", "The committee met on Monday", "asked for a ferry",
        "What happens next", "Work is to begin"}) {
    EXPECT_NE(text.find(part), std::string_view::npos) << part;
  }
  for (const std::string_view part :
       {"Sport", "garden chairs", "Cat stuck", "rights reserved", "Tweet", "7 degrees"}) {
    EXPECT_EQ(text.find(part), std::string_view::npos) << part;
    EXPECT_NE(page.text().find(part), std::string_view::npos) << part;
  }
}

TEST(MainTextTest, Japanese) {
  const Extracted page(kJapanese);
  const std::string_view text = page.main_text();
  for (const std::string_view part :
       {"古い橋、冬までに", "委員会は月曜日", "渡し船", "工事は秋に"}) {
    EXPECT_NE(text.find(part), std::string_view::npos) << part;
  }
  for (const std::string_view part : {"ホーム", "スポーツ", "送料無料", "会社概要"}) {
    EXPECT_EQ(text.find(part), std::string_view::npos) << part;
    EXPECT_NE(page.text().find(part), std::string_view::npos) << part;
  }
}

TEST(MainTextTest, WhatChangesByItselfDoesNotCount) {
  ExpectSame(kEnglish, "published March 12, 2024 at 10:30 am", "published May 3, 2025 at 9:05 pm");
  ExpectSame(kEnglish, "1,234 views", "98,765 views");
  ExpectSame(kEnglish, "Comments: 17", "Comments: 203");
  ExpectSame(kEnglish, "Save 30% on garden chairs this week only",
             "Win a trip for two to the seaside, with a friend");
  ExpectSame(kEnglish, "Cat stuck in tree for the third time",
             "Dog learns to ride a bicycle in a week");
  ExpectSame(kEnglish, "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
             "00112233-4455-6677-8899-aabbccddeeff");
  ExpectSame(kEnglish, "Clear, 7 degrees", "Rain, 12 degrees");
  ExpectSame(kEnglish, "56 shares", "57 shares");
  ExpectSame(kEnglish, "<p>The committee", "<p  class=x>The\n<b>committee</b>");
  ExpectSame(kJapanese, "2024年3月12日 10時30分 更新", "2025年5月3日 9時05分 更新");
  ExpectSame(kJapanese, "閲覧数：1,234", "閲覧数：98,765");
  ExpectSame(kJapanese, "12件のコメント", "305件のコメント");
  ExpectSame(kJapanese, "庭の椅子が三割引き", "海への旅行が当たります");
}

TEST(MainTextTest, AChangedSentenceCounts) {
  ExpectChangedButNear(kEnglish, "asked\nfor a ferry in the meantime",
                       "asked\nfor a second bridge in the meantime");
  ExpectChangedButNear(kEnglish, "40,000 pounds", "45,000 pounds");
  ExpectChangedButNear(kEnglish, "Old bridge to close", "Old bridge not to close");
  ExpectChangedButNear(kEnglish, "Work is to begin in the autumn. ", "");
  ExpectChangedButNear(kJapanese, "その間は渡し船を出して", "その間は別の橋をかけて");
  ExpectChangedButNear(kJapanese, "四百万円", "五百万円");
  ExpectChangedButNear(kJapanese, "冬までに閉鎖へ", "冬までは閉鎖せず");
}

TEST(MainTextTest, AnotherArticleInTheSameFrameIsFar) {
  std::string other = kEnglish;
  const std::size_t begin = other.find("<main>");
  other.replace(
      begin, other.find("</main>") - begin,
      "<main><article><h1>School wins prize</h1><p>Pupils of the village school have won the "
      "county's prize "
      "for the best garden. They grew forty kinds of vegetables behind the gymnasium, and sold "
      "most of them "
      "at the market to pay for the seeds of next year and for a small greenhouse.</p></article>");
  const TextFingerprint a = FingerprintOf(kEnglish);
  const TextFingerprint b = FingerprintOf(other);
  EXPECT_LT(EstimateJaccard(a.minhash, b.minhash), 0.1);
  EXPECT_GT(HammingDistance(a.simhash, b.simhash), 12);
}

TEST(MainTextTest, APageOfLinksIsTakenWhole) {
  const Extracted page("<ul><li><a href=1>One link</a><li><a href=2>Another link</a></ul>");
  EXPECT_EQ(page.main_text(), "One link\nAnother link");
  EXPECT_EQ(page.main_text(), page.text());
}

TEST(MainTextTest, AnUnlabelledPageIsChosenByDensity) {
  const std::string prose =
      "<div>The ferry crosses the river four times a day in summer and twice in winter, when there "
      "is no ice, and "
      "the ferryman lives in the white house on the northern bank, where tickets are sold as "
      "well.</div>";
  const Extracted page(
      "<div><a href=1>Home</a> <a href=2>Contact us</a> <a href=3>Imprint</a></div>" + prose +
      prose +
      "<div><a href=4>Previous</a> | <a href=5>Next</a> | <a href=6>Back to the top of "
      "this page</a></div>");
  EXPECT_TRUE(page.main_text().starts_with("The ferry"));
  EXPECT_TRUE(page.main_text().ends_with("sold as well."));
}

}  // namespace
}  // namespace meguri::html
