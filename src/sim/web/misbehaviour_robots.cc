// robots.txt that is none, or too much of one.
#include <fmt/format.h>

#include <iterator>

#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri::bad {
namespace {

using enum Misbehaviour;

constexpr std::size_t kRuleAt = std::size_t{400} << 10;     // RFC 9309 section 2.5: crawlers read
constexpr std::size_t kHeldBytes = std::size_t{600} << 10;  // 500 KiB at least
constexpr std::uint64_t kAllBytes = 10'000'000;
constexpr std::size_t kUnitBytes = 100'000;
constexpr std::string_view kFiller =
    "# This line says nothing, and there are very many of its kind in this file.\n";

void AnswerHugeRobots(WebAnswer& answer) {
  answer.fields = "Content-Type: text/plain; charset=utf-8\r\n";
  std::string& text = answer.body;
  while (text.size() < kRuleAt)
    text += kFiller;
  text += "User-agent: *\nDisallow: /private/\n";
  for (int i = 0; text.size() < kHeldBytes; ++i)
    fmt::format_to(std::back_inserter(text), "Disallow: /nothing-here/{}/\n", i);
  std::string& unit = answer.delivery.repeated;
  while (unit.size() + kFiller.size() <= kUnitBytes)
    unit += kFiller;
  unit.resize(kUnitBytes - 1, '#');
  unit += '\n';
  answer.delivery.repeats = (kAllBytes - text.size()) / kUnitBytes;
}

}  // namespace

bool AnswerBadRobots(Misbehaviour kind, WebAnswer& answer) {
  switch (kind) {
    case kRobotsHuge:
      AnswerHugeRobots(answer);
      return true;
    case kRobotsHtml:
      AnswerPage("Welcome", "<h1>Welcome</h1><p>Disallow: nothing that we know of.</p>", answer);
      return true;
    case kRobots500:
      AnswerStatus(500, "Internal Server Error", answer);
      return true;
    case kRobotsHang:
      answer.delivery.never = true;
      return true;
    default:
      return false;
  }
}

}  // namespace meguri::bad
