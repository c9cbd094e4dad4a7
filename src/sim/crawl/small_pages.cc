#include "sim/crawl/small_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace meguri {
namespace {

constexpr std::uint32_t kHostsPerSite = 2;

// The number in "/p17"; nullopt if the target is no such.
std::optional<std::uint32_t> NumberAfter(std::string_view target, std::string_view prefix) {
  if (!target.starts_with(prefix)) return std::nullopt;
  target.remove_prefix(prefix.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(target.data(), target.data() + target.size(), number);
  if (error != std::errc() || end != target.data() + target.size()) return std::nullopt;
  return number;
}

}  // namespace

SmallPages::SmallPages(const SmallWebSpec& spec)
    : spec_(spec), draws_(Random(spec.seed).Split("small pages")), pages_(spec.pages) {
  Random draws = draws_.Split("tree");
  for (std::uint32_t i = 0; i < spec.pages; ++i) {
    Page& page = pages_[i];
    // The first ones go round, so that every host has one.
    page.host = i < spec.hosts ? i : static_cast<std::uint32_t>(draws.Uniform(spec.hosts));
    if (i == 0) continue;
    page.parent = static_cast<std::uint32_t>(draws.Uniform(i));
    page.redirected = draws.Chance(spec.redirected);
    pages_[page.parent].children.push_back(i);
  }
}

std::string SmallPages::HostName(std::uint32_t host) const {
  return fmt::format("h{}.site{}.test", host, host / kHostsPerSite);
}

// "p": a page, "r": a redirect to it, "s": a redirect to that, "i": its image.
std::string SmallPages::UrlOf(std::uint32_t page, std::string_view kind) const {
  return fmt::format("http://{}/{}{}", HostName(pages_[page].host), kind, page);
}

void SmallPages::AppendLink(std::uint32_t page, std::string& body) const {
  fmt::format_to(std::back_inserter(body), "<a href=\"{}\">page {}</a>\n", UrlOf(page, "p"), page);
}

void SmallPages::AppendPage(std::uint32_t number, std::string& body) const {
  Random draws = draws_.Split("page").Split(number);
  const Page& page = pages_[number];
  fmt::format_to(std::back_inserter(body),
                 "<!doctype html><meta charset=utf-8><title>Page {}</title>\n<h1>Page {}</h1>\n"
                 "<p>One of {} pages, on host {}: {:016x}.</p>\n",
                 number, number, pages_.size(), page.host, draws.Next());
  for (const std::uint32_t child : page.children) {
    if (!pages_[child].redirected) {
      AppendLink(child, body);
      continue;
    }
    fmt::format_to(std::back_inserter(body), "<a href=\"{}\">by and by</a>\n",
                   UrlOf(child, draws.Chance(0.3) ? "s" : "r"));
  }
  for (std::uint64_t links = draws.Uniform(5); links > 0; --links)
    AppendLink(static_cast<std::uint32_t>(draws.Uniform(pages_.size())), body);
  if (draws.Chance(0.1)) AppendLink(number, body);
  if (draws.Chance(spec_.images)) {
    const auto of = draws.Chance(0.7) ? number : draws.Uniform(pages_.size());
    fmt::format_to(std::back_inserter(body), "<img src=\"{}\">\n",
                   UrlOf(static_cast<std::uint32_t>(of), draws.Chance(0.1) ? "p" : "i"));
  }
  if (draws.Chance(0.05)) {
    fmt::format_to(std::back_inserter(body), "<a rel=nofollow href=\"{}\">of no weight</a>\n",
                   UrlOf(static_cast<std::uint32_t>(draws.Uniform(pages_.size())), "p"));
  }
  if (draws.Chance(spec_.dead_links)) body += fmt::format("<a href=\"/dead{}\">dead</a>\n", number);
  if (draws.Chance(spec_.forbidden_links)) {
    body += fmt::format("<a href=\"/private/{}\">private</a>\n", number);
  }
}

void SmallPages::AppendRobots(std::uint32_t host, std::string& body) const {
  body = "User-agent: *\nDisallow: /private/\n";
  Random draws = draws_.Split("robots").Split(host);
  if (draws.Chance(spec_.crawl_delays)) {
    body += fmt::format("Crawl-delay: {}\n", 1 + draws.Uniform(3));
  }
}

void SmallPages::Answer(std::uint32_t host, const WebRequest& request, WallTime /*now*/,
                        WebAnswer& answer) const {
  answer.fields = "Content-Type: text/html\r\n";
  const std::string_view target = request.target;
  const auto is_here = [&](std::optional<std::uint32_t> page) {
    return page && *page < pages_.size() && pages_[*page].host == host;
  };
  if (target == "/robots.txt") {
    answer.fields = "Content-Type: text/plain\r\n";
    if (draws_.Split("no robots").Split(host).Chance(0.2)) {
      answer.status = 404;
      answer.body = "none\n";
      return;
    }
    return AppendRobots(host, answer.body);
  }
  if (const auto page = NumberAfter(target, "/p"); is_here(page)) {
    return AppendPage(*page, answer.body);
  }
  for (const std::string_view kind : {"/r", "/s"}) {
    const auto page = NumberAfter(target, kind);
    if (!is_here(page)) continue;
    answer.status = 302;
    answer.fields += fmt::format("Location: {}\r\n", UrlOf(*page, kind == "/r" ? "p" : "r"));
    return;
  }
  if (const auto page = NumberAfter(target, "/i"); is_here(page)) {
    answer.fields = "Content-Type: image/gif\r\n";
    answer.body = fmt::format("GIF89a of page {}", *page);
    return;
  }
  answer.status = 404;
  answer.body = "not here\n";
}

std::uint64_t SmallPages::PageCount(std::uint32_t host, WallTime /*now*/) const {
  return static_cast<std::uint64_t>(std::ranges::count(pages_, host, &Page::host));
}

void SmallPages::ForEachPage(std::uint32_t host, WallTime /*now*/,
                             const std::function<void(std::string_view url)>& visit) const {
  for (std::uint32_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i].host == host) visit(UrlOf(i, "p"));
  }
}

}  // namespace meguri
