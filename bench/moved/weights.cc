// Are the weights of the search for moved pages those of its data, or of these five sites?
//
//   moved_weights FOLDER knowledge        what the search does with what it knows of the page
//   moved_weights FOLDER leave-one-out N  N other choices of weights, drawn at random
//
// Leave-one-out: of the choices the ten best on all sites but one are taken, their mean weights
// tried on that one. Draws know nothing of the default, which was chosen with all sites in sight:
// each weight is from 1/4 to 8, evenly on a logarithmic scale.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sim/moved/meguri_method.h"
#include "sim/order/parallel_runs.h"

namespace meguri {
namespace {

constexpr int kBudget = 100;
constexpr std::array<int, 3> kWithin = {10, 20, 50};

using Weight = double moved::SearchWeights::*;
constexpr std::array<Weight, 19> kWeights = {
    &moved::SearchWeights::text,           &moved::SearchWeights::name,
    &moved::SearchWeights::path,           &moved::SearchWeights::tail,
    &moved::SearchWeights::places,         &moved::SearchWeights::unknown,
    &moved::SearchWeights::standing,       &moved::SearchWeights::index,
    &moved::SearchWeights::shallow,        &moved::SearchWeights::read_beside,
    &moved::SearchWeights::read_around,    &moved::SearchWeights::parent,
    &moved::SearchWeights::home,           &moved::SearchWeights::directory,
    &moved::SearchWeights::dead_directory, &moved::SearchWeights::unseen_directory,
    &moved::SearchWeights::shifted,        &moved::SearchWeights::renamed,
    &moved::SearchWeights::heading_trust};

struct Snap {
  std::unique_ptr<SiteSnapshot> before;
  std::unique_ptr<SiteSnapshot> after;
};

struct Found {
  int requests = kBudget + 1;  // until the page was read
  int made = 0;
  bool first = false;
  bool answer = false;  // some page was said to be it
};

class Study {
 public:
  explicit Study(std::string folder) : folder_(std::move(folder)) {}

  Status Read() {
    RealFiles files;
    MEGURI_TRY(cases_, ReadMovedCases(files, folder_));
    for (const MovedSnap& snap : cases_.snaps) {
      Snap& into = snaps_.emplace_back();
      const std::string stem = folder_ + "/" + snap.name;
      MEGURI_TRY(into.before, SiteSnapshot::Read(files, stem + ".old", snap.hosts, true));
      MEGURI_TRY(into.after, SiteSnapshot::Read(files, stem + ".new", snap.hosts, true));
    }
    return {};
  }

  const std::vector<MovedCase>& cases() const { return cases_.cases; }
  const std::string& SiteOf(std::size_t number) const {
    return cases_.snaps[cases_.cases[number].snap].site;
  }

  std::vector<Found> Run(const MeguriMethodOptions& options, bool obey_robots) const {
    std::vector<Found> found(cases_.cases.size());
    const std::atomic<bool> never{false};
    RunParallel(0, found.size(), never,
                [&](std::size_t i) { found[i] = RunOne(cases_.cases[i], options, obey_robots); });
    return found;
  }

 private:
  Found RunOne(const MovedCase& wanted, const MeguriMethodOptions& options,
               bool obey_robots) const {
    const Snap& snap = snaps_[wanted.snap];
    const MovedQuestion question{cases_, wanted, *snap.before, *snap.after};
    SnapshotSite site(*snap.after, {.budget = kBudget,
                                    .free_url = snap.before->UrlOf(wanted.old_path),
                                    .read_robots = true,
                                    .obey_robots = obey_robots});
    const moved::SearchResult result = SearchAsMeguri(question, site, kBudget, options);
    std::vector<std::string> accepted;
    for (const std::string& path : wanted.new_paths)
      accepted.push_back(snap.after->UrlOf(path));
    Found found{.requests = site.RequestsUntil(accepted).value_or(kBudget + 1)};
    found.made = site.requests();
    found.first = !result.candidates.empty() &&
                  std::ranges::find(accepted, result.candidates[0].url) != accepted.end();
    found.answer = result.verdict == moved::Verdict::kFound;
    return found;
  }

