// Which of a host's addresses are asked, as a fetcher sees it that knows no sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "crawl/crawl.h"
#include "crawl/site/polite_client.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

const IpAddress kDead = IpAddress::V4(0x7F000009);
const IpAddress kForbidden = IpAddress::V4(0x7F424242);
const IpAddress kAlive = IpAddress::V4(0x7F000001);

// Every name has all three; one of them takes no connection, one has nothing.
class ThreeAddresses final : public Fetcher {
 public:
  explicit ThreeAddresses(const Clock& clock) : clock_(clock) {}

  bool listens_to_http = true;  // otherwise kDead listens to https, and nobody else to anything

  void Resolve(ResolveTask task) override {
    resolved_.push_back({.ticket = task.ticket,
                         .host = std::move(task.host),
                         .outcome = ResolveOutcome::kAddresses,
                         .addresses = {kDead, kForbidden, kAlive},
                         .valid_for = kMinTtl});
  }
  void Fetch(FetchTask task) override {
    asked.push_back(task.address);
    const bool dead = listens_to_http ? task.address == kDead
                                      : task.address != kDead || task.url.starts_with("http:");
    const TimePoint now = clock_.Now();
    fetched_.push_back({.ticket = task.ticket,
                        .outcome = dead ? FetchOutcome::kConnectFailed : FetchOutcome::kComplete,
                        .error = dead ? "refused" : "",
                        .head = dead ? "" : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                        .address = task.address,
                        .start = now,
                        .first_byte = now,
                        .end = now});
  }
  void CancelAll() override {}
  void Run(TimePoint until, FetchSink& sink) override {
    if (resolved_.empty() && fetched_.empty()) {
      std::this_thread::sleep_for(std::min<Duration>(until - clock_.Now(), milliseconds(5)));
    }
    for (ResolveResult& result : std::exchange(resolved_, {}))
      sink.OnResolved(std::move(result));
    for (FetchResult& result : std::exchange(fetched_, {}))
      sink.OnFetched(std::move(result));
  }
  void Wake() override {}
  std::size_t fetches_under_way() const override { return fetched_.size(); }

  std::vector<IpAddress> asked;

 private:
  const Clock& clock_;
  std::vector<ResolveResult> resolved_;
  std::vector<FetchResult> fetched_;
};

TEST(CrawlAddressesTest, TheNextThatMayBeAskedIfOneTakesNoConnection) {
  const testing_support::TemporaryDirectory folder;
  RealFiles files;
  RealClock clock;
  StderrSink sink;
  LogOutput output(clock, sink, {.level = LogLevel::kWarning});
  ThreeAddresses fetcher(clock);
  CrawlSettings settings;
  settings.directory = folder.path() + "/crawl";
  settings.seeds = {"http://a.test/"};
  settings.allow_addresses = {"127.0.0.0/24"};
  settings.manners.interval = milliseconds(10);
  settings.manners.first_back_off = milliseconds(20);
  settings.shards = 1;
  auto crawl = Crawl::Open(
      settings,
      {.files = files, .clock = clock, .fetcher = fetcher, .log = Logger(output, "crawl")});
  ASSERT_TRUE(crawl) << ToString(crawl.error());
  for (int i = 0; i < 200 && (*crawl)->status().end == CrawlEnd::kRunning; ++i)
    (*crawl)->RunFor(milliseconds(50));
  EXPECT_EQ((*crawl)->status().end, CrawlEnd::kFinished);
  EXPECT_EQ((*crawl)->status().pages, 1U);
  EXPECT_TRUE((*crawl)->Close());
  // robots.txt in vain, robots.txt, the page.
  EXPECT_THAT(fetcher.asked, ElementsAre(kDead, kAlive, kAlive));
}

TEST(CrawlAddressesTest, WhoAsksOneSiteTakesTheNextAsWell) {
  RealClock clock;
  ThreeAddresses fetcher(clock);
  PoliteClientOptions options;
  options.manners.interval = milliseconds(10);
  options.manners.first_back_off = milliseconds(20);
  options.addresses = AddressRule({*IpRange::Parse("127.0.0.0/24")}, false);
  PoliteClient client(options, clock, fetcher, {});
  const PoliteReply reply = client.Ask(*url::Url::Parse("http://a.test/page"));
  EXPECT_EQ(reply.kind, PoliteReply::Kind::kFetched);
  EXPECT_EQ(reply.status, 404);
  // robots.txt in vain, robots.txt, the page; each is a request.
  EXPECT_THAT(fetcher.asked, ElementsAre(kDead, kAlive, kAlive));
  EXPECT_EQ(client.requests(), 3);
  // Nor is the dead one tried again.
  client.Ask(*url::Url::Parse("http://a.test/other"));
  EXPECT_THAT(fetcher.asked, ElementsAre(kDead, kAlive, kAlive, kAlive));
}

TEST(CrawlAddressesTest, WhereNobodyListensToOnePortTheFirstAddressMayListenToAnother) {
  RealClock clock;
  ThreeAddresses fetcher(clock);
  fetcher.listens_to_http = false;
  PoliteClientOptions options;
  options.manners.interval = milliseconds(10);
  options.manners.first_back_off = milliseconds(20);
  options.addresses = AddressRule({*IpRange::Parse("127.0.0.0/24")}, false);
  PoliteClient client(options, clock, fetcher, {});
  EXPECT_EQ(client.Ask(*url::Url::Parse("http://a.test/page")).status, 0);
  EXPECT_EQ(client.Ask(*url::Url::Parse("https://a.test/page")).status, 404);
}

}  // namespace
}  // namespace meguri
