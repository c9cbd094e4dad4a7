#include "graph/bv_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "graph/bit_reader.h"

namespace meguri {
namespace {

constexpr std::uint64_t kNoNode = std::numeric_limits<std::uint64_t>::max();

std::uint64_t ReadCode(BitReader& bits, BvCode code, unsigned zeta_k) {
  switch (code) {
    case BvCode::kGamma:
      return bits.Gamma();
    case BvCode::kDelta:
      return bits.Delta();
    case BvCode::kUnary:
      return bits.Unary();
    case BvCode::kZeta:
      return bits.Zeta(zeta_k);
    case BvCode::kNibble:
      return bits.Nibble();
    case BvCode::kGolomb:
      return bits.Golomb(zeta_k);
  }
  return 0;
}

// 0, 1, 2, 3, 4 … stand for 0, -1, 1, -2, 2 …
std::int64_t ToSigned(std::uint64_t n) {
  return static_cast<std::int64_t>(n >> 1U) ^ -static_cast<std::int64_t>(n & 1U);
}

class Decoder {
 public:
  Decoder(std::string_view bits, const BvProperties& properties)
      : bits_(bits), properties_(properties) {
    starts_.reserve(properties.nodes + 1);
    targets_.reserve(properties.arcs);
  }

  // False: damaged, at position().
  bool DecodeAll() {
    for (std::uint64_t node = 0; node < properties_.nodes; ++node) {
      starts_.push_back(targets_.size());
      if (!DecodeNode(node) || bits_.overrun()) return false;
    }
    starts_.push_back(targets_.size());
    return true;
  }

  std::uint64_t position() const { return bits_.position(); }
  std::uint64_t arcs() const { return targets_.size(); }
  const BvCounts& counts() const { return counts_; }
  WebGraph TakeGraph() { return {std::move(starts_), std::move(targets_)}; }

 private:
  std::uint64_t Read(BvCode code) { return ReadCode(bits_, code, properties_.zeta_k); }

  bool DecodeNode(std::uint64_t node) {
    const std::uint64_t degree = Read(properties_.outdegrees);
    if (degree == 0) return true;
    if (degree > properties_.nodes || targets_.size() + degree > properties_.arcs) return false;
    copied_.clear();
    intervals_.clear();
    if (properties_.window > 0) {
      const std::uint64_t reference = Read(properties_.references);
      if (reference > node || reference > properties_.window) return false;
      if (reference > 0 && !ReadCopies(node - reference, degree)) return false;
    }
    std::uint64_t extra = degree - copied_.size();
    counts_.copied += copied_.size();
    if (extra > 0 && properties_.min_interval_length > 0 && !ReadIntervals(node, extra)) {
      return false;
    }
    counts_.in_intervals += intervals_.size();
    counts_.residual += extra;
    return MergeWithResiduals(node, extra);
  }

  // Which successors of `reference` are ours too: blocks of its list, every other one.
  bool ReadCopies(std::uint64_t reference, std::uint64_t degree) {
    const std::uint64_t begin = starts_[reference];
    const std::uint64_t length = starts_[reference + 1] - begin;
    const std::uint64_t blocks = Read(properties_.block_counts);
    if (blocks > length + 1) return false;
    std::uint64_t at = 0;
    bool taken = true;
    for (std::uint64_t i = 0; i < blocks; ++i, taken = !taken) {
      const std::uint64_t block = Read(properties_.blocks) + (i == 0 ? 0 : 1);
      if (block > length - at) return false;
      if (taken) CopyFrom(begin + at, block);
      at += block;
    }
    if (taken) CopyFrom(begin + at, length - at);  // what no block speaks of
    return copied_.size() <= degree;
  }

  void CopyFrom(std::uint64_t at, std::uint64_t count) {
    copied_.insert(copied_.end(), targets_.begin() + static_cast<std::ptrdiff_t>(at),
                   targets_.begin() + static_cast<std::ptrdiff_t>(at + count));
  }

