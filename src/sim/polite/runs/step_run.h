// paper: steps with a barrier between them. Private to polite_run.cc.
//
// A slot holds a URL, or, if the URL is chosen late, its server: then every URL that waits has a
// slot of its server, or waits for one. The links of a step's pages are offered page by page, as
// the step has them; what waits for a slot comes before them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "polite/slot_overflow.h"
#include "sim/polite/runs/fetch_record.h"
#include "sim/polite/runs/rarer_turns.h"
#include "sim/polite/server_frontier.h"

namespace meguri {

class StepRun {
 public:
  StepRun(const PoliteWeb& web, const PoliteSetup& setup, const RunOptions& options)
      : web_(web),
        setup_(setup),
        record_(web, setup, options),
        turns_(web, setup.budgets),
        scheduler_(setup.paper),
        overflow_(scheduler_, RarerTurns::kMost * PaperScheduler<std::uint32_t>::kUsualAdvance),
        frontier_(setup.choice ? std::make_unique<ServerFrontier>(web, *setup.choice) : nullptr),
        seen_(frontier_ ? 0 : web.size()) {}

  std::optional<PoliteRun> Run(std::span<const PageId> seeds) {
    for (const PageId seed : seeds)
      AddSeed(seed);
    Store();
    TimePoint begin{};  // of a step; the first waits, too
    TimePoint over{};   // all downloads of the last step
    while (scheduler_.stored() + overflow_.size() > 0 && !record_.stopped()) {
      begin = std::max(begin + setup_.interval, over);
      const std::span<const std::uint32_t> items = scheduler_.Next();
      record_.Step(items.size());
      overflow_.OfferAgain([&](std::uint32_t item) { return AdvanceOf(item); });
      record_.Peak(scheduler_.stored(), overflow_.size());
      for (const std::uint32_t item : items) {
        const PageId page = frontier_ ? frontier_->Pop(item) : item;
        over = std::max(over, record_.Begin(page, begin));
        Fetched(page);
        Store();
      }
    }
    return record_.Finish();
  }

 private:
  std::uint32_t ResidueOf(PageId page) const {
    const std::uint64_t address = web_.servers.addresses[web_.server[page]];
    return static_cast<std::uint32_t>(address % scheduler_.slots());
  }
  std::uint32_t ItemOf(PageId page) const { return frontier_ ? web_.server[page] : page; }
  std::uint32_t AdvanceOf(std::uint32_t item) const {
    const std::uint32_t server = frontier_ ? item : web_.server[item];
    return turns_.Times(server) * PaperScheduler<std::uint32_t>::kUsualAdvance;
  }

  void AddSeed(PageId seed) {
    if (frontier_) {
      frontier_->AddSeed(seed);
    } else {
      seen_[seed] = true;
    }
    if (!Place(seed)) overflow_.Add(ResidueOf(seed), ItemOf(seed));
  }
  bool Place(PageId page) {
    const std::uint32_t residue = ResidueOf(page);
    if (overflow_.waits(residue)) return false;
    const std::uint32_t item = ItemOf(page);
    return scheduler_.Enqueue(residue, item, AdvanceOf(item)) == Placement::kPlaced;
  }
  // False: discarded.
  bool Offer(PageId link) {
    if (Place(link)) return true;
    if (setup_.overflow == OverflowPolicy::kSpill) {
      overflow_.Add(ResidueOf(link), ItemOf(link));
      return true;
    }
    record_.Discard();
    return false;
  }

  void Fetched(PageId page) {
    turns_.Fetched(page);
    if (frontier_) {
      frontier_->Fetch(page, [&](PageId link) { return Offer(link); });
      return;
    }
    for (const PageId link : web_.web.graph.successors(page))
      if (!seen_[link]) seen_[link] = Offer(link);
  }
  void Store() { record_.Stored(scheduler_.stored(), overflow_.size()); }

  const PoliteWeb& web_;
  const PoliteSetup& setup_;
  FetchRecord record_;
  RarerTurns turns_;
  PaperScheduler<std::uint32_t> scheduler_;
  SlotOverflow<std::uint32_t> overflow_;
  std::unique_ptr<ServerFrontier> frontier_;  // if the URL is chosen late
  std::vector<bool> seen_;                    // if not: fetched, or placed, or aside
};

}  // namespace meguri
