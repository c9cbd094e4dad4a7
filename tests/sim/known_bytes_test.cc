// The bytes of a generated web are pinned: whoever changes them changes every web that was ever
// described, and has to say so here. Unpacked, since packed bytes are libdeflate's.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "sim/web/web_builder.h"
#include "url/url.h"

namespace meguri {
namespace {

std::uint64_t HashOf(const WebAnswer& answer) {
  return StableHash64(fmt::format("{}\n{}\n{}", answer.status, answer.fields, answer.body));
}

// Of the first pages and of the other files of each host, at a moment.
std::uint64_t HashOfWeb(const VirtualWeb& web, WallTime now) {
  constexpr int kPagesPerHost = 5;
  std::string hashes;
  std::string_view last_host;
  int pages = 0;
  WebAnswer answer;
  const auto add = [&](const VirtualHost& host, bool https, std::string_view target) {
    web.Answer({.https = https, .host = host.name, .target = target}, now, answer);
    hashes += fmt::format("{:016x}\n", HashOf(answer));
  };
  web.ForEachPage(now, [&](const VirtualHost& host, std::string_view text) {
    if (host.name != last_host) {
      last_host = host.name;
      pages = 0;
      for (const char* target : {"/robots.txt", "/sitemap.xml", "/favicon.ico", "/nothing-here"})
        add(host, true, target);
    }
    url::Url url;
    if (++pages > kPagesPerHost || !url.Assign(text)) return;
    add(host, url.scheme() == "https", url.path_and_query());
  });
  return StableHash64(hashes);
}

WebSpec Spec(std::uint64_t seed) {
  WebSpec spec;
  spec.seed = seed;
  spec.ports = {.http = 8080, .https = 8443};
  spec.sources.emplace_back();
  spec.sources.back().generated.hosts = 12;
  spec.sources.back().generated.pages = 600;
  return spec;
}

TEST(KnownBytesTest, AWebIsTheSameOnAnyMachineAndInAnyYear) {
  RealFiles files;
  const auto seven = BuildWeb(Spec(7), files);
  const auto eight = BuildWeb(Spec(8), files);
  ASSERT_TRUE(seven && eight);
  EXPECT_EQ(fmt::format("{:016x}", HashOfWeb(*seven, seven->start())), "e2afaa0f6b8655f5");
  EXPECT_EQ(fmt::format("{:016x}", HashOfWeb(*seven, seven->start() + std::chrono::days(30))),
            "a622d2b3133a9545");
  EXPECT_EQ(fmt::format("{:016x}", HashOfWeb(*eight, eight->start())), "c15bb0bdf98f6aea");
}

}  // namespace
}  // namespace meguri
