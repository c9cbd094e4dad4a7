// A web made of nothing but a seed: hosts of all sizes and manners, their pages, how these are
// linked, change and move.
//
//   seed ─▶ hosts: names, sizes, manners        O(hosts) of memory, 100,000 in 15 MB
//             │ page number ◀─▶ path              page_paths: both ways, no table
//             ├─▶ links                           outgoing_links: a tree, and popular pages
//             ├─▶ version at a time               page_changes
//             └─▶ place at a time                 page_moves
//
// Everything can be reached from SeedUrl(): hosts are linked in a tree from home page to home page,
// and the pages of a host in a tree from its home page. All links lead to where pages are at the
// time of asking; some go through a redirect (/go/NUMBER), and, if the spec wants it, some to
// nowhere
// (/gone/…). The pages of a folder "private" are forbidden by robots.txt.
//
// A page of 20 kB costs no allocation once the answer's buffers have grown; thread
// local scratch keeps the answers pure. Any thread may ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "sim/change/change_process.h"
#include "sim/generated/generated_web.h"
#include "sim/web/page_source.h"
#include "sim/web/web_spec.h"

namespace meguri {

class GeneratedPages final : public PageSource {
 public:
  struct Options {
    GeneratedSpec spec;
    std::uint64_t seed = 7;
    WebPorts ports;
    WallTime start = ManualClock::kDefaultStart;
    std::vector<ChangeRule> changes;  // empty: RealWebMixture()
    std::vector<MoveRule> moves;      // those for hosts of other sources do nothing
    ChangeHistories histories;        // for the replay rules among `changes`
  };

  // Fails with kInvalidArgument if the options ask for what can't be.
  static Result<std::unique_ptr<GeneratedPages>> Create(const Options& options);

  std::uint32_t host_count() const override { return web_.hosts.size(); }
  std::string HostName(std::uint32_t host) const override;
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  // O(pages of the host) with replay rules, else O(1).
  std::uint64_t PageCount(std::uint32_t host, WallTime now) const override;
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override;
  std::string SeedUrl() const override;

  // The page's state at `now`, to judge a crawler's copies by; nullopt if there is no page at
  // `target` then.
  std::optional<PageState> StateOf(std::uint32_t host, std::string_view target, WallTime now) const;

 private:
  explicit GeneratedPages(GeneratedWeb web) : web_(std::move(web)) {}

  void AnswerPage(const GeneratedHost& host, std::uint32_t page, const WebRequest& request,
                  WallTime now, WebAnswer& answer) const;
  // "/index.html", "/go/NUMBER", pages that have moved or lack their slash. True if it is one.
  bool AnswerRedirects(const GeneratedHost& host, const WebRequest& request, WallTime now,
                       WebAnswer& answer) const;

  GeneratedWeb web_;
};

}  // namespace meguri
