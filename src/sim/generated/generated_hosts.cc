#include "sim/generated/generated_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <span>

#include "base/random.h"
#include "sim/draws.h"

namespace meguri {
namespace {

// What is drawn for a host.
enum HostDraw : std::uint64_t {
  kLanguage,
  kCharset,
  kHttps,
  kUrls,
  kFolders,
  kBranching,
  kRobots,
  kEtags,
  kLastModified,
  kCompresses,
  kCookies,
  kSaysCharset,
  kCanonical,
  kAtom,
  kIcon,
  kFirstWord,
  kFirstId,
};

constexpr std::uint32_t kMaxFolders = 32;
constexpr std::uint32_t kMaxEncodedFolders = 16;  // as many names as there are
constexpr std::uint32_t kPagesPerFolder = 12;     // before there are kMaxFolders
constexpr std::uint32_t kMinBranching = 6;
constexpr std::uint32_t kMaxBranching = 24;

PageCharset DrawCharset(Language language, std::uint64_t bits) {
  const std::uint64_t percent = Below(bits, 100);
  if (language == Language::kJapanese) {
    if (percent < 60) return PageCharset::kUtf8;
    return percent < 85 ? PageCharset::kShiftJis : PageCharset::kEucJp;
  }
  return percent < 85 ? PageCharset::kUtf8 : PageCharset::kWindows1252;
}

UrlStyle DrawUrls(std::uint64_t bits, double encoded) {
  if (IsBelowShare(MixBits(bits), encoded)) return UrlStyle::kEncoded;
  const std::uint64_t percent = Below(bits, 100);
  if (percent < 45) return UrlStyle::kSlugs;
  if (percent < 65) return UrlStyle::kDates;
  return percent < 82 ? UrlStyle::kQuery : UrlStyle::kNumbers;
}

RobotsStyle DrawRobots(std::uint64_t bits) {
  const std::uint64_t percent = Below(bits, 100);
  if (percent < 45) return RobotsStyle::kAllowsAll;
  if (percent < 65) return RobotsStyle::kPrivate;
  if (percent < 75) return RobotsStyle::kCrawlDelay;
  return percent < 90 ? RobotsStyle::kWildcards : RobotsStyle::kNamesBots;
}

EtagStyle DrawEtags(std::uint64_t bits) {
  const std::uint64_t percent = Below(bits, 100);
  if (percent < 25) return EtagStyle::kNone;
  return percent < 80 ? EtagStyle::kStrong : EtagStyle::kWeak;
}

PageTree MakeTree(const GeneratedHost& host, std::uint32_t pages) {
  PageTree tree;
  tree.pages = pages;
  const std::uint32_t most = host.urls == UrlStyle::kEncoded ? kMaxEncodedFolders : kMaxFolders;
  // Not all hosts of one size are built alike.
  const std::uint64_t wanted =
      std::uint64_t{pages} * (50 + Below(Draw(host.key, kFolders), 100)) / 100 / kPagesPerFolder;
  if (pages > 1) {
    tree.folders = static_cast<std::uint8_t>(std::clamp<std::uint64_t>(wanted, 1, most));
  }
  tree.branching = static_cast<std::uint8_t>(
      kMinBranching + Below(Draw(host.key, kBranching), kMaxBranching - kMinBranching + 1));
  return tree;
}

// What the large ones have too much goes to the next. `sizes` descend.
void CutSizes(std::uint32_t most, std::vector<std::uint32_t>& sizes) {
  std::uint64_t over = 0;
  for (std::uint32_t& size : sizes) {
    const std::uint64_t wanted = size + over;
    size = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, most));
    over = wanted - size;
  }
}

}  // namespace

