#include "sim/generated/page_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "sim/draws.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMoveDraws = 0x6d6f766573;  // apart from what else is drawn for a host

// A pass over all hosts for each rule with a name: a few.
std::optional<std::uint32_t> FindHost(const GeneratedHosts& hosts, std::string_view name) {
  for (std::uint32_t i = 0; i < hosts.size(); ++i) {
    if (hosts.name_of(hosts[i]) == name) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<PageMoves> PageMoves::Create(std::span<const MoveRule> rules, WallTime start,
                                    const GeneratedHosts& hosts) {
  PageMoves moves;
  for (std::uint64_t number = 0; number < rules.size(); ++number) {
    const MoveRule& rule = rules[static_cast<std::size_t>(number)];
    if (rule.after < std::chrono::microseconds(0)) {
      return Fail(ErrorCode::kInvalidArgument, "a move can't come before the start of the web");
    }
    if (!(rule.share >= 0 && rule.share <= 1)) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("the share of pages that move is {}, want 0 to 1", rule.share));
    }
    Rule made{.host = std::nullopt,
              .share = rule.share,
              .trees = rule.trees,
              .redirects = rule.redirect,
              .moment = start + rule.after,
              .number = number};
    if (rule.host != "*") {
      made.host = FindHost(hosts, rule.host);
      if (!made.host) continue;
    }
    moves.rules_.push_back(made);
  }
  std::ranges::stable_sort(moves.rules_, {}, &Rule::moment);
  return moves;
}

std::uint32_t PageMoves::CountAt(WallTime now) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(rules_, now, {}, &Rule::moment) -
                                    rules_.begin());
}

// Trees are folders; single pages are those below the first page of a folder, which stands for the
// folder itself.
bool PageMoves::Moves(const Rule& rule, const GeneratedHost& host, std::uint32_t page) {
  if (rule.host && *rule.host != host.number) return false;
  if (page == 0 || (!rule.trees && host.tree.IsFolderPage(page))) return false;
  const std::uint64_t what = rule.trees ? host.tree.FolderOf(page) : page;
  return IsBelowShare(Draw(Draw(host.key, kMoveDraws + rule.number), what), rule.share);
}

PagePlace PageMoves::FindPlace(const GeneratedHost& host, std::uint32_t page,
                               std::uint32_t moves) const {
  assert(moves <= rules_.size());
  PagePlace place;
  for (std::uint32_t i = 0; i < moves; ++i) {
    if (!Moves(rules_[i], host, page)) continue;
    (rules_[i].trees ? place.folder : place.page) = i + 1;
  }
  return place;
}

bool PageMoves::Redirects(const GeneratedHost& host, std::uint32_t page, std::uint32_t then,
                          std::uint32_t now) const {
  for (std::uint32_t i = then; i < now; ++i) {
    if (Moves(rules_[i], host, page)) return rules_[i].redirects;
  }
  assert(false);
  return false;
}

}  // namespace meguri
