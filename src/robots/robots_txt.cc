#include "robots/robots_txt.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "robots/product_token.h"

namespace meguri::robots {
namespace {

constexpr std::string_view kEverybody = "*";

// What of `bytes` lies in whole lines within the limit.
std::string_view WholeLines(std::string_view bytes, std::size_t limit) {
  if (bytes.size() <= limit) return bytes;
  const std::size_t line_end = bytes.find_last_of("\r\n", limit);
  const std::size_t cut_line = line_end == std::string_view::npos ? 0 : line_end + 1;
  // Of a line whose comment alone is cut, the rule is whole.
  const std::size_t comment = bytes.substr(0, limit).find('#', cut_line);
  return bytes.substr(0, comment == std::string_view::npos ? cut_line : comment);
}

// "*" may be followed by a blank and anything; "*bot" is no product token and names nobody.
std::string_view AgentOf(std::string_view value) {
  const bool star = value.starts_with('*') && (value.size() == 1 || IsAsciiSpace(value[1]));
  return star ? value.substr(0, 1) : ProductToken(value);
}

bool AllDigits(std::string_view text) { return std::ranges::all_of(text, IsAsciiDigit); }

// Decimal seconds, "10", "0.5" or ".5", perhaps with a word after a blank ("10 seconds"),
// rounded up to milliseconds; nullopt for anything else.
std::optional<std::chrono::milliseconds> ParseDelay(std::string_view value) {
  const auto blank = std::ranges::find_if(value, IsAsciiSpace);
  const std::string_view number = value.substr(0, static_cast<std::size_t>(blank - value.begin()));
  const std::size_t point = number.find('.');
  const std::string_view whole = number.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : number.substr(point + 1);
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (!AllDigits(whole) || !AllDigits(fraction)) return std::nullopt;

  std::int64_t seconds = 0;
  for (const char digit : whole) {
    seconds = seconds * 10 + (digit - '0');
    if (seconds > RobotsTxt::kMaxCrawlDelay.count()) return RobotsTxt::kMaxCrawlDelay;
  }
  std::int64_t millis = seconds * 1000;
  std::int64_t place = 100;
  bool round_up = false;
  for (const char digit : fraction) {
    millis += (digit - '0') * place;
    round_up |= place == 0 && digit != '0';
    place /= 10;
  }
  const std::chrono::milliseconds delay(millis + (round_up ? 1 : 0));
  if (delay > RobotsTxt::kMaxCrawlDelay) return RobotsTxt::kMaxCrawlDelay;
  return delay;
}

}  // namespace

RobotsTxt RobotsTxt::Parse(std::string_view bytes) {
  RobotsTxt result;
  result.bytes_ = WholeLines(bytes, kMaxBytes);
  result.truncated_ = bytes.size() > kMaxBytes;
  RobotsLineReader reader(result.bytes_);
  bool in_header = false;
  while (const std::optional<RobotsLine> line = reader.Next()) {
    result.AddLine(*line, in_header);
  }
  return result;
}

RobotsRules RobotsTxt::RulesFor(std::string_view agent) const {
  RobotsRules rules;
  const std::string_view token = ProductToken(agent);
  if (token.empty() || !CollectRules(token, rules)) CollectRules(kEverybody, rules);
  rules.ShrinkToFit();
  return rules;
}

void RobotsTxt::AddLine(const RobotsLine& line, bool& in_header) {
  switch (line.key) {
    case RobotsKey::kUserAgent:
      if (!in_header) {
        groups_.push_back({.agents_begin = static_cast<std::uint32_t>(agents_.size()),
                           .rules_begin = static_cast<std::uint32_t>(rules_.size()),
                           .delays_begin = static_cast<std::uint32_t>(delays_.size())});
        in_header = true;
      }
      agents_.push_back(SliceOf(AgentOf(line.value)));
      break;
    case RobotsKey::kAllow:
    case RobotsKey::kDisallow:
      in_header = false;
      // An empty pattern is a rule (it ended the header), but one that matches nothing.
      if (groups_.empty() || line.value.empty()) break;
      rules_.push_back({.text = SliceOf(line.text),
                        .value = SliceOf(line.value),
                        .line = line.number,
                        .allow = line.key == RobotsKey::kAllow});
      break;
    case RobotsKey::kCrawlDelay:
      if (const auto delay = ParseDelay(line.value); delay && !groups_.empty()) {
        delays_.push_back(
            {.agents_before = static_cast<std::uint32_t>(agents_.size()), .delay = *delay});
      }
      break;
    case RobotsKey::kSitemap:
      if (!line.value.empty()) sitemaps_.emplace_back(line.value);
      break;
    case RobotsKey::kNone:
    case RobotsKey::kUnknown:
      break;
  }
}

bool RobotsTxt::CollectRules(std::string_view token, RobotsRules& rules) const {
  bool found = false;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& begin = groups_[i];
    const Group end = GroupEnd(i);
    std::uint32_t agent = begin.agents_begin;
    while (agent < end.agents_begin && !EqualsIgnoringAsciiCase(ViewOf(agents_[agent]), token)) {
      ++agent;
    }
    if (agent == end.agents_begin) continue;
    found = true;
    for (std::uint32_t r = begin.rules_begin; r < end.rules_begin; ++r) {
      const Rule& rule = rules_[r];
      rules.Add(rule.allow, ViewOf(rule.text), ViewOf(rule.value), rule.line);
    }
    for (std::uint32_t d = begin.delays_begin; d < end.delays_begin; ++d) {
      if (agent < delays_[d].agents_before) rules.AddCrawlDelay(delays_[d].delay);
    }
  }
  return found;
}

RobotsTxt::Slice RobotsTxt::SliceOf(std::string_view part) const {
  if (part.empty()) return {.at = 0, .size = 0};  // may point anywhere
  return {.at = static_cast<std::uint32_t>(part.data() - bytes_.data()),
          .size = static_cast<std::uint32_t>(part.size())};
}

std::string_view RobotsTxt::ViewOf(Slice slice) const {
  return std::string_view(bytes_).substr(slice.at, slice.size);
}

RobotsTxt::Group RobotsTxt::GroupEnd(std::size_t group) const {
  if (group + 1 < groups_.size()) return groups_[group + 1];
  return {.agents_begin = static_cast<std::uint32_t>(agents_.size()),
          .rules_begin = static_cast<std::uint32_t>(rules_.size()),
          .delays_begin = static_cast<std::uint32_t>(delays_.size())};
}

}  // namespace meguri::robots
