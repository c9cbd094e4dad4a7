#include "order/order_name.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace meguri {
namespace {

constexpr std::array<std::pair<std::string_view, OrderKind>, 7> kPlain = {{
    {"bf", OrderKind::kBreadthFirst},
    {"blc", OrderKind::kBacklinkCount},
    {"pr", OrderKind::kPageRank},
    {"opic", OrderKind::kOpic},
    {"oracle", OrderKind::kOracle},
    {"opt", OrderKind::kOptimum},
    {"meguri", OrderKind::kMeguri},
}};

std::optional<double> ParseDecimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// "1.5" or "29/30".
std::optional<double> ParseNumber(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return ParseDecimal(text);
  const auto above = ParseDecimal(text.substr(0, slash));
  const auto below = ParseDecimal(text.substr(slash + 1));
  if (!above || !below || *below == 0) return {};
  return *above / *below;
}

bool IsCount(double value) { return value >= 0 && value <= 4e9 && value == std::floor(value); }

// A part with a number: what it must be, and where it goes.
struct Setting {
  std::string_view key;
  std::string_view want;
  bool (*fits)(double value);
  void (*set)(double value, CutOff& cut_off);
};
bool IsNotNegative(double value) { return value >= 0; }
constexpr std::array<Setting, 6> kSettings = {{
    {"pages", "want a number of pages", IsCount,
     [](double value, CutOff& cut) { cut.max_pages = static_cast<std::uint64_t>(value); }},
    {"depth", "want a number of links, 1 or more",
     [](double value) { return IsCount(value) && value > 0; },
     [](double value, CutOff& cut) { cut.max_depth = static_cast<std::uint32_t>(value); }},
    {"ratio", "want no negative number", IsNotNegative,
     [](double value, CutOff& cut) { cut.min_ratio = value; }},
    {"share", "want no negative number", IsNotNegative,
     [](double value, CutOff& cut) { cut.min_share = value; }},
    {"score", "want no negative number", IsNotNegative,
     [](double value, CutOff& cut) { cut.min_score = value; }},
    {"damping", "want what is left of a share: above 0, at most 1",
     [](double value) { return value > 0 && value <= 1; },
     [](double value, CutOff& cut) { cut.damping = value; }},
}};

// The papers' names for some of them; "pl" alone is 8 pages.
std::string_view KeyOf(std::string_view name) {
  if (name == "pl") return "pages";
  return name == "vr" ? "ratio" : name;
}

// One of the parts that compose. `value`: nullopt if it has none.
Status Apply(std::string_view part, std::string_view name, std::optional<double> value,
             CutOff& cut_off) {
  const auto wrong = [&](std::string_view want) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("'{}' in an ipr: {}", part, want));
  };
  if (name == "dl1" && !value) {
    cut_off.max_depth = 1;
    return {};
  }
  if (name == "ar2" || name == "ar") {
    cut_off.accumulated = value.value_or(cut_off::kAccumulated.accumulated);
    if (cut_off.accumulated <= 0) return wrong("want a ratio above 0");
    cut_off.score_without_accumulated = name == "ar2";
    if (name == "ar2") cut_off.damping = cut_off::kAccumulated2.damping;
    return {};
  }
  if (name == "pl" && !value) value = static_cast<double>(cut_off::kPages.max_pages);
  if (name == "vr" && !value) value = cut_off::kRatio.min_ratio;
  for (const Setting& setting : kSettings) {
    if (setting.key != KeyOf(name) || !value) continue;
    if (!setting.fits(*value)) return wrong(setting.want);
    setting.set(*value, cut_off);
    return {};
  }
  return wrong("want dl1, pl, vr, ar, ar2, or depth, pages, share, score, ratio or damping=NUMBER");
}

// Else a share may travel forever: round a circle of pages with one link each, for one.
bool IsBounded(const CutOff& cut_off) {
  constexpr CutOff kNothing;
  return cut_off.max_depth != kNothing.max_depth || cut_off.max_pages != kNothing.max_pages ||
         cut_off.min_ratio > 0 || cut_off.accumulated > 0 ||
         (cut_off.min_share > 0 && cut_off.damping < 1);
}

Result<CutOff> ParseCutOff(std::string_view text) {
  CutOff cut_off;
  std::optional<double> damping;  // wins over ar2's own, wherever it stands
  for (std::string_view rest = text;;) {
    const std::string_view part = rest.substr(0, rest.find('+'));
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    std::optional<double> value;
    if (equals != std::string_view::npos) {
      value = ParseNumber(part.substr(equals + 1));
      if (!value) {
        return Fail(ErrorCode::kInvalidArgument,
                    fmt::format("'{}' in an ipr: want a number, or a fraction like 29/30", part));
      }
    }
    MEGURI_CHECK_STATUS(Apply(part, key, value, cut_off));
    if (key == "damping") damping = cut_off.damping;
    if (part.size() == rest.size()) break;
    rest.remove_prefix(part.size() + 1);
  }
  if (damping) cut_off.damping = *damping;
  if (!IsBounded(cut_off)) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("'ipr:{}' may never end: give it depth, pages or ratio, or a share with "
                    "damping below 1",
                    text));
  }
  return cut_off;
}

}  // namespace

Result<OrderName> ParseOrder(std::string_view text) {
  OrderName order{.name = std::string(text)};
  if (text.starts_with("ipr:")) {
    order.kind = OrderKind::kIncrementalPageRank;
    MEGURI_TRY(order.cut_off, ParseCutOff(text.substr(4)));
    return order;
  }
  for (const auto& [name, kind] : kPlain) {
    if (name != text) continue;
    order.kind = kind;
    return order;
  }
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("'{}' is no strategy: want bf, blc, pr, ipr:…, opic, oracle, opt or "
                          "meguri",
                          text));
}

Result<std::vector<OrderName>> ParseOrders(std::string_view list) {
  std::vector<OrderName> orders;
  for (;;) {
    const std::string_view one = list.substr(0, list.find(','));
    MEGURI_TRY(OrderName order, ParseOrder(one));
    orders.push_back(std::move(order));
    if (one.size() == list.size()) return orders;
    list.remove_prefix(one.size() + 1);
  }
}

}  // namespace meguri
