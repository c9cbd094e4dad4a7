#include "graph/bv_graph_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "graph/bit_writer.h"

namespace meguri {
namespace {

constexpr std::uint64_t kProgressPages = 4096;
constexpr std::size_t kFlushBytes = std::size_t{1} << 20U;

void WriteCode(BitWriter& bits, BvCode code, unsigned zeta_k, std::uint64_t n) {
  switch (code) {
    case BvCode::kGamma:
      return bits.Gamma(n);
    case BvCode::kDelta:
      return bits.Delta(n);
    case BvCode::kUnary:
      return bits.Unary(n);
    case BvCode::kZeta:
      return bits.Zeta(n, zeta_k);
    case BvCode::kNibble:
      return bits.Nibble(n);
    case BvCode::kGolomb:
      return bits.Golomb(n, zeta_k);
  }
}

std::uint64_t CodeBits(BvCode code, unsigned zeta_k, std::uint64_t n) {
  switch (code) {
    case BvCode::kGamma:
      return BitWriter::GammaBits(n);
    case BvCode::kDelta:
      return BitWriter::DeltaBits(n);
    case BvCode::kUnary:
      return n + 1;
    case BvCode::kZeta:
      return BitWriter::ZetaBits(n, zeta_k);
    case BvCode::kNibble:
      return BitWriter::NibbleBits(n);
    case BvCode::kGolomb:
      return BitWriter::GolombBits(n, zeta_k);
  }
  return 0;
}

// 0, -1, 1, -2, 2 … stand for 0, 1, 2, 3, 4 …
std::uint64_t ToNatural(std::int64_t n) {
  return (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63);
}
std::uint64_t FromNode(PageId target, std::uint64_t node) {
  return ToNatural(std::int64_t{target} - static_cast<std::int64_t>(node));
}

struct Interval {
  PageId left = 0;
  std::uint32_t length = 0;
};

// How a page's list can be written: what to copy of another, and what not.
struct Plan {
  std::vector<std::uint64_t> blocks;  // as written: all but the first less 1
  std::vector<PageId> extras;         // what is not copied
  std::vector<Interval> intervals;
  std::vector<PageId> residuals;
  std::uint64_t reference = 0;
  std::uint64_t copied = 0;
  std::uint64_t block_bits = 0;
  std::uint64_t interval_bits = 0;
  std::uint64_t residual_bits = 0;
  std::uint64_t reference_bits = 0;

  std::uint64_t bits() const { return reference_bits + block_bits + interval_bits + residual_bits; }
};

// Finds the pieces of `other` that are in `list` too.
void FindBlocks(std::span<const PageId> other, std::span<const PageId> list, Plan& plan) {
  plan.blocks.clear();
  plan.extras.clear();
  plan.copied = 0;
  std::uint64_t length = 0;
  bool copying = true;
  const auto end_block = [&] {
    plan.blocks.push_back(plan.blocks.empty() ? length : length - 1);
    length = 0;
    copying = !copying;
  };
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < list.size() && k < other.size()) {
    if (list[i] < other[k]) {
      plan.extras.push_back(list[i++]);
    } else if ((list[i] == other[k]) != copying) {
      end_block();
    } else {
      plan.copied += copying ? 1 : 0;
      i += copying ? 1 : 0;
      ++k;
      ++length;
    }
  }
  if (copying && k < other.size()) end_block();  // else the rest would be copied
  plan.extras.insert(plan.extras.end(), list.begin() + static_cast<std::ptrdiff_t>(i), list.end());
}

// Takes the runs of `least` and more out of the extras.
void FindIntervals(std::uint32_t least, Plan& plan) {
  plan.intervals.clear();
  plan.residuals.clear();
  if (least == 0) {
    plan.residuals.swap(plan.extras);
    return;
  }
  const std::vector<PageId>& extras = plan.extras;
  for (std::size_t i = 0; i < extras.size();) {
    std::size_t end = i + 1;
    while (end < extras.size() && extras[end] == extras[end - 1] + 1)
      ++end;
    if (end - i >= least && end - i > 1) {
      plan.intervals.push_back({extras[i], static_cast<std::uint32_t>(end - i)});
    } else {
      plan.residuals.insert(plan.residuals.end(), extras.begin() + static_cast<std::ptrdiff_t>(i),
                            extras.begin() + static_cast<std::ptrdiff_t>(end));
    }
    i = end;
  }
}

void CountGap(std::uint64_t gap, std::array<std::uint64_t, 64>& gaps) {
  if (gap > 0) ++gaps[static_cast<std::size_t>(std::bit_width(gap)) - 1];
}

void CountGaps(std::uint64_t node, std::span<const PageId> list,
               std::array<std::uint64_t, 64>& gaps) {
  if (list.empty()) return;
  CountGap(FromNode(list[0], node), gaps);
  for (std::size_t i = 1; i < list.size(); ++i)
    CountGap(list[i] - list[i - 1], gaps);
}

class Encoder {
 public:
  Encoder(const WebGraph& graph, const BvProperties& settings)
      : graph_(graph), settings_(settings), chains_(std::size_t{settings.window} + 1, 0) {}

