#include "store/crawl_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "base/mem_files.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing::HasSubstr;

TEST(FolderLockTest, IsForOneAtATime) {
  const testing_support::TemporaryDirectory temporary;
  const std::string folder = temporary.path() + "/a/b";
  auto lock = FolderLock::Take(folder);
  ASSERT_TRUE(lock) << ToString(lock.error());
  const auto second = FolderLock::Take(folder);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(second.error().context,
            "another process (pid " + std::to_string(::getpid()) + ") is at work in " + folder);
  { const FolderLock released = *std::move(lock); }
  EXPECT_TRUE(FolderLock::Take(folder));
}

CrawlIdentity MadeIdentity() {
  CrawlIdentity identity;
  identity.seed = 0xFEDCBA9876543210;
  identity.shards = 7;
  identity.canonical.drop_parameters = {"sid", "utm_*"};
  identity.canonical.sort_query = true;
  return identity;
}

TEST(CrawlIdentityTest, ComesBackAsItWas) {
  MemFiles files;
  EXPECT_EQ(*ReadIdentity(files, "."), std::nullopt);
  ASSERT_TRUE(WriteIdentity(files, ".", MadeIdentity()));
  const auto found = ReadIdentity(files, ".");
  ASSERT_TRUE(found) << ToString(found.error());
  ASSERT_TRUE(*found);
  EXPECT_EQ((*found)->seed, MadeIdentity().seed);
  EXPECT_EQ((*found)->shards, 7);
  EXPECT_EQ((*found)->canonical.drop_parameters, MadeIdentity().canonical.drop_parameters);
  EXPECT_TRUE((*found)->canonical.sort_query);
  EXPECT_TRUE(CompareIdentity(".", **found, MadeIdentity()));
}

TEST(CrawlIdentityTest, ADifferentOneIsRefusedWithTheDifference) {
  CrawlIdentity wanted = MadeIdentity();
  wanted.seed = 0;
  wanted.shards = 0;  // whatever is there
  EXPECT_TRUE(CompareIdentity("d", MadeIdentity(), wanted));
  wanted.seed = 1;
  wanted.shards = 16;
  wanted.canonical.drop_parameters = {"utm_*", "new"};
  wanted.canonical.sort_query = false;
  const Status status = CompareIdentity("d", MadeIdentity(), wanted);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(status.error().context,
            "d is another crawl's folder (seed fedcba9876543210 there, 0000000000000001 wanted; "
            "7 shards there, 16 wanted; dropped parameters: +new -sid; queries sorted there): set "
            "them as they are there, or take a new folder");
}

TEST(CrawlIdentityTest, WhatCanNotBeUnderstoodIsCorrupt) {
  for (
      const char* text :
      {"", "{", "[]", "{}", R"({"version": "1"})", R"({"version": 1})",
       R"({"version": 1, "seed": 5, "shards": 2, "canonical": {}})",
       R"({"version": 1, "seed": "5", "shards": 2, "canonical": {}})",
       R"({"version": 1, "seed": "5", "shards": 2, "canonical": {"drop_parameters": [1], "sort_query": true}})",
       R"({"version": 1, "seed": "xyz", "shards": 2, "canonical": {"drop_parameters": [], "sort_query": true}})",
       R"({"version": 1, "seed": "5", "shards": 0, "canonical": {"drop_parameters": [], "sort_query": true}})",
       R"({"version": 1, "seed": "5", "shards": 70000, "canonical": {"drop_parameters": [], "sort_query": true}})"}) {
    MemFiles files;
    ASSERT_TRUE(ReplaceFile(files, "crawl.json", text));
    const auto found = ReadIdentity(files, ".");
    ASSERT_FALSE(found) << text;
    EXPECT_EQ(found.error().code, ErrorCode::kCorrupt) << text;
    EXPECT_EQ(found.error().context, "./crawl.json: is damaged: put back a copy of it");
  }
}

TEST(CrawlIdentityTest, ALaterVersionIsRefused) {
  MemFiles files;
  ASSERT_TRUE(ReplaceFile(files, "crawl.json", R"({"version": 2})"));
  const auto found = ReadIdentity(files, ".");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(found.error().context, HasSubstr("is of version 2"));
}

TEST(CrawlIdentityTest, MustMakeSense) {
  CrawlIdentity identity = MadeIdentity();
  EXPECT_TRUE(CheckIdentity(identity));
  identity.shards = 70'000;
  EXPECT_EQ(CheckIdentity(identity).error().context, "70000 shards: want 1 to 65536");
  identity = MadeIdentity();
  identity.canonical.drop_parameters = {"*"};
  EXPECT_EQ(CheckIdentity(identity).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace meguri
