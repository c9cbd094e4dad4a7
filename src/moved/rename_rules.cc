#include "moved/rename_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "moved/likeness/url_likeness.h"

namespace meguri::moved {
namespace {

using Words = std::vector<std::string>;

// What fits in fewer respects counts for less; moves that agree are added up.
constexpr double kSameDirectory = 2;   // the move began in the very directory
constexpr double kSameHead = 1;        // what is before the change is the same
constexpr double kNameUnlearnt = 0.5;  // × if the name changed beyond any pattern
// A guess that fewer of the moves speak for costs more requests than it saves: a directory whose
// pages went to six places teaches nothing.
constexpr double kLeastShare = 0.25;

// A name in pieces, each but the first with the separator before it: "a-b_1" → "a", "-b", "_1".
Words PiecesOf(std::string_view name) {
  Words pieces;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= name.size(); ++i) {
    if (i < name.size() && name[i] != '-' && name[i] != '_' && name[i] != '.') continue;
    pieces.emplace_back(name.substr(begin, i - begin));
    begin = i;
  }
  return pieces;
}

// But for scheme and www.
bool IsSameUrl(std::string_view a, std::string_view b) { return BareHost(a) == BareHost(b); }

bool IsNumber(std::string_view piece) {
  if (!piece.empty() && !IsAsciiAlphanumeric(piece.front())) piece.remove_prefix(1);
  return !piece.empty() && std::ranges::all_of(piece, IsAsciiDigit);
}

// "-b" and "b" are one word; a number stands for any other.
bool SamePiece(std::string_view learnt, std::string_view asked) {
  const auto bare = [](std::string_view piece) {
    return !piece.empty() && !IsAsciiAlphanumeric(piece.front()) ? piece.substr(1) : piece;
  };
  return bare(learnt) == bare(asked) || (IsNumber(learnt) && IsNumber(asked));
}

std::string Joined(std::span<const std::string> pieces) {
  std::string name;
  for (const std::string& piece : pieces)
    name += piece;
  // A piece that was put first keeps no separator, one that came second needs one.
  if (!name.empty() && (name.front() == '-' || name.front() == '_')) name.erase(0, 1);
  return name;
}

// One list turned into another: between what both begin with and what both end with.
struct Change {
  std::size_t head = 0;
  std::size_t tail = 0;
  Words from;
  Words to;
};

template <class Same>
Change ChangeOf(const Words& a, const Words& b, const Same& same) {
  Change change;
  const std::size_t most = std::min(a.size(), b.size());
  while (change.head < most && same(a[change.head], b[change.head]))
    ++change.head;
  while (change.head + change.tail < most &&
         same(a[a.size() - 1 - change.tail], b[b.size() - 1 - change.tail])) {
    ++change.tail;
  }
  const auto middle = [&](const Words& all) {
    return Words(all.begin() + static_cast<std::ptrdiff_t>(change.head),
                 all.end() - static_cast<std::ptrdiff_t>(change.tail));
  };
  change.from = middle(a);
  change.to = middle(b);
  return change;
}

// `list` with the change made at `at`; nullopt if what it replaces isn't there.
std::optional<Words> Replace(const Words& list, std::size_t at, const Change& change) {
  if (at + change.from.size() > list.size()) return std::nullopt;
  for (std::size_t i = 0; i < change.from.size(); ++i) {
    if (!SamePiece(change.from[i], list[at + i])) return std::nullopt;
  }
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(at);
  Words result(list.begin(), begin);
  result.insert(result.end(), change.to.begin(), change.to.end());
  result.insert(result.end(), begin + static_cast<std::ptrdiff_t>(change.from.size()), list.end());
  return result;
}

Words DirectoriesOf(const PathParts& parts) {
  Words directories = parts.segments;
  if (!directories.empty()) directories.pop_back();
  return directories;
}

// What a move did to its name, done to `name`; nullopt if it can't be.
std::optional<std::string> RenameLike(const PathParts& from, const PathParts& to,
                                      std::string_view name) {
  if (from.name() == to.name()) return std::string(name);
  const Change change = ChangeOf(PiecesOf(from.name()), PiecesOf(to.name()), SamePiece);
  if (change.head == 0 && change.tail == 0) return std::nullopt;  // nothing was kept
  const Words pieces = PiecesOf(name);
  // Counted from the end that is nearer: "arquillian-" before all, "-obsolete" before the last.
  std::size_t at = change.head;
  if (change.head > 0) {
    if (change.tail + change.from.size() > pieces.size()) return std::nullopt;
    at = pieces.size() - change.tail - change.from.size();
  }
  auto renamed = Replace(pieces, at, change);
  if (!renamed || renamed->empty()) return std::nullopt;
  // The first piece has no separator: if another now comes before it, it takes that of the move.
  if (at == 0 && !change.to.empty() && change.from.empty() && renamed->size() > change.to.size()) {
    const Words after = PiecesOf(to.name());
    const std::string& next = after[change.to.size()];
    (*renamed)[change.to.size()].insert(0, next.substr(0, 1));
  }
  return Joined(*renamed);
}

// What a site does to all of its names at once.
using Restyle = std::string (*)(std::string_view name);
std::string Dashed(std::string_view name) {
  std::string dashed(name);
  std::ranges::replace(dashed, '_', '-');
  return dashed;
}
std::string Underlined(std::string_view name) {
  std::string underlined(name);
  std::ranges::replace(underlined, '-', '_');
  return underlined;
}
constexpr std::array<Restyle, 5> kRestyles = {
    [](std::string_view name) { return AsciiLowered(name); }, Dashed,
    [](std::string_view name) { return Dashed(AsciiLowered(name)); }, Underlined,
    [](std::string_view name) { return Underlined(AsciiLowered(name)); }};

// The first of them that makes `to` of `from`, piece by piece; nullptr if none does.
Restyle RestyleOf(const Words& from, const Words& to) {
  if (from == to) return nullptr;
  for (const Restyle restyle : kRestyles) {
    if (std::ranges::equal(from, to, {}, restyle)) return restyle;
  }
  return nullptr;
}

// Spells names of `from` and `asked` as those of `to` are spelt, if that is all that became of
// them: the directories, and the last one.
void RestyleLike(PathParts& from, const PathParts& to, PathParts& asked) {
  if (from.segments.empty() || to.segments.empty() || asked.segments.empty()) return;
  const Restyle directory = RestyleOf(DirectoriesOf(from), DirectoriesOf(to));
  const Restyle name = RestyleOf({from.segments.back()}, {to.segments.back()});
  for (PathParts* parts : {&from, &asked}) {
    std::string& last = parts->segments.back();
    if (name != nullptr) last = name(last);
    for (std::string& segment : parts->segments) {
      if (directory != nullptr && &segment != &last) segment = directory(segment);
    }
  }
}

struct Guessed {
  std::string url;
  double weight = 0;
};

// Where the move's pattern puts a page; weight 0 if it doesn't fit.
Guessed Apply(PathParts from, const PathParts& to, PathParts asked) {
  // Names that were restyled teach how they are spelt now; what else changed is told from that.
  RestyleLike(from, to, asked);
  const Words directories = DirectoriesOf(from);
  const Words asked_directories = DirectoriesOf(asked);
  const auto equal = [](const std::string& a, const std::string& b) { return a == b; };
  const Change change = ChangeOf(directories, DirectoriesOf(to), equal);
  auto moved = Replace(asked_directories, change.head, change);
  // What was only put in fits anywhere: ask for the same beginning.
  const bool same_head = CommonHead(directories, asked_directories) >= change.head;
  if (!moved || (!same_head && change.from.empty())) return {};
  Guessed guess{.weight = 1};
  if (same_head) guess.weight += kSameHead;
  if (directories == asked_directories) guess.weight += kSameDirectory;
  auto name = RenameLike(from, to, asked.name());
  if (!name) guess.weight *= kNameUnlearnt;
  moved->push_back(name ? *std::move(name) : std::string(asked.name()));
  const std::string& ending = from.ending == asked.ending ? to.ending : asked.ending;
  guess.url = UrlOf(to.site, *moved, ending);
  return guess;
}

// A move of an index page up or down: /a/docs/ → /a/ is "docs taken out" for all below.
std::vector<Guessed> ApplyAsDirectory(const PathParts& from, const PathParts& to,
                                      const PathParts& asked) {
  const std::size_t depth = from.segments.size();
  if (from.ending != "/" || to.ending != "/" || depth == 0 || asked.segments.size() <= depth ||
      CommonHead(from.segments, asked.segments) < depth)
    return {};
  Words segments = to.segments;
  segments.insert(segments.end(), asked.segments.begin() + static_cast<std::ptrdiff_t>(depth),
                  asked.segments.end());
  return {{.url = UrlOf(to.site, segments, asked.ending), .weight = 1 + kSameHead}};
}

// What all moves guess, added up.
class Ballot {
 public:
  void Vote(const PathParts& from, const PathParts& to, const PathParts& asked) {
    if (from.has_query || to.has_query || BareHost(from.site) != BareHost(asked.site)) return;
    Add(Apply(from, to, asked));
    for (Guessed& guess : ApplyAsDirectory(from, to, asked))
      Add(std::move(guess));
  }