  void Encode(std::uint64_t node, BitWriter& bits) {
    const auto list = graph_.successors(static_cast<PageId>(node));
    const std::uint64_t before = bits.position();
    Write(bits, settings_.outdegrees, list.size());
    statistics_.outdegree_bits += bits.position() - before;
    if (list.empty()) return;
    Choose(node, list);
    WriteBest(node, bits);
    Count(node, list);
  }

  const BvStatistics& statistics() const { return statistics_; }

 private:
  void Write(BitWriter& bits, BvCode code, std::uint64_t n) const {
    WriteCode(bits, code, settings_.zeta_k, n);
  }
  std::uint64_t Bits(BvCode code, std::uint64_t n) const {
    return CodeBits(code, settings_.zeta_k, n);
  }
  std::uint32_t& chain(std::uint64_t node) { return chains_[node % chains_.size()]; }

  // The plan with the fewest bits, and of equal ones the one of the nearest reference.
  void Choose(std::uint64_t node, std::span<const PageId> list) {
    MakePlan(node, 0, {}, list, std::numeric_limits<std::uint64_t>::max(), best_);
    const std::uint64_t farthest = std::min<std::uint64_t>(settings_.window, node);
    for (std::uint64_t reference = 1; reference <= farthest; ++reference) {
      if (chain(node - reference) >= settings_.max_references) continue;
      const auto other = graph_.successors(static_cast<PageId>(node - reference));
      if (other.empty()) continue;
      if (MakePlan(node, reference, other, list, best_.bits(), trial_)) std::swap(best_, trial_);
    }
    chain(node) = best_.reference == 0 ? 0 : chain(node - best_.reference) + 1;
  }

  // False, and not complete, if it isn't shorter than `limit`.
  bool MakePlan(std::uint64_t node, std::uint64_t reference, std::span<const PageId> other,
                std::span<const PageId> list, std::uint64_t limit, Plan& plan) const {
    plan.reference = reference;
    plan.reference_bits = settings_.window > 0 ? Bits(settings_.references, reference) : 0;
    plan.interval_bits = 0;
    plan.residual_bits = 0;
    FindBlocks(other, list, plan);
    plan.block_bits = reference > 0 ? Bits(settings_.block_counts, plan.blocks.size()) : 0;
    for (const std::uint64_t block : plan.blocks)
      plan.block_bits += Bits(settings_.blocks, block);
    if (plan.bits() >= limit) return false;
    const bool any = !plan.extras.empty();
    FindIntervals(settings_.min_interval_length, plan);
    if (any && settings_.min_interval_length > 0) {
      plan.interval_bits = BitWriter::GammaBits(plan.intervals.size());
      ForEachIntervalNumber(
          node, plan, [&](std::uint64_t n) { plan.interval_bits += BitWriter::GammaBits(n); });
    }
    ForEachResidualNumber(
        node, plan, [&](std::uint64_t n) { plan.residual_bits += Bits(settings_.residuals, n); });
    return plan.bits() < limit;
  }

  template <class Function>
  void ForEachIntervalNumber(std::uint64_t node, const Plan& plan, Function function) const {
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < plan.intervals.size(); ++i) {
      const Interval& interval = plan.intervals[i];
      function(i == 0 ? FromNode(interval.left, node) : interval.left - next - 1);
      function(interval.length - settings_.min_interval_length);
      next = std::uint64_t{interval.left} + interval.length;
    }
  }

