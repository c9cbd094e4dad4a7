// usage: scheduler_speed MOST_URLS SERVERS: what a URL costs in each scheduler, in CPU time.
//
// `paper`: Enqueue() and Next() with 10^6, 10^7, … MOST_URLS offered to queues that are filled,
// where somewhat more than half are accepted; the residues are drawn beforehand. `wheel`: one
// server is popped and armed again, of so many that wait, for 10 ms to 1 h; the same with a binary
// heap of our own and with std::priority_queue, each holding (moment, server).
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <queue>
#include <string_view>
#include <vector>

#include "base/cpu_time.h"
#include "base/random.h"
#include "polite/paper_scheduler.h"
#include "polite/timing_wheel.h"

namespace meguri {
namespace {

struct PaperSpeed {
  double urls_per_second = 0;
  double accepted = 0;  // share
};

PaperSpeed MeasurePaper(std::uint32_t queues, std::uint32_t slots, std::uint64_t urls) {
  constexpr std::size_t kDrawn = std::size_t{1} << 22U;
  Random random(1);
  std::vector<std::uint32_t> residues(kDrawn);
  for (std::uint32_t& each : residues)
    each = static_cast<std::uint32_t>(random.Uniform(slots));
  PaperScheduler<std::uint32_t> scheduler({.queues = queues, .slots = slots});
  // A residue has a turn every other step: so many more are offered than have one.
  const std::uint64_t per_step = slots * 9 / 10;
  std::uint64_t accepted = 0;
  std::uint64_t handed = 0;
  const auto offer = [&](std::uint64_t count) {
    for (std::uint64_t offered = 0; offered < count;) {
      for (std::uint64_t i = 0; i < per_step; ++i, ++offered) {
        const std::uint32_t residue = residues[offered % kDrawn];
        const auto url = static_cast<std::uint32_t>(offered);
        accepted += scheduler.Enqueue(residue, url) == Placement::kPlaced ? 1 : 0;
      }
      for (const std::uint32_t url : scheduler.Next())
        handed += url & 1U;
    }
  };
  offer(std::uint64_t{4} * queues * slots);
  accepted = 0;
  const double began = ThreadCpuSeconds();
  offer(urls);
  const double seconds = ThreadCpuSeconds() - began;
  if (handed == 0) fmt::print("nothing was handed out\n");  // and so it can't be left out
  return {static_cast<double>(urls) / seconds,
          static_cast<double>(accepted) / static_cast<double>(urls)};
}

struct Waiting {
  std::int64_t due;
  std::uint32_t server;
  bool operator<(const Waiting& other) const { return due > other.due; }
};

class Wheel {
 public:
  void Arm(std::uint32_t server, std::int64_t due) { wheel_.Arm(server, At(due)); }
  std::uint32_t Pop(std::int64_t& now) {
    for (;;) {
      if (const auto server = wheel_.PopDue(At(now))) return *server;
      now = std::max(now, (*wheel_.NextDue() - TimePoint{}).count());
    }
  }

 private:
  static TimePoint At(std::int64_t due) { return TimePoint(Duration(due)); }
  TimingWheel wheel_{TimePoint{}};
};

class StandardQueue {
 public:
  void Arm(std::uint32_t server, std::int64_t due) { queue_.push({due, server}); }
  std::uint32_t Pop(std::int64_t& now) {
    const Waiting first = queue_.top();
    queue_.pop();
    now = std::max(now, first.due);
    return first.server;
  }

 private:
  std::priority_queue<Waiting> queue_;
};

class BinaryHeap {
 public:
  void Arm(std::uint32_t server, std::int64_t due) {
    std::size_t place = heap_.size();
    heap_.push_back({});
    for (; place > 0 && due < heap_[(place - 1) / 2].due; place = (place - 1) / 2)
      heap_[place] = heap_[(place - 1) / 2];
    heap_[place] = {due, server};
  }
  std::uint32_t Pop(std::int64_t& now) {
    const Waiting first = heap_.front();
    const Waiting last = heap_.back();
    heap_.pop_back();
    std::size_t place = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * place + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1].due < heap_[child].due) ++child;
      if (last.due <= heap_[child].due) break;
      heap_[place] = heap_[child];
      place = child;
    }
    if (!heap_.empty()) heap_[place] = last;
    now = std::max(now, first.due);
    return first.server;
  }

 private:
  std::vector<Waiting> heap_;
};

// Nanoseconds for a pop and an arming.
template <class Queue>
double MeasureQueue(std::uint32_t servers) {
  constexpr std::size_t kDrawn = std::size_t{1} << 20U;
  constexpr std::uint64_t kTurns = 20'000'000;
  Random random(2);
  std::vector<std::int64_t> intervals(kDrawn);
  for (std::int64_t& each : intervals)
    each = static_cast<std::int64_t>(1e7 * std::exp(random.Double() * std::log(360'000.0)));
  Queue queue;
  for (std::uint32_t server = 0; server < servers; ++server)
    queue.Arm(server, intervals[server % kDrawn]);
  std::int64_t now = 0;
  const double began = ThreadCpuSeconds();
  for (std::uint64_t i = 0; i < kTurns; ++i) {
    const std::uint32_t server = queue.Pop(now);
    queue.Arm(server, now + intervals[i % kDrawn]);
  }
  return (ThreadCpuSeconds() - began) * 1e9 / static_cast<double>(kTurns);
}

int Main(std::uint64_t most_urls, std::uint32_t servers) {
  for (const auto& [queues, slots] : {std::pair{1024U, 1024U}, std::pair{2048U, 2048U}}) {
    for (std::uint64_t urls = 1'000'000; urls <= most_urls; urls *= 10) {
      const PaperSpeed speed = MeasurePaper(queues, slots, urls);
      fmt::print("paper {} {} {} {:.1f} {:.0f}\n", queues, slots, urls, speed.urls_per_second / 1e6,
                 speed.accepted * 100);
    }
  }
  fmt::print("wheel {} {:.0f}\n", servers, MeasureQueue<Wheel>(servers));
  fmt::print("binary-heap {} {:.0f}\n", servers, MeasureQueue<BinaryHeap>(servers));
  fmt::print("priority_queue {} {:.0f}\n", servers, MeasureQueue<StandardQueue>(servers));
  return 0;
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) {
  std::uint64_t urls = 0;
  std::uint32_t servers = 0;
  const auto read = [](std::string_view text, auto& number) {
    return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  };
  if (argc != 3 || !read(argv[1], urls) || !read(argv[2], servers) || servers == 0) {
    fmt::print(stderr, "usage: scheduler_speed MOST_URLS SERVERS\n");
    return 2;
  }
  return meguri::Main(urls, servers);
}
