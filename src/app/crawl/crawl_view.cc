#include "app/crawl/crawl_view.h"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/crawl/crawl_words.h"
#include "base/printable.h"
#include "base/size_text.h"

namespace meguri::app {
namespace {

constexpr Duration kEvery = std::chrono::milliseconds(200);
constexpr std::string_view kHideCursor = "\x1b[?25l";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[m";
constexpr std::string_view kEraseToLineEnd = "\x1b[K";
constexpr std::string_view kEraseBelow = "\x1b[J";
constexpr std::size_t kLabelWidth = 10;
constexpr std::size_t kBarWidth = 30;

// "label     field  field": as many fields as fit.
class Fields {
 public:
  Fields(std::string_view label, std::size_t columns)
      : text_(fmt::format("{:<{}}", label, kLabelWidth)), columns_(columns) {}

  Fields& Add(std::string_view field) {
    if (field.empty()) return *this;
    const std::string_view gap = empty_ ? "" : "   ";
    full_ = full_ || text_.size() + gap.size() + field.size() > columns_;
    if (full_) return *this;  // those that follow are less important
    text_.append(gap).append(field);
    empty_ = false;
    return *this;
  }
  Fields& AddAll(const std::vector<std::string>& fields) {
    for (const std::string& field : fields)
      Add(field);
    return *this;
  }
  ViewLine Take() { return {CutToWidth(text_, columns_)}; }

 private:
  std::string text_;
  std::size_t columns_;
  bool empty_ = true;
  bool full_ = false;
};

std::string Bar(double share) {
  const auto filled = static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(kBarWidth)));
  return fmt::format("[{}{}]", std::string(filled, '#'), std::string(kBarWidth - filled, '.'));
}

std::string PagesLeft(std::uint64_t pages, const CrawlRates& rates) {
  std::string text = Grouped(pages) + " pages";
  constexpr double kYear = 365.0 * 24 * 3600;
  const double seconds =
      rates.pages_per_second > 0 ? static_cast<double>(pages) / rates.pages_per_second : 2 * kYear;
  if (seconds < kYear) {
    text += fmt::format(" (about {})",
                        TimeText(std::chrono::seconds(static_cast<std::int64_t>(seconds))));
  }
  return text;
}

ViewLine Title(std::string_view directory, const CrawlStatus& status, std::size_t columns) {
  const std::string right = "running " + TimeText(status.running);
  // The folder's name is cut, not the time.
  const std::size_t room = columns > right.size() + 8 ? columns - right.size() - 2 : columns;
  std::string text = CutToWidth("meguri crawl: " + Printable(directory), room);
  const std::size_t width = WidthOf(text);
  if (room < columns) text.append(columns - width - right.size(), ' ').append(right);
  return {text, true};
}

ViewLine State(const CrawlStatus& status, std::size_t columns) {
  if (!status.stopping) return {CutToWidth("Ctrl-C stops; the same command goes on.", columns)};
  const std::string whole = StoppingText(status);
  if (whole.size() <= columns) return {whole, true};
  return {CutToWidth(fmt::format("stopping: {} requests under way; Ctrl-C again ends at once",
                                 status.fetches_under_way),
                     columns),
          true};
}

ViewLine Left(const CrawlStatus& status, const CrawlRates& rates, std::size_t columns) {
  Fields fields("left", columns);
  if (status.pages_left) fields.Add(PagesLeft(*status.pages_left, rates));
  if (status.bytes_left) fields.Add(FormatSize(*status.bytes_left));
  if (status.time_left) fields.Add(TimeText(*status.time_left));
  return fields.Take();
}

ViewLine Ends(const CrawlStatus& status, std::size_t columns) {
  Fields fields("no page", columns);
  for (const EndCount& end : EndsWithoutPage(status))
    fields.Add(fmt::format("{} {}", end.name, Grouped(end.urls)));
  return fields.Take();
}

ViewLine Answers(const CrawlStatus& status, std::size_t columns) {
  Fields fields("answers", columns);
  fields.AddAll(AnswerCounts(status));
  if (status.fetch_micros.count() > 0) {
    fields.Add(fmt::format("half within {} ms",
                           Grouped((status.fetch_micros.Quantile(0.5) + 500) / 1000)));
  }
  return fields.Take();
}

// A line, and how much it matters: of too many those with the highest number go.
struct RankedLine {
  int rank;
  ViewLine line;
};

std::vector<RankedLine> AllLines(std::string_view directory, const CrawlStatus& status,
                                 const CrawlRates& rates, std::size_t columns) {
  std::vector<RankedLine> lines;
  const auto add = [&lines](int rank, ViewLine line) { lines.push_back({rank, std::move(line)}); };
  const auto fields = [columns](std::string_view label) { return Fields(label, columns); };
  add(1, Title(directory, status, columns));
  add(0, fields("pages")
             .Add(Grouped(status.pages))
             .Add(RateText(rates.pages_per_second))
             .Add(status.pages_now == status.pages
                      ? ""
                      : fmt::format("{} in this run", Grouped(status.pages_now)))
             .Take());
  add(4, fields("received")
             .Add(FormatSize(status.bytes_now))
             .Add(ByteRateText(rates.bytes_per_second))
             .Add("archive " + FormatSize(status.archive_bytes))
             .Take());
  add(5, fields("URLs")
             .Add(Grouped(status.known_urls) + " known")
             .Add(Grouped(status.waiting_urls) + " waiting")
             .Add(DiscardText(status))
             .Take());
  if (status.places || status.round) {
    add(13, fields("schedule").Add(PlacesText(status)).Add(RoundText(status)).Take());
  }
  add(8, fields("hosts")
             .Add(Grouped(status.hosts_known) + " known")
             .Add(Grouped(status.hosts_waiting) + " waiting for their turn")
             .Take());
  add(6, fields("under way")
             .Add(Grouped(status.fetches_under_way) + " requests")
             .Add(Grouped(status.lookups_under_way) + " lookups")
             .Take());
  add(7, Answers(status, columns));
  if (!EndsWithoutPage(status).empty()) add(9, Ends(status, columns));
  if (status.score_known > 0) {
    const double share = status.score_fetched / status.score_known;
    add(11, fields("score")
                .Add(fmt::format("{:.1f} % of what is known", 100 * share))
                .Add(Bar(share))
                .Take());
  }
  add(10, fields("memory")
              .Add(fmt::format("{} of {}", FormatSize(status.memory_bytes),
                               FormatSize(status.memory_cap_bytes)))
              .Add(fmt::format("{:.0f} %", PercentOf(static_cast<double>(status.memory_bytes),
                                                     static_cast<double>(status.memory_cap_bytes))))
              .Take());
  if (status.pages_left || status.bytes_left || status.time_left) {
    add(3, Left(status, rates, columns));
  }
  if (!status.trouble.empty()) {
    add(-1, {CutToWidth("! " + Printable(status.trouble), columns), true});
  }
  add(status.stopping ? 2 : 12, State(status, columns));
  return lines;
}

}  // namespace

