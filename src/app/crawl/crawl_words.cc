#include "app/crawl/crawl_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/size_text.h"
#include "store/page_record.h"

namespace meguri::app {
namespace {

constexpr std::array<std::pair<PageEnd, std::string_view>, 16> kReasons = {{
    {PageEnd::kRobots, "robots.txt forbids it"},
    {PageEnd::kNoSuchName, "there is no such host, or it has no address"},
    {PageEnd::kDnsFailed, "the name servers gave no answer"},
    {PageEnd::kConnectFailed, "the server takes no connection"},
    {PageEnd::kTlsFailed, "no TLS: versions, or the certificate"},
    {PageEnd::kTimedOut, "the server was too slow"},
    {PageEnd::kNoAnswer, "the connection ended without an answer"},
    {PageEnd::kNotHttp, "what came was no HTTP"},
    {PageEnd::kHeadTooLarge, "the answer's head had no end"},
    {PageEnd::kForbiddenAddress, "its address may not be asked; see --allow-address"},
    {PageEnd::kTooManyRedirects, "one redirect after another"},
    {PageEnd::kBlocked, "blocked by you"},
    {PageEnd::kHostGivenUp, "its host had failed too often"},
    {PageEnd::kUrlTooLong, "the URL is too long"},
    {PageEnd::kBusy, "429 or 503 each time; the last answer is kept"},
    {PageEnd::kUnwanted, "its type is not among those of --content"},
}};

EndCount EndCountOf(std::size_t index, std::uint64_t urls) {
  const auto end = static_cast<PageEnd>(index);
  const auto* const found =
      std::ranges::find(kReasons, end, &std::pair<PageEnd, std::string_view>::first);
  if (found == kReasons.end()) return {fmt::format("end-{}", index), "", urls};
  return {std::string(PageEndName(end)), found->second, urls};
}

// Of the character that begins at `lead`.
std::size_t CharacterBytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// E1 84 80 is U+1100.
std::size_t CharacterWidth(std::string_view character) {
  return character >= "\xE1\x84\x80" ? 2 : 1;
}

}  // namespace

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = 3; i < text.size(); i += 4)
    text.insert(text.size() - i, 1, ',');
  return text;
}

std::string RateText(double per_second) {
  if (per_second >= 9.95)
    return Grouped(static_cast<std::uint64_t>(std::lround(per_second))) + "/s";
  return per_second < 0.05 ? "0/s" : fmt::format("{:.1f}/s", per_second);
}

std::string TimeText(Duration time) {
  using std::chrono::seconds;
  const std::int64_t all = std::max<std::int64_t>(std::chrono::floor<seconds>(time).count(), 0);
  if (all < 60) return fmt::format("{}s", all);
  if (all < 3600) return fmt::format("{}m {:02}s", all / 60, all % 60);
  if (all < 86400) return fmt::format("{}h {:02}m", all / 3600, all / 60 % 60);
  return fmt::format("{}d {:02}h", all / 86400, all / 3600 % 24);
}

std::string ByteRateText(double bytes_per_second) {
  return FormatSize(static_cast<std::uint64_t>(std::max(bytes_per_second, 0.0))) + "/s";
}

double PercentOf(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

std::vector<EndCount> EndsWithoutPage(const CrawlStatus& status) {
  std::vector<EndCount> counts;
  for (std::size_t i = 1; i < status.ended.size(); ++i) {
    if (status.ended[i] > 0) counts.push_back(EndCountOf(i, status.ended[i]));
  }
  std::ranges::sort(counts, [](const EndCount& a, const EndCount& b) {
    return std::pair(b.urls, std::string_view(a.name)) <
           std::pair(a.urls, std::string_view(b.name));
  });
  return counts;
}

std::vector<std::string> AnswerCounts(const CrawlStatus& status) {
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < status.by_status.size(); ++i) {
    if (status.by_status[i] == 0) continue;
    counts.push_back(fmt::format("{} {}", i == 0 ? "other" : fmt::format("{}xx", i),
                                 Grouped(status.by_status[i])));
  }
  return counts;
}

std::size_t WidthOf(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = CharacterBytes(text[at]);
    width += CharacterWidth(text.substr(at, bytes));
    at += bytes;
  }
  return width;
}

std::string DiscardText(const CrawlStatus& status) {
  return status.discarded_now == 0 ? "" : Grouped(status.discarded_now) + " discarded";
}

std::string PlacesText(const CrawlStatus& status) {
  if (!status.places) return "";
  std::string text =
      fmt::format("places {} of {}", Grouped(status.places_taken), Grouped(*status.places));
  if (status.places_awaited > 0) {
    text += fmt::format(", {} wait for one", Grouped(status.places_awaited));
  }
  return text;
}

std::string RoundText(const CrawlStatus& status) {
  return status.round ? "round " + Grouped(*status.round) : "";
}

std::string CutToWidth(std::string_view text, std::size_t columns) {
  if (WidthOf(text) <= columns) return std::string(text);
  const std::size_t dots = std::min<std::size_t>(columns, 3);
  std::size_t width = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t bytes = CharacterBytes(text[at]);
    width += CharacterWidth(text.substr(at, bytes));
    if (width > columns - dots) break;
    at += bytes;
  }
  return std::string(text.substr(0, at)) + std::string(dots, '.');
}

}  // namespace meguri::app
