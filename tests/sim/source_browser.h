// Asks a PageSource by URL, as a client would, and follows its links: a crawl without a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "html/page_reader.h"
#include "http/content_coding.h"
#include "sim/web/page_source.h"
#include "sim/web/web_message.h"
#include "url/url.h"

namespace meguri {

// The value of a field of `answer`, "" if there is none.
inline std::string FieldOf(const WebAnswer& answer, std::string_view name) {
  std::string_view rest = answer.fields;
  while (!rest.empty()) {
    const std::size_t end = rest.find("\r\n");
    const std::string_view line = rest.substr(0, end);
    const std::size_t colon = line.find(": ");
    if (EqualsIgnoringAsciiCase(line.substr(0, colon), name))
      return std::string(line.substr(colon + 2));
    rest.remove_prefix(end + 2);
  }
  return "";
}

class SourceBrowser {
 public:
  explicit SourceBrowser(const PageSource& source) : source_(source) {
    for (std::uint32_t host = 0; host < source.host_count(); ++host)
      hosts_.emplace(source.HostName(host), host);
  }

  // `request`: what is sent besides host, scheme and target.
  WebAnswer Get(std::string_view url, WallTime now, WebRequest request = {}) const {
    const auto parsed = url::Url::Parse(url);
    WebAnswer answer;
    answer.status = 0;
    if (!parsed) return answer;
    const auto host = hosts_.find(parsed->host());
    if (host == hosts_.end()) return answer;
    request.host = host->first;
    request.https = parsed->scheme() == "https";
    request.target = parsed->path_and_query();
    answer.Clear();
    source_.Answer(host->second, request, now, answer);
    return answer;
  }

 private:
  const PageSource& source_;
  std::map<std::string, std::uint32_t, std::less<>> hosts_;
};

struct CrawlResult {
  std::map<std::string, std::string> pages;  // 200 and HTML: URL and title
  std::set<std::string> files;               // 200 and something else
  std::set<std::string> missing;             // 404
  std::set<std::string> strange;             // another status, or no host of ours
  std::map<std::string, std::set<std::string>>
      anchors;  // URL after redirects: texts of links to it
  std::size_t links = 0;
  std::size_t bytes = 0;
};

struct CrawlOptions {
  bool with_files = false;  // images and the like too
  bool with_go = true;      // links through "/go/", which some hosts forbid
};

// Everything that can be reached from `seed` at `now`.
inline CrawlResult CrawlAll(const SourceBrowser& browser, const std::string& seed, WallTime now,
                            const CrawlOptions& options = {}) {
  CrawlResult result;
  std::map<std::string, std::string> redirects;
  std::vector<std::pair<std::string, std::string>> named;
  std::vector<std::string> queue = {seed};
  std::set<std::string> known = {seed};
  html::PageReader reader;
  const auto add = [&](std::string_view url) {
    if (known.emplace(url).second) queue.emplace_back(url);
  };
  while (!queue.empty()) {
    const std::string url = std::move(queue.back());
    queue.pop_back();
    const WebAnswer answer = browser.Get(url, now);
    const std::string type = FieldOf(answer, "Content-Type");
    if (answer.status == 404) {
      result.missing.insert(url);
    } else if (answer.status == 301 || answer.status == 302) {
      redirects[url] = FieldOf(answer, "Location");
      add(redirects[url]);
    } else if (answer.status != 200) {
      result.strange.insert(url);
    } else if (!type.starts_with("text/html")) {
      result.files.insert(url);
    } else {
      const auto parsed = url::Url::Parse(url);
      html::PageSource page;
      page.bytes = answer.body;
      page.url = &*parsed;
      page.content_type = type;
      reader.Read(page);
      result.pages[url] = reader.text().title();
      result.bytes += answer.body.size();
      for (std::size_t i = 0; i < reader.links().size(); ++i) {
        const html::Link link = reader.links().at(i);
        if (options.with_files) add(link.url);
        if (link.kind != html::LinkKind::kAnchor) continue;
        if (!options.with_go && link.url.find("/go/") != std::string_view::npos) continue;
        add(link.url);
        ++result.links;
        named.emplace_back(link.url, link.text);
      }
    }
  }
  for (auto& [url, text] : named) {
    const auto redirect = redirects.find(url);
    result.anchors[redirect == redirects.end() ? url : redirect->second].insert(text);
  }
  return result;
}

}  // namespace meguri