std::vector<std::uint32_t> DrawHostSizes(std::uint32_t hosts, std::uint64_t pages,
                                         std::uint64_t key, std::uint32_t most) {
  assert(hosts > 0 && hosts <= pages && (most == 0 || pages <= std::uint64_t{hosts} * most));
  // Zipf's law in integers: the r-th largest gets a share of 1 / (r + 3) of what is left when each
  // has its one page.
  constexpr std::uint64_t kUnit = std::uint64_t{1} << 40U;
  __extension__ using Wide = unsigned __int128;
  Wide sum = 0;
  for (std::uint64_t rank = 0; rank < hosts; ++rank)
    sum += kUnit / (rank + 3);
  const std::uint64_t rest = pages - hosts;
  std::uint64_t given = 0;
  std::vector<std::uint32_t> sizes(hosts);
  for (std::uint64_t rank = 0; rank < hosts; ++rank) {
    const auto more = static_cast<std::uint64_t>(Wide{rest} * (kUnit / (rank + 3)) / sum);
    sizes[static_cast<std::size_t>(rank)] = static_cast<std::uint32_t>(1 + more);
    given += more;
  }
  // Rounding down has left fewer than there are hosts.
  for (std::size_t rank = 0; given < rest; ++rank, ++given)
    ++sizes[rank % hosts];
  if (most > 0) CutSizes(most, sizes);
  Random(key).Shuffle(std::span(sizes));
  return sizes;
}

Result<GeneratedHosts> GeneratedHosts::Create(const GeneratedSpec& spec, std::uint64_t seed) {
  const bool own_names = !spec.host_names.empty();
  const std::uint64_t count = own_names ? spec.host_names.size() : spec.hosts;
  if (count == 0) return Fail(ErrorCode::kInvalidArgument, "a generated web needs a host at least");
  if (spec.languages.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "a generated web needs a language at least");
  }
  if (spec.pages < count) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} pages are too few for {} hosts", spec.pages, count));
  }
  if (spec.max_host_pages > 0 && spec.pages > count * spec.max_host_pages) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} pages are too many for {} hosts of {} at most", spec.pages, count,
                            spec.max_host_pages));
  }
  if (spec.pages > std::numeric_limits<std::uint32_t>::max() / 2) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} pages are too many, at most 2^31 - 1", spec.pages));
  }
  const std::uint64_t key = Random(seed).Split("generated hosts").Next();
  GeneratedHosts result;
  result.hosts_.reserve(static_cast<std::size_t>(count));
  if (own_names) {
    MEGURI_CHECK_STATUS(result.TakeNames(spec.host_names));
  } else {
    result.MakeNames(spec.hosts, key);
  }
  const auto sizes = DrawHostSizes(result.size(), spec.pages, Draw(key, 0), spec.max_host_pages);
  for (std::uint32_t i = 0; i < result.size(); ++i) {
    GeneratedHost& host = result.hosts_[i];
    host.number = i;
    host.key = Draw(Draw(key, 1), i);
    host.first_word = static_cast<std::uint8_t>(Draw(host.key, kFirstWord));
    host.first_id = static_cast<std::uint16_t>(Draw(host.key, kFirstId));
    host.urls = DrawUrls(Draw(host.key, kUrls), spec.encoded_paths);
    host.tree = MakeTree(host, sizes[i]);
  }
  result.DrawManners(spec);
  return result;
}

void GeneratedHosts::DrawManners(const GeneratedSpec& spec) {
  for (GeneratedHost& host : hosts_) {
    const auto percent = [&host](HostDraw what, std::uint64_t share) {
      return IsBelowPercent(Draw(host.key, what), share);
    };
    host.language = spec.languages[static_cast<std::size_t>(
        Below(Draw(host.key, kLanguage), spec.languages.size()))];
    host.charset = DrawCharset(host.language, Draw(host.key, kCharset));
    host.https = IsBelowShare(Draw(host.key, kHttps), spec.https);
    host.robots = DrawRobots(Draw(host.key, kRobots));
    // Not the only folder: there would be nothing left to see.
    if (host.robots == RobotsStyle::kPrivate && host.tree.folders > 1) {
      host.private_folder = host.tree.folders;
    }
    host.etags = DrawEtags(Draw(host.key, kEtags));
    host.has_last_modified = percent(kLastModified, 75);
    host.compresses = percent(kCompresses, 60);
    host.sets_cookies = percent(kCookies, 20);
    host.says_charset = percent(kSaysCharset, 80);
    host.says_canonical = percent(kCanonical, 50);
    host.has_atom = percent(kAtom, 40);
    host.has_icon = percent(kIcon, 60);
  }
}

}  // namespace meguri
