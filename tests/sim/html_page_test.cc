#include "sim/page/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "html/page_reader.h"
#include "html/text/language.h"
#include "sim/page/prose_bank.h"
#include "tests/support/allocation_counter.h"
#include "url/url.h"

#ifdef MEGURI_GUMBO
#include <gumbo.h>

#include "bench/html/gumbo_links.h"
#endif

namespace meguri {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

constexpr std::string_view kUrl = "http://www.site.test/topics/";

const ProseBank& Bank() {
  static const ProseBank bank;
  return bank;
}

std::string Title(const HtmlPage& page, std::uint64_t key) {
  std::string title;
  Bank().AppendTitle(page.language, PageCharset::kUtf8, key, title);
  return title;
}

// A page with `links` links, and what is needed besides.
class SamplePage {
 public:
  explicit SamplePage(std::size_t links = 20) {
    for (std::size_t i = 0; i < links + kNavigation; ++i) {
      urls_.push_back("http://host" + std::to_string(i) + ".test/a/?b=" + std::to_string(i) +
                      "&copy=1");
    }
    for (std::size_t i = 0; i < urls_.size(); ++i) {
      (i < kNavigation ? navigation_ : links_).push_back({urls_[i], 1000 + i});
    }
    page.key = 42;
    page.updated = ManualClock::kDefaultStart;
    page.site_name = "www.site.test";
    page.style_sheet = "/style.css?a&b";
    page.script = "/site.js";
    page.feed = "/feed.xml";
    page.canonical = "http://www.site.test/canonical";
    page.navigation = navigation_;
    page.links = links_;
    page.images = images_;
  }

  std::string Make() const {
    std::string out;
    AppendHtmlPage(Bank(), page, out);
    return out;
  }

  // "kind url text" in the order of the page, as GumboLinks() has it.
  std::vector<std::string> ExpectedLinks() const {
    std::vector<std::string> expected = {"canonical http://www.site.test/canonical ",
                                         "stylesheet http://www.site.test/style.css?a&b ",
                                         "alternate http://www.site.test/feed.xml ",
                                         "script http://www.site.test/site.js "};
    for (const auto& links : {navigation_, links_}) {
      for (const PageLink& link : links) {
        expected.push_back("a " + std::string(link.url) + " " + Title(page, link.title_key));
      }
    }
    return expected;
  }

  HtmlPage page;

 private:
  static constexpr std::size_t kNavigation = 5;

  std::vector<std::string> urls_;
  std::vector<PageLink> navigation_;
  std::vector<PageLink> links_;
  std::vector<std::string_view> images_ = {"/images/1.png", "/images/2.png"};
};

// Without images, which stand anywhere between the others.
std::vector<std::string> LinksOf(const html::PageReader& reader) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < reader.links().size(); ++i) {
    const html::Link link = reader.links().at(i);
    if (link.kind == html::LinkKind::kImage) continue;
    found.push_back(std::string(LinkKindName(link.kind)) + " " + std::string(link.url) + " " +
                    std::string(link.text));
  }
  return found;
}

std::vector<std::string_view> Lines(std::string_view page) {
  std::vector<std::string_view> lines;
  while (!page.empty()) {
    const std::size_t end = page.find('\n');
    lines.push_back(page.substr(0, end));
    page.remove_prefix(end + 1);
  }
  return lines;
}

struct LanguageInCharset {
  Language language;
  PageCharset charset;
};

class HtmlPageTest : public testing::TestWithParam<LanguageInCharset> {};

INSTANTIATE_TEST_SUITE_P(
    All, HtmlPageTest,
    testing::Values(LanguageInCharset{Language::kEnglish, PageCharset::kUtf8},
                    LanguageInCharset{Language::kEnglish, PageCharset::kWindows1252},
                    LanguageInCharset{Language::kJapanese, PageCharset::kUtf8},
                    LanguageInCharset{Language::kJapanese, PageCharset::kShiftJis},
                    LanguageInCharset{Language::kJapanese, PageCharset::kEucJp},
                    LanguageInCharset{Language::kGerman, PageCharset::kUtf8},
                    LanguageInCharset{Language::kGerman, PageCharset::kWindows1252},
                    LanguageInCharset{Language::kFrench, PageCharset::kWindows1252},
                    LanguageInCharset{Language::kSpanish, PageCharset::kWindows1252}),
    [](const auto& each) {
      return std::string(LanguageCode(each.param.language)) +
             std::to_string(static_cast<int>(each.param.charset));
    });

