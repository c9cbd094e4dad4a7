// Asks page sources and reads what they answer, as a client would.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/mem_files.h"
#include "html/page_reader.h"
#include "sim/web/page_source.h"
#include "url/url.h"

namespace meguri::testing_support {

inline WebAnswer Ask(const PageSource& source, std::uint32_t host, const WebRequest& request,
                     WallTime now = ManualClock::kDefaultStart) {
  WebAnswer answer;
  source.Answer(host, request, now, answer);
  return answer;
}

inline WebAnswer Ask(const PageSource& source, std::uint32_t host, std::string_view target) {
  const std::string name = source.HostName(host);
  return Ask(source, host, WebRequest{.host = name, .target = target});
}

// The <a href>s of an HTML page, resolved, in order.
inline std::vector<std::string> LinksOf(std::string_view html, const std::string& page_url) {
  html::PageReader reader({.want_text = false});
  const auto url = url::Url::Parse(page_url);
  reader.Read({.bytes = html, .url = &*url, .content_type = "text/html"});
  std::vector<std::string> links;
  for (std::size_t i = 0; i < reader.links().size(); ++i) {
    const html::Link link = reader.links().at(i);
    if (link.kind == html::LinkKind::kAnchor) links.emplace_back(link.url);
  }
  return links;
}

inline std::vector<std::string> PagesOf(const PageSource& source, std::uint32_t host,
                                        WallTime now = ManualClock::kDefaultStart) {
  std::vector<std::string> urls;
  source.ForEachPage(host, now, [&](std::string_view url) { urls.emplace_back(url); });
  return urls;
}

inline void WriteFile(Files& files, const std::string& path, std::string_view bytes) {
  if (!files.MakeDirectories(DirectoryOf(path))) std::abort();
  if (!files.OpenToWrite(path, OpenMode::kCreate).value()->Append(bytes)) std::abort();
}

}  // namespace meguri::testing_support
