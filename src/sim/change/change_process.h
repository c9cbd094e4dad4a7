// When a page changes: processes of which any moment can be asked directly, without going through
// what was before.
//
// Time is cut into cells; how many changes a cell has and when follows from the page's key and the
// cell's number alone. So "which version at t, and since when?" costs some cells' worth of hashing
// (below 1 µs), is the same in any order of questions, and needs no memory. The Poisson processes
// are exact: the count of a cell is Poisson distributed, its moments are uniform. Integers only.
//
// A change is real (the version's number rises) or trivial (a counter, a date: only `trivial`
// rises). Time begins in 1970: before the first change, a page is in version 0 since then.
// Constant once made: any thread may ask.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"

namespace meguri {

// A page at a moment.
struct PageState {
  std::uint64_t version = 0;  // rises with every real change; not necessarily by one
  std::uint64_t trivial = 0;  // rises with every trivial one
  WallTime since;             // of the last change of either kind
  bool absent = false;        // the page isn't there now (replays)

  bool operator==(const PageState&) const = default;
};

class ChangeProcess {
 public:
  virtual ~ChangeProcess() = default;

  // `key`: the page's own; two pages of one process are independent of each other.
  virtual PageState At(std::uint64_t key, WallTime t) const = 0;

  // The moments in (from, to] at which the state changes, ascending.
  virtual std::vector<WallTime> ChangesIn(std::uint64_t key, WallTime from, WallTime to) const = 0;
};

// At `birth` all pages are new, and none changes any more.
std::unique_ptr<ChangeProcess> NeverChanges(WallTime birth);

// Independent of the past, on average one every `mean`. REQUIRES: mean >= 1 ms.
std::unique_ptr<ChangeProcess> PoissonChanges(std::chrono::microseconds mean);

// Once in each `period`, at a moment of the page's own, give or take `jitter`; with `workdays` only
// from Monday to Friday, 8:00 to 18:00 UTC: within the part of each period that is working time, in
// a period without any not at all. REQUIRES: 0 <= jitter < period / 2.
std::unique_ptr<ChangeProcess> RhythmicChanges(std::chrono::microseconds period,
                                               std::chrono::microseconds jitter, bool workdays);

// Bursts that come as a Poisson process of `quiet`, each of `changes` changes about `within` long;
// one that begins before the one before is over ends that. REQUIRES: quiet >= 1 ms, changes > 0.
std::unique_ptr<ChangeProcess> BurstyChanges(std::chrono::microseconds quiet, std::uint32_t changes,
                                             std::chrono::microseconds within);

// All changes of `process` are trivial ones.
std::unique_ptr<ChangeProcess> TrivialChanges(std::unique_ptr<ChangeProcess> process);

// One history of a real page: its moments, and the version that each sets (0: absent).
struct ChangeHistory {
  std::vector<WallTime> times;          // ascending
  std::vector<std::uint64_t> versions;  // as many
};

// Each page replays the history that its key draws, all moments `shift` later. Before the first
// moment it is as after it. The versions are the history's: a page that goes back to what it was
// gets its old number again. REQUIRES: one history at least, none empty.
std::unique_ptr<ChangeProcess> ReplayedChanges(std::vector<ChangeHistory> histories,
                                               std::chrono::microseconds shift);

}  // namespace meguri
