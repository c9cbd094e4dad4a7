#include "store/queues/due_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/store/made_queue.h"

namespace meguri {
namespace {

using testing_store::kToday;
using testing_store::MadeDue;
using testing_store::QueueUrl;

TEST(DueBlockTest, OriginsAndHosts) {
  EXPECT_EQ(OriginOf("https://a.test:81/x?y"), "https://a.test:81");
  EXPECT_EQ(OriginOf("http://a.test?q"), "http://a.test");
  EXPECT_EQ(OriginOf("http://a.test"), "http://a.test");
  EXPECT_EQ(OriginOf("mailto:x"), "mailto:x");
  EXPECT_EQ(OriginOf(""), "");
  EXPECT_EQ(HostOfOrigin("https://a.test:81"), "a.test");
  EXPECT_EQ(HostOfOrigin("https://me:secret@a.test"), "a.test");
  EXPECT_EQ(HostOfOrigin("http://[::1]:80"), "[::1]");
  EXPECT_EQ(HostOfOrigin("http://[::1"), "[::1");
}

struct Made {
  std::deque<std::string> urls;
  std::vector<DuePage> pages;
};

Made MakePages(std::uint32_t count) {
  Made made;
  for (std::uint32_t i = 0; i < count; ++i) {
    DuePage page = MadeDue(i, made.urls.emplace_back(QueueUrl(i)), kToday);
    page.generation = static_cast<std::uint16_t>(i * 31);
    page.is_ended = i % 97 == 5;
    made.pages.push_back(page);
  }
  made.pages.push_back(MadeDue(count, made.urls.emplace_back(std::string(1 << 20U, 'x')), kToday));
  made.pages.push_back(MadeDue(count + 1, made.urls.emplace_back(), kToday));
  std::ranges::sort(made.pages, {}, [](const DuePage& page) { return page.url; });
  return made;
}

TEST(DueBlockTest, IsReadAsItWasWritten) {
  const Made made = MakePages(30'000);
  std::string bytes;
  DueBlockWriter().Append(kToday, made.pages, bytes);
  EXPECT_LT(bytes.size(), made.pages.size() * 15);
  DueBlockReader reader;
  std::string_view rest = bytes;
  std::size_t at = 0;
  std::size_t blocks = 0;
  for (; !rest.empty(); ++blocks) {
    const auto head = ParseDueBlockHead(rest);
    ASSERT_TRUE(head);
    ASSERT_TRUE(reader.ReadAll(*head, rest));
    for (const DuePage& page : reader.pages())
      ASSERT_EQ(page, made.pages[at++]);
    ASSERT_TRUE(reader.ReadPartA(*head, rest));
    std::size_t first = at - reader.pages().size();
    for (const DueBlockReader::Run& run : reader.runs()) {
      for (std::uint32_t i = 0; i < run.pages; ++i, ++first)
        ASSERT_EQ(OriginOf(made.pages[first].url), run.origin);
    }
    EXPECT_EQ(first, at);
    rest.remove_prefix(head->size());
  }
  EXPECT_EQ(at, made.pages.size());
  EXPECT_GT(blocks, 3);
}

// Whatever byte is changed, a block is not taken for whole; what is read stays inside.
TEST(DueBlockTest, AChangedByteIsSeen) {
  Made made = MakePages(50);
  made.pages.resize(50);
  std::string bytes;
  DueBlockWriter().Append(kToday, made.pages, bytes);
  DueBlockReader reader;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x41);
    const auto head = ParseDueBlockHead(changed);
    EXPECT_FALSE(head && reader.ReadAll(*head, changed)) << i;
    const auto whole = ParseDueBlockHead(bytes);
    EXPECT_FALSE(reader.ReadAll(*whole, std::string_view(bytes).substr(0, i)));
  }
}

// Garbage with the right checksums: by whoever can write into the folder.
TEST(DueBlockTest, HostileBlocksAreNoPages) {
  Random random(1);
  Made made = MakePages(40);
  std::string bytes;
  DueBlockWriter().Append(kToday, std::span(made.pages).first(40), bytes);
  DueBlockReader reader;
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    DueBlockHead head = *ParseDueBlockHead(bytes);
    head.pages = static_cast<std::uint32_t>(random.Uniform(200));
    head.raw_a += static_cast<std::uint32_t>(random.Uniform(3));
    head.raw_b -= static_cast<std::uint32_t>(random.Uniform(3));
    // ReadAll() checks the bytes, not the numbers: these are a caller's that forged both.
    refused += reader.ReadAll(head, bytes) ? 0 : 1;
  }
  EXPECT_GT(refused, 19'000);
}

}  // namespace
}  // namespace meguri
