// A store on a disk that is full for a while. The table is on the real one, all else in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/mem_files.h"
#include "tests/store/made_store.h"
#include "tests/store/store_contents.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing::HasSubstr;
using testing_store::MadeCapture;
using testing_store::MadeStoredUrl;
using testing_store::MadeUrl;
using testing_store::OptionsFor;
using testing_store::WaitUntil;

class FullDiskTest : public testing::Test {
 protected:
  void Crawl(CrawlStore& store, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
      const std::string url = MadeUrl(i);
      store.AddUrl(MadeStoredUrl(i, url));
      store.Submit(MadeCapture(i));
      pages_.insert(i);
    }
  }

  const testing_support::TemporaryDirectory temporary_;
  const std::string folder_ = temporary_.path() + "/crawl";
  MemFiles files_;
  const RealClock clock_{};
  std::set<std::uint32_t> pages_;
};

TEST_F(FullDiskTest, ItIsSaidAndPasses) {
  {
    const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
    ASSERT_TRUE(store);
    Crawl(*store, 0, 50);
    ASSERT_EQ(testing_store::WaitDurable(*store, 50).size(), 50);
    EXPECT_FALSE(store->state().disk_full);
    files_.SetCapacity(0);
    Crawl(*store, 50, 300);
    ASSERT_TRUE(WaitUntil([&] { return store->state().disk_full; }));
    EXPECT_THAT(store->state().message, HasSubstr(folder_));
    EXPECT_FALSE(store->state().failure);
    EXPECT_GT(store->state().bytes_waiting, 0);
    Crawl(*store, 300, 320);  // goes on in memory
    EXPECT_EQ(*store->ReadTargets(testing_store::MadeKey(311)),
              testing_store::MadeLinks(311).targets);
    files_.SetCapacity(MemFiles::kUnlimited);
    ASSERT_EQ(testing_store::WaitDurable(*store, 270).size(), 270);
    EXPECT_FALSE(store->state().disk_full);
    EXPECT_EQ(store->state().message, "");
    ASSERT_TRUE(store->Close());
  }
  files_.DropUnsynced();
  const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
  ASSERT_TRUE(store);
  testing_store::ExpectDurable(*store, files_, folder_, pages_);
  testing_store::ExpectIndexed(files_, folder_ + "/archive");
}

TEST_F(FullDiskTest, ClosingThenSaysWhatIsNotThere) {
  {
    const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
    ASSERT_TRUE(store);
    Crawl(*store, 0, 50);
    ASSERT_EQ(testing_store::WaitDurable(*store, 50).size(), 50);
    files_.SetCapacity(0);
    const std::set<std::uint32_t> durable = pages_;
    Crawl(*store, 50, 80);
    const Status closed = store->Close();
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().code, ErrorCode::kDiskFull);
    pages_ = durable;
  }
  files_.SetCapacity(MemFiles::kUnlimited);
  const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
  ASSERT_TRUE(store);
  testing_store::ExpectDurable(*store, files_, folder_, pages_);
}

TEST_F(FullDiskTest, AFailingDiskEndsTheWriting) {
  {
    const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
    ASSERT_TRUE(store);
    Crawl(*store, 0, 50);
    ASSERT_EQ(testing_store::WaitDurable(*store, 50).size(), 50);
    files_.FailSyncs(1000);
    const std::set<std::uint32_t> durable = pages_;
    Crawl(*store, 50, 80);
    ASSERT_TRUE(WaitUntil([&] { return store->state().failure.has_value(); }));
    EXPECT_EQ(store->state().failure->code, ErrorCode::kIo);
    Crawl(*store, 80, 90);  // goes nowhere
    EXPECT_EQ(store->Close().error().code, ErrorCode::kIo);
    pages_ = durable;
  }
  files_.FailSyncs(0);
  files_.DropUnsynced();
  const auto store = testing_store::OpenStore(OptionsFor(folder_), files_, clock_);
  ASSERT_TRUE(store);
  testing_store::ExpectDurable(*store, files_, folder_, pages_);
}

}  // namespace
}  // namespace meguri