  template <class Function>
  static void ForEachResidualNumber(std::uint64_t node, const Plan& plan, Function function) {
    for (std::size_t i = 0; i < plan.residuals.size(); ++i) {
      function(i == 0 ? FromNode(plan.residuals[0], node)
                      : std::uint64_t{plan.residuals[i]} - plan.residuals[i - 1] - 1);
    }
  }

  void WriteBest(std::uint64_t node, BitWriter& bits) const {
    if (settings_.window > 0) Write(bits, settings_.references, best_.reference);
    if (best_.reference > 0) {
      Write(bits, settings_.block_counts, best_.blocks.size());
      for (const std::uint64_t block : best_.blocks)
        Write(bits, settings_.blocks, block);
    }
    if (best_.interval_bits > 0) {
      bits.Gamma(best_.intervals.size());
      ForEachIntervalNumber(node, best_, [&](std::uint64_t n) { bits.Gamma(n); });
    }
    ForEachResidualNumber(node, best_,
                          [&](std::uint64_t n) { Write(bits, settings_.residuals, n); });
  }

  void Count(std::uint64_t node, std::span<const PageId> list) {
    statistics_.reference_bits += best_.reference_bits;
    statistics_.block_bits += best_.block_bits;
    statistics_.interval_bits += best_.interval_bits;
    statistics_.residual_bits += best_.residual_bits;
    statistics_.counts.copied += best_.copied;
    statistics_.counts.residual += best_.residuals.size();
    statistics_.counts.in_intervals += list.size() - best_.copied - best_.residuals.size();
    statistics_.distances += best_.reference;
    statistics_.chains += chain(node);
    CountGaps(node, list, statistics_.successor_gaps);
    CountGaps(node, best_.residuals, statistics_.residual_gaps);
  }

  const WebGraph& graph_;
  const BvProperties& settings_;
  std::vector<std::uint32_t> chains_;  // of the last pages, by their number modulo its size
  Plan best_;
  Plan trial_;
  BvStatistics statistics_;
};

Status Flush(BitWriter& bits, WritableFile& file, bool all) {
  if (all) bits.PadToWord();
  if (!all && bits.pending_bytes() < kFlushBytes) return {};
  return file.Append(bits.TakeBytes());
}

}  // namespace

Status CheckBvSettings(const BvProperties& settings) {
  if (settings.zeta_k < 1 || settings.zeta_k > 16) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("zeta k is {}; want 1 to 16", settings.zeta_k));
  }
  if (settings.window > kMaxBvWindow) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("the window is {}; want at most {}", settings.window, kMaxBvWindow));
  }
  for (const BvCode code : {settings.outdegrees, settings.blocks, settings.references,
                            settings.block_counts, settings.offsets}) {
    if (code == BvCode::kGolomb) {
      return Fail(ErrorCode::kInvalidArgument, "Golomb's code is for residuals alone");
    }
  }
  return {};
}

Result<BvStatistics> WriteBvBits(const WebGraph& graph, const BvProperties& settings,
                                 WritableFile& graph_file, WritableFile& offsets_file,
                                 const PagesDone& progress) {
  Encoder encoder(graph, settings);
  BitWriter bits;
  BitWriter offsets;
  std::uint64_t last = 0;
  const auto note_offset = [&] {
    WriteCode(offsets, settings.offsets, settings.zeta_k, bits.position() - last);
    last = bits.position();
  };
  note_offset();
  for (std::uint64_t node = 0; node < graph.page_count(); ++node) {
    encoder.Encode(node, bits);
    note_offset();
    if (progress && node % kProgressPages == 0) progress(node);
    MEGURI_CHECK_STATUS(Flush(bits, graph_file, false));
    MEGURI_CHECK_STATUS(Flush(offsets, offsets_file, false));
  }
  MEGURI_CHECK_STATUS(Flush(bits, graph_file, true));
  MEGURI_CHECK_STATUS(Flush(offsets, offsets_file, true));
  return encoder.statistics();
}

}  // namespace meguri
