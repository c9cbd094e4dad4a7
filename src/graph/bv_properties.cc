// NAME.properties: Java's property file format, as far as WebGraph uses it: KEY=VALUE lines.
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "base/ascii.h"
#include "graph/bv_graph.h"

namespace meguri {
namespace {

std::optional<BvCode> ParseCode(std::string_view name) {
  if (name == "GAMMA") return BvCode::kGamma;
  if (name == "DELTA") return BvCode::kDelta;
  if (name == "UNARY") return BvCode::kUnary;
  if (name == "ZETA") return BvCode::kZeta;
  if (name == "NIBBLE") return BvCode::kNibble;
  if (name == "GOLOMB") return BvCode::kGolomb;
  return std::nullopt;
}

// "RESIDUALS_GAMMA": which field and which code. False if it says neither.
bool ApplyFlag(std::string_view flag, BvProperties& properties) {
  struct Field {
    std::string_view prefix;
    BvCode BvProperties::*code;
  };
  static constexpr Field kFields[] = {
      // NOLINT(modernize-avoid-c-arrays)
      {"OUTDEGREES_", &BvProperties::outdegrees},    {"BLOCKS_", &BvProperties::blocks},
      {"RESIDUALS_", &BvProperties::residuals},      {"REFERENCES_", &BvProperties::references},
      {"BLOCK_COUNT_", &BvProperties::block_counts}, {"OFFSETS_", &BvProperties::offsets},
  };
  for (const Field& field : kFields) {
    if (!flag.starts_with(field.prefix)) continue;
    const auto code = ParseCode(flag.substr(field.prefix.size()));
    if (!code) return false;
    if (*code == BvCode::kGolomb && field.code != &BvProperties::residuals) return false;
    properties.*field.code = *code;
    return true;
  }
  return false;
}

template <class Number>
Status ApplyNumber(std::string_view key, std::string_view value, std::string_view name,
                   Number& number) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: {} is '{}', not a number", name, key, value));
  }
  return {};
}

std::uint64_t* CountOf(std::string_view key, BvCounts& counts) {
  if (key == "copiedarcs") return &counts.copied;
  if (key == "intervalisedarcs") return &counts.in_intervals;
  if (key == "residualarcs") return &counts.residual;
  return nullptr;
}

Status Apply(std::string_view key, std::string_view value, std::string_view name,
             BvProperties& properties) {
  if (key == "nodes") return ApplyNumber(key, value, name, properties.nodes);
  if (key == "arcs") return ApplyNumber(key, value, name, properties.arcs);
  if (key == "windowsize") return ApplyNumber(key, value, name, properties.window);
  if (key == "maxrefcount" && value == "-1") {  // as long as it likes
    properties.max_references = std::numeric_limits<std::uint32_t>::max();
    return {};
  }
  if (key == "maxrefcount") return ApplyNumber(key, value, name, properties.max_references);
  if (key == "minintervallength") {
    return ApplyNumber(key, value, name, properties.min_interval_length);
  }
  if (key == "zetak") return ApplyNumber(key, value, name, properties.zeta_k);
  if (key == "compressionflags") return ParseBvFlags(value, name, properties);
  if (key == "graphclass" && !value.ends_with("BVGraph")) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("{}: graphclass is '{}', not BVGraph", name, value));
  }
  return {};  // statistics
}

}  // namespace

Status ParseBvFlags(std::string_view flags, std::string_view name, BvProperties& properties) {
  while (!flags.empty()) {
    const std::size_t bar = flags.find('|');
    const std::string_view flag = TrimAsciiSpace(flags.substr(0, bar));
    flags = bar == flags.npos ? std::string_view() : flags.substr(bar + 1);
    if (!flag.empty() && !ApplyFlag(flag, properties)) {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("{}: unknown compression flag '{}'", name, flag));
    }
  }
  return {};
}

Result<BvProperties> ParseBvProperties(std::string_view text, std::string_view name) {
  BvProperties properties;
  BvCounts counts;
  int counted = 0;
  bool has_nodes = false;
  bool has_arcs = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = TrimAsciiSpace(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line[0] == '#' || line[0] == '!') continue;
    const std::size_t equals = line.find_first_of("=:");
    if (equals == line.npos) continue;
    const std::string_view key = TrimAsciiSpace(line.substr(0, equals));
    const std::string_view value = TrimAsciiSpace(line.substr(equals + 1));
    if (std::uint64_t* const count = CountOf(key, counts); count != nullptr) {
      MEGURI_CHECK_STATUS(ApplyNumber(key, value, name, *count));
      ++counted;
      continue;
    }
    MEGURI_CHECK_STATUS(Apply(key, value, name, properties));
    has_nodes |= key == "nodes";
    has_arcs |= key == "arcs";
  }
  if (counted == 3) properties.counts = counts;
  if (!has_nodes || !has_arcs) {
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: has no {}", name, has_nodes ? "arcs" : "nodes"));
  }
  if (properties.zeta_k < 1 || properties.zeta_k > 16) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("{}: zetak is {}; want 1 to 16", name, properties.zeta_k));
  }
  if (properties.window > kMaxBvWindow) {
    return Fail(ErrorCode::kUnsupported, fmt::format("{}: windowsize is {}; want at most {}", name,
                                                     properties.window, kMaxBvWindow));
  }
  return properties;
}

}  // namespace meguri
