#include "graph/files/text_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/printable.h"

namespace meguri {
namespace {

// Pages that an arc list may have beyond 256 for each of its arcs.
constexpr std::uint64_t kFreePages = std::uint64_t{1} << 22U;

// The numbers of a line, one after the other.
class Numbers {
 public:
  explicit Numbers(std::string_view line) : at_(line.data()), end_(at_ + line.size()) {}

  // False at the line's end, or at what is no number: bad() tells.
  bool Next(std::uint64_t& number) {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t'))
      ++at_;
    if (at_ == end_) return false;
    const char* digit = at_;
    number = 0;
    for (; digit != end_ && IsAsciiDigit(*digit); ++digit)
      number = number * 10 + static_cast<unsigned char>(*digit - '0');
    // More digits than any id has could wrap around.
    bad_ = digit == at_ || digit - at_ > 18 || (digit != end_ && *digit != ' ' && *digit != '\t');
    if (bad_) return false;
    at_ = digit;
    return true;
  }

  bool bad() const { return bad_; }
  std::string_view rest() const { return {at_, end_}; }

 private:
  const char* at_;
  const char* end_;
  bool bad_ = false;
};

tl::unexpected<Error> FailNoNumber(const PackedLines& lines, const Numbers& numbers) {
  return lines.FailHere(fmt::format("no number: \"{}\"", Printable(numbers.rest().substr(0, 40))));
}

// The largest id that is above all, and where it was.
struct Highest {
  std::uint64_t id = 0;
  std::uint64_t line = 0;  // 0: there is none

  void Note(std::uint64_t other, std::uint64_t number) {
    if (line == 0 || other > id) *this = {other, number};
  }
};

class AdjacencyReader {
 public:
  AdjacencyReader(PackedLines& lines, const std::optional<KnownPages>& known)
      : lines_(lines), known_(known), limit_(known ? known->count : kMaxPages) {}

  Result<WebGraph> Read() {
    if (known_) starts_.reserve(known_->count + 1);
    starts_.push_back(0);
    std::string_view line;
    for (;;) {
      MEGURI_TRY(const bool there, lines_.Next(line));
      if (!there) break;
      if (lines_.number() > limit_) return FailTooMany();
      MEGURI_CHECK_STATUS(ReadLine(line));
      starts_.push_back(targets_.size());
    }
    MEGURI_CHECK_STATUS(CheckEnd());
    targets_.shrink_to_fit();
    return WebGraph(std::move(starts_), std::move(targets_));
  }

 private:
  Status ReadLine(std::string_view line) {
    Numbers numbers(line);
    std::uint64_t id = 0;
    while (numbers.Next(id)) {
      if (id >= limit_) {
        return lines_.FailHere(fmt::format("successor {}, but there are {} nodes", id, limit_));
      }
      highest_.Note(id, lines_.number());
      targets_.push_back(static_cast<PageId>(id));
    }
    if (numbers.bad()) return FailNoNumber(lines_, numbers);
    return {};
  }

  tl::unexpected<Error> FailTooMany() const {
    return lines_.FailHere(
        known_ ? fmt::format("more lines than the {} of {}", known_->count, known_->path)
               : fmt::format("more than {} pages", kMaxPages));
  }

  Status CheckEnd() const {
    const std::uint64_t count = lines_.number();
    if (known_ && count < known_->count) {
      return Fail(ErrorCode::kCorrupt, fmt::format("{}: ends at line {}; {} has {}", lines_.path(),
                                                   count, known_->path, known_->count));
    }
    if (highest_.line != 0 && highest_.id >= count) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}:{}: successor {}, but there are {} lines", lines_.path(),
                              highest_.line, highest_.id, count));
    }
    return {};
  }

  PackedLines& lines_;
  const std::optional<KnownPages>& known_;
  const std::uint64_t limit_;
  Highest highest_;
  std::vector<std::uint64_t> starts_;
  std::vector<PageId> targets_;
};

class ArcReader {
 public:
  ArcReader(PackedLines& lines, const std::optional<KnownPages>& known)
      : lines_(lines), known_(known), limit_(known ? known->count : kMaxPages) {}

  Result<WebGraph> Read() {
    std::string_view line;
    for (;;) {
      MEGURI_TRY(const bool there, lines_.Next(line));
      if (!there) break;
      if (line.starts_with('#')) {
        ReadComment(line);
        continue;
      }
      MEGURI_CHECK_STATUS(ReadLine(line));
    }
    MEGURI_TRY(const std::uint64_t pages, CountPages());
    return Build(pages);
  }

