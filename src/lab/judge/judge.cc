#include "lab/judge/judge.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "lab/judge/name_numbers.h"
#include "lab/judge/robots_history.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr std::size_t kMaxAgents = 1000;  // that are counted
constexpr std::uint64_t kProgressLines = 4096;

void AddWrong(WrongRequests& wrong, std::size_t max_listed, WrongRequest request) {
  ++wrong.count;
  // Lines are read in their order: the first are the first.
  if (wrong.list.size() < max_listed) wrong.list.push_back(std::move(request));
}

// What is no HTTP has no method, but the server had to answer it.
bool IsRequest(const LogLine& line) {
  return line.method.empty() ? line.status != 0 : line.method != "CONNECT";
}

bool IsFetch(const LogLine& line) {
  return line.status == 200 && (line.ended == LogEnd::kSent || line.ended == LogEnd::kClosed);
}

class Judge {
 public:
  Judge(LogReader& log, const JudgeOptions& options, const VirtualWeb* web)
      : log_(log), options_(options), web_(web) {
    if (web != nullptr) robots_.emplace(*web, log.head());
  }

  Result<Judgement> Run() {
    MEGURI_CHECK_STATUS(EachLine([this](const LogLine& line) { Count(line); }));
    result_.cut_short = log_.cut_short();
    if (first_start_ <= last_end_) {
      result_.span = std::chrono::microseconds(last_end_ - first_start_);
    }
    JudgeManners();
    CountRepeats();
    if (robots_) {
      robots_->Seal();
      result_.robots.emplace();
    }
    if (robots_ || !wanted_.empty()) {
      MEGURI_CHECK_STATUS(EachLine([this](const LogLine& line) { JudgeLine(line); }));
    }
    ListRepeats();
    if (robots_) Cover();
    return std::move(result_);
  }

 private:
  template <class Visit>
  Status EachLine(const Visit& visit) {
    log_.Rewind();
    LogLine line;
    std::uint64_t lines = 0;
    for (;;) {
      MEGURI_TRY(const bool more, log_.Next(line));
      if (!more) return {};
      visit(line);
      if (options_.progress && ++lines % kProgressLines == 0) {
        options_.progress(lines, log_.bytes_read());
      }
    }
  }

  // First pass: all that is needed before any request can be judged.
  void Count(const LogLine& line) {
    ++result_.lines;
    last_end_ = std::max(last_end_, line.end);
    first_start_ = std::min(first_start_, line.start);
    JudgeAddress(line);
    if (!IsRequest(line)) {
      result_.connections += line.method.empty() ? 1 : 0;
      return;
    }
    ++result_.requests;
    result_.answered += line.status != 0 ? 1 : 0;
    requests_.push_back({.start = line.start,
                         .end = line.end,
                         .line = line.number,
                         .host = hosts_.NumberOf(line.host),
                         .server = servers_.NumberOf(line.server)});
    const bool is_url = url_.Assign(line.url);
    const bool is_robots = is_url && url_.is_http() && RobotsHistory::IsRobotsTxt(url_);
    if (is_robots && robots_ && line.method == "GET") robots_->Add(url_, line);
    if (!is_robots && IsFetch(line)) fetches_.push_back(RequestHash(line, is_url));
    CountAgent(line.agent);
  }

  void JudgeAddress(const LogLine& line) {
    const auto& forbidden = log_.head().forbidden;
    if (!forbidden) return;
    if (forbidden_text_.empty()) forbidden_text_ = forbidden->ToString();
    if (line.server != forbidden_text_ && line.host != forbidden_text_) return;
    AddWrong(result_.forbidden_address, options_.max_listed,
             {line.number, std::string(line.url.empty() ? line.host : line.url),
              "a connection to " + forbidden_text_ + ", which nobody may ask"});
  }

  void CountAgent(std::string_view agent) {
    if (agents_.size() < kMaxAgents || agents_.contains(std::string(agent))) {
      ++agents_[std::string(agent)];
    }
  }

  // Of method and URL, the URL in the form in which a page of the web is looked up. REQUIRES:
  // url_ is the line's, if that is one.
  std::uint64_t RequestHash(const LogLine& line, bool is_url) {
    scratch_.assign(line.method).append(" ");
    scratch_.append(is_url ? url_.without_fragment() : line.url);
    return StableHash64(scratch_);
  }

  void JudgeManners() {
    result_.hosts = JudgePoliteness(requests_, &TimedRequest::host, hosts_.names(),
                                    options_.interval, options_.max_listed);
    result_.servers = JudgePoliteness(requests_, &TimedRequest::server, servers_.names(),
                                      options_.interval, options_.max_listed);
    requests_ = {};
  }