TerminalSize TerminalSizeOf(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::vector<ViewLine> ViewLines(std::string_view directory, const CrawlStatus& status,
                                const CrawlRates& rates, const TerminalSize& size) {
  std::vector<RankedLine> lines = AllLines(directory, status, rates, size.columns);
  // A row is left for what the shell had there.
  const std::size_t room = std::max<std::size_t>(size.rows, 2) - 1;
  while (lines.size() > room)
    lines.erase(std::ranges::max_element(lines, {}, &RankedLine::rank));
  std::vector<ViewLine> shown;
  shown.reserve(lines.size());
  for (RankedLine& ranked : lines)
    shown.push_back(std::move(ranked.line));
  return shown;
}

CrawlView::CrawlView(CrawlViewOptions options) : options_(std::move(options)) {}

std::string CrawlView::ToBegin(std::size_t columns) const {
  if (widths_.empty()) return "\r";
  // Where the terminal has become narrower since, it has wrapped what stood there.
  std::size_t rows = 0;
  for (const std::size_t width : widths_)
    rows += std::max<std::size_t>((width + columns - 1) / columns, 1);
  return rows > 1 ? fmt::format("\r\x1b[{}A", rows - 1) : "\r";
}

void CrawlView::Show(const CrawlStatus& status, const CrawlRates& rates) {
  const bool changed = status.stopping != stopping_ || status.trouble != trouble_;
  if (status.running < next_ && !changed) return;
  next_ = status.running + kEvery;
  stopping_ = status.stopping;
  trouble_ = status.trouble;
  TerminalSize size = options_.size();
  size.columns = std::max<std::size_t>(size.columns, 2) - 1;  // the last one wraps on some
  std::string frame(kHideCursor);
  frame += ToBegin(size.columns + 1);
  widths_.clear();
  shown_ = true;
  for (const ViewLine& line : ViewLines(options_.directory, status, rates, size)) {
    if (!widths_.empty()) frame += "\r\n";
    const bool bold = line.bold && options_.bold;
    frame.append(bold ? kBold : "").append(line.text).append(bold ? kPlain : "");
    frame += kEraseToLineEnd;
    widths_.push_back(WidthOf(line.text));
  }
  frame += kEraseBelow;
  options_.output(frame);
}

void CrawlView::Say(std::string_view line) {
  Erase();
  options_.output(fmt::format("{}\r\n", line));
  next_ = Duration(0);  // the lines come back soon
}

void CrawlView::Erase() {
  if (!shown_) return;
  shown_ = false;
  const std::size_t columns = std::max<std::size_t>(options_.size().columns, 1);
  options_.output(fmt::format("{}{}{}", ToBegin(columns), kEraseBelow, kShowCursor));
  widths_.clear();
}

void CrawlView::Close() { Erase(); }

}  // namespace meguri::app
