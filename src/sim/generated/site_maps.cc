// robots.txt and sitemaps.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/draws.h"
#include "sim/generated/page_paths.h"
#include "sim/generated/site_files.h"

namespace meguri {
namespace {

constexpr std::uint64_t kDelay = 0x726f62'01;
constexpr std::string_view kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view kNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

void AppendRules(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t moves_done,
                 std::string& out) {
  switch (host.robots) {
    case RobotsStyle::kAllowsAll:
      out += "User-agent: *\nDisallow:\n";
      return;
    case RobotsStyle::kPrivate:
      out += "# Not for robots\nUser-agent: *\nDisallow: /tmp/\n";
      if (host.private_folder == 0) return;
      out += "Disallow: ";
      // Its first page has the number of the folder, and moves with it.
      AppendFolderPath(host, host.private_folder,
                       web.moves.PlaceOf(host, host.private_folder, moves_done).folder, out);
      out += '\n';
      return;
    case RobotsStyle::kCrawlDelay:
      fmt::format_to(std::back_inserter(out), "User-agent: *\nDisallow:\nCrawl-delay: {}\n",
                     1 + Below(Draw(host.key, kDelay), 5));
      return;
    case RobotsStyle::kWildcards:
      out +=
          "User-agent: *\nDisallow: /*?sort=\nDisallow: /*.pdf$\nDisallow: /gone/*.html\n"
          "Allow: /\n";
      return;
    case RobotsStyle::kNamesBots:
      out +=
          "User-agent: GreedyBot\nUser-agent: CopyBot\nDisallow: /\n\n"
          "User-agent: *\nDisallow: /go/\n";
      return;
  }
}

void AppendPages(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t first,
                 std::uint32_t end, WallTime now, std::string& out) {
  const std::uint32_t moves_done = web.moves.CountAt(now);
  out += kXmlHead;
  fmt::format_to(std::back_inserter(out), "<urlset xmlns=\"{}\">\n", kNamespace);
  std::string url;
  for (std::uint32_t page = first; page < end; ++page) {
    if (web.IsPrivate(host, page)) continue;
    const PageState state = web.changes.At(PageKey(host, page), now);
    if (state.absent) continue;
    url.clear();
    web.AppendPageUrl(host, page, moves_done, url);
    out += "<url><loc>";
    AppendXmlText(url, out);
    out += "</loc><lastmod>";
    AppendIso8601(state.since, Fraction::kNone, out);
    out += "</lastmod></url>\n";
  }
  out += "</urlset>\n";
}

}  // namespace

void AppendRobotsTxt(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t moves_done,
                     std::string& out) {
  AppendRules(web, host, moves_done, out);
  out += "\nSitemap: ";
  web.AppendOriginOf(host, out);
  out += "/sitemap.xml\n";
}

std::uint32_t SitemapParts(const GeneratedHost& host) {
  return (host.tree.pages + kPagesPerSitemap - 1) / kPagesPerSitemap;
}

void AppendSitemap(const GeneratedWeb& web, const GeneratedHost& host, WallTime now,
                   std::string& out) {
  const std::uint32_t parts = SitemapParts(host);
  if (parts == 1) return AppendPages(web, host, 0, host.tree.pages, now, out);
  out += kXmlHead;
  fmt::format_to(std::back_inserter(out), "<sitemapindex xmlns=\"{}\">\n", kNamespace);
  for (std::uint32_t part = 1; part <= parts; ++part) {
    out += "<sitemap><loc>";
    web.AppendOriginOf(host, out);
    fmt::format_to(std::back_inserter(out), "/sitemap-{}.xml</loc></sitemap>\n", part);
  }
  out += "</sitemapindex>\n";
}

void AppendSitemapPart(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t part,
                       WallTime now, std::string& out) {
  const std::uint32_t first = (part - 1) * kPagesPerSitemap;
  AppendPages(web, host, first, std::min(host.tree.pages, first + kPagesPerSitemap), now, out);
}

void AppendXmlText(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

}  // namespace meguri