  // Sorts the fetches and takes the doubles out; those to be listed go to wanted_.
  void CountRepeats() {
    std::ranges::sort(fetches_);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> most;  // fetches, hash
    std::size_t kept = 0;
    for (std::size_t begin = 0, end = 0; begin < fetches_.size(); begin = end) {
      while (end < fetches_.size() && fetches_[end] == fetches_[begin])
        ++end;
      fetches_[kept++] = fetches_[begin];
      const std::uint64_t count = end - begin;
      if (count == 1) continue;
      ++result_.repeats.urls;
      result_.repeats.fetches += count - 1;
      if (options_.max_fetches != 0 && count > options_.max_fetches) ++result_.repeats.over_limit;
      most.emplace_back(count, fetches_[begin]);
      if (most.size() > 2 * options_.max_listed + 1000) KeepMost(most);
    }
    fetches_.resize(kept);
    KeepMost(most);
    for (const auto& [count, hash] : most)
      wanted_.emplace(hash, RepeatedFetch{.fetches = count});
  }

  void KeepMost(std::vector<std::pair<std::uint64_t, std::uint64_t>>& most) const {
    std::ranges::sort(most, std::greater<>());
    if (most.size() > options_.max_listed) most.resize(options_.max_listed);
  }

  // Second pass.
  void JudgeLine(const LogLine& line) {
    if (!IsRequest(line)) return;
    const bool is_url = url_.Assign(line.url);
    if (is_url && url_.is_http() && RobotsHistory::IsRobotsTxt(url_)) return;
    if (IsFetch(line) && !wanted_.empty()) {
      const auto found = wanted_.find(RequestHash(line, is_url));
      if (found != wanted_.end() && found->second.line == 0) {
        found->second.line = line.number;
        found->second.request = std::string(line.method).append(" ").append(line.url);
      }
    }
    if (robots_ && is_url && url_.is_http()) JudgeByRobots(line);
  }

  void JudgeByRobots(const LogLine& line) {
    ++result_.robots->judged;
    RobotsHistory::Verdict verdict = robots_->Judge(url_, line.start, line.agent);
    if (verdict.kind == RobotsHistory::Verdict::Kind::kAllowed) return;
    const bool unasked = verdict.kind == RobotsHistory::Verdict::Kind::kNotAsked;
    AddWrong(unasked ? result_.robots->not_asked : result_.robots->forbidden, options_.max_listed,
             {line.number, std::string(line.url), std::move(verdict.why)});
  }

  void ListRepeats() {
    for (auto& [hash, repeat] : wanted_)
      result_.repeats.list.push_back(std::move(repeat));
    std::ranges::sort(result_.repeats.list, [](const RepeatedFetch& a, const RepeatedFetch& b) {
      return std::pair(b.fetches, a.line) < std::pair(a.fetches, b.line);
    });
  }

  void Cover() {
    Coverage& coverage = result_.coverage.emplace();
    std::uint64_t most = 0;
    for (const auto& [agent, requests] : agents_) {
      if (requests > most || (requests == most && agent < coverage.agent)) coverage.agent = agent;
      most = std::max(most, requests);
    }
    const WallTime end = log_.head().VirtualAt(std::max<std::int64_t>(last_end_, 0));
    web_->ForEachPage(end, [&](const VirtualHost& /*host*/, std::string_view page) {
      if (!url_.Assign(page)) return;
      scratch_.assign("GET ").append(url_.without_fragment());
      const bool fetched = std::ranges::binary_search(fetches_, StableHash64(scratch_));
      const bool allowed = robots_->AllowsAt(url_, end, coverage.agent);
      ++coverage.pages;
      coverage.fetched += fetched ? 1 : 0;
      coverage.allowed += allowed ? 1 : 0;
      coverage.allowed_fetched += fetched && allowed ? 1 : 0;
    });
  }

  LogReader& log_;
  const JudgeOptions& options_;
  const VirtualWeb* const web_;
  Judgement result_;
  std::optional<RobotsHistory> robots_;
  HostNumbers hosts_;
  ServerNumbers servers_;
  std::vector<TimedRequest> requests_;
  std::vector<std::uint64_t> fetches_;  // hashes of what was answered with 200
  std::unordered_map<std::uint64_t, RepeatedFetch> wanted_;
  std::unordered_map<std::string, std::uint64_t> agents_;
  std::int64_t first_start_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_end_ = std::numeric_limits<std::int64_t>::min();
  std::string forbidden_text_;
  url::Url url_;
  std::string scratch_;
};

}  // namespace

bool Judgement::clean() const {
  return hosts.too_soon == 0 && servers.too_soon == 0 && forbidden_address.count == 0 &&
         repeats.over_limit == 0 &&
         (!robots || (robots->forbidden.count == 0 && robots->not_asked.count == 0));
}

Result<Judgement> JudgeLog(LogReader& log, const JudgeOptions& options, const VirtualWeb* web) {
  return Judge(log, options, web).Run();
}

}  // namespace meguri
