// Hostile sizes: ten times the input may cost ten times the time, not a hundred times.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/allocation_counter.h"
#include "tests/support/worst_case.h"
#include "xml/xml_reader.h"

namespace meguri::xml {
namespace {

using testing_support::GrowthAtTenfold;
using testing_support::kLinearGrowth;
using testing_support::kWorstCaseBytes;
using testing_support::Repeated;

std::size_t ReadAll(std::string_view text) {
  XmlReader reader(text);
  std::size_t events = 0;
  static std::string scratch;  // kept: the pages of a new one would be all that is measured
  for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
    ++events;
    if (event == XmlEvent::kText) {
      scratch.clear();
      reader.AppendTextTo(scratch);
    }
  }
  return events;
}

class XmlCostTest : public testing::TestWithParam<std::string_view> {};

TEST_P(XmlCostTest, IsLinear) {
  const auto document = [](std::size_t size) { return Repeated(GetParam(), size); };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, document, ReadAll), kLinearGrowth);
}

// Below an element that is open, and that never ends.
TEST_P(XmlCostTest, IsLinearInsideOfAnElement) {
  const auto document = [](std::size_t size) {
    return "<!DOCTYPE a [<!ENTITY e 'x'>]><a b='" + Repeated(GetParam(), size / 2) + "'>" +
           Repeated("<c>", 3 * XmlReader::kMaxDepth) + Repeated(GetParam(), size / 2);
  };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, document, ReadAll), kLinearGrowth);
}

INSTANTIATE_TEST_SUITE_P(Pieces, XmlCostTest,
                         testing::Values("<a>", "</a>", "<a></b>", "<a/>", "<!--", "-->", "<!-->",
                                         "]]>", "<![CDATA[]]>", "&", "&#", "&#1;", "&e;", "&amp;",
                                         "&aaaaaaaaaaaaaaaaaaaa", "<", "<?", "<?>", "?>", "<!>",
                                         "<!DOCTYPE>", "<!DOCTYPE [", "<!DOCTYPE [>",
                                         "<!DOCTYPE a [<!ENTITY b 'c'>]>", "<!ENTITY>", "<a b='",
                                         "<a b=\"", "<a b='\"", "<a b", "a='1' ", "<a ", "</",
                                         "</a ", " ", "\r", "x", "\xFF", "<a:b>",
                                         "<a:b xmlns:a='urn:x'>", "<a:b xmlns:a='urn:x'/>", "<:a:>",
                                         "<a =\"", "<b><a>"));

// One text: copying it takes too little time to be compared.
TEST(XmlCostTest, ASectionWithoutAnEndIsOneEvent) {
  EXPECT_EQ(ReadAll(Repeated("<![CDATA[", kWorstCaseBytes)), 1U);
}

TEST(XmlCostTest, ManyNamespaceDeclarations) {
  const auto document = [](std::size_t size) {
    std::string text = "<a";
    for (std::size_t i = 0; text.size() < size / 2; ++i)
      text += " xmlns:n" + std::to_string(i) + "='urn:x'";
    text += ">";
    for (std::size_t i = 0; text.size() < size; ++i)
      text += "<n" + std::to_string(i) + ":b xmlns:m='urn:y'/>";
    return text;
  };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, document, ReadAll), kLinearGrowth);
}

TEST(XmlCostTest, OneAttributeOfMegabytes) {
  const auto document = [](std::size_t size) {
    return "<a b='" + Repeated("&amp;<", size) + "'/>";
  };
  const auto read = [](const std::string& text) {
    XmlReader reader(text);
    ASSERT_EQ(reader.Next(), XmlEvent::kStart);
    EXPECT_EQ(reader.AttributeText("b").size(), (text.size() - 9) / 3);
  };
  EXPECT_LT(GrowthAtTenfold(kWorstCaseBytes, document, read), kLinearGrowth);
}

TEST(XmlCostTest, NoAllocationInTheSteadyState) {
  const std::string text = Repeated("<x:a b='1' c='2' xmlns:x='urn:x'>t<d/></x:a>", 100'000);
  XmlReader reader(text);
  for (int i = 0; i < 100; ++i)
    (void)reader.Next();
  const std::size_t before = testing_support::AllocationCount();
  while (reader.Next() != XmlEvent::kEndOfDocument) {
  }
  EXPECT_EQ(testing_support::AllocationCount(), before);
}

}  // namespace
}  // namespace meguri::xml
