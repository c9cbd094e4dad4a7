// What the conformance cases don't say: our own accessors, reuse, reasons, odd bytes.
#include "url/url.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <string>

#include "base/random.h"

namespace meguri::url {
namespace {

TEST(UrlTest, Parts) {
  const auto url = Url::Parse("HTTPS://User:p%40ss@Example.COM:8443/a/./b/../c.html?x=1&y#Top");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->href(), "https://User:p%40ss@example.com:8443/a/c.html?x=1&y#Top");
  EXPECT_EQ(url->scheme(), "https");
  EXPECT_EQ(url->username(), "User");
  EXPECT_EQ(url->password(), "p%40ss");
  EXPECT_EQ(url->host(), "example.com");
  EXPECT_EQ(url->host_kind(), HostKind::kDomain);
  EXPECT_EQ(url->port(), 8443);
  EXPECT_EQ(url->effective_port(), 8443);
  EXPECT_EQ(url->path(), "/a/c.html");
  EXPECT_EQ(url->query(), "x=1&y");
  EXPECT_EQ(url->fragment(), "Top");
  EXPECT_EQ(url->path_and_query(), "/a/c.html?x=1&y");
  EXPECT_EQ(url->without_fragment(), "https://User:p%40ss@example.com:8443/a/c.html?x=1&y");
  EXPECT_TRUE(url->is_special());
  EXPECT_TRUE(url->is_http());
}

TEST(UrlTest, DefaultPortIsNotWrittenButKnown) {
  for (const auto& [text, port] : {std::pair("http://a.example:80/", 80),
                                   {"https://a.example/", 443},
                                   {"ftp://a.example:21/", 21},
                                   {"ws://a.example/", 80}}) {
    const auto url = Url::Parse(text);
    ASSERT_TRUE(url);
    EXPECT_EQ(url->port(), std::nullopt);
    EXPECT_EQ(url->effective_port(), port);
  }
  EXPECT_EQ(Url::Parse("gopher://a.example/")->effective_port(), std::nullopt);
}

TEST(UrlTest, EmptyQueryAndFragmentDifferFromNone) {
  EXPECT_EQ(Url::Parse("http://a.example/")->query(), std::nullopt);
  EXPECT_EQ(Url::Parse("http://a.example/?")->query(), "");
  EXPECT_EQ(Url::Parse("http://a.example/")->fragment(), std::nullopt);
  EXPECT_EQ(Url::Parse("http://a.example/#")->fragment(), "");
}

TEST(UrlTest, HostKinds) {
  const auto kind = [](std::string_view text) { return Url::Parse(text)->host_kind(); };
  EXPECT_EQ(kind("mailto:a@b.example"), HostKind::kNone);
  EXPECT_EQ(kind("x:/path"), HostKind::kNone);
  EXPECT_EQ(kind("file:///etc"), HostKind::kEmpty);
  EXPECT_EQ(kind("x:///path"), HostKind::kEmpty);
  EXPECT_EQ(kind("http://a.example"), HostKind::kDomain);
  EXPECT_EQ(kind("http://0x7f.1"), HostKind::kIpv4);
  EXPECT_EQ(kind("http://[::1]"), HostKind::kIpv6);
  EXPECT_EQ(kind("x://a.example"), HostKind::kOpaque);
}

TEST(UrlTest, PathThatLooksLikeAnAuthorityKeepsItsDot) {
  const auto url = Url::Parse("web+x:/.//not-a-host/p");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->href(), "web+x:/.//not-a-host/p");
  EXPECT_EQ(url->path(), "//not-a-host/p");
  const auto sibling = Url::Parse("q", &*url);
  ASSERT_TRUE(sibling);
  EXPECT_EQ(sibling->href(), "web+x:/.//not-a-host/q");
  EXPECT_EQ(Url::Parse("?q", &*url)->href(), "web+x:/.//not-a-host/p?q");
  EXPECT_EQ(Url::Parse("/r", &*url)->href(), "web+x:/r");
}

