// NAME.properties of a graph that we wrote: the keys and the formulas are WebGraph's.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "graph/bv_graph_writer.h"

namespace meguri {
namespace {

std::string_view NameOf(BvCode code) {
  switch (code) {
    case BvCode::kGamma:
      return "GAMMA";
    case BvCode::kDelta:
      return "DELTA";
    case BvCode::kUnary:
      return "UNARY";
    case BvCode::kZeta:
      return "ZETA";
    case BvCode::kNibble:
      return "NIBBLE";
    case BvCode::kGolomb:
      return "GOLOMB";
  }
  return "";
}

// Those that aren't the format's own.
std::string FlagsOf(const BvProperties& properties) {
  const BvProperties usual;
  std::string flags;
  const auto add = [&](std::string_view field, BvCode code, BvCode standard) {
    if (code == standard) return;
    flags += fmt::format("{}{}_{}", flags.empty() ? "" : " | ", field, NameOf(code));
  };
  add("OUTDEGREES", properties.outdegrees, usual.outdegrees);
  add("BLOCKS", properties.blocks, usual.blocks);
  add("RESIDUALS", properties.residuals, usual.residuals);
  add("REFERENCES", properties.references, usual.references);
  add("BLOCK_COUNT", properties.block_counts, usual.block_counts);
  add("OFFSETS", properties.offsets, usual.offsets);
  return flags;
}

// Three digits at most, no zeros at the end.
std::string Rounded(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string Ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "0" : Rounded(static_cast<double>(a) / static_cast<double>(b));
}

// ln n!, by Stirling.
double LogFactorial(double n) {
  return n < 1 ? 0 : n * std::log(n) - n + 0.5 * std::log(2 * std::numbers::pi * n);
}

// What the bits are of those that a graph without any structure would need.
std::string CompressionRatio(double nodes, double arcs, double bits) {
  const double pairs = nodes * nodes;
  const double bound = LogFactorial(pairs) - LogFactorial(arcs) - LogFactorial(pairs - arcs);
  return bound > 0 ? Rounded(bits * std::numbers::ln2 / bound) : "0";
}

using Keys = std::map<std::string, std::string>;

// The means take each gap for the middle of those with the same highest bit.
void AddGaps(const std::array<std::uint64_t, 64>& gaps, const std::string& what, Keys& keys) {
  std::size_t size = gaps.size();
  while (size > 0 && gaps[size - 1] == 0)
    --size;
  std::string counts;
  double sum = 0;
  double logs = 0;
  double count = 0;
  double least = 1;
  for (std::size_t i = 0; i < size; ++i, least *= 2) {
    const auto here = static_cast<double>(gaps[i]);
    counts += fmt::format("{}{}", i == 0 ? "" : ",", gaps[i]);
    sum += (3 * least - 1) / 2 * here;
    logs += (std::log2(3 * least + 1) - 1) * here;
    count += here;
  }
  keys[what + "expstats"] = counts;
  keys[what + "avggap"] = count > 0 ? fmt::format("{:.3f}", sum / count) : "0";
  keys[what + "avgloggap"] = count > 0 ? fmt::format("{}", logs / count) : "0";
}

void AddBits(std::uint64_t bits, std::uint64_t nodes, const std::string& what, Keys& keys) {
  keys["bitsfor" + what] = fmt::format("{}", bits);
  keys["avgbitsfor" + what] = Ratio(bits, nodes);
}

}  // namespace

std::string BvPropertiesText(const BvProperties& properties, const BvStatistics& statistics) {
  const std::uint64_t nodes = properties.nodes;
  Keys keys{{"graphclass", "it.unimi.dsi.webgraph.BVGraph"}, {"version", "0"}};
  const auto number = [&](const std::string& key, std::uint64_t value) {
    keys[key] = fmt::format("{}", value);
  };
  number("nodes", nodes);
  number("arcs", properties.arcs);
  number("windowsize", properties.window);
  number("minintervallength", properties.min_interval_length);
  number("zetak", properties.zeta_k);
  keys["maxrefcount"] = fmt::format(
      "{}",
      std::min<std::uint64_t>(properties.max_references, std::numeric_limits<std::int32_t>::max()));
  keys["compressionflags"] = FlagsOf(properties);
  number("copiedarcs", statistics.counts.copied);
  number("intervalisedarcs", statistics.counts.in_intervals);
  number("residualarcs", statistics.counts.residual);
  AddBits(statistics.outdegree_bits, nodes, "outdegrees", keys);
  AddBits(statistics.reference_bits, nodes, "references", keys);
  AddBits(statistics.block_bits, nodes, "blocks", keys);
  AddBits(statistics.interval_bits, nodes, "intervals", keys);
  AddBits(statistics.residual_bits, nodes, "residuals", keys);
  keys["bitsperlink"] = Ratio(statistics.bits(), properties.arcs);
  keys["bitspernode"] = Ratio(statistics.bits(), nodes);
  keys["avgref"] = Ratio(statistics.chains, nodes);
  keys["avgdist"] = Ratio(statistics.distances, nodes);
  keys["compratio"] =
      CompressionRatio(static_cast<double>(nodes), static_cast<double>(properties.arcs),
                       static_cast<double>(statistics.bits()));
  AddGaps(statistics.successor_gaps, "successor", keys);
  AddGaps(statistics.residual_gaps, "residual", keys);
  std::string text = "#BVGraph properties\n";
  for (const auto& [key, value] : keys)
    text += fmt::format("{}={}\n", key, value);
  return text;
}

}  // namespace meguri
