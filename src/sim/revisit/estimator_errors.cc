#include "sim/revisit/estimator_errors.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "sim/revisit/revisit_replay.h"

namespace meguri {
namespace {

class Recorder : public ReplayListener {
 public:
  explicit Recorder(std::vector<EstimatorErrors>& errors) : errors_(errors) {}

  void OnEnd(const RevisitPage& page, double rate) {
    EstimatorErrors& errors = errors_[page.site];
    errors.expected += page.rate * (page.end - page.begin);
    if (rate <= 0 || page.rate <= 0) return;
    const double error = std::log(rate / page.rate);
    ++errors.pages;
    errors.sum += error;
    errors.squares += error * error;
  }
  void OnSite(std::uint32_t site, const RevisitCounts& counts) {
    errors_[site].accesses = counts.accesses;
  }

 private:
  std::vector<EstimatorErrors>& errors_;
};

// Of those that visit every 1/λ at a stretch of 1; cgm and azar have the estimator of meguri.
template <class Policy>
constexpr bool kHasEstimator =
    std::is_same_v<Policy, revisit::PaperPolicy> || std::is_same_v<Policy, revisit::MlePolicy> ||
    std::is_same_v<Policy, revisit::MeguriPolicy>;

}  // namespace

double EstimatorErrors::bias() const {
  return pages == 0 ? 0 : std::expm1(sum / static_cast<double>(pages));
}

double EstimatorErrors::spread() const {
  if (pages == 0) return 0;
  const auto count = static_cast<double>(pages);
  const double mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean));
}

std::vector<EstimatorErrors> MeasureEstimator(const RevisitPages& pages,
                                              const revisit::Policy& policy, std::uint64_t seed) {
  std::vector<EstimatorErrors> errors;
  std::visit(
      [&]<class P>(const P& each) {
        if constexpr (kHasEstimator<P>) {
          errors.resize(pages.sites.size());
          Recorder recorder(errors);
          const ReplayOptions options{.tuning = {.stretch = 1, .goal = 0}, .seed = seed};
          RevisitReplay(pages, each, options, recorder).Run();
        }
      },
      policy);
  return errors;
}

}  // namespace meguri
