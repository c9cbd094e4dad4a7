#include "html/charset_detect.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "encoding/encoder.h"

namespace meguri::html {
namespace {

using encoding::Encoding;
using encoding::EncodingName;

std::string In(Encoding encoding, std::string_view text) {
  std::string bytes;
  encoding::Encode(encoding, text, bytes);
  return bytes;
}

std::string Detected(std::string_view bytes) {
  const auto found = DetectCharset(bytes);
  return found ? std::string(EncodingName(*found)) : "";
}

constexpr Encoding kJapaneseEncodings[] = {Encoding::kShiftJis, Encoding::kEucJp,
                                           Encoding::kIso2022Jp, Encoding::kUtf8};

constexpr std::string_view kNovel =
    "<p>吾輩は猫である。名前はまだ無い。</"
    "p><p>どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめ"
    "した所でニャーニャー泣いていた事だけは記憶している。吾輩はここで始めて人間というものを見た。し"
    "か"
    "もあとで聞くとそれは書生という人間中で一番獰悪な種族であったそうだ。</p>";

TEST(DetectTest, JapaneseShortAndLong) {
  for (const std::string_view text :
       {"日本語", "東京", "会社概要", "お問い合わせ", "ニュース", "はい", "トップページへ",
        "<title>株式会社山田商店</title>", "今日はいい天気ですね。", "営業時間：平日9:00～17:00",
        "<a href=\"index.html\">戻る</a>", "■新着情報■", "第１回　東京大会",
        "価格：１２，０００円（税込）",
        "<html><head><title>お知らせ</title></head><body>本日は休業です。</body></html>"}) {
    for (const Encoding encoding : kJapaneseEncodings) {
      EXPECT_EQ(Detected(In(encoding, text)), EncodingName(encoding)) << text;
    }
  }
  std::string novel;
  while (novel.size() < 200'000) {
    novel += kNovel;
  }
  for (const Encoding encoding : kJapaneseEncodings) {
    EXPECT_EQ(Detected(In(encoding, kNovel)), EncodingName(encoding));
    EXPECT_EQ(Detected(In(encoding, novel)), EncodingName(encoding));
    // Behind more script than any sample is long.
    const std::string page = "<script>" + std::string(300'000, 'x') + "</script>";
    EXPECT_EQ(Detected(In(encoding, page + std::string(kNovel))), EncodingName(encoding));
    // Cut off in the middle of a character.
    std::string cut = In(encoding, kNovel.substr(0, kNovel.find("薄")));
    cut.pop_back();
    EXPECT_EQ(Detected(cut), EncodingName(encoding));
  }
  EXPECT_EQ(Detected(In(Encoding::kShiftJis, "ﾊﾝｶｸのカタカナとひらがな")), "Shift_JIS");
}

TEST(DetectTest, OtherScripts) {
  struct Row {
    Encoding encoding;
    std::string_view text;
  };
  const Row rows[] = {
      {Encoding::kWindows1251, "Все люди рождаются свободными и равными в своём достоинстве."},
      {Encoding::kKoi8R, "Все люди рождаются свободными и равными в своём достоинстве."},
      {Encoding::kGbk, "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。"},
      {Encoding::kBig5, "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。"},
      {Encoding::kEucKr, "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."},
      {Encoding::kWindows1252, "Tous les êtres humains naissent libres et égaux en dignité."},
      {Encoding::kWindows1250, "Wszyscy ludzie rodzą się wolni i równi pod względem godności."},
      {Encoding::kWindows1255, "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם."},
      {Encoding::kWindows874, "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์"},
  };
  for (const Row& row : rows) {
    std::string text;
    for (const int times : {1, 4, 40}) {
      text.clear();
      for (int i = 0; i < times; ++i) {
        text += "<p>" + std::string(row.text) + "</p>\n";
      }
      EXPECT_EQ(Detected(In(row.encoding, text)), EncodingName(row.encoding)) << times;
    }
  }
}

TEST(DetectTest, NotJapanese) {
  // Apostrophes and quotation marks of Windows, and the letters behind them, make kanji.
  for (const std::string_view text :
       {"It\x92s John\x92s book, isn\x92t it? That\x92s what she\x92s said.",
        "\x93Hello,\x94 he said. \x93Who\x92s there?\x94", "caf\xE9",
        "\xA9 2024 Example \x96 all rights reserved"}) {
    const std::string detected = Detected(text);
    EXPECT_TRUE(detected.empty() || detected == "windows-1252") << text << ": " << detected;
  }
}

TEST(DetectTest, Utf8) {
  EXPECT_EQ(Detected("caf\xC3\xA9"), "UTF-8");
  // One title cut within a character is no other encoding.
  std::string page = "<title>日本\xE8\xAA</title>";
  for (int i = 0; i < 10; ++i) {
    page += "<p>吾輩は猫である</p>";
  }
  EXPECT_EQ(Detected(page), "UTF-8");
  EXPECT_NE(Detected("\xE9t\xE9 \xC3\xA9"), "UTF-8");
}

TEST(DetectTest, NothingToSee) {
  EXPECT_EQ(Detected(""), "");
  EXPECT_EQ(Detected("<p>plain ASCII</p>"), "");
  EXPECT_EQ(Detected("\x1B[1mbold\x1B[0m"), "");
  EXPECT_EQ(Detected("\x1B$)C\x0E\x21\x21\x0F"), "");  // ISO-2022-KR: not for the web
  for (int byte = 0x80; byte < 0x100; ++byte) {
    DetectCharset(std::string(10'000, static_cast<char>(byte)));  // whatever it is
  }
}

}  // namespace
}  // namespace meguri::html
