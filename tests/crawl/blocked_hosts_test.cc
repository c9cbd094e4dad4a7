#include "crawl/blocked_hosts.h"

#include <gtest/gtest.h>

#include "base/mem_files.h"

namespace meguri {
namespace {

TEST(BlockedHostsTest, AHostAndAllBelowItAsSoonAsTheFileSaysSo) {
  MemFiles files;
  ASSERT_TRUE(files.MakeDirectories("d"));
  BlockedHosts blocked(files, "d");
  ASSERT_EQ(*blocked.ReadAgain(), false);
  EXPECT_EQ(blocked.Find("a.test"), nullptr);
  ASSERT_TRUE(BlockedHosts::Add(files, "d", "Example.ORG", "they asked\nus to"));
  ASSERT_EQ(*blocked.ReadAgain(), true);
  ASSERT_EQ(*blocked.ReadAgain(), false);
  ASSERT_NE(blocked.Find("example.org"), nullptr);
  EXPECT_EQ(*blocked.Find("www.example.org"), "they asked us to");
  EXPECT_EQ(blocked.Find("notexample.org"), nullptr);
  EXPECT_EQ(blocked.Find("org"), nullptr);
}

TEST(BlockedHostsTest, ALineThatNamesNoHostIsTold) {
  for (const char* line : {"a.test they asked", " a.test\twhy", "http://a.test/\twhy",
                           "a.test:80\t", "\x01\x02", "\twhy"}) {
    MemFiles files;
    ASSERT_TRUE(files.MakeDirectories("d"));
    ASSERT_TRUE(ReplaceFile(files, "d/blocked.tsv", "b.test\twhy\r\n\n"));
    BlockedHosts blocked(files, "d");
    ASSERT_TRUE(*blocked.ReadAgain());
    ASSERT_TRUE(
        ReplaceFile(files, "d/blocked.tsv", std::string("b.test\twhy\r\n\n") + line + "\n"));
    const auto read = blocked.ReadAgain();
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().context.find("d/blocked.tsv:3: "), 0U) << read.error().context;
    ASSERT_NE(blocked.Find("b.test"), nullptr) << "it is as it was";
    EXPECT_EQ(*blocked.Find("b.test"), "why");
  }
}

TEST(BlockedHostsTest, WhatIsNoHostIsRefused) {
  MemFiles files;
  ASSERT_TRUE(files.MakeDirectories("d"));
  for (const char* host : {"", "a/b", "http://a.test", "a b", "user@a.test"}) {
    const Status added = BlockedHosts::Add(files, "d", host, "no");
    ASSERT_FALSE(added) << host;
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace meguri
