// Scores are probabilities: of the candidates given 0.9, nine in ten are right.
//
// Measured on generated moves with even seeds; slope and shift of the scores come from odd ones.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "moved/moved_search.h"
#include "tests/moved/generated_moves.h"

namespace meguri::moved {
namespace {

constexpr int kMoves = 2'000;

struct Bin {
  int count = 0;
  int right = 0;
  double scores = 0;
  double mean() const { return count == 0 ? 0 : scores / count; }
  double share() const { return count == 0 ? 0 : static_cast<double>(right) / count; }
};

struct Reliability {
  std::array<Bin, 10> bins;
  int count = 0;
  double squares = 0;

  void Add(double score, bool right) {
    Bin& bin = bins[std::min<std::size_t>(9, static_cast<std::size_t>(score * 10))];
    ++bin.count;
    bin.right += right ? 1 : 0;
    bin.scores += score;
    ++count;
    squares += (score - (right ? 1 : 0)) * (score - (right ? 1 : 0));
  }
  double brier() const { return squares / count; }
  // The mean distance between what was said and what was so, weighted by how often it was said.
  double error() const {
    double sum = 0;
    for (const Bin& bin : bins)
      sum += bin.count * std::abs(bin.mean() - bin.share());
    return sum / count;
  }
  std::string Table() const {
    std::string table = "  said  was   pages\n";
    for (const Bin& bin : bins) {
      std::array<char, 64> line{};
      std::snprintf(line.data(), line.size(), "  %.2f  %.2f  %5d\n", bin.mean(), bin.share(),
                    bin.count);
      table += line.data();
    }
    return table;
  }
};

struct Measured {
  Reliability first;     // the likeliest of each move
  Reliability all;       // every candidate of 0.01 or more
  Reliability near_0_9;  // every candidate of 0.85 to 0.95
  int moved = 0;
  int found = 0;
  int wrong = 0;
};

Measured Measure(bool use_content, bool know_urls) {
  Measured measured;
  for (int i = 0; i < kMoves; ++i) {
    GeneratedMove move(2 * static_cast<std::uint64_t>(i));
    SearchOptions options{.budget = 60, .use_content = use_content};
    if (know_urls) {
      options.is_known = [&](std::string_view url) {
        return std::ranges::find(move.before, url) != move.before.end();
      };
    }
    const SearchResult result = FindMoved(move.old, move.site, options);
    measured.moved += move.truth.empty() ? 0 : 1;
    const bool is_right = !result.candidates.empty() && result.candidates[0].url == move.truth;
    if (result.verdict == Verdict::kFound) ++(is_right ? measured.found : measured.wrong);
    if (!result.candidates.empty()) measured.first.Add(result.candidates[0].score, is_right);
    for (const Candidate& candidate : result.candidates) {
      if (candidate.score < 0.01) continue;
      const bool right = candidate.url == move.truth;
      measured.all.Add(candidate.score, right);
      if (candidate.score >= 0.85 && candidate.score <= 0.95)
        measured.near_0_9.Add(candidate.score, right);
    }
  }
  return measured;
}

double NearNineTenths(const Measured& measured) {
  const Bin& low = measured.near_0_9.bins[8];
  const Bin& high = measured.near_0_9.bins[9];
  return static_cast<double>(low.right + high.right) / (low.count + high.count);
}

void Report(const char* name, const Measured& measured) {
  std::printf("%s: %d of %d found, %d wrong; first ones: Brier %.3f, off by %.3f\n%s", name,
              measured.found, measured.moved, measured.wrong, measured.first.brier(),
              measured.first.error(), measured.first.Table().c_str());
  std::printf("all candidates: off by %.3f; of %d at 0.85 to 0.95: %.3f\n%s", measured.all.error(),
              measured.near_0_9.count, NearNineTenths(measured), measured.all.Table().c_str());
}

TEST(CalibrationTest, WithContent) {
  const Measured measured = Measure(true, false);
  Report("content", measured);
  EXPECT_GT(measured.found, measured.moved * 7 / 10);
  EXPECT_GE(NearNineTenths(measured), 0.8);
  EXPECT_LE(measured.first.error(), 0.06);
  EXPECT_LE(measured.first.brier(), 0.1);
}

TEST(CalibrationTest, WithContentAndKnownUrls) {
  const Measured measured = Measure(true, true);
  Report("content and known URLs", measured);
  EXPECT_GE(NearNineTenths(measured), 0.8);
  EXPECT_LE(measured.first.error(), 0.06);
}

TEST(CalibrationTest, WithoutContent) {
  const Measured measured = Measure(false, false);
  Report("no content", measured);
  EXPECT_LE(measured.first.error(), 0.12);
}

}  // namespace
}  // namespace meguri::moved
