// The misbehaving hosts of a web, as a source of their own: generated hosts of some pages each, and
// in front of them one that behaves, whose home page has links to all of them.
//
//   host 0: index.bad.test ─┬─▶ hang.bad.test
//                           ├─▶ gzip-bomb.bad.test
//                           └─▶ …
//
// What makes them misbehave is put over it by VirtualWeb. Any thread may ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/web/page_source.h"
#include "sim/web/web_spec.h"

namespace meguri {

inline constexpr std::string_view kBadIndexHost = "index.bad.test";

// "gzip-bomb.bad.test", or the name that the rule gives.
std::string BadHostName(const MisbehaviourRule& rule);

class BadHosts final : public PageSource {
 public:
  static constexpr std::uint32_t kPagesPerHost = 20;  // on average

  // Host i + 1 is that of rule i. Fails with kInvalidArgument if two have the same name, or one has
  // none that can be a host's.
  static Result<std::unique_ptr<BadHosts>> Create(std::vector<MisbehaviourRule> rules,
                                                  std::uint64_t seed, const WebPorts& ports,
                                                  WallTime start);

  std::uint32_t host_count() const override { return pages_->host_count(); }
  std::string HostName(std::uint32_t host) const override { return pages_->HostName(host); }
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  std::uint64_t PageCount(std::uint32_t host, WallTime now) const override {
    return pages_->PageCount(host, now);
  }
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override {
    pages_->ForEachPage(host, now, visit);
  }
  std::string SeedUrl() const override;

 private:
  BadHosts(std::unique_ptr<PageSource> pages, std::vector<MisbehaviourRule> rules,
           const WebPorts& ports)
      : pages_(std::move(pages)), rules_(std::move(rules)), ports_(ports) {}

  std::unique_ptr<PageSource> pages_;
  std::vector<MisbehaviourRule> rules_;
  WebPorts ports_;
};

}  // namespace meguri
