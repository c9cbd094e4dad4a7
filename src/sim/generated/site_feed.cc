#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "http/http_date.h"
#include "sim/generated/page_paths.h"
#include "sim/generated/site_files.h"

namespace meguri {
namespace {

constexpr std::size_t kEntries = 20;
constexpr std::uint32_t kCandidates = 200;  // those that are linked most

struct Entry {
  WallTime since;
  std::uint32_t page = 0;
};

std::vector<Entry> NewestPages(const GeneratedWeb& web, const GeneratedHost& host, WallTime now) {
  std::vector<Entry> entries;
  for (std::uint32_t page = 0; page < std::min(host.tree.pages, kCandidates); ++page) {
    if (web.IsPrivate(host, page)) continue;
    const PageState state = web.changes.At(PageKey(host, page), now);
    if (!state.absent) entries.push_back({state.since, page});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return std::pair(b.since, a.page) < std::pair(a.since, b.page);
  });
  entries.resize(std::min(entries.size(), kEntries));
  return entries;
}

class FeedWriter {
 public:
  FeedWriter(const GeneratedWeb& web, const GeneratedHost& host, WallTime now, std::string& out)
      : web_(web), host_(host), moves_done_(web.moves.CountAt(now)), out_(out) {}

  void WriteRss(const std::vector<Entry>& entries) {
    out_ += "<rss version=\"2.0\">\n<channel>\n<title>";
    out_ += web_.hosts.site_of(host_);
    out_ += "</title>\n<link>";
    web_.AppendOriginOf(host_, out_);
    out_ += "/</link>\n<description>What is new.</description>\n<language>";
    out_ += LanguageCode(host_.language);
    out_ += "</language>\n";
    for (const Entry& entry : entries) {
      out_ += "<item><title>";
      AppendTitle(entry.page);
      out_ += "</title><link>";
      AppendUrl(entry.page);
      out_ += "</link><guid>";
      AppendUrl(entry.page);
      out_ += "</guid><pubDate>";
      http::AppendHttpDate(std::chrono::floor<std::chrono::seconds>(entry.since), out_);
      out_ += "</pubDate></item>\n";
    }
    out_ += "</channel>\n</rss>\n";
  }

  void WriteAtom(const std::vector<Entry>& entries) {
    out_ += "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>";
    out_ += web_.hosts.site_of(host_);
    out_ += "</title>\n<id>";
    web_.AppendOriginOf(host_, out_);
    out_ += "/</id>\n<link rel=\"self\" href=\"";
    web_.AppendOriginOf(host_, out_);
    out_ += FeedPath(host_);
    out_ += "\"/>\n<updated>";
    AppendIso8601(entries.empty() ? web_.start : entries.front().since, Fraction::kNone, out_);
    out_ += "</updated>\n<author><name>";
    out_ += web_.hosts.site_of(host_);
    out_ += "</name></author>\n";
    for (const Entry& entry : entries) {
      out_ += "<entry><title>";
      AppendTitle(entry.page);
      out_ += "</title><id>";
      AppendUrl(entry.page);
      out_ += "</id><link href=\"";
      AppendUrl(entry.page);
      out_ += "\"/><updated>";
      AppendIso8601(entry.since, Fraction::kNone, out_);
      out_ += "</updated></entry>\n";
    }
    out_ += "</feed>\n";
  }

 private:
  void AppendUrl(std::uint32_t page) {
    text_.clear();
    web_.AppendPageUrl(host_, page, moves_done_, text_);
    AppendXmlText(text_, out_);
  }
  void AppendTitle(std::uint32_t page) {
    text_.clear();
    web_.bank.AppendTitle(host_.language, PageCharset::kUtf8, PageKey(host_, page), text_);
    AppendXmlText(text_, out_);
  }

  const GeneratedWeb& web_;
  const GeneratedHost& host_;
  std::uint32_t moves_done_;
  std::string& out_;
  std::string text_;
};

}  // namespace

std::string_view FeedPath(const GeneratedHost& host) {
  return host.has_atom ? "/atom.xml" : "/feed.xml";
}

void AppendFeed(const GeneratedWeb& web, const GeneratedHost& host, WallTime now,
                std::string& out) {
  const auto entries = NewestPages(web, host, now);
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  FeedWriter writer(web, host, now, out);
  if (host.has_atom) {
    writer.WriteAtom(entries);
  } else {
    writer.WriteRss(entries);
  }
}

}  // namespace meguri
