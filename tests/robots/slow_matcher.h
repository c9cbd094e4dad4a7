// The same answers as robots/ in the most obvious way, however slow: what the fuzzer and the
// random tests compare with. Shares the reading of lines and the comparison form, nothing else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/comparison_form.h"
#include "robots/product_token.h"
#include "robots/robots_line.h"

namespace meguri::robots {

// Every way to match, by dynamic programming: O(pattern x path).
inline bool SlowMatches(std::string_view octets, bool to_end, std::string_view path) {
  // reached[i]: the pattern so far can match the first i octets of the path.
  std::vector<bool> reached(path.size() + 1, false);
  reached[0] = true;
  for (const char c : octets) {
    std::vector<bool> next(path.size() + 1, false);
    for (std::size_t i = 0; i <= path.size(); ++i) {
      if (c == '*') {
        next[i] = reached[i] || (i > 0 && next[i - 1]);
      } else {
        next[i] = i > 0 && reached[i - 1] && path[i - 1] == c;
      }
    }
    reached = next;
  }
  if (to_end) return reached.back();
  for (const bool here : reached) {
    if (here) return true;
  }
  return false;
}

struct SlowVerdict {
  bool allowed = true;
  std::size_t line = 0;
};

struct SlowGroup {
  std::vector<std::string> agents;
  std::vector<RobotsLine> rules;
};

inline std::string SlowLowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

inline std::vector<SlowGroup> SlowGroups(std::string_view bytes) {
  std::vector<SlowGroup> groups;
  bool after_rule = true;
  RobotsLineReader reader(bytes);
  while (const std::optional<RobotsLine> line = reader.Next()) {
    if (line->key == RobotsKey::kUserAgent) {
      if (after_rule) groups.emplace_back();
      after_rule = false;
      const std::string_view value = line->value;
      const bool star = value == "*" || value.starts_with("* ") || value.starts_with("*\t") ||
                        value.starts_with("*\f");
      groups.back().agents.push_back(star ? "*" : SlowLowerCase(ProductToken(value)));
    } else if (line->key == RobotsKey::kAllow || line->key == RobotsKey::kDisallow) {
      after_rule = true;
      if (!groups.empty()) groups.back().rules.push_back(*line);
    }
  }
  return groups;
}

inline std::vector<RobotsLine> SlowRulesOf(const std::vector<SlowGroup>& groups,
                                           const std::string& agent, bool& named) {
  std::vector<RobotsLine> rules;
  for (const SlowGroup& group : groups) {
    bool here = false;
    for (const std::string& name : group.agents) {
      here = here || (!agent.empty() && name == agent);
    }
    if (here) rules.insert(rules.end(), group.rules.begin(), group.rules.end());
    named = named || here;
  }
  return rules;
}

inline SlowVerdict SlowCheck(std::string_view bytes, std::string_view agent,
                             std::string_view path_and_query) {
  std::string scratch;
  const std::string path(PathForm(path_and_query, scratch));
  if (path == "/robots.txt") return {};

  const std::vector<SlowGroup> groups = SlowGroups(bytes);
  bool named = false;
  std::vector<RobotsLine> rules = SlowRulesOf(groups, SlowLowerCase(ProductToken(agent)), named);
  if (!named) rules = SlowRulesOf(groups, "*", named);

  SlowVerdict verdict;
  std::size_t longest = 0;
  for (const RobotsLine& rule : rules) {
    if (rule.value.empty()) continue;
    const bool allow = rule.key == RobotsKey::kAllow;
    if (allow && HasBrokenEscape(rule.value)) continue;
    const bool to_end = rule.value.back() == '$';
    const std::string_view pattern = rule.value.substr(0, rule.value.size() - (to_end ? 1 : 0));
    const bool rooted = !pattern.empty() && (pattern.front() == '/' || pattern.front() == '*');
    std::string octets = !allow && !rooted ? "/" : "";
    AppendPatternForm(pattern, octets);
    const std::size_t length = octets.size() + (to_end ? 1 : 0);
    const bool better = length > longest || (length == longest && allow && !verdict.allowed);
    if (better && SlowMatches(octets, to_end, path)) {
      longest = length;
      verdict = {.allowed = allow, .line = rule.number};
    }
  }
  return verdict;
}

}  // namespace meguri::robots
