// The live view of a crawl: a few lines on a terminal, redrawn in place at most five times a
// second.
//
// The lines take as much room as there is: fields that don't fit into the width are left out, and
// of too many lines the least important go. Nothing that comes from outside gets to the terminal
// as it is (base/printable.h).
//
// The cursor stays at the end of the last line, hidden; Close() takes the lines away and shows it
// again, and kShowCursor does if the process ends otherwise.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/crawl/crawl_report.h"
#include "crawl/crawl_status.h"

namespace meguri::app {

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};
// Of the terminal behind `fd`; the above if it doesn't say.
TerminalSize TerminalSizeOf(int fd);

struct ViewLine {
  std::string text;
  bool bold = false;
};

// What is shown, line by line, each at most `size.columns` wide. `directory`: the crawl's.
std::vector<ViewLine> ViewLines(std::string_view directory, const CrawlStatus& status,
                                const CrawlRates& rates, const TerminalSize& size);

inline constexpr std::string_view kShowCursor = "\x1b[?25h";

struct CrawlViewOptions {
  std::string directory;
  bool bold = true;  // false: no attributes at all
  TextOutput output;
  std::function<TerminalSize()> size;
};

class CrawlView final : public CrawlReport {
 public:
  explicit CrawlView(CrawlViewOptions options);
  ~CrawlView() override { Close(); }
  CrawlView(const CrawlView&) = delete;
  CrawlView& operator=(const CrawlView&) = delete;

  void Show(const CrawlStatus& status, const CrawlRates& rates) override;
  void Say(std::string_view line) override;  // above the lines, where it stays
  void Close() override;
  // Somebody else has written to the terminal: the next lines begin below that.
  void Forget() { widths_.clear(); }

 private:
  // To the first column of the first line that stands there.
  std::string ToBegin(std::size_t columns) const;
  void Erase();

  const CrawlViewOptions options_;
  std::vector<std::size_t> widths_;  // of the lines that stand there
  bool shown_ = false;               // so the cursor is hidden
  Duration next_{0};
  bool stopping_ = false;
  std::string trouble_;
};

}  // namespace meguri::app
