// Are the weights of the search for moved pages those of its data, or of these five sites?
//
//   moved_weights knowledge FOLDER
//     what the search does with what it knows of the page
//   moved_weights leave-one-out N FOLDER [MORE…]
//     N other choices of weights, drawn at random
//   moved_weights deleted N FOLDER
//     pages that are deleted, N of each snapshot
//
// Leave-one-out: of the choices the ten best on all sites but one are taken; their mean weights are
// improved on these sites, one after the other doubled or halved where that helps, twice round; and
// what comes of it is tried on the site left out. That is done with each site of FOLDER; those of
// MORE serve for the choice alone. Draws know nothing of the default, which was chosen with
// FOLDER's sites in sight: each weight is from 1/4 to 8, evenly on a logarithmic scale.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sim/moved/meguri_method.h"
#include "sim/order/parallel_runs.h"

namespace meguri {
namespace {

constexpr int kBudget = 100;
constexpr double kSameText = 0.97;  // another URL of the page
constexpr std::size_t kLeastText = 200;
constexpr int kRounds = 2;  // of improving each weight
constexpr std::array<int, 3> kWithin = {10, 20, 50};

using Weight = double moved::SearchWeights::*;
constexpr std::array<Weight, 20> kWeights = {
    &moved::SearchWeights::text,           &moved::SearchWeights::name,
    &moved::SearchWeights::path,           &moved::SearchWeights::tail,
    &moved::SearchWeights::places,         &moved::SearchWeights::unknown,
    &moved::SearchWeights::standing,       &moved::SearchWeights::index,
    &moved::SearchWeights::shallow,        &moved::SearchWeights::read_beside,
    &moved::SearchWeights::read_around,    &moved::SearchWeights::parent,
    &moved::SearchWeights::home,           &moved::SearchWeights::directory,
    &moved::SearchWeights::dead_directory, &moved::SearchWeights::unseen_directory,
    &moved::SearchWeights::shifted,        &moved::SearchWeights::renamed,
    &moved::SearchWeights::heading_trust,  &moved::SearchWeights::dead_parent};

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
  // Its moves are put to those read before.
  Status Read(const std::string& folder) {
    RealFiles files;
    auto data = std::make_unique<Data>();
    MEGURI_TRY(data->moves, ReadMovedCases(files, folder));
    for (const MovedSnap& snap : data->moves.snaps) {
      Snap& into = data->snaps.emplace_back();
      const std::string stem = folder + "/" + snap.name;
      MEGURI_TRY(into.before, SiteSnapshot::Read(files, stem + ".old", snap.hosts, true));
      MEGURI_TRY(into.after, SiteSnapshot::Read(files, stem + ".new", snap.hosts, true));
    }
    for (const MovedCase& each : data->moves.cases)
      cases_.push_back({.of = data.get(), .moved = &each});
    data_.push_back(std::move(data));
    return {};
  }

  std::size_t size() const { return cases_.size(); }
  // How many came from the folder that was read first.
  std::size_t of_first() const { return data_.front()->moves.cases.size(); }
  const std::string& IdOf(std::size_t number) const { return cases_[number].moved->id; }
  const std::string& SiteOf(std::size_t number) const {
    const Case& each = cases_[number];
    return each.of->moves.snaps[each.moved->snap].site;
  }

  // `left_out`: a site whose cases are not searched.
  std::vector<Found> Run(const MeguriMethodOptions& options, bool obey_robots,
                         const std::string& left_out = "") const {
    std::vector<Found> found(cases_.size());
    const std::atomic<bool> never{false};
    RunParallel(0, found.size(), never, [&](std::size_t i) {
      if (left_out.empty() || SiteOf(i) != left_out)
        found[i] = RunOne(cases_[i], options, obey_robots);
    });
    return found;
  }

