#include "html/text/language.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/worst_case.h"

namespace meguri::html {
namespace {

struct Sentence {
  std::string_view code;
  std::string_view text;
};

constexpr Sentence kSentences[] = {
    {"en",
     "The old library at the end of our street has been open every day since the war, and most of "
     "its readers "
     "still come on foot from the villages around."},
    {"de",
     "Die alte Bibliothek am Ende unserer Straße ist seit dem Krieg jeden Tag geöffnet, und die "
     "meisten Leser "
     "kommen noch immer zu Fuß aus den umliegenden Dörfern."},
    {"fr",
     "La vieille bibliothèque au bout de notre rue est ouverte tous les jours depuis la guerre, et "
     "la plupart de "
     "ses lecteurs viennent encore à pied des villages voisins."},
    {"ja",
     "通りの端にある古い図書館は戦後ずっと毎日開いていて、読者の多くは今でも近くの村から歩いてやっ"
     "て来ます。"},
    {"zh",
     "我们这条街尽头的老图书馆自战争以来每天都开放，大多数读者至今仍然从附近的村庄步行而来。"},
    {"ko",
     "우리 거리 끝에 있는 오래된 도서관은 전쟁 이후 매일 문을 열고 있으며 대부분의 독자는 아직도 "
     "인근 마을에서 걸어서 "
     "옵니다."},
    {"th", "ห้องสมุดเก่าที่ปลายถนนของเราเปิดทุกวันตั้งแต่หลังสงคราม และผู้อ่านส่วนใหญ่ยังคงเดินมาจากหมู่บ้านใกล้เคียง"},
    {"ar",
     "المكتبة القديمة في نهاية شارعنا مفتوحة كل يوم منذ الحرب، ومعظم قرائها ما زالوا يأتون سيرا "
     "على الأقدام من "
     "القرى المجاورة."},
    {"ru",
     "Старая библиотека в конце нашей улицы открыта каждый день с самой войны, и большинство её "
     "читателей до сих "
     "пор приходят пешком из окрестных деревень."},
    {"vi",
     "Thư viện cũ ở cuối con đường của chúng tôi mở cửa mỗi ngày từ sau chiến tranh, và phần lớn "
     "độc giả vẫn đi bộ "
     "đến từ các làng xung quanh."},
    {"es",
     "La vieja biblioteca al final de nuestra calle abre todos los días desde la guerra, y la "
     "mayoría de sus "
     "lectores todavía vienen a pie desde los pueblos de alrededor."},
    {"uk",
     "Стара бібліотека в кінці нашої вулиці відчинена щодня від самої війни, і більшість її "
     "читачів досі приходять "
     "пішки з навколишніх сіл."},
};

class LanguageTest : public testing::TestWithParam<Sentence> {};

TEST_P(LanguageTest, IsDetected) {
  const PageLanguage found = DetectLanguage(GetParam().text);
  EXPECT_EQ(found.code, GetParam().code);
  EXPECT_EQ(found.source, LanguageSource::kDetected);
  EXPECT_TRUE(found.reliable);
}

TEST_P(LanguageTest, ItsDeclarationIsBelieved) {
  const PageLanguage said{
      .code = std::string(GetParam().code), .source = LanguageSource::kDeclared, .reliable = true};
  EXPECT_EQ(DecideLanguage(GetParam().code, "tlh", GetParam().text), said);
  // In a long page the declared language and a few words of it are as good.
  EXPECT_EQ(DecideLanguage(GetParam().code, "", "OK"), said);
}

INSTANTIATE_TEST_SUITE_P(Sentences, LanguageTest, testing::ValuesIn(kSentences),
                         [](const auto& each) { return std::string(each.param.code); });

TEST(LanguageOrderTest, DeclaredThenHeaderThenDetected) {
  const std::string_view german = kSentences[1].text;
  EXPECT_EQ(DecideLanguage("fr-CA", "es", german).code, "fr");
  EXPECT_EQ(DecideLanguage("", "es", german).source, LanguageSource::kHeader);
  EXPECT_EQ(DecideLanguage("nonsense", "es-MX", german).code, "es");
  EXPECT_EQ(DecideLanguage("", "es, fr", german).code, "de");
  EXPECT_EQ(DecideLanguage("", "", german).source, LanguageSource::kDetected);
  EXPECT_EQ(DecideLanguage("", "", ""), PageLanguage{});
  EXPECT_EQ(DecideLanguage("und", "", "1234 5678"), PageLanguage{});
}

TEST(LanguageOrderTest, AnotherScriptContradicts) {
  const PageLanguage page = DecideLanguage("en", "", kSentences[3].text);
  EXPECT_EQ(page.code, "en");
  EXPECT_FALSE(page.reliable);
  EXPECT_TRUE(DecideLanguage("ja", "", kSentences[0].text).reliable);
  EXPECT_TRUE(DecideLanguage("en", "", kSentences[9].text).reliable);  // Vietnamese is Latin
}

TEST(LanguageTagTest, IsNormalised) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"en", "en"},
      {"en-US", "en"},
      {"EN_us", "en"},
      {" ja-JP ", "ja"},
      {"zh-Hant-TW", "zh"},
      {"eng", "en"},
      {"iw", "he"},
      {"jp", "ja"},
      {"cmn-Hans", "zh"},
      {"yue", "yue"},
      {"und", ""},
      {"mul", ""},
      {"x-default", ""},
      {"i-klingon", ""},
      {"", ""},
      {"english", ""},
      {"e", ""},
      {"xx", ""},
      {"12", ""},
      {"-en", ""},
      {"e\xC3\xA9", ""},
      {"*", ""},
      {"ge-org", ""},
      {"nb-NO", "nb"},
      {"tl", "tl"},
  };
  for (const auto& [tag, code] : cases)
    EXPECT_EQ(NormaliseLanguage(tag), code) << tag;
}

TEST(LanguageBytesTest, AnyBytesHaveAnAnswer) {
  std::string all;
  for (int i = 0; i < 0x300; ++i)
    all += static_cast<char>(i);
  for (const std::string_view piece :
       {std::string_view("\0", 1), std::string_view("\xFF"), std::string_view("\xF4\x8F\xBF\xBF"),
        std::string_view("\xEF\xB7\x90 x"), std::string_view("\xC2\x85"),
        std::string_view("\xE3\x81"), std::string_view("\xCC\x81"), std::string_view("<&lt;"),
        std::string_view(all)}) {
    for (const std::size_t size : {1, 100, 5000}) {
      const PageLanguage page = DetectLanguage(testing_support::Repeated(piece, size));
      EXPECT_EQ(page.code.empty(), page.source == LanguageSource::kNone);
    }
  }
  // A broken character, and one that the sample cuts, take nothing away.
  EXPECT_EQ(DetectLanguage("\xFF\x01" + std::string(kSentences[3].text)).code, "ja");
  EXPECT_EQ(DetectLanguage("x" + testing_support::Repeated(kSentences[3].text, 10'000)).code, "ja");
}

}  // namespace
}  // namespace meguri::html