TEST_P(HtmlPageTest, IsReadAsItWasMeant) {
  const url::Url url = url::Url::Parse(kUrl).value();
  html::PageReader reader;
  for (const std::uint64_t key : {1U, 2U, 3U, 4U, 5U}) {
    SamplePage sample;
    sample.page.key = key;
    sample.page.language = GetParam().language;
    sample.page.charset = GetParam().charset;
    const std::string page = sample.Make();
    reader.Read({.bytes = page, .url = &url});
    EXPECT_EQ(reader.charset().source, html::CharsetSource::kMeta);
    EXPECT_EQ(EncodingName(reader.charset().encoding), CharsetName(GetParam().charset));
    EXPECT_EQ(reader.utf8().find("\xEF\xBF\xBD"), std::string_view::npos);
    EXPECT_THAT(LinksOf(reader), ElementsAreArray(sample.ExpectedLinks()));
    const html::TextExtractor& text = reader.text();
    EXPECT_EQ(text.title(), Title(sample.page, key) + " | www.site.test");
    EXPECT_EQ(text.declared_language(), LanguageCode(GetParam().language));
    const html::PageLanguage detected = html::DetectLanguage(text.main_text());
    EXPECT_EQ(detected.code, LanguageCode(GetParam().language));
    EXPECT_TRUE(detected.reliable);
    EXPECT_GT(text.main_text().size(), reader.utf8().size() / 3);
  }
}

