#include "url/idna/idna.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "tests/support/worst_case.h"

namespace meguri::url {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

std::optional<std::string> ToAscii(std::string_view domain) {
  std::string out = "before:";
  if (!DomainToAscii(domain, out)) {
    EXPECT_EQ(out, "before:") << "a failure must leave the output as it was";
    return std::nullopt;
  }
  EXPECT_TRUE(out.starts_with("before:"));
  return out.substr(7);
}

TEST(IdnaTest, AsciiIsLowerCasedAndNothingElse) {
  EXPECT_EQ(ToAscii("WWW.Example.COM"), "www.example.com");
  EXPECT_EQ(ToAscii("XN--A.xn--0"), "xn--a.xn--0");
  EXPECT_EQ(ToAscii("a b\x01%."), "a b\x01%.");  // the caller's business
  EXPECT_EQ(ToAscii("..."), "...");
}

TEST(IdnaTest, EmptyResultFails) {
  EXPECT_EQ(ToAscii(""), std::nullopt);
  EXPECT_EQ(ToAscii("\u00AD"), std::nullopt);        // ignored
  EXPECT_EQ(ToAscii("\u200B\u2060"), std::nullopt);  // ignored
}

TEST(IdnaTest, MapsAndNormalises) {
  EXPECT_EQ(ToAscii("BÜCHER.de"), "xn--bcher-kva.de");
  EXPECT_EQ(ToAscii("bu\u0308cher.de"), "xn--bcher-kva.de");
  EXPECT_EQ(ToAscii("faß.de"), "xn--fa-hia.de");
  EXPECT_EQ(ToAscii("ｅｘａｍｐｌｅ．ｃｏｍ"), "example.com");
  EXPECT_EQ(ToAscii("a。b．c｡d"), "a.b.c.d");
  EXPECT_EQ(ToAscii("ma\u00F1ana\u3002com"), "xn--maana-pta.com");
}

TEST(IdnaTest, BadUtf8Fails) {
  EXPECT_EQ(ToAscii("a\xFF.com"), std::nullopt);
  EXPECT_EQ(ToAscii("\xC3"), std::nullopt);
  EXPECT_EQ(ToAscii("\xED\xA0\x80.com"), std::nullopt);  // a surrogate
  EXPECT_EQ(ToAscii("\uFFFD"), std::nullopt);
}

TEST(IdnaTest, EncodedLabelsBesideOthersMustBeValid) {
  EXPECT_EQ(ToAscii("xn--zca.ß"), "xn--zca.xn--zca");
  EXPECT_EQ(ToAscii("XN--ZCA.ß"), "xn--zca.xn--zca");
  EXPECT_EQ(ToAscii("xn--.ß"), std::nullopt);          // nothing behind the prefix
  EXPECT_EQ(ToAscii("xn--abc-.ß"), std::nullopt);      // should not have been encoded
  EXPECT_EQ(ToAscii("xn--a-sgn.ß"), std::nullopt);     // "a", U+200C
  EXPECT_EQ(ToAscii("xn--xn---epa.ß"), std::nullopt);  // decodes to "xn--é"
  EXPECT_EQ(ToAscii("xn--bcher-kva.ß"), "xn--bcher-kva.xn--zca");
  EXPECT_EQ(ToAscii("xn--e-xbb.ß"), std::nullopt);  // e and a mark: not in NFC
  EXPECT_EQ(ToAscii("ｘｎ－－ａ"), std::nullopt);   // it is mapped, so it is checked
  EXPECT_EQ(ToAscii("xn--bücher"), std::nullopt);
}

TEST(IdnaTest, LabelsMustNotBeginWithAMark) {
  EXPECT_EQ(ToAscii("\u0308a.com"), std::nullopt);
  EXPECT_EQ(ToAscii("a.\u0903"), std::nullopt);
  EXPECT_EQ(ToAscii("\u0915\u0903"), "xn--j1b9a");
}

TEST(IdnaTest, JoinersNeedTheirContext) {
  EXPECT_EQ(ToAscii("\u0915\u094D\u200D\u0937"), "xn--11b2ezcw70k");  // after a virama
  EXPECT_EQ(ToAscii("\u0915\u200D\u0937"), std::nullopt);
  EXPECT_EQ(ToAscii("\u0628\u200C\u0628"), "xn--ngba799q");  // between two that join
  EXPECT_EQ(ToAscii("\u0628\u064B\u200C\u064B\u0628"), "xn--ngba8ha8704a");  // marks between
  EXPECT_EQ(ToAscii("\u0627\u200C\u0628"), std::nullopt);                    // alef joins one side
  EXPECT_EQ(ToAscii("\u0628\u200C"), std::nullopt);
  EXPECT_EQ(ToAscii("\u200C\u0628"), std::nullopt);
  EXPECT_EQ(ToAscii("\u0628\u200C\u200C\u0628"), std::nullopt);
}

TEST(IdnaTest, BidiRuleHoldsForEveryLabelOfABidiDomain) {
  EXPECT_EQ(ToAscii("\u05D0\u05D1.com"), "xn--4dbc.com");
  EXPECT_EQ(ToAscii("\u05D0a.com"), std::nullopt);          // rule 2
  EXPECT_EQ(ToAscii("\u05D0-.com"), std::nullopt);          // rule 3
  EXPECT_EQ(ToAscii("\u05D0\u05B0.com"), "xn--7cb7d.com");  // rule 3: a mark may end it
  EXPECT_EQ(ToAscii("\u05D01\u0660.com"), std::nullopt);    // rule 4
  EXPECT_EQ(ToAscii("a\u05D0.com"), std::nullopt);          // rule 5
  EXPECT_EQ(ToAscii("a-.\u05D0"), std::nullopt);            // rule 6
  EXPECT_EQ(ToAscii("1.\u05D0"), std::nullopt);             // rule 1, of another label
  EXPECT_EQ(ToAscii("1.xn--4db.ß"), std::nullopt);          // the same, behind Punycode
  EXPECT_EQ(ToAscii("1.ß"), "1.xn--zca");                   // no bidi domain
  EXPECT_EQ(ToAscii("\u05D0..a."), "xn--4db..a.");          // an empty label is no offence
}

TEST(IdnaTest, LongLabelsAreLegal) {
  const std::string label(5000, 'a');
  EXPECT_EQ(ToAscii(label + "ß"), "xn--" + label + "-9550b");
}

TEST(IdnaTest, UnicodeFormIsForReading) {
  EXPECT_EQ(DomainToUnicode("xn--bcher-kva.DE"), "bücher.de");
  EXPECT_EQ(DomainToUnicode("XN--Bcher-KVA.de"), "bücher.de");
  EXPECT_EQ(DomainToUnicode("WWW.example.com"), "www.example.com");
  EXPECT_EQ(DomainToUnicode("BÜCHER.de"), "bücher.de");
}

TEST(IdnaTest, UnicodeFormOfWhatIsNotValidIsItself) {
  EXPECT_EQ(DomainToUnicode(""), "");
  EXPECT_EQ(DomainToUnicode("xn--a.xn--zca"), "xn--a.xn--zca");  // one label spoils the rest
  EXPECT_EQ(DomainToUnicode("1.xn--4db"), "1.xn--4db");          // bidi rule
  EXPECT_EQ(DomainToUnicode("a\xFFz"), "a\xFFz");
}

// What made earlier coders quadratic: many distinct code points in one label, many
// insertions, long runs of marks to sort, joiners in long runs of marks, many labels.
std::string ManyDistinct(std::size_t bytes) {
  std::string text;
  for (char32_t i = 0; text.size() < bytes; ++i) {
    AppendUtf8(0x4E00 + (i * 7919) % 20000, text);
  }
  return text;
}
std::string ManyInsertions(std::size_t bytes) { return "xn--" + Repeated("a", bytes) + ".ß"; }
std::string MarksOutOfOrder(std::size_t bytes) { return "a" + Repeated("\u0301\u0316", bytes); }
std::string JoinersAmongMarks(std::size_t bytes) {
  return Repeated("\u0628\u200C" + Repeated("\u064B", 1000), bytes) + "\u0628";
}
std::string ManyLabels(std::size_t bytes) { return Repeated("xn--zca.ß.", bytes); }

class IdnaCost : public testing::TestWithParam<std::string (*)(std::size_t)> {};

TEST_P(IdnaCost, GrowsNoFasterThanNLogN) {
  const double growth = GrowthAtTenfold(kWorstCaseBytes, GetParam(), [](std::string_view domain) {
    std::string out;
    static_cast<void>(DomainToAscii(domain, out));
  });
  EXPECT_LT(growth, kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(Hostile, IdnaCost,
                         testing::Values(ManyDistinct, ManyInsertions, MarksOutOfOrder,
                                         JoinersAmongMarks, ManyLabels));

}  // namespace
}  // namespace meguri::url
