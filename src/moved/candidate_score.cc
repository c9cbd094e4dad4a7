#include "moved/candidate_score.h"

#include <algorithm>
#include <cmath>

namespace meguri::moved {
namespace {

struct Weights {
  double bias;
  double text;
  double unlike;  // a text that has next to nothing of the old one
  double title;
  double headings;
  double anchor;
  double name;
  double path;
  double in_place;
  double is_new;
  double was_known;
  double redirect;
  double rule;
  double solved;
  // Of the sum above, so that scores are probabilities: log odds = slope × sum + shift.
  double slope;
  double shift;
};

// With the candidate's content, and without it (not to be used, or one of both has none). Weights
// are round numbers set by hand; slope and shift were fitted on 1,000 generated moves (odd seeds of
// tests/moved/generated_moves.h), from which they are 0.05 off on average instead of 0.07 with
// content, and 0.07 instead of 0.19 without.
constexpr Weights kWithText = {-7, 8, -2, 3, 1, 2, 1.5, 1.5, 1.5, 1, -3, 3, 2, 6, 1.3, 0.5};
constexpr Weights kWithTitle = {-6.5, 0, 0, 4, 1, 2, 2, 1.5, 1.5, 1, -3, 3, 2, 6, 1.3, 0.5};
constexpr Weights kLinksOnly = {-6, 0, 0, 0, 0, 4, 3, 1.5, 1.5, 1, -3, 3, 3, 6, 1.3, 2};

constexpr double kHardlyAlike = 0.05;
constexpr double kMostLogOdds = 12;

const Weights& WeightsFor(const Evidence& evidence) {
  if (evidence.has_text) return kWithText;
  return evidence.has_title ? kWithTitle : kLinksOnly;
}

double OddsBy(const Weights& weights, const Evidence& evidence) {
  double sum = weights.bias;
  sum += weights.text * evidence.text;
  sum += weights.unlike * std::max(0.0, 1 - (evidence.text / kHardlyAlike));
  sum += weights.title * evidence.worth * evidence.title;
  sum += weights.headings * evidence.headings;
  sum += weights.anchor * evidence.worth * evidence.anchor;
  sum += weights.name * evidence.worth * evidence.name;
  sum += weights.path * evidence.path;
  if (evidence.in_place) sum += weights.in_place;
  if (evidence.is_new) sum += weights.is_new;
  if (evidence.was_known) sum += weights.was_known;
  if (evidence.redirect) sum += weights.redirect;
  if (evidence.rule) sum += weights.rule;
  if (evidence.solved) sum += weights.solved;
  sum = (weights.slope * sum) + weights.shift;
  return std::exp(std::clamp(sum, -kMostLogOdds, kMostLogOdds));
}

}  // namespace

double OddsOf(const Evidence& evidence) { return OddsBy(WeightsFor(evidence), evidence); }
double LinkOddsOf(const Evidence& evidence) { return OddsBy(kLinksOnly, evidence); }

std::vector<double> SharedScores(std::span<const double> odds) {
  double sum = 1;
  for (const double each : odds)
    sum += each;
  std::vector<double> scores;
  scores.reserve(odds.size());
  for (const double each : odds)
    scores.push_back(each / sum);
  return scores;
}

}  // namespace meguri::moved