  // Searches for pages that are deleted, `each` of each snapshot, of which the HTML is known.
  template <class See>
  void ForEachDeleted(std::size_t each, const See& see) const {
    for (const auto& data : data_) {
      for (const Snap& snap : data->snaps) {
        Random random(each);
        std::vector<std::string> paths = snap.before->paths();
        std::ranges::sort(paths);
        for (std::size_t done = 0, tries = 0; done < each && tries < paths.size(); ++tries) {
          const std::string& path = paths[random.Uniform(paths.size())];
          const moved::SitePage* const page = snap.before->Find(path);
          if (path == "/" || page == nullptr || page->text.size() < kLeastText) continue;
          ++done;
          const std::string url = snap.before->UrlOf(path);
          const MovedCase wanted{.root_old = "/", .root_new = "/", .old_path = path};
          SnapshotSite site(*snap.before,
                            {.budget = kBudget, .deleted_url = url, .read_robots = true});
          see(url, SearchAsMeguri({data->moves, wanted, *snap.before, *snap.before}, site, kBudget,
                                  {.knows = MovedKnowledge::kContent}));
        }
      }
    }
  }

 private:
  struct Data {
    MovedCases moves;
    std::vector<Snap> snaps;
  };
  struct Case {
    const Data* of;
    const MovedCase* moved;
  };

