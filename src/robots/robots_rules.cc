#include "robots/robots_rules.h"

#include <algorithm>

#include "robots/comparison_form.h"

namespace meguri::robots {
namespace {

// The form of a rule's value, '$' taken off. RFC 9309 has patterns begin with '/'. What
// begins otherwise can't match and is left so, except that "Disallow: private/" gets the
// slash that it lacks: we may understand more than the RFC asks where that forbids more.
std::string FormOf(bool allow, std::string_view value) {
  std::string form;
  if (!allow && !value.starts_with('/') && !value.starts_with('*')) form += '/';
  AppendPatternForm(value, form);
  return form;
}

}  // namespace

RobotsRules RobotsRules::DisallowAll() {
  RobotsRules rules;
  rules.disallow_all_ = true;
  return rules;
}

Verdict RobotsRules::Check(std::string_view path_and_query, std::string& scratch) const {
  const std::string_view path = PathForm(path_and_query, scratch);
  if (path == "/robots.txt") return {.allowed = true, .reason = VerdictReason::kRobotsTxtItself};
  if (disallow_all_) return {.allowed = false, .reason = VerdictReason::kWholeSite};

  const Rule* best = nullptr;
  std::size_t best_length = 0;
  std::size_t searched = 0;
  for (const Rule& rule : rules_) {
    const RobotsPattern pattern = PatternOf(rule);
    const bool outranks = best == nullptr || pattern.length() > best_length ||
                          (pattern.length() == best_length && rule.allow && !best->allow);
    if (!outranks) continue;
    const bool matches = Matches(pattern, path, searched);
    if (searched > kMaxSearchedOctets) {
      return {.allowed = false, .reason = VerdictReason::kTooCostly};
    }
    if (matches) {
      best = &rule;
      best_length = pattern.length();
    }
  }
  return best == nullptr ? Verdict{} : DecidedBy(*best);
}

Verdict RobotsRules::Check(std::string_view path_and_query) const {
  std::string scratch;
  return Check(path_and_query, scratch);
}

void RobotsRules::Add(bool allow, std::string_view text, std::string_view value,
                      std::uint32_t line) {
  // Half an escape ("/a%2") would match every escape that begins so: in an Allow, nothing.
  if (allow && HasBrokenEscape(value)) return;
  const auto value_at = static_cast<std::size_t>(value.data() - text.data());
  const bool to_end = value.ends_with('$');
  if (to_end) value.remove_suffix(1);

  Rule rule{.text_at = static_cast<std::uint32_t>(text_.size()),
            .text_size = static_cast<std::uint32_t>(text.size()),
            .pattern_at = static_cast<std::uint32_t>(text_.size() + value_at),
            .pattern_size = static_cast<std::uint32_t>(value.size()),
            .line = line,
            .allow = allow,
            .to_end = to_end};
  text_ += text;
  if (const std::string form = FormOf(allow, value); form != value) {
    rule.pattern_at = static_cast<std::uint32_t>(text_.size());
    rule.pattern_size = static_cast<std::uint32_t>(form.size());
    text_ += form;
  }
  rules_.push_back(rule);
}

void RobotsRules::AddCrawlDelay(std::chrono::milliseconds delay) {
  crawl_delay_ = std::max(crawl_delay_.value_or(delay), delay);
}

void RobotsRules::ShrinkToFit() {
  text_.shrink_to_fit();
  rules_.shrink_to_fit();
}

RobotsPattern RobotsRules::PatternOf(const Rule& rule) const {
  return {.octets = std::string_view(text_).substr(rule.pattern_at, rule.pattern_size),
          .to_end = rule.to_end};
}

Verdict RobotsRules::DecidedBy(const Rule& rule) const {
  return {.allowed = rule.allow,
          .reason = VerdictReason::kRule,
          .rule = std::string_view(text_).substr(rule.text_at, rule.text_size),
          .line = rule.line};
}

std::vector<std::string> RobotsRules::DisallowedPaths() const {
  std::vector<std::string> paths;
  for (const Rule& rule : rules_) {
    if (!rule.allow) paths.push_back(text_.substr(rule.pattern_at, rule.pattern_size));
  }
  return paths;
}

}  // namespace meguri::robots
