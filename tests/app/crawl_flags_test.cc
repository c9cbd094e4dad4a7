#include "app/crawl/crawl_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/parse_arguments.h"
#include "app/crawl/crawl_keys.h"
#include "app/crawl/crawl_seeds.h"
#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::SizeIs;

class CrawlFlagsTest : public testing::Test {
 protected:
  // As a shell would give it: no blanks within an argument.
  Result<CrawlPlan> TryPlan(const std::string& line) {
    Command command("crawl", "");
    CrawlFlags flags;
    AddCrawlFlags(command, flags);
    command.Does([]() -> Result<int> { return 0; });
    std::istringstream words(line);
    MEGURI_TRY([[maybe_unused]] const ParsedArguments parsed,
               ParseArguments(command, {std::istream_iterator<std::string>(words), {}}));
    return MakeCrawlPlan(flags, [this](const std::string& path) -> Result<std::string> {
      const auto found = files_.find(path);
      if (found == files_.end()) return Fail(ErrorCode::kNotFound, path + ": no such file");
      return found->second;
    });
  }
  CrawlPlan Plan(const std::string& line) {
    auto plan = TryPlan(line);
    EXPECT_TRUE(plan) << line << "\n" << plan.error().context;
    return plan.value_or(CrawlPlan());
  }
  CrawlSettings Settings(const std::string& line) {
    return Plan("http://a.test/ --contact me@a.test " + line).settings;
  }
  std::string ErrorOf(const std::string& line) {
    const auto plan = TryPlan("--contact me@a.test " + line);
    return plan ? "" : plan.error().context;
  }
  std::string FileError(const std::string& toml) {
    files_["crawl.toml"] = toml;
    return ErrorOf("http://a.test/ --config crawl.toml");
  }

  std::map<std::string, std::string> files_;
};

TEST_F(CrawlFlagsTest, NothingSaidIsTheEnginesDefaults) {
  const CrawlPlan plan = Plan("https://www.a.test/x#top --contact me@a.test");
  const CrawlSettings defaults;
  EXPECT_THAT(plan.settings.seeds, ElementsAre("https://www.a.test/x"));
  EXPECT_EQ(plan.settings.directory, "crawl-www.a.test");
  EXPECT_EQ(plan.settings.contact, "me@a.test");
  EXPECT_EQ(plan.settings.scope.kind, ScopeKind::kHost);
  EXPECT_TRUE(plan.settings.scope.requisites);
  EXPECT_EQ(plan.settings.strategy, Strategy::kMeguri);
  EXPECT_EQ(plan.settings.manners.interval, seconds(5));
  EXPECT_EQ(plan.settings.memory_bytes, defaults.memory_bytes);
  EXPECT_EQ(plan.settings.max_attempts, 4);
  EXPECT_EQ(plan.settings.limits.pages, std::nullopt);
  EXPECT_TRUE(plan.settings.log_links);
  EXPECT_FALSE(plan.json);
}

