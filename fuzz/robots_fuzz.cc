// robots.txt: input is "agent\npath\n" and then the bytes of the file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "robots/robots_txt.h"
#include "tests/robots/slow_matcher.h"

namespace {

using meguri::robots::RobotsRules;
using meguri::robots::RobotsTxt;
using meguri::robots::SlowCheck;
using meguri::robots::SlowVerdict;
using meguri::robots::Verdict;
using meguri::robots::VerdictReason;

std::string_view TakeLine(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : rest.size());
  return line;
}

void CheckVerdict(const Verdict& verdict, std::string_view body) {
  const bool by_rule = verdict.reason == VerdictReason::kRule;
  Check(by_rule == (verdict.line != 0), "a rule has a line number, nothing else has");
  Check(by_rule == !verdict.rule.empty(), "a rule has a text, nothing else has");
  Check(verdict.line <= body.size(), "there are no more lines than bytes");
  Check(body.find(verdict.rule) != std::string_view::npos, "the rule is in the file");
}

// For a crawler without a name: one more group for everybody, which forbids everything, can't
// make a path allowed that was not.
void CheckForbidden(std::string_view body, std::string_view path) {
  if (body.size() > 4096) return;
  const std::string more = std::string(body) + "\nUser-agent: *\nDisallow: /\n";
  const bool allowed = RobotsTxt::Parse(body).RulesFor("").Check(path).allowed;
  const RobotsRules stricter = RobotsTxt::Parse(more).RulesFor("");
  const Verdict verdict = stricter.Check(path);
  Check(allowed || !verdict.allowed, "a Disallow never allows");
  Check(verdict.reason != VerdictReason::kNoRule, "Disallow: / matches everything");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view body(reinterpret_cast<const char*>(data), size);
  const std::string_view agent = TakeLine(body);
  const std::string_view path = TakeLine(body);

  const RobotsTxt robots = RobotsTxt::Parse(body);
  const RobotsRules rules = robots.RulesFor(agent);
  std::string scratch;
  const Verdict verdict = rules.Check(path, scratch);
  CheckVerdict(verdict, body);
  Check(verdict == rules.Check(path, scratch), "a check leaves no trace");
  Check(verdict == rules.Check(path), "scratch makes no difference");
  Check(verdict == RobotsTxt(robots).RulesFor(agent).Check(path), "a copy is the same");
  Check(!rules.crawl_delay() || (rules.crawl_delay()->count() >= 0 &&
                                 *rules.crawl_delay() <= RobotsTxt::kMaxCrawlDelay),
        "a crawl delay is sensible");
  Check(rules.Check("/robots.txt").allowed, "/robots.txt is allowed");

  CheckVerdict(RobotsTxt::Parse(body.substr(0, body.size() / 2)).RulesFor(agent).Check(path), body);
  CheckForbidden(body, path);
  if (body.size() <= 1024 && path.size() <= 256) {
    const SlowVerdict slow = SlowCheck(body, agent, path);
    Check(verdict.allowed == slow.allowed, "the slow matcher agrees");
    Check(verdict.line == slow.line, "the slow matcher names the same line");
  }
  return 0;
}
