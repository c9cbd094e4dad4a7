#include "sim/web/web_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "sim/web/bad_hosts.h"
#include "tests/sim/source_probe.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::LinksOf;
using testing_support::WriteFile;

WebSpec SmallSpec() {
  WebSpec spec;
  spec.sources.emplace_back();
  spec.sources.back().generated.hosts = 3;
  spec.sources.back().generated.pages = 30;
  return spec;
}

WebSpec BadSpec() {
  WebSpec spec = SmallSpec();
  for (const MisbehaviourInfo& info : Misbehaviours())
    spec.misbehaviours.push_back({.kind = info.kind});
  return spec;
}

WebAnswer Get(const VirtualWeb& web, std::string_view host, std::string_view target,
              bool https = false) {
  WebAnswer answer;
  web.Answer({.https = https, .host = host, .target = target}, web.start(), answer);
  return answer;
}

TEST(WebBuilderTest, AnEmptySpecIsAGeneratedWeb) {
  MemFiles files;
  const auto web = BuildWeb({}, files);
  ASSERT_TRUE(web) << web.error().context;
  EXPECT_EQ(web->hosts().size(), 100U);
  EXPECT_EQ(web->PageCount(web->start()), 10'000U);
}

TEST(WebBuilderTest, MixesSourcesOfAllKinds) {
  MemFiles files;
  WriteFile(files, "g.urls", "http://graph.test/\n");
  WriteFile(files, "g.adj", "0\n");
  WebSpec spec = SmallSpec();
  spec.sources.push_back({.kind = SourceSpec::Kind::kGraph, .path = "g"});
  spec.sources.push_back(spec.sources.front());  // the same again: another seed, other names
  const auto web = BuildWeb(spec, files);
  ASSERT_TRUE(web) << web.error().context;
  EXPECT_EQ(web->hosts().size(), 7U);
  EXPECT_EQ(web->PageCount(web->start()), 61U);
  EXPECT_EQ(Get(*web, "graph.test", "/").status, 200);
  EXPECT_EQ(web->SeedUrls().size(), 3U);
}

TEST(WebBuilderTest, ErrorsOfSourcesComeThrough) {
  MemFiles files;
  WebSpec spec;
  spec.sources.push_back({.kind = SourceSpec::Kind::kGraph, .path = "none"});
  EXPECT_THAT(BuildWeb(spec, files).error().context, HasSubstr("none: no graph is there"));
  spec.sources = {{.kind = SourceSpec::Kind::kTar, .path = "none.tar", .host = "a.test"}};
  EXPECT_THAT(BuildWeb(spec, files).error().context, HasSubstr("none.tar"));
  spec.sources = {{.kind = SourceSpec::Kind::kFolder, .path = "no/such/folder", .host = "a.test"}};
  EXPECT_THAT(BuildWeb(spec, files).error().context, HasSubstr("no/such/folder"));
  spec.sources = {{.kind = SourceSpec::Kind::kWarc, .path = "none.warc"}};
  EXPECT_THAT(BuildWeb(spec, files).error().context, HasSubstr("none.warc"));
  spec = SmallSpec();
  spec.changes.push_back({.kind = ChangeRule::Kind::kReplay, .path = "none.tsv"});
  EXPECT_THAT(BuildWeb(spec, files).error().context, HasSubstr("none.tsv"));
}

TEST(WebBuilderTest, ReplaysHistories) {
  MemFiles files;
  WriteFile(files, "h.tsv", "t0\tdt\tv\n100\t5,5\t-\n");
  WebSpec spec = SmallSpec();
  spec.changes.push_back({.kind = ChangeRule::Kind::kReplay, .path = "h.tsv"});
  EXPECT_TRUE(BuildWeb(spec, files));
}

TEST(WebBuilderTest, EveryMisbehaviourHasAHostThatTheIndexLinksTo) {
  MemFiles files;
  const auto web = BuildWeb(BadSpec(), files);
  ASSERT_TRUE(web) << web.error().context;
  ASSERT_NE(web->FindHost(kBadIndexHost), nullptr);
  EXPECT_EQ(web->FindHost(kBadIndexHost)->misbehaviour, Misbehaviour::kNone);
  EXPECT_THAT(web->SeedUrls(), Contains("http://index.bad.test/"));
  const auto links = LinksOf(Get(*web, kBadIndexHost, "/").body, "http://index.bad.test/");
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    const std::string name = std::string(info.name) + ".bad.test";
    const VirtualHost* const host = web->FindHost(name);
    ASSERT_NE(host, nullptr) << name;
    EXPECT_EQ(host->misbehaviour, info.kind);
    EXPECT_THAT(
        links, testing::AnyOf(Contains("http://" + name + "/"), Contains("https://" + name + "/")));
    EXPECT_EQ(Get(*web, name, "/robots.txt", true).status,
              info.kind == Misbehaviour::kRobots500 ? 500 : 200)
        << name;
  }
  EXPECT_EQ(Get(*web, "429-seconds.bad.test", "/").status, 429);
  EXPECT_EQ(Get(*web, "soft-404.bad.test", "/no-such-page").status, 200);
  EXPECT_EQ(Get(*web, "mirror.bad.test", "/").body, Get(*web, kBadIndexHost, "/").body);
  EXPECT_EQ(Get(*web, "tls-expired.bad.test", "/").status, 301);
}

