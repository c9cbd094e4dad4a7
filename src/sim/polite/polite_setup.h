// What a simulated polite crawl is to be like: which scheduler, how large, what overflows, which
// URL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "order/strategy.h"
#include "polite/paper_scheduler.h"

namespace meguri {

enum class SchedulerKind : std::uint8_t {
  kPaper,         // paper: the O(1) scheduler, in steps
  kWheel,         // wheel: the timing wheel of the live crawl, exact per server
  kIrlbot,        // irlbot: the order of STAR and BEAST
  kBreadthFirst,  // bf: in order of discovery
  kOptimum,       // opt: by the final PageRank, which no crawler knows
};
std::string_view SchedulerName(SchedulerKind kind);
// kInvalidArgument says which there are.
Result<SchedulerKind> ParseScheduler(std::string_view name);

// What becomes of a URL for which there is no room.
enum class OverflowPolicy : std::uint8_t {
  kDiscard,  // forgotten, until another page links to it
  kSpill,    // kept aside, and offered again as soon as there is room
};

// Which of a server's URLs its turn is for: the best of all that wait when the turn comes; or
// nullopt, fifo: the one that was placed there when it was found.
using UrlChoice = std::optional<Strategy>;
std::string_view UrlChoiceName(UrlChoice choice);
Result<UrlChoice> ParseUrlChoice(std::string_view name);

struct PoliteSetup {
  SchedulerKind scheduler = SchedulerKind::kPaper;
  PaperSchedulerOptions paper;  // of kWheel too: with kDiscard a server has ⌊queues/2⌋ URLs waiting
  OverflowPolicy overflow = OverflowPolicy::kDiscard;
  UrlChoice choice;  // kPaper, kWheel
  // A server's turns are as rare as its domain's budget is small: 1,000/B_x times the interval.
  // kPaper, kWheel.
  bool budgets = false;
  // Servers that are asked at once; of those whose turn has come, the one with the best URL goes
  // first. 0: no bound. kWheel.
  std::uint32_t connections = 0;
  Duration interval = std::chrono::seconds(1);

  // "paper 1024x1024", "paper 64x64 parity ipr:dl1 spill", "wheel ipr:dl1 spill", "bf".
  std::string Name() const;
  // Orders that are fixed beforehand; the others decide when a server's turn has come.
  bool is_order() const {
    return scheduler != SchedulerKind::kPaper && scheduler != SchedulerKind::kWheel;
  }
};

}  // namespace meguri