  static Found RunOne(const Case& each, const MeguriMethodOptions& options, bool obey_robots) {
    const MovedCase& wanted = *each.moved;
    const Snap& snap = each.of->snaps[wanted.snap];
    const MovedQuestion question{each.of->moves, wanted, *snap.before, *snap.after};
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

  std::vector<std::unique_ptr<Data>> data_;
  std::vector<Case> cases_;
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
      if (each.answer && !each.first) which += " " + study.IdOf(i);
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

using Sites = std::map<std::string, std::vector<std::size_t>>;  // the numbers of their cases
using Counts = std::array<int, kWithin.size()>;

Counts CountOn(const std::vector<Found>& found, const std::vector<std::size_t>& numbers) {
  Counts counts{};
  for (const std::size_t i : numbers) {
    for (std::size_t x = 0; x < kWithin.size(); ++x)
      counts[x] += found[i].requests <= kWithin[x] ? 1 : 0;
  }
  return counts;
}

// On all sites but one, which count alike, however many cases they have.
double CostWithout(const std::string& left_out, const Sites& sites,
                   const std::vector<Found>& found) {
  double cost = 0;
  for (const auto& [site, numbers] : sites) {
    if (site == left_out) continue;
    double sum = 0;
    for (const std::size_t i : numbers)
      sum += Cost(found[i]);
    cost += sum / static_cast<double>(numbers.size());
  }
  return cost;
}

moved::SearchWeights ChosenWithout(const std::string& left_out, const Sites& sites,
                                   const std::vector<std::vector<Found>>& all) {
  std::vector<std::pair<double, std::size_t>> costs;
  for (std::size_t choice = 1; choice < all.size(); ++choice)
    costs.emplace_back(CostWithout(left_out, sites, all[choice]), choice);
  std::ranges::sort(costs);
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, costs.size()); ++i)
    best.push_back(costs[i].second);
  return MeanOf(best);
}

// One weight after the other, doubled or halved if that costs less on all sites but one.
moved::SearchWeights ImprovedWithout(const std::string& left_out, const Sites& sites,
                                     const Study& study, moved::SearchWeights weights) {
  const auto cost = [&](const moved::SearchWeights& of) {
    return CostWithout(left_out, sites, study.Run({.weights = of}, false, left_out));
  };
  double least = cost(weights);
  for (int round = 0; round < kRounds; ++round) {
    for (const Weight weight : kWeights) {
      for (const double factor : {2.0, 0.5}) {
        moved::SearchWeights other = weights;
        other.*weight *= factor;
        const double now = cost(other);
        if (now >= least) continue;
        least = now;
        weights = other;
        break;
      }
    }
  }
  return weights;
}

// How much any choice matters.
void ShowSpread(const std::vector<std::vector<Found>>& all) {
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

void LeaveOneOut(const Study& study, std::size_t choices) {
  std::vector<std::vector<Found>> all;
  for (std::size_t seed = 0; seed <= choices; ++seed)
    all.push_back(study.Run({.weights = Drawn(seed)}, false));
  Sites sites;
  std::set<std::string> left_out;
  for (std::size_t i = 0; i < study.size(); ++i) {
    sites[study.SiteOf(i)].push_back(i);
    if (i < study.of_first()) left_out.insert(study.SiteOf(i));
  }
  Counts sum{};
  fmt::print("{:12}{:>6}   within 10, 20, 50: {:14}{:14}\n", "left out", "cases", "chosen",
             "default");
  for (const std::string& site : left_out) {
    const std::vector<std::size_t>& numbers = sites[site];
    const moved::SearchWeights weights =
        ImprovedWithout(site, sites, study, ChosenWithout(site, sites, all));
    const Counts chosen = CountOn(study.Run({.weights = weights}, false), numbers);
    const Counts usual = CountOn(all[0], numbers);
    for (std::size_t x = 0; x < kWithin.size(); ++x)
      sum[x] += chosen[x];
    fmt::print("{:12}{:6}                      {:2} {:2} {:2}      {:2} {:2} {:2}\n", site,
               numbers.size(), chosen[0], chosen[1], chosen[2], usual[0], usual[1], usual[2]);
    std::fflush(stdout);
  }
  const double cases = static_cast<double>(study.of_first());
  fmt::print("left out, per cent within 10, 20, 50: {:.1f} {:.1f} {:.1f}\n", 100 * sum[0] / cases,
             100 * sum[1] / cases, 100 * sum[2] / cases);
  ShowSpread(all);
}

// Pages taken out of the sites as they were, for good: whatever is given as the answer is wrong,
// but for another page with the same text.
void ShowDeleted(const Study& study, std::size_t each) {
  int answers = 0;
  int copies = 0;
  std::size_t searches = 0;
  study.ForEachDeleted(each, [&](const std::string& url, const moved::SearchResult& result) {
    ++searches;
    if (result.verdict != moved::Verdict::kFound) return;
    ++answers;
    const moved::Candidate& first = result.candidates.front();
    if (first.text >= kSameText) {
      ++copies;
      return;
    }
    fmt::print("{:.2f} text {:.2f} {} -> {}\n", first.score, first.text, url, first.url);
  });
  fmt::print("{} deleted pages: {} answers, {} of them copies (text {:.0f} % alike)\n", searches,
             answers, copies, 100 * kSameText);
}

int Main(const std::vector<std::string>& arguments) {
  const std::string what = arguments.empty() ? "" : arguments[0];
  const bool counts = what == "leave-one-out" || what == "deleted";
  const int number = counts && arguments.size() >= 3 ? std::atoi(arguments[1].c_str()) : 0;
  const bool is_right = counts ? number >= 1 && (what != "deleted" || arguments.size() == 3)
                               : what == "knowledge" && arguments.size() == 2;
  if (!is_right) {
    fmt::print(stderr,
               "usage: moved_weights knowledge FOLDER | leave-one-out N FOLDER [MORE...] | "
               "deleted N FOLDER\n");
    return 2;
  }
  Study study;
  for (std::size_t i = counts ? 2 : 1; i < arguments.size(); ++i) {
    if (const Status read = study.Read(arguments[i]); !read) {
      fmt::print(stderr, "moved_weights: {}\n", read.error().context);
      return 2;
    }
  }
  if (what == "leave-one-out") {
    LeaveOneOut(study, static_cast<std::size_t>(number));
  } else if (what == "deleted") {
    ShowDeleted(study, static_cast<std::size_t>(number));
  } else {
    ShowKnowledge(study);
  }
  return 0;
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) { return meguri::Main({argv + 1, argv + argc}); }