TEST_P(HtmlPageTest, IsAsLongAsItIsToBe) {
  for (const std::uint32_t bytes : {8'000U, 20'000U, 150'000U}) {
    for (std::uint64_t key = 0; key < 20; ++key) {
      SamplePage sample;
      sample.page.key = key;
      sample.page.bytes = bytes;
      sample.page.language = GetParam().language;
      sample.page.charset = GetParam().charset;
      EXPECT_NEAR(static_cast<double>(sample.Make().size()), bytes, bytes / 10.0) << key;
    }
  }
}

#ifdef MEGURI_GUMBO
TEST(HtmlPage, IsValidForAnotherParser) {
  const url::Url url = url::Url::Parse(kUrl).value();
  for (std::uint64_t key = 0; key < 50; ++key) {
    SamplePage sample;
    sample.page.key = key;
    sample.page.language = static_cast<Language>(key % kLanguages);
    const std::string page = sample.Make();
    GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
    EXPECT_EQ(output->errors.length, 0U) << page;
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    std::vector<std::string> found;
    for (std::string& link : bench::GumboLinks(page, url)) {
      if (link.starts_with("a ")) found.push_back(std::move(link));
    }
    const std::vector<std::string> expected = sample.ExpectedLinks();
    EXPECT_THAT(found, ElementsAreArray(expected.begin() + 4, expected.end()));
  }
}
#endif

TEST(HtmlPage, HasItsImagesWithText) {
  const url::Url url = url::Url::Parse(kUrl).value();
  const std::string page = SamplePage().Make();
  html::PageReader reader;
  reader.Read({.bytes = page, .url = &url});
  std::vector<std::string> images;
  for (std::size_t i = 0; i < reader.links().size(); ++i) {
    const html::Link link = reader.links().at(i);
    if (link.kind == html::LinkKind::kImage) images.emplace_back(link.url);
  }
  EXPECT_THAT(images, testing::ElementsAre("http://www.site.test/images/1.png",
                                           "http://www.site.test/images/2.png"));
  EXPECT_THAT(page, HasSubstr("\" width=\"640\" height=\"480\">"));
  EXPECT_EQ(page.find("alt=\"\""), std::string::npos);
}

TEST(HtmlPage, LosesNoLinkForItsSize) {
  const url::Url url = url::Url::Parse(kUrl).value();
  html::PageReader reader;
  for (const std::size_t links : {0U, 1U, 500U}) {
    for (const std::uint32_t bytes : {0U, 2'000U, 20'000U}) {
      SamplePage sample(links);
      sample.page.bytes = bytes;
      const std::string page = sample.Make();
      reader.Read({.bytes = page, .url = &url});
      EXPECT_THAT(LinksOf(reader), ElementsAreArray(sample.ExpectedLinks()));
    }
  }
}

TEST(HtmlPage, NeedsNothingButAKey) {
  HtmlPage page;
  std::string out = "before";
  AppendHtmlPage(Bank(), page, out);
  EXPECT_TRUE(out.starts_with("before<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(out.ends_with("</html>\n"));
  EXPECT_EQ(out.find("<link"), std::string::npos);
  EXPECT_EQ(out.find("<script"), std::string::npos);
  EXPECT_EQ(out.find("<nav"), std::string::npos);
}

TEST(HtmlPage, EscapesAttributes) {
  const std::vector<PageLink> links = {{"/?a=\"b\"&lt=<c>", 7}};
  HtmlPage page;
  page.links = links;
  std::string out;
  AppendHtmlPage(Bank(), page, out);
  EXPECT_THAT(out, HasSubstr("<a href=\"/?a=&quot;b&quot;&amp;lt=&lt;c&gt;\">"));
}

TEST(HtmlPage, ShowsItsDate) {
  SamplePage sample;
  sample.page.updated = WallTime(std::chrono::seconds(951'827'696));
  EXPECT_THAT(sample.Make(),
              HasSubstr("<time datetime=\"2000-02-29T12:34:56Z\">2000-02-29</time>"));
}

TEST(HtmlPage, NewVersionHasSomeBlocksRewritten) {
  for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{1} << 40U,
                                    std::numeric_limits<std::uint64_t>::max() - 30}) {
    for (const std::uint32_t bytes : {2'000U, 6'000U, 20'000U, 100'000U}) {
      SamplePage sample(3);
      sample.page.bytes = bytes;
      sample.page.version = start;
      std::string before = sample.Make();
      std::size_t changed_bytes = 0;
      std::size_t all_bytes = 0;
      for (int i = 0; i < 30; ++i) {
        ++sample.page.version;
        std::string after = sample.Make();
        const std::vector<std::string_view> old_lines = Lines(before);
        const std::vector<std::string_view> new_lines = Lines(after);
        ASSERT_EQ(old_lines.size(), new_lines.size());
        EXPECT_NE(before, after) << sample.page.version;
        for (std::size_t line = 0; line < old_lines.size(); ++line) {
          all_bytes += old_lines[line].size();
          if (old_lines[line] != new_lines[line]) changed_bytes += old_lines[line].size();
        }
        before = std::move(after);
      }
      if (bytes >= 20'000) {
        const double share = static_cast<double>(changed_bytes) / static_cast<double>(all_bytes);
        EXPECT_GT(share, 0.05) << bytes;
        EXPECT_LT(share, 0.12) << bytes;
      }
    }
  }
}

TEST(HtmlPage, TrivialChangeIsTheCounterAlone) {
  SamplePage sample;
  sample.page.trivial = 7;
  std::string before = sample.Make();
  sample.page.trivial = 8;
  const std::string after = sample.Make();
  const std::size_t counter = before.find("Visitors so far: 7</p>");
  ASSERT_NE(counter, std::string::npos);
  before.replace(before.find('7', counter), 1, "8");
  EXPECT_EQ(before, after);
}

TEST(HtmlPage, TakesNothingFromTheHeap) {
  SamplePage sample;
  std::string out;
  AppendHtmlPage(Bank(), sample.page, out);
  const std::size_t before = testing_support::AllocationCount();
  for (int i = 0; i < 10; ++i) {
    out.clear();
    ++sample.page.version;
    AppendHtmlPage(Bank(), sample.page, out);
  }
  EXPECT_EQ(testing_support::AllocationCount(), before);
}

// Whoever recomputes a page, elsewhere or later, must find the same bytes: other sentences, other
// markup, other draws make another web of the same seed.
TEST(HtmlPage, IsTheSameEverywhere) {
  SamplePage sample;
  sample.page.version = 12;
  EXPECT_EQ(StableHash64(sample.Make()), 11993350440034812268U);
  sample.page.language = Language::kJapanese;
  sample.page.charset = PageCharset::kShiftJis;
  EXPECT_EQ(StableHash64(sample.Make()), 9476959019368727070U);
}

}  // namespace
}  // namespace meguri