TEST_F(CrawlFlagsTest, ScopeAndLimits) {
  const CrawlSettings settings = Settings(
      "--scope site --include host:b.test --include regex:^http://c,d/ --exclude surt:test,a,)/x "
      "--depth 3 --content text/HTML,image/* --content application/pdf --no-requisites "
      "--max-pages 10 --max-bytes 1.5GB --max-time 2h --max-pages-per-host 4 "
      "--max-pages-per-site 5 --max-rate 5MB/s --strategy blc --overflow discard "
      "--waiting-per-host 9 --site-budget star --scheduler paper --queues 64 --slots 32");
  EXPECT_EQ(settings.scope.kind, ScopeKind::kSite);
  EXPECT_THAT(settings.scope.include, ElementsAre("host:b.test", "regex:^http://c,d/"));
  EXPECT_THAT(settings.scope.exclude, ElementsAre("surt:test,a,)/x"));
  EXPECT_EQ(settings.scope.max_depth, 3);
  EXPECT_THAT(settings.scope.content, ElementsAre("text/html", "image/*", "application/pdf"));
  EXPECT_FALSE(settings.scope.requisites);
  EXPECT_EQ(settings.limits.pages, 10U);
  EXPECT_EQ(settings.limits.bytes, 1'500'000'000U);
  EXPECT_EQ(settings.limits.time, hours(2));
  EXPECT_EQ(settings.limits.pages_per_host, 4U);
  EXPECT_EQ(settings.limits.pages_per_site, 5U);
  EXPECT_EQ(settings.limits.max_rate, 5'000'000U);
  EXPECT_EQ(settings.strategy, Strategy::kBacklinkCount);
  EXPECT_EQ(settings.overflow, Overflow::kDiscard);
  EXPECT_EQ(settings.waiting_per_host, 9U);
  EXPECT_EQ(settings.site_budget, SiteBudget::kStar);
  EXPECT_EQ(settings.scheduler, Scheduler::kPaper);
  EXPECT_EQ(settings.paper.queues, 64U);
  EXPECT_EQ(settings.paper.slots, 32U);
}

TEST_F(CrawlFlagsTest, MannersAndFetching) {
  const CrawlSettings settings = Settings(
      "--interval 200ms --max-crawl-delay 1m --back-off 10s --max-back-off 20s --max-retry-after "
      "1h --ignore-robots A.test,b.test --allow-address 127.0.0.0/8 --allow-address ::1 "
      "--shared-address 192.0.2.0/24 --shared-interval 1s --user-agent x/1 --connections 7 "
      "--max-size 1MB --timeout 3s --retries 0 --max-host-failures 2 --max-redirects 5 "
      "--resolver 127.0.0.1:5353 --ca-file ca.pem --insecure");
  EXPECT_EQ(settings.manners.interval, milliseconds(200));
  EXPECT_EQ(settings.manners.max_crawl_delay, minutes(1));
  EXPECT_EQ(settings.manners.first_back_off, seconds(10));
  EXPECT_EQ(settings.manners.max_back_off, seconds(20));
  EXPECT_EQ(settings.manners.max_retry_after, hours(1));
  ASSERT_THAT(settings.hosts, SizeIs(2));
  EXPECT_EQ(settings.hosts[0].host, "a.test");
  EXPECT_TRUE(settings.hosts[0].ignore_robots && settings.hosts[1].ignore_robots);
  EXPECT_THAT(settings.allow_addresses, ElementsAre("127.0.0.0/8", "::1"));
  EXPECT_THAT(settings.shared_addresses, ElementsAre("192.0.2.0/24"));
  EXPECT_EQ(settings.shared_interval, seconds(1));
  EXPECT_EQ(settings.user_agent, "x/1");
  EXPECT_EQ(settings.connections, 7U);
  EXPECT_EQ(settings.fetch.max_body_bytes, 1'000'000U);
  EXPECT_EQ(settings.fetch.max_connect, seconds(3));
  EXPECT_EQ(settings.fetch.max_idle, seconds(3));
  EXPECT_EQ(settings.max_attempts, 1);
  EXPECT_EQ(settings.max_host_failures, 2);
  EXPECT_EQ(settings.max_redirects, 5);
  EXPECT_EQ(settings.resolver, "127.0.0.1:5353");
  EXPECT_EQ(settings.ca_file, "ca.pem");
  EXPECT_TRUE(settings.insecure);
  EXPECT_EQ(Settings("--resolver ::1").resolver, "[::1]:53");
  EXPECT_EQ(Settings("--resolver [::1]:5300").resolver, "[::1]:5300");
}

TEST_F(CrawlFlagsTest, TheFolder) {
  const CrawlPlan plan = Plan(
      "http://a.test/ --allow-address 127.0.0.1 --dir d --memory 1GiB --shards 4 --seed 7 "
      "--bare-links --metadata-links --operator Me --description Test --sort-query "
      "--drop-parameter sid,x* --json --quiet --interval 0");
  EXPECT_EQ(plan.settings.directory, "d");
  EXPECT_EQ(plan.settings.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(plan.settings.shards, 4U);
  EXPECT_EQ(plan.settings.seed, 7U);
  EXPECT_FALSE(plan.settings.log_links);
  EXPECT_TRUE(plan.settings.metadata_links);
  EXPECT_EQ(plan.settings.operator_name, "Me");
  EXPECT_EQ(plan.settings.description, "Test");
  EXPECT_TRUE(plan.settings.canonical.sort_query);
  EXPECT_THAT(plan.settings.canonical.drop_parameters, ElementsAre("sid", "x*"));
  EXPECT_TRUE(plan.json && plan.quiet);
  EXPECT_EQ(plan.settings.manners.interval, seconds(0));
  EXPECT_EQ(plan.settings.contact, "");
}

TEST_F(CrawlFlagsTest, StrangersAreAskedByWhoCanBeReached) {
  const auto plan = TryPlan("http://a.test/");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().context,
            "other people's servers are asked only by who can be reached: give --contact "
            "you@example.org or a URL (or --allow-address for your own machines)");
  EXPECT_EQ(ErrorOf("http://a.test/ --interval 0"),
            "--interval: 0s is for your own machines, which --allow-address names; want 100ms or "
            "more");
  EXPECT_THAT(ErrorOf("http://a.test/ --interval 99ms"), HasSubstr("--interval: 99ms is for"));
  EXPECT_EQ(ErrorOf("http://a.test/ --interval 100ms"), "");
  for (const char* contact :
       {"me", "@a.test", "me@", "a@b@c", "ftp://a.test/", "http://", "a@b(c)"}) {
    const auto bad = TryPlan(std::string("http://a.test/ --contact ") + contact);
    ASSERT_FALSE(bad) << contact;
    EXPECT_THAT(bad.error().context, HasSubstr("is no contact; want a mail address or URL"));
  }
  EXPECT_EQ(Plan("http://a.test/ --contact https://a.test/bot").settings.contact,
            "https://a.test/bot");
}

TEST_F(CrawlFlagsTest, ErrorsNameFlagValueAndWhatIsWanted) {
  for (const auto& [line, error] : std::map<std::string, std::string>{
           {"--max-pages x", "--max-pages: 'x' is no number that fits; want a whole one from 1 on"},
           {"--max-pages 0", "--max-pages: '0' is no number that fits; want a whole one from 1 on"},
           {"--depth -1", "--depth: '-1' is no number that fits; want a whole one from 0 to 65535"},
           {"--max-bytes 5XB",
            "--max-bytes: '5XB' is no size; want one such as 500MB, 2GB or 1.5GiB"},
           {"--max-rate fast", "--max-rate: 'fast' is no rate; want bytes a second, such as 5MB"},
           {"--max-time 5",
            "--max-time: '5' is no length of time; want one such as 200ms, 5s, 10m or 2h"},
           {"--max-time 0s",
            "--max-time: '0s' is no time in which something could happen; want more than 0"},
           {"--interval 40000d",
            "--interval: '40000d' is no length of time; want at most a hundred years"},
           {"--scope web",
            "--scope: 'web' is no name that is known here; want one of host, site, "
            "prefix, any"},
           {"--strategy best",
            "--strategy: 'best' is no strategy; want one of bf, blc, ipr:dl1, ipr:ar2, meguri"},
           {"--include www.a.test",
            "--include: 'www.a.test' is no rule; want host:www.example.org, site:example.org, "
            "surt:org,example,)/docs/ or regex:…"},
           {"--content html",
            "--content: 'html' is no content type; want one such as text/html or image/*"},
           {"--allow-address 10.0.0.1/8",
            "--allow-address: '10.0.0.1/8' is no range of addresses; want one such as 127.0.0.0/8, "
            "192.0.2.7 or 2001:db8::/32, with no bit set behind the prefix"},
           {"--resolver localhost",
            "--resolver: 'localhost' is no address of a name server; want one such as "
            "127.0.0.1:5353 or [::1]:53"},
           {"--resolver [::1",
            "--resolver: '[::1' is no address of a name server; want one such as "
            "127.0.0.1:5353 or [::1]:53"},
           {"--memory 1MB", "--memory: '1MB' is no memory to work in; want 64MB or more"},
           {"--ignore-robots http://a.test/",
            "--ignore-robots: 'http://a.test/' is no host; want a name such as www.example.org, "
            "without scheme and port"},
           {"--back-off 2h", "--back-off: 2h is more than --max-back-off, 1h"},
           {"--shared-interval 1s",
            "--shared-interval: for which servers? Name them with --shared-address"},
           {"--user-agent a\x01z",
            "--user-agent: 'a\\u0001z' is no line of text; want some, without line ends or control "
            "characters"}}) {
    EXPECT_EQ(ErrorOf("http://a.test/ " + line), error);
  }
}

TEST_F(CrawlFlagsTest, Seeds) {
  EXPECT_EQ(ErrorOf(""), "where to begin? Give a URL, or a file of them with --seeds FILE");
  for (const auto& [text, seed] : std::map<std::string, std::string>{
           {"example.org", "http://example.org/"},
           {"example.org:8080/a?b#c", "http://example.org:8080/a?b"},
           {"localhost:80", "http://localhost/"},
           {"[::1]:8080", "http://[::1]:8080/"},
           {"a.test/?u=http://b.test/", "http://a.test/?u=http://b.test/"},
           {"HTTPS://A.Test", "https://a.test/"},
           {"http://日本.test/", "http://xn--wgv71a.test/"}}) {
    EXPECT_EQ(ParseSeed(text).value_or("none"), seed) << text;
  }
  for (const char* text :
       {"", "mailto:a@b.test", "ftp://a.test/", "http://", "http://a b/", "http://u:p@a.test/",
        "javascript:x", "//a.test/", "file:///etc/passwd", "http://a.test:99999/", "a.test/b c"}) {
    EXPECT_FALSE(ParseSeed(text)) << text;
  }
  EXPECT_FALSE(ParseSeed("http://a.test/" + std::string(9000, 'x')));
}

TEST_F(CrawlFlagsTest, SeedFiles) {
  files_["seeds"] = "\xEF\xBB\xBF# mine\r\n\r\n  http://a.test/ \r\nb.test\n#http://c.test/";
  EXPECT_THAT(Settings("--seeds seeds").seeds,
              ElementsAre("http://a.test/", "http://a.test/", "http://b.test/"));
  files_["bad"] = "http://a.test/\n\n \x1b[2Jx y\nmailto:x@y\nb.test\nftp://c.test/\n";
  EXPECT_EQ(ErrorOf("--seeds bad"),
            "bad:3: '\\u001b[2Jx y' is no URL; want one such as https://example.org/ or "
            "example.org (2 more such lines: 4, 6)");
  files_["none"] = "# nothing\n";
  EXPECT_EQ(ErrorOf("--seeds none"), "--seeds: there is no URL in none");
  EXPECT_EQ(ErrorOf("--seeds missing"), "missing: no such file");
}

TEST_F(CrawlFlagsTest, FolderNamesStayWithinTheFolder) {
  EXPECT_EQ(FolderFor("http://a.test:8080/"), "crawl-a.test");
  EXPECT_EQ(FolderFor("http://[2001:db8::1]/"), "crawl-2001-db8--1");
  EXPECT_EQ(FolderFor("http://a!b$.test/"), "crawl-a-b-.test");
}

TEST_F(CrawlFlagsTest, TheFileSaysTheSameAndFlagsWin) {
  files_["crawl.toml"] =
      "url = 'http://f.test/'\nseeds = 'seeds'\ndir = 'd'\ndepth = 2\nmax-bytes = '2GB'\n"
      "content = ['text/html', 'text/css']\nno-requisites = true\ninterval = '9s'\njson = true\n"
      "[[host]]\nname = 'WWW.f.test'\nheaders = ['X-A: b', 'Accept-Language:ja']\n"
      "cookies = 'a=b'\nuser = 'me'\npassword = 'secret'\ninterval = '10s'\nignore-robots = true\n";
  files_["seeds"] = "http://g.test/";
  const CrawlPlan plan = Plan("--contact me@a.test --config crawl.toml");
  EXPECT_THAT(plan.settings.seeds, ElementsAre("http://f.test/", "http://g.test/"));
  EXPECT_EQ(plan.settings.directory, "d");
  EXPECT_EQ(plan.settings.scope.max_depth, 2);
  EXPECT_EQ(plan.settings.limits.bytes, 2'000'000'000U);
  EXPECT_THAT(plan.settings.scope.content, ElementsAre("text/html", "text/css"));
  EXPECT_FALSE(plan.settings.scope.requisites);
  EXPECT_TRUE(plan.json);
  ASSERT_THAT(plan.settings.hosts, SizeIs(1));
  const HostSettings& host = plan.settings.hosts[0];
  EXPECT_EQ(host.host, "www.f.test");
  EXPECT_THAT(host.headers, ElementsAre(Pair("X-A", "b"), Pair("Accept-Language", "ja")));
  EXPECT_EQ(host.cookies, "a=b");
  EXPECT_EQ(host.user + ":" + host.password, "me:secret");
  EXPECT_EQ(host.interval, seconds(10));
  EXPECT_TRUE(host.ignore_robots);

  const CrawlSettings other =
      Settings("--config crawl.toml --depth 1 --content image/png --dir e --interval 10s");
  EXPECT_THAT(other.seeds, ElementsAre("http://a.test/"));
  EXPECT_EQ(other.directory, "e");
  EXPECT_EQ(other.scope.max_depth, 1);
  EXPECT_THAT(other.scope.content, ElementsAre("image/png"));
}

TEST_F(CrawlFlagsTest, TheFilesErrorsNameTheLine) {
  EXPECT_EQ(FileError("\ndepht = 1\n"), "crawl.toml:2: unknown key 'depht'; did you mean 'depth'?");
  EXPECT_EQ(FileError("depth = 'x'\n"),
            "crawl.toml:1: depth: want a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(FileError("json = 1\n"), "crawl.toml:1: json: want true or false");
  EXPECT_EQ(FileError("\n\nmax-time = 'long'\n"),
            "crawl.toml:3: max-time: 'long' is no length of time; want one such as 200ms, 5s, 10m "
            "or 2h");
  EXPECT_EQ(FileError("[[host]]\nname = 'a.test'\nheaders = \"A: b\\r\\nC: d\"\n"),
            "crawl.toml:3: headers: 'A: b\\u000d\\nC: d' is no header; want one such as "
            "\"Accept-Language: ja\"");
  EXPECT_THAT(FileError("[[host]]\nuser = 'x'\n"), HasSubstr("crawl.toml:1: name: '' is no host"));
  EXPECT_EQ(FileError("[[host]]\nname = 'a'\n[[host]]\nname = 'A'\n"),
            "crawl.toml:4: name: a has a [[host]] already");
  EXPECT_EQ(FileError("[[host]]\nname = 'a'\nuser = 'a:b'\n"),
            "crawl.toml:3: user: it can't have a ':', which ends it in the request");
  EXPECT_EQ(FileError("[[host]]\nname = 'a'\npassword = 'b'\n"),
            "crawl.toml:3: password: there is no user that it belongs to; want user, too");
  EXPECT_EQ(FileError("[[host]]\nname = 'a'\ncookies = \"a\\nb\"\n"),
            "crawl.toml:3: cookies: 'a\\nb' is no line of text; want some, without line ends or "
            "control characters");
  EXPECT_EQ(FileError("[[host]]\nname = 'a.test'\ninterval = '1s'\n"),
            "the interval of host a.test, 1s, is shorter than that of all, 5s; want it longer, or "
            "--interval shorter");
}

TEST_F(CrawlFlagsTest, EveryKeyIsInTheManual) {
  const std::string manual = FileBytes(MEGURI_DOCS "/formats/crawl_toml.md");
  for (const CrawlKeyGroup& group : CrawlKeys()) {
    for (const CrawlKey& key : group.keys) {
      EXPECT_THAT(manual, HasSubstr("\n| `" + std::string(key.name) + "` | "));
    }
  }
}

TEST_F(CrawlFlagsTest, TheManualsExampleIsRight) {
  const std::string manual = FileBytes(MEGURI_DOCS "/formats/crawl_toml.md");
  const std::size_t begin = manual.find("```toml\n") + 8;
  files_["crawl.toml"] = manual.substr(begin, manual.find("```", begin) - begin);
  files_["seeds.txt"] = "https://example.org/\n";
  const CrawlPlan plan = Plan("--config crawl.toml");
  EXPECT_THAT(plan.settings.hosts, SizeIs(2));
  EXPECT_EQ(plan.settings.limits.time, hours(2));
}

}  // namespace
}  // namespace meguri::app
