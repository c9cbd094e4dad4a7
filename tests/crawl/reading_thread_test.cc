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

// What is read at the time is the last.
TEST(ReadingThreadTest, EndsThoughMuchIsUnread) {
  std::atomic<bool> ending = false;
  std::atomic<int> read = 0;
  std::thread end;
  {
    ReadingThread reading(Reading(), [&] {
      ++read;  // of the first alone: nobody takes it
      while (!ending)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    for (std::uint64_t i = 0; i < 200; ++i)
      reading.Submit(PageWith(i, "<a href=x>"));
    while (read == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    end = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      ending = true;
    });
  }
  end.join();
  EXPECT_EQ(read, 1);
}

// Small pages that swell: what was found in them is not to fill the memory.
TEST(ReadingThreadTest, WaitsWhileMuchIsNotTaken) {
  std::string links;
  for (int i = 0; i < 1000; ++i)
    links += "<a href=/" + std::string(5000, 'x') + std::to_string(i) + ">";
  ReadingThread reading(Reading(), [] {});
  for (std::uint64_t i = 0; i < 20; ++i)
    reading.Submit(PageWith(i, links));  // 5 MB each
  for (int wait = 0; reading.read_bytes() < (16U << 20U) && wait < 10'000; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(reading.read_bytes(), 22U << 20U);
  for (int taken = 0; taken < 20; ++taken)  // and goes on as it is taken
    EXPECT_EQ(Next(reading).findings.links.size(), 1000U);
  EXPECT_EQ(reading.read_bytes(), 0U);
}

}  // namespace
}  // namespace meguri
