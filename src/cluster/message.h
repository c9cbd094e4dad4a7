// What shards say to one another. Small values, without pointers: they may go over a wire.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"
#include "base/lifetime.h"
#include "polite/manners.h"
#include "polite/turn_keeper.h"
#include "store/page_record.h"

namespace meguri {

// A link to a URL of the receiver's, or a seed.
struct FoundUrl {
  std::uint64_t fingerprint = 0;
  std::uint32_t url_at = 0;    // in FoundUrls::texts
  std::uint32_t url_size = 0;  // bytes
  std::uint64_t sequence = 0;  // when it was found, among all of the crawl
  double share = 0;            // of the page's score; 0: the link carries none
  double boost = 0;            // of what the page needs to be shown, and of seeds
  std::uint16_t depth = 0;
  std::uint8_t hops = 0;  // redirects in a row
  bool seed = false;
  bool requisite = false;
};
struct FoundUrls {
  std::optional<UrlKey> on;  // the page; none for seeds
  std::vector<FoundUrl> urls;
  std::uint64_t from_site = 0;  // a hash of the page's; 0: nobody counts who links
  std::string texts;            // of all of them, in one piece: a string for each would take longer

  std::string_view text(const FoundUrl& url) const MEGURI_LIFETIME_BOUND {
    return std::string_view(texts).substr(url.url_at, url.url_size);
  }
  // REQUIRES: less than 4 GB of texts.
  void Add(FoundUrl url, std::string_view text) {
    url.url_at = static_cast<std::uint32_t>(texts.size());
    url.url_size = static_cast<std::uint32_t>(text.size());
    texts += text;
    urls.push_back(url);
  }
};

// What a page passes on later (ipr:ar2), to URLs of the receiver's.
struct PassedShares {
  double share = 0;  // for each
  std::vector<std::uint64_t> fingerprints;
};

// What a robots.txt came to, as far as its rules go.
struct RobotsAnswer {
  std::optional<int> status;  // none: no whole answer
  std::string body;           // of a 2xx, at most what robots::RobotsTxt reads
  std::string location;       // of a redirect: absolute, "" if it has none that we may follow
  std::optional<std::chrono::seconds> max_age;
  std::optional<std::chrono::seconds> retry_after;
  // Without an answer that counts: what the pages end with, and why.
  PageEnd end = PageEnd::kRobots;
  std::string error;
  bool may_pass = true;  // false: to ask once more is of no use
};
// robots.txt of `origin`, a host of the sender's, redirects to `url`, on a host of the receiver's.
struct RobotsErrand {
  HostRef asker;
  std::string origin;
  std::string url;
};
struct RobotsErrandDone {
  HostRef asker;
  std::string origin;
  RobotsAnswer answer;
};

// To the shard in charge of the server, and back.
struct TurnEnded {
  Turn turn;
  std::optional<Access> access;  // none: unused
};

using MessageBody = std::variant<FoundUrls, PassedShares, RobotsErrand, RobotsErrandDone,
                                 TurnRequest, Turn, TurnEnded>;
struct Message {
  std::uint32_t to = 0;  // shard
  MessageBody body;
};

}  // namespace meguri
