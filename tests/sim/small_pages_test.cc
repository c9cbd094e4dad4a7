#include "sim/crawl/small_pages.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>

namespace meguri {
namespace {

// "http://h3.site1.test/p9" in its parts.
std::pair<std::string, std::string> Split(const std::string& url) {
  const std::size_t slash = url.find('/', 7);
  return {url.substr(7, slash - 7), url.substr(slash)};
}

TEST(SmallPagesTest, EveryPageCanBeReachedFromTheSeed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SmallPages web({.seed = seed, .pages = 150, .hosts = 20});
    std::map<std::string, std::uint32_t> hosts;
    for (std::uint32_t host = 0; host < web.host_count(); ++host)
      hosts[web.HostName(host)] = host;
    std::set<std::string> seen = {web.SeedUrl()};
    std::deque<std::string> waiting = {web.SeedUrl()};
    while (!waiting.empty()) {
      const auto [host, target] = Split(waiting.front());
      waiting.pop_front();
      WebAnswer answer;
      web.Answer(hosts.at(host), {.host = host, .target = target}, {}, answer);
      const std::string text = answer.fields + answer.body;
      for (const std::string_view mark : {"href=\"http", "Location: http"}) {
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + 1)) {
          const std::size_t begin = at + mark.size() - 4;
          std::string url = text.substr(begin, text.find_first_of("\"\r", begin) - begin);
          if (seen.insert(url).second) waiting.push_back(std::move(url));
        }
      }
    }
    std::uint64_t pages = 0;
    for (std::uint32_t host = 0; host < web.host_count(); ++host) {
      EXPECT_GT(web.PageCount(host, {}), 0U);
      web.ForEachPage(host, {}, [&](std::string_view url) {
        ++pages;
        EXPECT_TRUE(seen.contains(std::string(url))) << seed << ": " << url;
      });
    }
    EXPECT_EQ(pages, 150U);
  }
}

TEST(SmallPagesTest, WhatIsNotThereIs404) {
  const SmallPages web({.pages = 30, .hosts = 5});
  for (const char* target : {"/p", "/p30", "/px", "/p99999999999", "/r31", "/", "/private/1"}) {
    WebAnswer answer;
    web.Answer(0, {.host = "h0.site0.test", .target = target}, {}, answer);
    EXPECT_EQ(answer.status, 404) << target;
  }
}

}  // namespace
}  // namespace meguri
