// A web of a few hosts and pages, given by hand: for tests of what serves or judges one.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/web/virtual_web.h"

namespace meguri {

struct SmallHost {
  std::string name;
  std::vector<std::string> pages = {"/"};
  // What robots.txt says; status 0: never answered.
  int robots_status = 404;
  std::string robots;
  std::string robots_location;
  Misbehaviour misbehaviour = Misbehaviour::kNone;
};

class SmallSource final : public PageSource {
 public:
  explicit SmallSource(std::vector<SmallHost> hosts) : hosts_(std::move(hosts)) {}

  std::uint32_t host_count() const override { return static_cast<std::uint32_t>(hosts_.size()); }
  std::string HostName(std::uint32_t host) const override { return hosts_[host].name; }
  void Answer(std::uint32_t number, const WebRequest& request, WallTime /*now*/,
              WebAnswer& answer) const override {
    const SmallHost& host = hosts_[number];
    if (request.target == "/robots.txt") {
      answer.status = host.robots_status;
      answer.delivery.never = host.robots_status == 0;
      answer.body = host.robots;
      if (!host.robots_location.empty()) {
        answer.fields = "Content-Type: text/plain\r\nLocation: " + host.robots_location + "\r\n";
      }
      return;
    }
    answer.status = 404;
    for (const std::string& page : host.pages) {
      if (page == request.target) answer.status = 200;
    }
  }
  std::uint64_t PageCount(std::uint32_t host, WallTime /*now*/) const override {
    return hosts_[host].pages.size();
  }
  void ForEachPage(std::uint32_t host, WallTime /*now*/,
                   const std::function<void(std::string_view url)>& visit) const override {
    for (const std::string& page : hosts_[host].pages)
      visit("http://" + hosts_[host].name + page);
  }
  std::string SeedUrl() const override { return "http://" + hosts_[0].name + "/"; }

 private:
  std::vector<SmallHost> hosts_;
};

inline VirtualWeb SmallWeb(std::vector<SmallHost> hosts, const ServerSpec& servers = {}) {
  VirtualWeb::Source source;
  for (const SmallHost& host : hosts)
    source.misbehaviours.push_back(host.misbehaviour);
  source.pages = std::make_unique<SmallSource>(std::move(hosts));
  std::vector<VirtualWeb::Source> sources;
  sources.push_back(std::move(source));
  auto web = VirtualWeb::Create(servers, {}, ManualClock::kDefaultStart, std::move(sources));
  EXPECT_TRUE(web);
  return *std::move(web);
}

}  // namespace meguri
