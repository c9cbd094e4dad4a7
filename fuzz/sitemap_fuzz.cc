// The XML reader, sitemaps and feeds. The first byte chooses; the rest is the document.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "fuzz/check.h"
#include "robots/feed/feed.h"
#include "robots/feed/link_base.h"
#include "robots/sitemap/sitemap.h"
#include "url/url.h"
#include "xml/xml_reader.h"

namespace {

using namespace meguri;  // NOLINT(google-build-using-namespace): a program of its own

bool IsWithin(std::string_view part, std::string_view whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

// Every start has its end, in order; everything is a view of the document.
void CheckReader(std::string_view text) {
  xml::XmlReader reader(text);
  std::vector<std::string_view> open;
  std::size_t events = 0;
  std::string scratch;
  for (auto event = reader.Next(); event != xml::XmlEvent::kEndOfDocument; event = reader.Next()) {
    Check(++events <= 2 * text.size() + 2, "no more events than bytes");
    if (event == xml::XmlEvent::kStart) {
      Check(reader.depth() == open.size(), "the depth is that of the open elements");
      Check(IsWithin(reader.local_name(), text), "a name is in the document");
      open.push_back(reader.local_name());
      Check(open.size() <= xml::XmlReader::kMaxDepth, "the depth is bounded");
      Check(reader.attributes().size() <= xml::XmlReader::kMaxAttributes, "attributes are bounded");
      for (const xml::XmlAttribute& attribute : reader.attributes()) {
        Check(IsWithin(attribute.raw_value, text), "a value is in the document");
        scratch = reader.TextOf(attribute);
      }
    } else if (event == xml::XmlEvent::kEnd) {
      Check(!open.empty() && open.back() == reader.local_name(), "an end has its start");
      open.pop_back();
      Check(reader.depth() == open.size(), "the depth is that of the open elements");
    } else {
      const std::size_t before = scratch.size();
      reader.AppendTextTo(scratch);
      Check(scratch.size() - before <= text.size() * xml::Doctype::kMaxGrowth,
            "text grows within bounds");
    }
  }
  Check(open.empty(), "all elements end");
  Check(reader.Next() == xml::XmlEvent::kEndOfDocument, "the end stays the end");
}

std::vector<std::string> Locs(const robots::Sitemap& sitemap) {
  std::vector<std::string> locs;
  locs.reserve(sitemap.urls.size());
  for (const robots::SitemapUrl& url : sitemap.urls)
    locs.push_back(url.loc);
  return locs;
}

void CheckSitemap(std::string_view bytes, std::size_t cut) {
  robots::SitemapLimits limits;
  limits.max_bytes = std::size_t{1} << 20;
  const robots::SitemapSource source{.url = "https://a.example/b/"};
  const robots::Sitemap sitemap = robots::ReadSitemap(bytes, source, limits);
  Check(sitemap.kind != robots::SitemapKind::kNone || sitemap.urls.empty(), "none has no URLs");
  for (const robots::SitemapUrl& listed : sitemap.urls) {
    url::Url url;
    Check(url.Assign(listed.loc) && url.is_http(), "a loc is a URL that can be fetched");
    Check(!listed.priority || (*listed.priority >= 0 && *listed.priority <= 1), "priority");
  }
  // Plain ASCII only: a cut may change what the encoding is taken for, and feeds give links
  // from unfinished elements.
  const bool xml_kind = sitemap.kind == robots::SitemapKind::kUrlset;
  if (!xml_kind || !IsAscii(bytes) || bytes.find("<!") != std::string_view::npos ||
      bytes.find("<?") != std::string_view::npos || bytes.find_first_of("\"'") != bytes.npos) {
    return;
  }
  const robots::Sitemap cut_off =
      robots::ReadSitemap(bytes.substr(0, cut % (bytes.size() + 1)), source, limits);
  if (cut_off.kind != sitemap.kind) return;  // its first lines alone may be a list of URLs
  const auto all = Locs(sitemap);
  const auto some = Locs(cut_off);
  Check(some.size() <= all.size(), "a cut sitemap has no more URLs");
  for (std::size_t i = 0; i < some.size(); ++i)
    Check(some[i] == all[i], "a cut sitemap gives the first of its URLs");
}

void CheckFeed(std::string_view bytes) {
  const robots::FeedLimits limits{.max_entries = 50, .max_links = 20};
  const robots::FeedSource source{.url = "https://a.example/b/"};
  const robots::Feed feed = robots::ReadFeed(bytes, source, limits);
  Check(feed.entries.size() <= limits.max_entries, "entries are bounded");
  for (const robots::FeedEntry& entry : feed.entries) {
    Check(entry.links.size() <= limits.max_links + 2, "links are bounded");
    Check(IsValidUtf8(entry.title), "a title is UTF-8");
    Check(!entry.published.time || !entry.published.text.empty(), "a time has its text");
  }
  for (const robots::FeedLink& link : feed.links)
    Check(!link.rel.empty(), "a link has a relation");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view document(reinterpret_cast<const char*>(data) + 1, size - 1);
  CheckReader(document);
  CheckSitemap(document, data[0] * size / 255);
  CheckFeed(document);
  return 0;
}