  // Those that enough of the moves speak for, likeliest first.
  std::vector<Guessed> Elected() {
    std::ranges::stable_sort(guesses_, std::greater<>(), &Guessed::weight);
    const auto is_weak = [this](const Guessed& guess) { return guess.weight < kLeastShare * sum_; };
    guesses_.erase(std::ranges::find_if(guesses_, is_weak), guesses_.end());
    return std::move(guesses_);
  }

 private:
  void Add(Guessed guess) {
    if (guess.weight <= 0) return;
    sum_ += guess.weight;
    const auto [at, is_new] = by_url_.try_emplace(guess.url, guesses_.size());
    if (is_new) {
      guesses_.push_back(std::move(guess));
    } else {
      guesses_[at->second].weight += guess.weight;
    }
  }

  std::vector<Guessed> guesses_;
  std::unordered_map<std::string, std::size_t> by_url_;
  double sum_ = 0;
};

}  // namespace

void RenameRules::Learn(std::string_view old_url, std::string_view new_url) {
  if (old_url != new_url) moves_.push_back({std::string(old_url), std::string(new_url)});
}

bool RenameRules::HasMove(std::string_view old_url, std::string_view new_url) const {
  return std::ranges::any_of(moves_, [&](const Move& move) {
    return move.new_url == new_url && IsSameUrl(move.old_url, old_url);
  });
}

std::vector<std::string> RenameRules::Guess(std::string_view old_url, std::size_t most) const {
  const PathParts asked = PartsOf(old_url);
  // What a query chooses a page by can't be told from a path.
  const bool can_learn = !asked.has_query && !asked.is_home();
  std::vector<std::string> urls;
  const auto take = [&](std::string url) {
    if (urls.size() < most && url != old_url && std::ranges::find(urls, url) == urls.end())
      urls.push_back(std::move(url));
  };
  Ballot ballot;
  for (const Move& move : moves_) {
    if (IsSameUrl(move.old_url, old_url)) {
      take(move.new_url);  // it is known
    } else if (can_learn) {
      ballot.Vote(PartsOf(move.old_url), PartsOf(move.new_url), asked);
    }
  }
  for (Guessed& guess : ballot.Elected())
    take(std::move(guess.url));
  return urls;
}

}  // namespace meguri::moved
