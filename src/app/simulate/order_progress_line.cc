#include "app/simulate/order_progress_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/crawl/crawl_words.h"

namespace meguri::app {

OrderProgressLine::OrderProgressLine(const OrderProgress& progress, std::uint64_t runs)
    : progress_(progress), runs_(runs), line_([this] { return Line(); }) {}

std::string OrderProgressLine::Line() const {
  const std::uint64_t all = progress_.pages_in_all;
  const std::uint64_t done = std::min<std::uint64_t>(progress_.pages_fetched, all);
  if (progress_.stop) return std::string(kStoppingLine);
  if (done == 0) return "finding the exact PageRank of what the seeds reach…";
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  return fmt::format(
      "{} of {} crawls, {:.0f} % of all pages, {} pages/s, about {:.0f} s left",
      progress_.runs_done.load(), runs_, 100 * static_cast<double>(done) / static_cast<double>(all),
      Grouped(static_cast<std::uint64_t>(rate)), static_cast<double>(all - done) / rate);
}

}  // namespace meguri::app
