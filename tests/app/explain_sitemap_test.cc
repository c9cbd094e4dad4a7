// `meguri explain sitemap` and `meguri explain feed`: the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "http/base64.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;

struct Outcome {
  int exit_code = -1;
  std::string output;  // stdout and stderr
};

Outcome Explain(const std::string& arguments, const std::string& input) {
  const testing_support::TemporaryDirectory directory;
  const std::string input_path = directory.path() + "/input";
  std::ofstream(input_path, std::ios::binary) << input;
  // Not in UTC: no answer may depend on where it is given.
  const std::string command =
      "exec 2>&1; TZ=JST-9 " MEGURI_PROGRAM " explain " + arguments + " <" + input_path;
  Outcome outcome;
  std::FILE* pipe = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own command line
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), got);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

constexpr const char* kSitemap =
    "<urlset><url><loc>/a</loc><lastmod>2005-01-01</lastmod><priority>0.5</priority>"
    "<xhtml:link rel='alternate' hreflang='de' href='/de'/></url><url/></urlset>";

TEST(ExplainSitemapTest, InWords) {
  const Outcome outcome = Explain("sitemap - --url https://a.example/sitemap.xml", kSitemap);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("URLs         1\n"));
  EXPECT_THAT(outcome.output,
              HasSubstr("https://a.example/a, changed 2005-01-01T00:00:00Z, priority 0.5\n"));
  EXPECT_THAT(outcome.output, HasSubstr("https://a.example/de (de)\n"));
  EXPECT_THAT(outcome.output, HasSubstr("left out     1 "));
  EXPECT_THAT(Explain("sitemap -", kSitemap).output, HasSubstr("--url"));
}

TEST(ExplainSitemapTest, ExitCodes) {
  EXPECT_EQ(Explain("sitemap -", "<html>").exit_code, 1);
  EXPECT_EQ(Explain("sitemap /nonexistent", "").exit_code, 2);
  EXPECT_EQ(Explain("sitemap --url https://a.example/", "").exit_code, 2);
  EXPECT_EQ(Explain("sitemap - --url a.example", kSitemap).exit_code, 2);
  EXPECT_EQ(Explain("feed - --url a.example", "<rss/>").exit_code, 2);
}

TEST(ExplainSitemapTest, JsonLines) {
  const Outcome outcome =
      Explain("sitemap", "{\"body_base64\":\"" + http::EncodeBase64(kSitemap) +
                             "\",\"url\":\"https://a.example/\"}\n"
                             "{\"body\":\"http://a.example/\\n\",\"content_type\":null}\n"
                             "{\"url\":\"x\"}\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(
      outcome.output,
      R"({"kind":"urlset","urls":[{"loc":"https://a.example/a","lastmod":"2005-01-01T00:00:00Z","changefreq":null,"priority":0.5,"images":[],"alternates":[{"hreflang":"de","href":"https://a.example/de"}]}],"count":1,"skipped":1,"lastmod":null,"truncated":false}
{"kind":"text","urls":[{"loc":"http://a.example/","lastmod":null,"changefreq":null,"priority":null,"images":[],"alternates":[]}],"count":1,"skipped":0,"lastmod":null,"truncated":false}
{"error":"want one of \"body\" and \"body_base64\""}
)");
}

constexpr const char* kFeed =
    "<rss version='2.0'><channel><title>T\x1B[2J</title><link>/</link><item><title>A</title>"
    "<guid>/1</guid><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>"
    "<enclosure url='/e.mp3' type='audio/mpeg'/></item></channel></rss>";

TEST(ExplainFeedTest, InWords) {
  const Outcome outcome = Explain("feed - --url https://a.example/feed", kFeed);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("rss20\n"));
  EXPECT_THAT(outcome.output, HasSubstr("title        T\\u001b[2J\n"));
  EXPECT_THAT(outcome.output, HasSubstr("enclosure    https://a.example/e.mp3"));
  EXPECT_EQ(Explain("feed -", "<html>").exit_code, 1);
  EXPECT_EQ(Explain("feed /nonexistent", "").exit_code, 2);
}

TEST(ExplainFeedTest, JsonLines) {
  const Outcome outcome = Explain("feed", "{\"body_base64\":\"" + http::EncodeBase64(kFeed) +
                                              "\",\"url\":\"https://a.example/\"}\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, testing::StartsWith(R"({"version":"rss20","title":"T)"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("published_parsed":[2004,1,1,19,48,21,3,1,0])"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("id":"https://a.example/1")"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("guidislink":true)"));
  EXPECT_THAT(
      outcome.output,
      HasSubstr(
          R"("enclosures":[{"href":"https://a.example/e.mp3","url":"https://a.example/e.mp3","type":"audio/mpeg"}])"));
}

}  // namespace
}  // namespace meguri::app
