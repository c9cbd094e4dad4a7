#include "app/doctor/name_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

#include "fetch/epoll_set.h"
#include "fetch/name_resolver.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kName = "names";
constexpr std::size_t kMostServers = 8;
constexpr std::size_t kShownAddresses = 3;
constexpr Duration kSlow = milliseconds(1000);
constexpr Duration kPause = milliseconds(5);
// For what c-ares does after the last look at the clock.
constexpr Duration kReserve = milliseconds(200);

// One server that is asked.
class Asked {
 public:
  static Result<std::unique_ptr<Asked>> Create(const std::string& server, const std::string& host,
                                               const Clock& clock, Duration limit) {
    MEGURI_TRY(EpollSet sockets, EpollSet::Create());
    std::unique_ptr<Asked> asked(new Asked(server, clock, std::move(sockets)));
    NameResolverOptions options;
    options.server = server;
    options.timeout = limit * 2 / 5;
    options.tries = 2;
    options.second_family_wait = limit / 10;
    MEGURI_TRY(asked->resolver_, NameResolver::Create(options, clock, asked->sockets_));
    asked->resolver_->Resolve({.host = host});
    return asked;
  }

  bool ended() const { return ended_; }
  const NameAnswer& answer() const { return answer_; }

  void Step(Duration wait) {
    sockets_.Wait(wait, events_);
    for (const EpollSet::Event& event : events_)
      resolver_->OnSocket(event);
    resolver_->OnTime(clock_.Now());
    Take();
  }
  void GiveUp() {
    resolver_->CancelAll();
    Take();
  }

 private:
  Asked(std::string server, const Clock& clock, EpollSet sockets)
      : clock_(clock), start_(clock.Now()), sockets_(std::move(sockets)) {
    answer_.server = std::move(server);
  }

  void Take() {
    if (ended_ || resolver_->results().empty()) return;
    answer_.result = std::move(resolver_->results().front());
    answer_.took = clock_.Now() - start_;
    ended_ = true;
  }

  const Clock& clock_;
  const TimePoint start_;
  EpollSet sockets_;
  std::unique_ptr<NameResolver> resolver_;
  std::vector<EpollSet::Event> events_;
  NameAnswer answer_;
  bool ended_ = false;
};

bool Answered(const NameAnswer& answer) {
  return answer.result.outcome != ResolveOutcome::kUnanswered &&
         answer.result.outcome != ResolveOutcome::kFailed;
}

bool HasAddresses(const NameAnswer& answer) {
  return answer.result.outcome == ResolveOutcome::kAddresses;
}

long Millis(Duration time) { return std::chrono::ceil<milliseconds>(time).count(); }

std::string ListOf(const std::vector<NameAnswer>& answers, bool (*is)(const NameAnswer&)) {
  std::vector<std::string_view> servers;
  for (const NameAnswer& answer : answers) {
    if (is(answer)) servers.push_back(answer.server);
  }
  return fmt::format("{}", fmt::join(servers, ", "));
}

Finding NobodyAnswered(const std::vector<NameAnswer>& answers, const NameQuestion& question) {
  const std::string who = ListOf(answers, [](const NameAnswer&) { return true; });
  Duration longest{0};
  for (const NameAnswer& answer : answers)
    longest = std::max(longest, answer.took);
  const std::string found = fmt::format("no answer of use from {} after {} ms, when asked for {}",
                                        who, Millis(longest), question.host);
  if (question.resolver.empty()) {
    return FoundFailing(kName, found,
                        "Check that the network is up and that /etc/resolv.conf names a server "
                        "that answers, or name another one with --resolver ADDR:PORT.");
  }
  return FoundFailing(kName, found,
                      "Name a server that answers with --resolver ADDR:PORT, or leave it out to "
                      "use those of /etc/resolv.conf.");
}

