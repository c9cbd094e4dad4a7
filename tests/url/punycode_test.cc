#include "url/idna/punycode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace meguri::url {
namespace {

struct Sample {
  std::string_view name;
  std::u32string_view label;
  std::string_view punycode;
};

// RFC 3492, section 7.1, with the letters' case as our encoder writes it.
constexpr Sample kSamples[] = {
    {"Arabic", U"ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"},
    {"ChineseSimplified", U"他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"},
    {"ChineseTraditional", U"他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"},
    {"Czech", U"Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"},
    {"Hebrew", U"למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"},
    {"Hindi", U"यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"},
    {"Japanese", U"なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"},
    {"Russian", U"почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"},
    {"Spanish", U"PorquénopuedensimplementehablarenEspañol",
     "PorqunopuedensimplementehablarenEspaol-fmd56a"},
    {"Vietnamese", U"TạisaohọkhôngthểchỉnóitiếngViệt",
     "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"},
    {"KinpachiSensei", U"3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"},
    {"AmuroNamie", U"安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"},
    {"HelloAnotherWay", U"Hello-Another-Way-それぞれの場所",
     "Hello-Another-Way--fc4qua05auwb3674vfr0b"},
    {"HitotsuYane", U"ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"},
    {"MajiDeKoi", U"MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"},
    {"PafiiDeRunba", U"パフィーdeルンバ", "de-jg4avhby1noc0d"},
    {"SonoSpeed", U"そのスピードで", "d9juau41awczczp"},
    {"AsciiOnly", U"-> $1.00 <-", "-> $1.00 <--"},
    {"Empty", U"", ""},
};

class PunycodeSample : public testing::TestWithParam<Sample> {};

TEST_P(PunycodeSample, Encodes) {
  std::string text;
  EncodePunycode(GetParam().label, text);
  EXPECT_EQ(text, GetParam().punycode);
}

TEST_P(PunycodeSample, Decodes) {
  std::u32string label;
  ASSERT_TRUE(DecodePunycode(GetParam().punycode, label));
  EXPECT_EQ(label, GetParam().label);
}

INSTANTIATE_TEST_SUITE_P(Rfc3492, PunycodeSample, testing::ValuesIn(kSamples),
                         [](const auto& sample) { return std::string(sample.param.name); });

TEST(PunycodeTest, AppendsToWhatIsThere) {
  std::string text = "xn--";
  EncodePunycode(U"bücher", text);
  EXPECT_EQ(text, "xn--bcher-kva");
  std::u32string label = U"www.";
  ASSERT_TRUE(DecodePunycode("bcher-kva", label));
  EXPECT_EQ(label, U"www.bücher");
}

TEST(PunycodeTest, DigitsMayBeOfEitherCase) {
  std::u32string label;
  ASSERT_TRUE(DecodePunycode("bcher-KVA", label));
  EXPECT_EQ(label, U"bücher");
}

TEST(PunycodeTest, RejectsWhatIsNoPunycode) {
  for (const std::string_view text : {
           "-",               // a delimiter with nothing before it is no digit
           "-a",              // the same
           "bcher-kv",        // a number without its last digit
           "bcher-k!a",       // not a digit
           "b\xC3\xBC-kva",   // not ASCII
           "99999999",        // above U+10FFFF
           "zzzzzzzzzzzzzz",  // beyond 64 bits
           "-zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
       }) {
    std::u32string label = U"as it was";
    EXPECT_FALSE(DecodePunycode(text, label)) << text;
    EXPECT_EQ(label, U"as it was") << text;
  }
}

TEST(PunycodeTest, RejectsSurrogates) {
  for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}}) {
    std::string text;
    EncodePunycode(std::u32string(1, c), text);
    std::u32string label;
    EXPECT_FALSE(DecodePunycode(text, label)) << text;
  }
}

TEST(PunycodeTest, ReachesBothEndsOfUnicode) {
  const std::u32string label = {0x10FFFF, 0x80, U'a', 0x10FFFF, 0, 0xFFFF, 0x10000};
  std::string text;
  EncodePunycode(label, text);
  std::u32string decoded;
  ASSERT_TRUE(DecodePunycode(text, decoded));
  EXPECT_EQ(decoded, label);
}

// The coder of RFC 3492, section 6.3, as it stands there: quadratic, but plainly right.
class TextbookEncoder {
 public:
  std::string Encode(std::u32string_view label) {
    for (const char32_t c : label) {
      if (c < 0x80) out_ += static_cast<char>(c);
    }
    basic_ = done_ = out_.size();
    if (basic_ > 0) out_ += '-';
    for (char32_t n = 0x80; done_ < label.size(); ++n, ++delta_) {
      char32_t lowest = kMaxCodePoint;
      for (const char32_t c : label) {
        if (c >= n) lowest = std::min(lowest, c);
      }
      delta_ += (lowest - n) * (done_ + 1);
      n = lowest;
      for (const char32_t c : label) {
        if (c < n) ++delta_;
        if (c == n) AppendDelta();
      }
    }
    return out_;
  }

 private:
  static char Digit(std::uint64_t value) { return "abcdefghijklmnopqrstuvwxyz0123456789"[value]; }

  void AppendDelta() {
    std::uint64_t q = delta_;
    for (std::uint64_t k = 36;; k += 36) {
      const std::uint64_t t = k <= bias_ ? 1 : k >= bias_ + 26 ? 26 : k - bias_;
      if (q < t) break;
      out_ += Digit(t + (q - t) % (36 - t));
      q = (q - t) / (36 - t);
    }
    out_ += Digit(q);
    Adapt();
    delta_ = 0;
    ++done_;
  }

  void Adapt() {
    std::uint64_t delta = done_ == basic_ ? delta_ / 700 : delta_ / 2;
    delta += delta / (done_ + 1);
    bias_ = 0;
    for (; delta > 455; bias_ += 36) {
      delta /= 35;
    }
    bias_ += 36 * delta / (delta + 38);
  }

  std::string out_;
  std::uint64_t basic_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t delta_ = 0;
  std::uint64_t bias_ = 72;
};

TEST(PunycodeTest, EqualsTheTextbookCoderOnRandomLabels) {
  std::mt19937 random(20260801);  // NOLINT: seeded on purpose
  for (int round = 0; round < 3000; ++round) {
    const char32_t spread = round % 3 == 0 ? 0x30000 : round % 3 == 1 ? 0x3000 : 0x90;
    std::u32string label(random() % 40, 0);
    for (char32_t& c : label) {
      c = random() % spread;
      if (IsSurrogate(c)) c = U'x';
    }
    std::string text;
    EncodePunycode(label, text);
    ASSERT_EQ(text, TextbookEncoder().Encode(label));
    std::u32string decoded;
    ASSERT_TRUE(DecodePunycode(text, decoded)) << text;
    ASSERT_EQ(decoded, label);
  }
}

}  // namespace
}  // namespace meguri::url
