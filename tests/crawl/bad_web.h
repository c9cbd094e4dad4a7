// A web of one host that behaves and some that don't.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/lab/served_web.h"

namespace meguri::testing_crawl {

inline constexpr std::string_view kGood = "good.test";
inline constexpr int kGoodPages = 12;

struct BadHost {
  std::string name = "bad.test";
  Misbehaviour kind = Misbehaviour::kNone;
  // What it answers, but for what its kind does; none: a home page with a link to /1. ":PORT" in it
  // becomes the port that the web is served at.
  std::function<void(const WebRequest& request, WebAnswer& answer)> answer;
};

inline void AnswerHtml(std::string body, WebAnswer& answer) {
  answer.status = 200;
  answer.fields = "Content-Type: text/html\r\n";
  answer.body = "<html><body>" + std::move(body) + "</body></html>";
}

class BadSource final : public PageSource {
 public:
  BadSource(std::vector<BadHost> hosts, const WebPorts& ports)
      : hosts_(std::move(hosts)), port_(fmt::format(":{}", ports.http)) {}

  // The first is the good one.
  std::uint32_t host_count() const override {
    return static_cast<std::uint32_t>(hosts_.size()) + 1;
  }
  std::string HostName(std::uint32_t host) const override {
    return host == 0 ? std::string(kGood) : hosts_[host - 1].name;
  }
  void Answer(std::uint32_t number, const WebRequest& request, WallTime /*now*/,
              WebAnswer& answer) const override {
    answer.status = 404;
    if (number == 0) return AnswerGood(request, answer);
    const BadHost& host = hosts_[number - 1];
    if (host.answer) {
      host.answer(request, answer);
      SetPorts(answer.fields);
      SetPorts(answer.body);
      return;
    }
    if (request.target == "/") AnswerHtml("<p>Hello.</p><a href=/1>one</a>", answer);
    if (request.target == "/1") AnswerHtml("<p>One.</p>", answer);
  }
  std::uint64_t PageCount(std::uint32_t host, WallTime /*now*/) const override {
    return host == 0 ? kGoodPages : 0;
  }
  void ForEachPage(std::uint32_t host, WallTime /*now*/,
                   const std::function<void(std::string_view url)>& visit) const override {
    for (int page = 0; host == 0 && page < kGoodPages; ++page)
      visit(fmt::format("http://{}/{}", kGood, page == 0 ? "" : std::to_string(page)));
  }
  std::string SeedUrl() const override { return fmt::format("http://{}/", kGood); }

 private:
  static void AnswerGood(const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") {
      answer.status = 200;
      answer.fields = "Content-Type: text/plain\r\n";
      answer.body = "User-agent: *\nDisallow: /private/\n";
      return;
    }
    std::string links = "<a href=/private/x>not for you</a>";
    for (int page = 1; page < kGoodPages; ++page) {
      links += fmt::format("<a href=/{}>page</a> ", page);
      if (request.target == fmt::format("/{}", page)) AnswerHtml("<p>A page.</p>", answer);
    }
    if (request.target == "/") AnswerHtml(links, answer);
  }

  void SetPorts(std::string& text) const {
    for (std::size_t at = 0; (at = text.find(":PORT", at)) != std::string::npos;)
      text.replace(at, 5, port_);
  }

  std::vector<BadHost> hosts_;
  std::string port_;
};

// `addresses`: of all hosts together; 0: one for each.
inline testing_lab::ServedWeb::MakeWeb BadWeb(std::vector<BadHost> hosts,
                                              std::uint32_t addresses = 0) {
  return [hosts = std::move(hosts), addresses](const WebPorts& ports) {
    VirtualWeb::Source source;
    source.misbehaviours.push_back(Misbehaviour::kNone);
    for (const BadHost& host : hosts)
      source.misbehaviours.push_back(host.kind);
    source.pages = std::make_unique<BadSource>(hosts, ports);
    std::vector<VirtualWeb::Source> sources;
    sources.push_back(std::move(source));
    ServerSpec servers;
    servers.servers = addresses;
    servers.several_addresses = 0;
    servers.v6 = 0;
    auto web = VirtualWeb::Create(servers, ports, ManualClock::kDefaultStart, std::move(sources));
    EXPECT_TRUE(web) << ToString(web.error());
    return *std::move(web);
  };
}

}  // namespace meguri::testing_crawl
