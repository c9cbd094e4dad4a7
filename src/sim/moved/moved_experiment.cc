#include "sim/moved/moved_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/printable.h"
#include "moved/paper/path_search.h"
#include "moved/paper/plain_search.h"
#include "sim/order/parallel_runs.h"

namespace meguri {
namespace {

using Kind = MovedMethod::Kind;
using Snapshot = std::unique_ptr<SiteSnapshot>;

// One search of one case.
class MovedRun {
 public:
  MovedRun(const MovedQuestion& question, const MovedPlan& plan)
      : question_(question),
        plan_(plan),
        old_url_(question.before.UrlOf(question.wanted.old_path)),
        root_(question.after.UrlOf(question.wanted.root_new)) {
    for (const std::string& path : question.wanted.new_paths)
      wanted_.push_back(question.after.UrlOf(path));
  }

  MovedResult Run(const MovedMethod& method) const {
    MovedResult result;
    SnapshotSite site(question_.after,
                      {.budget = method.kind == Kind::kMeguri ? plan_.meguri_budget
                                                              : SnapshotSiteOptions().budget,
                       .free_url = old_url_,
                       .read_robots = method.kind == Kind::kMeguri,
                       .obey_robots = plan_.obey_robots});
    const moved::PageVisitor until_found = [&](const std::string&, const moved::SitePage&) {
      return !site.RequestsUntil(wanted_).has_value();
    };
    switch (method.kind) {
      case Kind::kPaper:
        moved::SearchAlongPaths(Prepare(method, result), old_url_, root_, site, until_found);
        break;
      case Kind::kDirectory:
        moved::SearchDirectories(old_url_, root_, site, until_found);
        break;
      case Kind::kBreadthFirst:
        moved::SearchBreadthFirst(old_url_, root_, site, until_found);
        break;
      case Kind::kDepthFirst:
        moved::SearchDepthFirst(old_url_, root_, site, until_found);
        break;
      case Kind::kMeguri:
        plan_.meguri(question_, site);
        break;
    }
    result.requests = site.RequestsUntil(wanted_);
    result.gone += site.gone();
    result.made += site.requests();
    return result;
  }

 private:
  std::vector<moved::LinkPath> Prepare(const MovedMethod& method, MovedResult& result) const {
    SnapshotSite site(question_.before, {.obey_robots = plan_.obey_robots});
    const std::string root = question_.before.UrlOf(question_.wanted.root_old);
    std::vector<moved::LinkPath> paths =
        moved::FindLinkPaths(old_url_, root, site, {.more_calls = method.more_calls});
    result.preparation = result.made = site.requests();
    result.gone = site.gone();
    result.paths = paths.size();
    result.stored = moved::SizeOf(paths);
    return paths;
  }

  const MovedQuestion& question_;
  const MovedPlan& plan_;
  const std::string old_url_;
  const std::string root_;
  std::vector<std::string> wanted_;
};

tl::unexpected<Error> NotThere(const MovedCase& wanted, std::string_view path,
                               const std::string& file) {
  return Fail(ErrorCode::kCorrupt, fmt::format("{}.jsonl.zst: case {}: has no page {}", file,
                                               Printable(wanted.id), Printable(path)));
}

class MovedExperiment {
 public:
  MovedExperiment(Files& files, std::string folder, const MovedCases& cases, const MovedPlan& plan,
                  MovedProgress& progress)
      : files_(files), folder_(std::move(folder)), cases_(cases), plan_(plan), progress_(progress) {
    const auto needs_html = [](const MovedMethod& method) { return method.kind == Kind::kMeguri; };
    with_html_ = plan.obey_robots || std::ranges::any_of(plan.methods, needs_html);
    done_.resize(cases.cases.size() * plan.methods.size());
  }

  Result<std::vector<MovedResult>> Run() {
    for (std::size_t snap = 0; snap < cases_.snaps.size() && !progress_.stop; ++snap)
      MEGURI_CHECK_STATUS(RunSnap(snap));
    std::vector<MovedResult> results;
    for (const std::optional<MovedResult>& each : done_) {
      if (each) results.push_back(*each);
    }
    return results;
  }

 private:
  Status RunSnap(std::size_t snap) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < cases_.cases.size(); ++i) {
      if (cases_.cases[i].snap == snap) numbers.push_back(i);
    }
    if (numbers.empty()) return {};
    const std::string stem = fmt::format("{}/{}", folder_, cases_.snaps[snap].name);
    const std::array<std::string, 2> names = {stem + ".old", stem + ".new"};
    std::array<Result<Snapshot>, 2> read;
    RunParallel(plan_.threads, names.size(), progress_.stop, [&](std::size_t i) {
      read[i] = SiteSnapshot::Read(files_, names[i], cases_.snaps[snap].hosts, with_html_);
    });
    for (const Result<Snapshot>& each : read) {
      if (!each) return tl::unexpected(each.error());
      if (*each == nullptr) return {};  // stopped
    }
    const SiteSnapshot& before = **read[0];
    const SiteSnapshot& after = **read[1];
    for (const std::size_t number : numbers)
      MEGURI_CHECK_STATUS(Check(cases_.cases[number], before, after, names));
    const std::size_t methods = plan_.methods.size();
    RunParallel(plan_.threads, numbers.size() * methods, progress_.stop, [&](std::size_t run) {
      const std::size_t number = numbers[run / methods];
      const std::size_t method = run % methods;
      const MovedQuestion question{cases_, cases_.cases[number], before, after};
      MovedResult result = MovedRun(question, plan_).Run(plan_.methods[method]);
      result.number = number;
      result.method = method;
      done_[number * methods + method] = result;
      ++progress_.searches_done;
    });
    return {};
  }

  static Status Check(const MovedCase& wanted, const SiteSnapshot& before,
                      const SiteSnapshot& after, const std::array<std::string, 2>& names) {
    const auto has = [](const SiteSnapshot& site, const std::string& path) {
      const auto key = site.KeyOf(site.UrlOf(path));
      return key && site.Has(*key);
    };
    if (!has(before, wanted.old_path)) return NotThere(wanted, wanted.old_path, names[0]);
    if (!has(before, wanted.root_old)) return NotThere(wanted, wanted.root_old, names[0]);
    if (!has(after, wanted.root_new)) return NotThere(wanted, wanted.root_new, names[1]);
    const auto is_there = [&](const std::string& path) { return has(after, path); };
    if (std::ranges::none_of(wanted.new_paths, is_there))
      return NotThere(wanted, wanted.new_paths.front(), names[1]);
    return {};
  }

  Files& files_;
  const std::string folder_;
  const MovedCases& cases_;
  const MovedPlan& plan_;
  MovedProgress& progress_;
  bool with_html_ = false;
  std::vector<std::optional<MovedResult>> done_;
};

}  // namespace

Result<std::vector<MovedResult>> RunMovedExperiment(Files& files, const std::string& folder,
                                                    const MovedCases& cases, const MovedPlan& plan,
                                                    MovedProgress& progress) {
  return MovedExperiment(files, folder, cases, plan, progress).Run();
}

double CaptureRate(const std::vector<MovedResult>& results, std::size_t method,
                   bool with_preparation, int requests) {
  int searches = 0;
  int found = 0;
  for (const MovedResult& result : results) {
    if (result.method != method) continue;
    ++searches;
    if (!result.requests) continue;
    if (*result.requests + (with_preparation ? result.preparation : 0) <= requests) ++found;
  }
  return searches == 0 ? 0 : static_cast<double>(found) / searches;
}

}  // namespace meguri