TEST(UrlTest, DoubleColonStandsForOnePieceAtLeast) {
  for (const char* text : {"http://[1:2:3:4:5:6:7::8]/", "http://[::1:2:3:4:5:6:7:8]/",
                           "http://[1::2:3:4:5:6:7:8]/", "http://[::1:2:3:4:5:6:1.2.3.4]/",
                           "http://[1:2:3:4:5:6::1.2.3.4]/", "http://[1:2:3:4:5:6:7:8::]/"}) {
    EXPECT_FALSE(Url::Parse(text)) << text;
  }
  EXPECT_EQ(Url::Parse("http://[1:2:3:4:5:6:7::]/")->host(), "[1:2:3:4:5:6:7:0]");
  EXPECT_EQ(Url::Parse("http://[::2:3:4:5:6:7:8]/")->host(), "[0:2:3:4:5:6:7:8]");
  EXPECT_EQ(Url::Parse("http://[1:2:3:4:5::1.2.3.4]/")->host(), "[1:2:3:4:5:0:102:304]");
}

// inet_pton() reads what may stand between the brackets, as we must.
TEST(UrlTest, Ipv6AgreesWithTheSystem) {
  Random random(1);
  constexpr std::string_view kPieces[] = {":",    "::",    "1",       "0", "ff",
                                          "abcd", "12345", "1.2.3.4", ".", "g"};
  int valid = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (std::uint64_t n = random.Uniform(17); n > 0; --n)
      text += kPieces[random.Uniform(std::size(kPieces))];
    in6_addr address{};
    const bool expected = ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
    const auto url = Url::Parse("http://[" + text + "]/");
    ASSERT_EQ(url.has_value(), expected) << text;
    if (!expected) continue;
    ++valid;
    in6_addr again{};
    const std::string host(url->host().substr(1, url->host().size() - 2));
    ASSERT_EQ(::inet_pton(AF_INET6, host.c_str(), &again), 1) << host;
    ASSERT_EQ(std::memcmp(&address, &again, sizeof address), 0) << text << " became " << host;
  }
  EXPECT_GT(valid, 100);
}

TEST(UrlTest, BytesThatAreNoUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(Url::Parse("http://a.example/\xFF?\xE3\x81#\x80")->href(),
            "http://a.example/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD");
  EXPECT_FALSE(Url::Parse("http://\xFF.example/"));
}

TEST(UrlTest, FailureLeavesTheObjectEmptyAndSaysWhy) {
  const Url opaque = *Url::Parse("mailto:x");
  Url url;
  const auto reason = [&](std::string_view input, const Url* base = nullptr) {
    EXPECT_FALSE(url.Assign(input, base)) << input;
    EXPECT_TRUE(url.empty());
    return url.failure();
  };
  EXPECT_EQ(reason("/a"), UrlFailure::kRelativeWithoutBase);
  EXPECT_EQ(reason(""), UrlFailure::kRelativeWithoutBase);
  EXPECT_EQ(reason("/a", &opaque), UrlFailure::kOpaqueBase);
  EXPECT_EQ(reason("http://"), UrlFailure::kNoHost);
  EXPECT_EQ(reason("http://user@/"), UrlFailure::kNoHost);
  EXPECT_EQ(reason("http://a b/"), UrlFailure::kBadHost);
  EXPECT_EQ(reason("http://[::1/"), UrlFailure::kBadHost);
  EXPECT_EQ(reason("http://1.2.3.400/"), UrlFailure::kBadHost);
  EXPECT_EQ(reason("file://a:1/"), UrlFailure::kBadHost);
  EXPECT_EQ(reason("http://a.example:65536/"), UrlFailure::kBadPort);
  EXPECT_EQ(reason("http://a.example:x/"), UrlFailure::kBadPort);
  ASSERT_TRUE(url.Assign("http://a.example"));
  EXPECT_EQ(url.failure(), UrlFailure::kNone);
}

TEST(UrlTest, AssignForgetsWhatWasThere) {
  Url url;
  ASSERT_TRUE(url.Assign("https://u:p@a.example:1/p?q#f"));
  ASSERT_TRUE(url.Assign("mailto:x"));
  EXPECT_EQ(url, *Url::Parse("mailto:x"));
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.password(), "");
  EXPECT_EQ(url.port(), std::nullopt);
  EXPECT_EQ(url.query(), std::nullopt);
  EXPECT_TRUE(url.has_opaque_path());
}

TEST(UrlTest, DefaultIsEmptyAndSafeToLookAt) {
  const Url url;
  EXPECT_TRUE(url.empty());
  EXPECT_EQ(url.scheme(), "");
  EXPECT_EQ(url.host(), "");
  EXPECT_EQ(url.path(), "");
  EXPECT_EQ(url.query(), std::nullopt);
  EXPECT_EQ(url.fragment(), std::nullopt);
  EXPECT_FALSE(Url::Parse("x", &url));
}

}  // namespace
}  // namespace meguri::url
