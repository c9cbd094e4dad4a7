// Where pages move, and when: MoveRules brought into order and asked for one page at a time.
//
// The rules are applied one after the other; "after k moves" is a state of the whole web. A page's
// place in it is which of the rules was the last to rename its folder, and which itself.
// Constant once made: any thread may ask.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/generated/generated_hosts.h"
#include "sim/web/web_spec.h"

namespace meguri {

// 0: where it was from the beginning; else by the rule of this number, from 1.
struct PagePlace {
  std::uint32_t folder = 0;
  std::uint32_t page = 0;

  bool operator==(const PagePlace&) const = default;
};

class PageMoves {
 public:
  // Rules for hosts that aren't here do nothing: they may be another source's. Fails with
  // kInvalidArgument if one is for before the start, or its share isn't from 0 to 1.
  static Result<PageMoves> Create(std::span<const MoveRule> rules, WallTime start,
                                  const GeneratedHosts& hosts);

  // How many have happened.
  std::uint32_t CountAt(WallTime now) const;
  // When the last of the first `moves` was. REQUIRES: 0 < moves <= CountAt() of some time.
  WallTime moment(std::uint32_t moves) const { return rules_[moves - 1].moment; }

  // After the first `moves` ones.
  PagePlace PlaceOf(const GeneratedHost& host, std::uint32_t page, std::uint32_t moves) const {
    return moves == 0 ? PagePlace{} : FindPlace(host, page, moves);
  }

  // Does whoever asks for the page where it was after `then` moves learn where it is after `now`?
  // That is for the move that took it away to say. REQUIRES: then < now, and the places differ.
  bool Redirects(const GeneratedHost& host, std::uint32_t page, std::uint32_t then,
                 std::uint32_t now) const;

 private:
  struct Rule {
    std::optional<std::uint32_t> host;  // nullopt: all
    double share = 0;
    bool trees = false;
    bool redirects = false;
    WallTime moment;
    std::uint64_t number = 0;  // among those of the spec: what is drawn doesn't depend on the order
  };

  static bool Moves(const Rule& rule, const GeneratedHost& host, std::uint32_t page);
  PagePlace FindPlace(const GeneratedHost& host, std::uint32_t page, std::uint32_t moves) const;

  std::vector<Rule> rules_;  // by moment
};

}  // namespace meguri