 private:
  // Arcs that follow one another and have the same source.
  struct Run {
    PageId from = 0;
    std::uint32_t count = 0;
  };

  Status ReadLine(std::string_view line) {
    Numbers numbers(line);
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if (!numbers.Next(from)) {
      if (numbers.bad()) return FailNoNumber(lines_, numbers);
      return {};  // an empty line
    }
    if (!numbers.Next(to)) {
      if (numbers.bad()) return FailNoNumber(lines_, numbers);
      return lines_.FailHere("one number; want two, \"from to\"");
    }
    std::uint64_t more = 0;
    if (numbers.Next(more) || numbers.bad()) {
      return lines_.FailHere("more than two numbers; want \"from to\"");
    }
    highest_.Note(std::max(from, to), lines_.number());
    if (highest_.id >= limit_) {
      return lines_.FailHere(fmt::format("page {}, but {} {} nodes", highest_.id,
                                         known_ ? "there are" : "there can't be more than",
                                         limit_));
    }
    if (runs_.empty() || runs_.back().from != from || runs_.back().count == kMaxPages) {
      ascending_ = ascending_ && (runs_.empty() || runs_.back().from <= from);
      runs_.push_back({static_cast<PageId>(from), 0});
    }
    ++runs_.back().count;
    targets_.push_back(static_cast<PageId>(to));
    return {};
  }

  // "# Nodes: 875713 Edges: 5105039"
  void ReadComment(std::string_view line) {
    constexpr std::string_view kNodes = "# Nodes:";
    if (promised_ != 0 || !line.starts_with(kNodes)) return;
    std::uint64_t nodes = 0;
    Numbers numbers(line.substr(kNodes.size()));
    if (numbers.Next(nodes)) promised_ = nodes;
  }

  Result<std::uint64_t> CountPages() const {
    if (known_) return known_->count;
    const std::uint64_t seen = highest_.line == 0 ? 0 : highest_.id + 1;
    const std::uint64_t pages = std::max(seen, promised_);
    if (pages > kMaxPages || (pages > kFreePages && (pages - kFreePages) / 256 > targets_.size())) {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("{}: {} pages for {} arcs; number the pages without gaps",
                              lines_.path(), pages, targets_.size()));
    }
    return pages;
  }

  WebGraph Build(std::uint64_t pages) {
    std::vector<std::uint64_t> starts(pages + 1, 0);
    for (const Run& run : runs_)
      starts[std::size_t{run.from} + 1] += run.count;
    for (std::size_t i = 0; i < pages; ++i)
      starts[i + 1] += starts[i];
    if (!ascending_) Sort(starts);
    targets_.shrink_to_fit();
    return {std::move(starts), std::move(targets_)};
  }

  // Arcs of the same source keep their order.
  void Sort(const std::vector<std::uint64_t>& starts) {
    std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
    std::vector<PageId> sorted(targets_.size());
    auto at = targets_.begin();
    for (const Run& run : runs_) {
      std::copy_n(at, run.count, sorted.begin() + static_cast<std::ptrdiff_t>(next[run.from]));
      at += run.count;
      next[run.from] += run.count;
    }
    targets_ = std::move(sorted);
  }

  PackedLines& lines_;
  const std::optional<KnownPages>& known_;
  const std::uint64_t limit_;
  Highest highest_;
  std::uint64_t promised_ = 0;
  bool ascending_ = true;
  std::vector<Run> runs_;
  std::vector<PageId> targets_;
};

}  // namespace

Result<UrlList> ReadUrlLines(PackedLines& lines) {
  UrlList urls;
  std::string_view line;
  for (;;) {
    MEGURI_TRY(const bool there, lines.Next(line));
    if (!there) return urls;
    if (lines.number() > kMaxPages)
      return lines.FailHere(fmt::format("more than {} pages", kMaxPages));
    urls.Add(line);
  }
}

Result<WebGraph> ReadAdjacencyLines(PackedLines& lines, const std::optional<KnownPages>& known) {
  return AdjacencyReader(lines, known).Read();
}

Result<WebGraph> ReadArcLines(PackedLines& lines, const std::optional<KnownPages>& known) {
  return ArcReader(lines, known).Read();
}

}  // namespace meguri
