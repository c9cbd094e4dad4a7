// usage: queue_kill_writer FOLDER PAGES ROUNDS
// Visits pages 0 … PAGES-1, each again a day or some later, until each was visited ROUNDS times; a
// day passes whenever there is nothing to do. Says on stdout, "PAGE ROUND DAY" a line, what has
// become durable: that the page was visited so often, and is due on that day. Somebody kills it.
//
// How often a page was visited is its `interval`: what the queue keeps is all that this program
// knows.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "store/queues/refresh_queues.h"
#include "tests/store/made_queue.h"

namespace meguri::testing_store {
namespace {

// Unbuffered: what was said is said, when the signal comes.
void Say(const std::string& lines) {
  if (!lines.empty() && ::write(STDOUT_FILENO, lines.data(), lines.size()) < 0) std::_Exit(3);
}

class Visitor {
 public:
  Visitor(RefreshQueues& queues, std::uint32_t rounds) : queues_(queues), rounds_(rounds) {}

  Status Run(DayNumber day) {
    while (queues_.long_term().pages() > done_) {
      done_ = 0;
      MEGURI_CHECK_STATUS(queues_.Advance(DayStart(day)));
      for (std::uint32_t host = 0; host < queues_.short_term().hosts(); ++host) {
        while (const auto page = queues_.Take(host, DayStart(day) + std::chrono::hours(24)))
          MEGURI_CHECK_STATUS(Visit(*page, day));
      }
      ++day;
      MEGURI_CHECK_STATUS(Commit());
      if (day > kToday + 1'000) return Fail(ErrorCode::kInvalidArgument, "it never ends");
    }
    return {};
  }

  void Put(std::uint32_t number, std::uint32_t round, DayNumber day) {
    const std::string url = QueueUrl(number);
    DuePage page = MadeDue(number, url, day);
    page.interval = round;
    page.is_new = round == 0;
    page.priority = 0;
    queues_.Schedule(page);
    said_ +=
        std::to_string(number) + " " + std::to_string(round) + " " + std::to_string(day) + "\n";
  }

  Status Commit() {
    MEGURI_CHECK_STATUS(queues_.Commit());
    Say(said_);
    said_.clear();
    return {};
  }

 private:
  Status Visit(const HeldPage& page, DayNumber day) {
    const std::uint32_t number = page.key.id * kShards + page.key.shard;
    if (page.url != QueueUrl(number)) return Fail(ErrorCode::kCorrupt, "another URL: " + page.url);
    const bool last = page.interval >= rounds_;
    if (last) ++done_;
    Put(number, last ? page.interval : page.interval + 1,
        static_cast<DayNumber>(day + 1 + (number + page.interval) % 4));
    // Small groups: there are many moments to be killed at.
    return ++visits_ % 7 == 0 ? Commit() : Status();
  }

  RefreshQueues& queues_;
  const std::uint32_t rounds_;
  std::uint64_t done_ = 0;  // in a row
  std::uint64_t visits_ = 0;
  std::string said_;
};

Status Write(const std::string& folder, std::uint32_t pages, std::uint32_t rounds) {
  RealFiles files;
  RefreshQueuesOptions options;
  options.long_term.directory = folder;
  options.long_term.split_bytes = 4'000;
  MEGURI_TRY(const auto queues, RefreshQueues::Open(options, files, DayStart(kToday)));
  for (const Error& problem : queues->long_term().problems())
    return tl::unexpected(problem);
  Say("open\n");
  Visitor visitor(*queues, rounds);
  for (std::uint32_t i = 0; i < pages; ++i) {
    if (!queues->long_term().scheduled(MadeKey(i))) visitor.Put(i, 0, kToday);
    if (i % 50 == 0) MEGURI_CHECK_STATUS(visitor.Commit());
  }
  MEGURI_CHECK_STATUS(visitor.Commit());
  return visitor.Run(kToday);
}

}  // namespace
}  // namespace meguri::testing_store

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const auto number = [&](int i) {
    return static_cast<std::uint32_t>(std::strtoul(arguments[i], nullptr, 10));
  };
  const meguri::Status status = meguri::testing_store::Write(arguments[1], number(2), number(3));
  if (status) return 0;
  std::fprintf(stderr, "%s\n", meguri::ToString(status.error()).c_str());
  return 1;
}
