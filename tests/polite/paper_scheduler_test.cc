#include "polite/paper_scheduler.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace meguri {
namespace {

struct Offered {
  std::uint32_t residue;
  std::uint32_t advance;
  std::uint32_t serial;  // of its residue
};

// Drives a scheduler, and looks at what it does from outside: it knows the promises, not the
// algorithm. "" as long as they are kept.
class Watched {
 public:
  explicit Watched(const PaperSchedulerOptions& options)
      : scheduler_(options), options_(options), residues_(options.slots) {}

  void Enqueue(std::uint32_t residue, std::uint32_t advance = 2) {
    Residue& of = residues_[residue];
    const bool has_room = scheduler_.RoomFrom(residue) == scheduler_.step();
    const bool placed =
        scheduler_.Enqueue(residue, {residue, advance, of.placed}, advance) == Placement::kPlaced;
    if (placed != has_room) trouble_ = "RoomFrom() is wrong";
    if (!placed && of.placed == of.handed && !Rests(of)) trouble_ = "full, and nothing waits";
    if (placed) ++of.placed;
    if (scheduler_.stored() > scheduler_.most_stored()) trouble_ = "more stored than promised";
  }

  void Next() {
    for (const Offered& each : scheduler_.Next()) {
      Residue& of = residues_[each.residue];
      if (of.step != 0 && scheduler_.step() < of.step + of.advance) trouble_ = "too early";
      of.step = scheduler_.step();
      of.advance = each.advance;
      if (of.handed == of.placed || of.handed++ != each.serial)
        trouble_ = "lost, doubled or out of order";
    }
  }

  // All that waits comes within B steps.
  void Drain() {
    for (std::uint32_t i = 0; i < options_.queues; ++i)
      Next();
    if (scheduler_.stored() != 0) trouble_ = "left behind";
    for (const Residue& of : residues_)
      if (of.handed != of.placed) trouble_ = "lost";
  }
  std::string_view trouble() const { return trouble_; }

 private:
  struct Residue {
    std::uint64_t step = 0;  // of its last access; 0: none
    std::uint64_t advance = 0;
    std::uint32_t placed = 0;
    std::uint32_t handed = 0;
  };
  bool Rests(const Residue& of) const {
    const std::uint64_t odd = options_.form == SlotForm::kParity ? of.advance & 1U : 0;
    return of.step != 0 && of.step + of.advance + odd >= scheduler_.step() + options_.queues;
  }