  std::string folder_;
  MovedCases cases_;
  std::vector<Snap> snaps_;
};

int CountWithin(const std::vector<Found>& found, int requests) {
  int count = 0;
  for (const Found& each : found)
    count += each.requests <= requests ? 1 : 0;
  return count;
}

void ShowKnowledge(const Study& study) {
  using enum MovedKnowledge;
  struct Row {
    const char* name;
    MeguriMethodOptions options;
    bool obey;
  };
  const std::array<Row, 9> rows = {{{"archive", {.knows = kArchive}, false},
                                    {"HTML", {.knows = kContent}, false},
                                    {"title", {.knows = kTitle}, false},
                                    {"URL", {.knows = kUrl}, false},
                                    {"archive, other moves", {.learn = true}, false},
                                    {"no content", {.use_content = false}, false},
                                    {"archive, obeying", {.knows = kArchive}, true},
                                    {"HTML, obeying", {.knows = kContent}, true},
                                    {"title, obeying", {.knows = kTitle}, true}}};
  fmt::print("{:22}{:>5}{:>5}{:>5}{:>6}{:>7}{:>7}{:>7}{:>10}\n", "known", 10, 20, 50, "read",
             "first", "found", "wrong", "requests");
  for (const Row& row : rows) {
    const std::vector<Found> found = study.Run(row.options, row.obey);
    int first = 0;
    int right = 0;
    int wrong = 0;
    int made = 0;
    std::string which;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Found& each = found[i];
      if (each.requests <= kBudget && each.first) ++first;
      if (each.answer) ++(each.first ? right : wrong);
      if (each.answer && !each.first) which += " " + study.cases()[i].id;
      made += each.made;
    }
    fmt::print("{:22}{:5}{:5}{:5}{:6}{:7}{:7}{:7}{:10.1f}{}\n", row.name, CountWithin(found, 10),
               CountWithin(found, 20), CountWithin(found, 50), CountWithin(found, kBudget), first,
               right, wrong, made / static_cast<double>(found.size()), which);
  }
}

moved::SearchWeights Drawn(std::uint64_t seed) {
  moved::SearchWeights weights;
  if (seed == 0) return weights;
  Random random(seed);
  for (const Weight weight : kWeights)
    weights.*weight = std::exp2((5 * random.Double()) - 2);
  weights.heading_trust = std::min(weights.heading_trust, 1.0);
  return weights;
}

// What a search costs: each doubling alike, what isn't found like 200 requests.
double Cost(const Found& found) {
  return std::log2(found.requests > kBudget ? 2.0 * kBudget : found.requests);
}

// The geometric mean of the choices: a single one is best by luck as well.
moved::SearchWeights MeanOf(const std::vector<std::size_t>& choices) {
  moved::SearchWeights mean;
  for (const Weight weight : kWeights) {
    double logs = 0;
    for (const std::size_t choice : choices)
      logs += std::log(Drawn(choice).*weight);
    mean.*weight = std::exp(logs / static_cast<double>(choices.size()));
  }
  return mean;
}

void LeaveOneOut(const Study& study, std::size_t choices) {
  std::vector<std::vector<Found>> all;
  for (std::size_t seed = 0; seed <= choices; ++seed)
    all.push_back(study.Run({.weights = Drawn(seed)}, false));
  std::map<std::string, std::vector<std::size_t>> sites;
  for (std::size_t i = 0; i < study.cases().size(); ++i)
    sites[study.SiteOf(i)].push_back(i);
  // Sites count alike, however many cases they have.
  const auto cost_on = [&](std::size_t choice, const std::string& site) {
    double sum = 0;
    for (const std::size_t i : sites.at(site))
      sum += Cost(all[choice][i]);
    return sum / static_cast<double>(sites.at(site).size());
  };
  std::array<int, kWithin.size()> left_out{};
  fmt::print("{:12}{:>6}   within 10, 20, 50: {:14}{:14}\n", "left out", "cases", "chosen",
             "default");
  for (const auto& [site, numbers] : sites) {
    std::vector<std::pair<double, std::size_t>> costs;
    for (std::size_t choice = 1; choice < all.size(); ++choice) {
      double cost = 0;
      for (const auto& [other, ignored] : sites) {
        if (other != site) cost += cost_on(choice, other);
      }
      costs.emplace_back(cost, choice);
    }
    std::ranges::sort(costs);
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < std::min<std::size_t>(10, costs.size()); ++i)
      best.push_back(costs[i].second);
    const std::vector<Found> tried = study.Run({.weights = MeanOf(best)}, false);
    std::array<int, kWithin.size()> chosen{};
    std::array<int, kWithin.size()> usual{};
    for (const std::size_t i : numbers) {
      for (std::size_t x = 0; x < kWithin.size(); ++x) {
        chosen[x] += tried[i].requests <= kWithin[x] ? 1 : 0;
        usual[x] += all[0][i].requests <= kWithin[x] ? 1 : 0;
      }
    }
    for (std::size_t x = 0; x < kWithin.size(); ++x)
      left_out[x] += chosen[x];
    fmt::print("{:12}{:6}                      {:2} {:2} {:2}      {:2} {:2} {:2}\n", site,
               numbers.size(), chosen[0], chosen[1], chosen[2], usual[0], usual[1], usual[2]);
  }
  const double cases = static_cast<double>(study.cases().size());
  fmt::print("left out, per cent within 10, 20, 50: {:.1f} {:.1f} {:.1f}\n",
             100 * left_out[0] / cases, 100 * left_out[1] / cases, 100 * left_out[2] / cases);
  // And how much any of them matters.
  for (const int within : kWithin) {
    std::vector<int> counts;
    for (std::size_t choice = 1; choice < all.size(); ++choice)
      counts.push_back(CountWithin(all[choice], within));
    std::ranges::sort(counts);
    fmt::print("within {}: default {}, of the {} choices the worst {}, median {}, best {}\n",
               within, CountWithin(all[0], within), counts.size(), counts.front(),
               counts[counts.size() / 2], counts.back());
  }
}

int Main(const std::vector<std::string>& arguments) {
  const bool leave = arguments.size() == 3 && arguments[1] == "leave-one-out";
  const int choices = leave ? std::atoi(arguments[2].c_str()) : 0;
  if ((leave && choices < 1) ||
      (!leave && (arguments.size() != 2 || arguments[1] != "knowledge"))) {
    fmt::print(stderr, "usage: moved_weights FOLDER knowledge | leave-one-out N\n");
    return 2;
  }
  Study study(arguments[0]);
  if (const Status read = study.Read(); !read) {
    fmt::print(stderr, "moved_weights: {}\n", read.error().context);
    return 2;
  }
  if (leave) {
    LeaveOneOut(study, static_cast<std::size_t>(choices));
  } else {
    ShowKnowledge(study);
  }
  return 0;
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) { return meguri::Main({argv + 1, argv + argc}); }