TEST(WebBuilderTest, GeneratedPagesAreSpoiltAsTheyShould) {
  MemFiles files;
  const auto web = BuildWeb(BadSpec(), files);
  ASSERT_TRUE(web) << web.error().context;
  const auto links =
      LinksOf(Get(*web, "session-maze.bad.test", "/").body, "http://session-maze.bad.test/");
  int inside = 0;
  for (const std::string& link : links) {
    const auto url = url::Url::Parse(link);
    if (url->host() != "session-maze.bad.test") continue;
    ++inside;
    EXPECT_THAT(link, HasSubstr("sid="));
    EXPECT_NE(Get(*web, url->host(), url->path_and_query()).status, 404) << link;
  }
  EXPECT_GT(inside, 0);
  EXPECT_THAT(LinksOf(Get(*web, "calendar.bad.test", "/").body, "http://calendar.bad.test/"),
              Contains("http://calendar.bad.test/calendar/2026-01-01"));
  EXPECT_THAT(Get(*web, "html-as-pdf.bad.test", "/").fields, HasSubstr("application/pdf"));
  EXPECT_THAT(Get(*web, "pdf-as-html.bad.test", "/").body, testing::StartsWith("%PDF"));
  EXPECT_THAT(Get(*web, "long-url.bad.test", "/").body.size(), testing::Gt(1'000'000U));
}

TEST(WebBuilderTest, ARuleMayNameItsHost) {
  MemFiles files;
  WebSpec spec = SmallSpec();
  spec.misbehaviours = {{Misbehaviour::kHang, "slow.test"}};
  const auto web = BuildWeb(spec, files);
  ASSERT_TRUE(web) << web.error().context;
  ASSERT_NE(web->FindHost("slow.test"), nullptr);
  EXPECT_TRUE(Get(*web, "slow.test", "/").delivery.never);
  spec.misbehaviours.push_back({Misbehaviour::kDrip, "slow.test"});
  EXPECT_FALSE(BuildWeb(spec, files));
}

TEST(WebBuilderTest, AMirrorsPagesAreCountedUnderItsName) {
  MemFiles files;
  WebSpec spec = SmallSpec();
  spec.misbehaviours = {{Misbehaviour::kMirror, ""}};
  const auto web = BuildWeb(spec, files);
  ASSERT_TRUE(web);
  std::set<std::string> originals;
  std::set<std::string> mirrored;
  web->ForEachPage(web->start(), [&](const VirtualHost& host, std::string_view url) {
    if (host.name == kBadIndexHost) originals.emplace(url.substr(url.find(".bad.test")));
    if (host.name != "mirror.bad.test") return;
    EXPECT_TRUE(url.starts_with("http://mirror.bad.test/")) << url;
    mirrored.emplace(url.substr(url.find(".bad.test")));
  });
  EXPECT_FALSE(mirrored.empty());
  EXPECT_EQ(mirrored, originals);
}

TEST(WebBuilderTest, CrawlsTheBadHostsFromTheIndex) {
  // Those whose pages are as they should be, but for what goes wrong elsewhere.
  MemFiles files;
  WebSpec spec = SmallSpec();
  for (const auto kind : {Misbehaviour::kRobots500, Misbehaviour::kSoft404, Misbehaviour::kDrip})
    spec.misbehaviours.push_back({.kind = kind});
  const auto web = BuildWeb(spec, files);
  ASSERT_TRUE(web);
  std::set<std::string> wanted;
  web->ForEachPage(web->start(), [&](const VirtualHost& host, std::string_view url) {
    if (host.name.ends_with(".bad.test")) wanted.emplace(url);
  });
  std::set<std::string> seen{"http://index.bad.test/"};
  std::deque<std::string> waiting{"http://index.bad.test/"};
  while (!waiting.empty() && seen.size() < 2000) {
    const auto url = url::Url::Parse(waiting.front());
    waiting.pop_front();
    const WebAnswer answer = Get(*web, url->host(), url->path_and_query());
    wanted.erase(std::string(url->href()));
    for (const std::string& link : LinksOf(answer.body, std::string(url->href()))) {
      if (link.find(".bad.test/") != std::string::npos && seen.insert(link).second) {
        waiting.push_back(link);
      }
    }
  }
  EXPECT_THAT(wanted, testing::IsEmpty());
}

}  // namespace
}  // namespace meguri