std::string AddressesOf(const ResolveResult& result) {
  std::vector<std::string> shown;
  for (const IpAddress& address : result.addresses) {
    if (shown.size() < kShownAddresses) shown.push_back(address.ToString());
  }
  const std::size_t more = result.addresses.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

Finding JudgeAddresses(const std::vector<NameAnswer>& answers, const NameAnswer& best,
                       const NameQuestion& question, const AddressRule& rule) {
  const std::vector<IpAddress>& addresses = best.result.addresses;
  const std::string found = fmt::format("{} is {}, said {} after {} ms", question.host,
                                        AddressesOf(best.result), best.server, Millis(best.took));
  const auto allowed = [&rule](const IpAddress& address) { return rule.Allows(address); };
  if (std::ranges::none_of(addresses, allowed)) {
    return FoundWarning(
        kName, found + "; that isn't a public address, and a crawl does not connect to it",
        fmt::format("If it is a machine of your own, crawl with --allow-address {}; otherwise look "
                    "for what answers in the name of others (a portal that wants a login).",
                    addresses.front().ToString()));
  }
  const auto dead = std::ranges::find_if_not(answers, Answered);
  if (dead != answers.end()) {
    const auto is_dead = [](const NameAnswer& answer) { return !Answered(answer); };
    return FoundWarning(
        kName, fmt::format("{}; no answer of use from {}", found, ListOf(answers, is_dead)),
        fmt::format("Take {} out of /etc/resolv.conf, or crawl with --resolver {}.", dead->server,
                    best.server));
  }
  if (best.took < kSlow) return FoundOk(kName, found);
  return FoundWarning(kName, found + ", which is slow",
                      "Name a server nearer to this machine with --resolver ADDR:PORT, or run one "
                      "here, such as unbound.");
}

}  // namespace

Result<std::vector<NameAnswer>> AskNameServers(const NameQuestion& question, const Clock& clock,
                                               Duration limit) {
  const TimePoint end = clock.Now() + limit - std::min(kReserve, limit / 2);
  std::vector<std::string> servers = {question.resolver};
  if (question.resolver.empty()) {
    MEGURI_TRY(servers, NameResolver::MachineServers());
  }
  if (servers.size() > kMostServers) servers.resize(kMostServers);
  std::vector<std::unique_ptr<Asked>> all;
  for (const std::string& server : servers) {
    MEGURI_TRY(all.emplace_back(), Asked::Create(server, question.host, clock, limit));
  }
  const auto under_way = [](const std::unique_ptr<Asked>& asked) { return !asked->ended(); };
  // What was no name, or could not be sent, has ended before the first wait.
  for (const std::unique_ptr<Asked>& asked : all)
    asked->Step(Duration(0));
  while (std::ranges::any_of(all, under_way) && clock.Now() < end) {
    for (const std::unique_ptr<Asked>& asked : all)
      asked->Step(kPause);
  }
  std::vector<NameAnswer> answers;
  for (const std::unique_ptr<Asked>& asked : all) {
    if (!asked->ended()) asked->GiveUp();
    answers.push_back(asked->answer());
  }
  return answers;
}

Finding JudgeNames(const Result<std::vector<NameAnswer>>& answers, const NameQuestion& question,
                   const AddressRule& rule) {
  if (!answers) {
    return FoundFailing(kName, fmt::format("names can't be looked up: {}", answers.error().context),
                        "Check /etc/resolv.conf, or name a server with --resolver ADDR:PORT.");
  }
  if (answers->empty()) {
    return FoundFailing(kName, "no name server is known",
                        "Add a line such as \"nameserver 192.0.2.1\" to /etc/resolv.conf, or name "
                        "one with --resolver ADDR:PORT.");
  }
  const auto best = std::ranges::find_if(*answers, HasAddresses);
  if (best != answers->end()) return JudgeAddresses(*answers, *best, question, rule);
  const auto negative = std::ranges::find_if(*answers, Answered);
  if (negative == answers->end()) return NobodyAnswered(*answers, question);
  const bool exists = negative->result.outcome == ResolveOutcome::kNoAddress;
  return FoundFailing(kName,
                      fmt::format("{} {}, says {}", question.host,
                                  exists ? "has no address" : "does not exist", negative->server),
                      "Name another server with --resolver ADDR:PORT, or look up a name that this "
                      "one must know with "
                      "--host NAME; a crawl does not read /etc/hosts.");
}

}  // namespace meguri::app