  PaperScheduler<Offered> scheduler_;
  const PaperSchedulerOptions options_;
  std::vector<Residue> residues_;
  std::string_view trouble_;
};

constexpr std::array<SlotForm, 2> kForms = {SlotForm::kMax, SlotForm::kParity};

// Three calls: an item of either parity, and the next step. Every shorter sequence begins one of
// these.
TEST(PaperSchedulerTest, EveryCallSequenceUpToTwelveKeepsTheSpacing) {
  constexpr int kLength = 12;
  std::uint32_t sequences = 1;
  for (int i = 0; i < kLength; ++i)
    sequences *= 3;
  for (const SlotForm form : kForms) {
    for (std::uint32_t queues = 3; queues <= 7; ++queues) {
      for (std::uint32_t sequence = 0; sequence < sequences; ++sequence) {
        Watched watched({.queues = queues, .slots = 2, .form = form});
        std::uint32_t left = sequence;
        for (int i = 0; i < kLength; ++i, left /= 3) {
          if (left % 3 == 2) {
            watched.Next();
          } else {
            watched.Enqueue(left % 3);
          }
        }
        watched.Drain();
        if (!watched.trouble().empty())
          FAIL() << watched.trouble() << ", B = " << queues << ", sequence " << sequence;
      }
    }
  }
}

TEST(PaperSchedulerTest, RandomCallsKeepTheSpacing) {
  const bool whole = std::getenv("MEGURI_LONG") != nullptr;  // NOLINT(concurrency-mt-unsafe)
  const std::uint64_t calls = whole ? 100'000'000 : 1'000'000;
  Random random(7);
  std::uint64_t done = 0;
  while (done < calls) {
    const PaperSchedulerOptions options{
        .queues = 3 + static_cast<std::uint32_t>(random.Uniform(20)),
        .slots = 1 + static_cast<std::uint32_t>(random.Uniform(40)),
        .form = kForms[random.Uniform(2)]};
    Watched watched(options);
    const std::uint64_t per_step = 1 + random.Uniform(std::uint64_t{2} * options.slots);
    const bool longer = random.Uniform(3) == 0;
    const std::uint64_t end = done + std::min<std::uint64_t>(calls / 10, 2'000'000);
    for (; done < end; ++done) {
      if (random.Uniform(per_step) == 0) {
        watched.Next();
      } else {
        watched.Enqueue(static_cast<std::uint32_t>(random.Uniform(options.slots)),
                        longer ? 2 + static_cast<std::uint32_t>(random.Uniform(30)) : 2);
      }
      ASSERT_EQ(watched.trouble(), "") << "B = " << options.queues << ", H = " << options.slots;
    }
    watched.Drain();
    ASSERT_EQ(watched.trouble(), "");
  }
}

TEST(PaperSchedulerTest, AResidueHasRoomForHalfOfTheQueues) {
  for (std::uint32_t queues = 3; queues <= 9; ++queues) {
    PaperScheduler<int> scheduler({.queues = queues, .slots = 1});
    std::uint32_t placed = 0;
    while (scheduler.Enqueue(0, 1) == Placement::kPlaced)
      ++placed;
    EXPECT_EQ(placed, queues / 2) << queues;
  }
}

// max is never later than the paper's form, and sooner where a residue has rested.
TEST(PaperSchedulerTest, MaxPlacesARestedResidueInTheVeryNextStep) {
  PaperScheduler<int> by_max({.queues = 5, .slots = 2, .form = SlotForm::kMax});
  PaperScheduler<int> by_parity({.queues = 5, .slots = 2, .form = SlotForm::kParity});
  by_max.Enqueue(0, 7);
  by_parity.Enqueue(0, 7);
  EXPECT_EQ(by_max.Next().size(), 1U);
  EXPECT_EQ(by_parity.Next().size(), 0U);  // 0 is even: step 2
  EXPECT_EQ(by_parity.Next().size(), 1U);
}

TEST(PaperSchedulerTest, ParityIsKeptAlsoAfterARest) {
  PaperScheduler<int> scheduler({.queues = 5, .slots = 4, .form = SlotForm::kParity});
  Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    if (random.Uniform(3) == 0) {
      for (const int residue : scheduler.Next())
        ASSERT_EQ(static_cast<std::uint64_t>(residue) % 2, scheduler.step() % 2);
    } else {
      const int residue = static_cast<int>(random.Uniform(4));
      // An odd advance, too.
      scheduler.Enqueue(static_cast<std::uint32_t>(residue), residue,
                        2 + static_cast<std::uint32_t>(random.Uniform(2)));
    }
  }
}

TEST(PaperSchedulerTest, WhatIsHandedOutStaysUntilTheNextStep) {
  PaperScheduler<int> scheduler({.queues = 3, .slots = 2});
  scheduler.Enqueue(0, 10);
  scheduler.Enqueue(1, 11);
  const auto handed = scheduler.Next();
  for (int i = 0; i < 4; ++i) {  // as much as fits
    scheduler.Enqueue(0, 20);
    scheduler.Enqueue(1, 21);
  }
  EXPECT_EQ(std::vector<int>(handed.begin(), handed.end()), (std::vector<int>{10, 11}));
}

TEST(PaperSchedulerTest, TooSmallOrTooLargeIsRefusedByName) {
  const auto context = [](std::uint32_t queues, std::uint32_t slots) {
    const Status status = CheckPaperScheduler({.queues = queues, .slots = slots});
    return status ? std::string() : status.error().context;
  };
  EXPECT_EQ(context(3, 1), "");
  EXPECT_EQ(context(2, 8), "queues: 2 is not 3 or more");
  EXPECT_EQ(context(3, 0), "slots: 0 is not 1 or more");
  EXPECT_EQ(context(1U << 20U, 1U << 20U),
            "queues 1048576 and slots 1048576: their product is not within 2^32");
}

}  // namespace
}  // namespace meguri
