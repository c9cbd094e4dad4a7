// A web of a few hundred tiny pages, for thousands of simulated crawls: every page costs a few
// microseconds to make, and what matters for finding and losing URLs is there.
//
//   - links between hosts and sites, several to the same page, to itself, nofollow;
//   - pages to which only a redirect leads, chains of two;
//   - images, some on other hosts; pages that are an image first and a link later;
//   - robots.txt with rules and with Crawl-delay, or none; links to what it forbids; dead links.
// Every page can be reached from the seed. Constant; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "sim/web/page_source.h"

namespace meguri {

struct SmallWebSpec {
  std::uint64_t seed = 1;
  std::uint32_t pages = 200;
  std::uint32_t hosts = 24;
  double dead_links = 0.02;
  double forbidden_links = 0.03;
  double redirected = 0.1;    // pages that only a redirect leads to
  double images = 0.15;       // pages with one
  double crawl_delays = 0.1;  // hosts with a Crawl-delay
};

class SmallPages final : public PageSource {
 public:
  explicit SmallPages(const SmallWebSpec& spec);

  std::uint32_t host_count() const override { return spec_.hosts; }
  std::string HostName(std::uint32_t host) const override;
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  std::uint64_t PageCount(std::uint32_t host, WallTime now) const override;
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override;
  std::string SeedUrl() const override { return UrlOf(0, "p"); }

 private:
  struct Page {
    std::uint32_t host = 0;
    std::uint32_t parent = 0;  // links to it; 0 is the seed
    bool redirected = false;
    std::vector<std::uint32_t> children;
  };

  std::string UrlOf(std::uint32_t page, std::string_view kind) const;
  void AppendLink(std::uint32_t page, std::string& body) const;
  void AppendPage(std::uint32_t page, std::string& body) const;
  void AppendRobots(std::uint32_t host, std::string& body) const;

  const SmallWebSpec spec_;
  const Random draws_;
  std::vector<Page> pages_;
};

}  // namespace meguri