  // Runs of consecutive successors; `extra` is what is left beside them.
  bool ReadIntervals(std::uint64_t node, std::uint64_t& extra) {
    const std::uint64_t count = bits_.Gamma();
    if (count > extra) return false;
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t gap = bits_.Gamma();
      const std::uint64_t left =
          i == 0 ? node + static_cast<std::uint64_t>(ToSigned(gap)) : next + gap + 1;
      const std::uint64_t length = bits_.Gamma() + properties_.min_interval_length;
      if (length > extra || left >= properties_.nodes || length > properties_.nodes - left) {
        return false;
      }
      for (std::uint64_t target = left; target < left + length; ++target) {
        intervals_.push_back(static_cast<PageId>(target));
      }
      extra -= length;
      next = left + length;
    }
    return true;
  }

  // All three lists ascend; so does what they make.
  bool MergeWithResiduals(std::uint64_t node, std::uint64_t residuals) {
    std::size_t copied = 0;
    std::size_t interval = 0;
    std::uint64_t residual = kNoNode;
    if (residuals > 0) {
      residual = node + static_cast<std::uint64_t>(ToSigned(Read(properties_.residuals)));
      --residuals;
      if (residual >= properties_.nodes) return false;
    }
    while (true) {
      const std::uint64_t a = copied < copied_.size() ? copied_[copied] : kNoNode;
      const std::uint64_t b = interval < intervals_.size() ? intervals_[interval] : kNoNode;
      const std::uint64_t least = std::min({a, b, residual});
      if (least == kNoNode) return true;
      targets_.push_back(static_cast<PageId>(least));
      if (least == a) {
        ++copied;
      } else if (least == b) {
        ++interval;
      } else if (residuals == 0) {
        residual = kNoNode;
      } else {
        residual += Read(properties_.residuals) + 1;
        --residuals;
        if (residual >= properties_.nodes) return false;
      }
    }
  }

  BitReader bits_;
  const BvProperties& properties_;
  BvCounts counts_;
  std::vector<std::uint64_t> starts_;
  std::vector<PageId> targets_;
  std::vector<PageId> copied_;
  std::vector<PageId> intervals_;
};

// The path without what follows the name.
std::string BaseName(std::string_view path) {
  for (const std::string_view suffix : {".graph", ".properties", ".offsets"}) {
    if (path.ends_with(suffix)) path.remove_suffix(suffix.size());
  }
  return std::string(path);
}

}  // namespace

Result<BvGraph> DecodeBvGraph(std::string_view bits, const BvProperties& properties,
                              std::string_view name) {
  const std::uint64_t size = std::uint64_t{bits.size()} * 8;
  // Each node takes a bit at least. An arc may take less than one (copied, in intervals), but not
  // by so much.
  if (properties.nodes > size || properties.nodes > kMaxPages || properties.arcs / 1024 > size) {
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: {} bits can't hold the {} nodes and {} arcs that its properties "
                            "promise",
                            name, size, properties.nodes, properties.arcs));
  }
  Decoder decoder(bits, properties);
  if (!decoder.DecodeAll()) {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: damaged at bit {} of {}", name,
                                                 std::min(decoder.position(), size), size));
  }
  if (decoder.arcs() != properties.arcs) {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: has {} arcs, its properties promise {}", name,
                                                 decoder.arcs(), properties.arcs));
  }
  const BvCounts& counts = decoder.counts();
  if (properties.counts && *properties.counts != counts) {
    const BvCounts& promised = *properties.counts;
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: {} arcs are copied, {} in intervals, {} residual; its properties "
                            "promise {}, {} and {}",
                            name, counts.copied, counts.in_intervals, counts.residual,
                            promised.copied, promised.in_intervals, promised.residual));
  }
  return BvGraph{decoder.TakeGraph(), properties, counts, decoder.position()};
}

Result<BvGraph> ReadBvGraph(Files& files, std::string_view path) {
  constexpr std::uint64_t kMaxGraphBytes = std::uint64_t{1} << 40;
  const std::string base = BaseName(path);
  MEGURI_TRY(const std::string text, ReadWholeFile(files, base + ".properties"));
  MEGURI_TRY(const BvProperties properties, ParseBvProperties(text, base + ".properties"));
  MEGURI_TRY(const std::string bits, ReadWholeFile(files, base + ".graph", kMaxGraphBytes));
  return DecodeBvGraph(bits, properties, base + ".graph");
}

}  // namespace meguri
