#include "crawl/reading/reading_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace meguri {
namespace {

ReadPage PageWith(std::uint64_t number, const std::string& body) {
  ReadPage page;
  page.plan.ticket = number;
  page.plan.text = "http://a.test/" + std::to_string(number);
  page.result.outcome = FetchOutcome::kComplete;
  page.result.head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
                     std::to_string(body.size()) + "\r\n\r\n";
  page.result.body = body;
  return page;
}

std::unique_ptr<PageReading> Reading() { return std::make_unique<PageReading>("meguri", 1); }

// Until it is read; 10 s at most.
ReadPage Next(ReadingThread& reading) {
  for (int i = 0; i < 10'000; ++i) {
    if (auto page = reading.TakeRead()) return *std::move(page);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ADD_FAILURE() << "nothing is read";
  return {};
}

TEST(ReadingThreadTest, PagesComeBackReadInTheirOrder) {
  std::atomic<int> told = 0;
  ReadingThread reading(Reading(), [&] { ++told; });
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    // Every tenth takes longer than the others.
    ReadPage page = PageWith(i, "<a href=x>" + std::string(i % 10 == 0 ? 100'000 : 10, 'w'));
    bytes += page.result.head.size() + page.result.body.size();
    reading.Submit(std::move(page));
  }
  EXPECT_EQ(reading.waiting(), 200U);
  EXPECT_EQ(reading.waiting_bytes(), bytes);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const ReadPage page = Next(reading);
    EXPECT_EQ(page.plan.ticket, i);
    EXPECT_EQ(page.findings.status, 200);
    ASSERT_EQ(page.findings.links.size(), 1U);
    EXPECT_EQ(page.findings.links[0].url, "http://a.test/x");
    EXPECT_TRUE(page.result.body.starts_with("<a href")) << "the answer comes back, too";
  }
  EXPECT_EQ(reading.waiting(), 0U);
  EXPECT_EQ(reading.waiting_bytes(), 0U);
  EXPECT_GE(told, 1);
}

// Else the loop would sleep, and never take it.
TEST(ReadingThreadTest, TellsOfWhateverCameSinceAllWasTaken) {
  std::atomic<int> told = 0;
  ReadingThread reading(Reading(), [&] { ++told; });
  for (std::uint64_t i = 1; i <= 50; ++i) {
    reading.Submit(PageWith(i, "x"));
    Next(reading);
    // The call may come a moment after the page can be taken.
    for (int wait = 0; told < static_cast<int>(i) && wait < 10'000; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(told, static_cast<int>(i));
  }
}

TEST(ReadingThreadTest, EndsThoughMuchIsUnread) {
  const auto begin = std::chrono::steady_clock::now();
  {
    ReadingThread reading(Reading(), [] {});
    const std::string large(200'000, 'w');
    for (std::uint64_t i = 0; i < 2'000; ++i)
      reading.Submit(PageWith(i, large));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace meguri
