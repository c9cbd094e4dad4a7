#include "robots/sitemap/sitemap.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "http/content_coding.h"
#include "robots/feed/feed.h"
#include "robots/feed/link_base.h"
#include "url/scheme.h"
#include "url/url.h"
#include "xml/xml_encoding.h"
#include "xml/xml_reader.h"

namespace meguri::robots {
namespace {

using xml::Vocabulary;
using xml::XmlEvent;
using xml::XmlReader;

constexpr std::array<std::string_view, 8> kFrequencies = {"",       "always",  "hourly", "daily",
                                                          "weekly", "monthly", "yearly", "never"};

ChangeFrequency FrequencyOf(std::string_view text) {
  const auto* found = std::ranges::find_if(
      kFrequencies, [text](std::string_view name) { return EqualsIgnoringAsciiCase(name, text); });
  return found == kFrequencies.end() ? ChangeFrequency::kUnknown
                                     : static_cast<ChangeFrequency>(found - kFrequencies.begin());
}

std::optional<double> PriorityOf(std::string_view text) {
  double priority = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), priority);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(priority >= 0 && priority <= 1)) return std::nullopt;
  return priority;
}

// Collects URLs that can be fetched, within the limits.
class UrlList {
 public:
  UrlList(const SitemapSource& source, const SitemapLimits& limits)
      : base_(source.url), limits_(limits) {}

  // `text` made absolute, or "" if that is no URL that can be fetched.
  std::string Absolute(std::string_view text) {
    text = TrimBlanks(text);
    if (text.empty() || text.size() > limits_.max_url_bytes) return {};
    std::string link = resolver_.Resolve(base_, text);
    sitemap.truncated |= resolver_.is_exhausted();
    if (link.size() > limits_.max_url_bytes) return {};
    if (!parsed_.Assign(link) || !parsed_.is_http()) return {};
    return link;
  }

  // False if there is no more room.
  bool Add(SitemapUrl url) {
    url.loc = Absolute(url.loc);
    if (resolver_.is_exhausted()) return false;
    if (url.loc.empty()) {
      ++sitemap.skipped;
      return true;
    }
    if (sitemap.urls.size() == limits_.max_urls) {
      sitemap.truncated = true;
      return false;
    }
    sitemap.urls.push_back(std::move(url));
    return true;
  }

  const SitemapLimits& limits() const { return limits_; }

  Sitemap sitemap;

 private:
  LinkBase base_;
  LinkResolver resolver_;
  SitemapLimits limits_;
  url::Url parsed_;
};

// What the first element that we know says the document is.
SitemapKind KindOfElement(std::string_view name) {
  struct Row {
    std::string_view name;
    SitemapKind kind;
  };
  constexpr std::array kRows = {
      Row{"urlset", SitemapKind::kUrlset},
      Row{"url", SitemapKind::kUrlset},
      Row{"sitemapindex", SitemapKind::kIndex},
      Row{"sitemap", SitemapKind::kIndex},
      Row{"rss", SitemapKind::kRss},
      Row{"rdf", SitemapKind::kRss},
      Row{"channel", SitemapKind::kRss},
      Row{"feed", SitemapKind::kAtom},
  };
  const auto* found = std::ranges::find_if(
      kRows, [name](const Row& row) { return EqualsIgnoringAsciiCase(row.name, name); });
  return found == kRows.end() ? SitemapKind::kNone : found->kind;
}

SitemapKind KindOfXml(std::string_view text) {
  XmlReader reader(text);
  for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
    if (event != XmlEvent::kStart) continue;
    const SitemapKind kind = KindOfElement(reader.local_name());
    if (kind != SitemapKind::kNone) return kind;
    if (EqualsIgnoringAsciiCase(reader.local_name(), "html")) break;
  }
  return SitemapKind::kNone;
}

// Reads <urlset> and <sitemapindex>: <url> and <sitemap> are entries, their children fields.
class XmlSitemapReader {
 public:
  explicit XmlSitemapReader(UrlList& list)
      : list_(list), max_text_bytes_(list.limits().max_url_bytes + kMaxBlanks) {}

  void Read(std::string_view text) {
    XmlReader reader(text);
    for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
      if (event == XmlEvent::kText) {
        // Only what stands in a field or in the entry itself.
        if (in_entry_ && reader.depth() == text_depth_) AddText(reader);
      } else if (!(event == XmlEvent::kStart ? Start(reader) : End(reader))) {
        return;
      }
    }
  }

 private:
  static bool IsEntry(const XmlReader& reader) {
    return IsOwn(reader) && (EqualsIgnoringAsciiCase(reader.local_name(), "url") ||
                             EqualsIgnoringAsciiCase(reader.local_name(), "sitemap"));
  }

  // Not of an extension: the namespace of the protocol, or whichever stands for it here.
  static bool IsOwn(const XmlReader& reader) {
    switch (reader.vocabulary()) {
      case Vocabulary::kImage:
      case Vocabulary::kVideo:
      case Vocabulary::kNews:
      case Vocabulary::kXhtml:
      case Vocabulary::kForeign:
        return false;
      default:
        return true;
    }
  }

  // Checked while it is collected: a field can be as long as the document.
  void AddText(const XmlReader& reader) {
    if (!text_is_too_long_) text_is_too_long_ = !reader.AppendTextTo(text_, max_text_bytes_);
  }

  void ClearText() {
    text_.clear();
    text_is_too_long_ = false;
  }

  // The entry's own text goes on behind a child. Blanks between children are none of it.
  void AddBareText() {
    if (TrimAsciiSpace(text_).empty()) return;
    bare_is_too_long_ |= text_is_too_long_ || bare_text_.size() + text_.size() > max_text_bytes_;
    if (!bare_is_too_long_) bare_text_ += text_;
  }

  // Both are false if there is no more room for URLs.
  bool Start(XmlReader& reader) {
    const bool is_entry = IsEntry(reader);
    if (is_entry && in_entry_ && reader.depth() == entry_depth_ + 1) {
      // An entry in an entry: the end of the first was forgotten.
      reader.EndParent();
      if (!EndEntry(reader)) return false;
    }
    if (is_entry && !in_entry_) {
      entry_ = SitemapUrl();
      bare_text_.clear();
      bare_is_too_long_ = false;
      in_entry_ = true;
      in_image_ = false;
      entry_depth_ = reader.depth();
    } else if (in_entry_) {
      if (EqualsIgnoringAsciiCase(reader.local_name(), "link")) AddAlternate(reader);
      if (EqualsIgnoringAsciiCase(reader.local_name(), "image")) in_image_ = true;
      if (reader.depth() == entry_depth_ + 1) AddBareText();
    }
    ClearText();
    text_depth_ = reader.depth() + 1;
    return true;
  }

  bool End(const XmlReader& reader) {
    if (!in_entry_) return true;
    if (reader.depth() == entry_depth_) return EndEntry(reader);
    const bool is_whole = !reader.is_cut() && !text_is_too_long_;
    if (text_depth_ == reader.depth() + 1 && is_whole) EndField(reader);
    if (EqualsIgnoringAsciiCase(reader.local_name(), "image")) in_image_ = false;
    ClearText();
    text_depth_ = reader.depth();
    return true;
  }

  bool EndEntry(const XmlReader& reader) {
    in_entry_ = false;
    // "<sitemap>http://…</sitemap>": the <loc> was forgotten.
    AddBareText();
    if (entry_.loc.empty() && !reader.is_cut() && !bare_is_too_long_) entry_.loc = bare_text_;
    ClearText();
    if (entry_.loc.empty() && reader.is_cut()) return true;
    return list_.Add(std::move(entry_));
  }

  void EndField(const XmlReader& reader) {
    const std::string_view name = reader.local_name();
    const std::string_view text = TrimAsciiSpace(text_);
    const auto is = [name](std::string_view field) { return EqualsIgnoringAsciiCase(name, field); };
    if (is("loc") && (in_image_ || reader.vocabulary() == Vocabulary::kImage)) {
      if (entry_.images.size() == list_.limits().max_links) return;
      std::string image = list_.Absolute(text);
      if (!image.empty()) entry_.images.push_back(std::move(image));
    } else if (!IsOwn(reader)) {
      return;
    } else if (is("loc")) {
      if (entry_.loc.empty()) entry_.loc = text;
    } else if (is("lastmod")) {
      entry_.lastmod = ParseFeedDate(text);
    } else if (is("changefreq")) {
      entry_.changefreq = FrequencyOf(text);
    } else if (is("priority")) {
      entry_.priority = PriorityOf(text);
    }
  }

  void AddAlternate(const XmlReader& reader) {
    const std::string rel = AsciiLowered(reader.AttributeText("rel"));
    if (rel != "alternate" || entry_.alternates.size() == list_.limits().max_links) return;
    std::string url = list_.Absolute(reader.AttributeText("href"));
    if (url.empty()) return;
    entry_.alternates.push_back(
        {.language = reader.AttributeText("hreflang"), .url = std::move(url)});
  }

  static constexpr std::size_t kMaxBlanks = 4096;  // around a URL

  UrlList& list_;
  std::size_t max_text_bytes_;
  SitemapUrl entry_;
  std::string text_;       // of the innermost element, since its last child
  std::string bare_text_;  // of the entry itself, before its last child
  std::size_t text_depth_ = 0;
  std::size_t entry_depth_ = 0;
  bool text_is_too_long_ = false;
  bool bare_is_too_long_ = false;
  bool in_entry_ = false;
  bool in_image_ = false;
};

// Then it is text, whatever else is in it: "http://a.example/?q=<url>".
bool BeginsWithUrl(std::string_view text) {
  text = TrimBlanks(text.substr(0, 1024));
  return EqualsIgnoringAsciiCase(text.substr(0, 7), "http://") ||
         EqualsIgnoringAsciiCase(text.substr(0, 8), "https://");
}

// A URL a line. Lines that are none are skipped; a file without one is no sitemap.
void ReadText(std::string_view text, bool is_cut, UrlList& list) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos && is_cut) break;
    const std::string_view line = TrimBlanks(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    if (!url::HasScheme(line) || line.size() > list.limits().max_url_bytes) {
      ++list.sitemap.skipped;
    } else if (!list.Add({.loc = std::string(line)})) {
      break;
    }
  }
  list.sitemap.kind = list.sitemap.urls.empty() ? SitemapKind::kNone : SitemapKind::kText;
}

// The page of an entry: its first link to one, else an id that is a URL.
std::string_view PageOf(const FeedEntry& entry) {
  for (const FeedLink& link : entry.links) {
    if (link.rel == "alternate" && !link.href.empty()) return link.href;
  }
  if (!entry.link.empty()) return entry.link;
  return url::HasScheme(entry.id) ? std::string_view(entry.id) : std::string_view();
}

void ReadFeedAsSitemap(std::string_view text, const SitemapSource& source, UrlList& list) {
  const Feed feed = ReadXmlFeed(text, {.url = source.url},
                                {.max_bytes = list.limits().max_bytes,
                                 .max_entries = list.limits().max_urls,
                                 .max_links = 100});
  const auto time_of = [](const FeedDate& date) {
    return LacksZone(date.text) ? std::nullopt : date.time;
  };
  const auto date_of = [&](const FeedPart& part) {
    const std::optional<FeedTime> updated = time_of(part.updated);
    return updated ? updated : time_of(part.published);
  };
  list.sitemap.lastmod = feed.published.time ? feed.published.time : feed.updated.time;
  list.sitemap.truncated |= feed.truncated;
  for (const FeedEntry& entry : feed.entries) {
    if (!list.Add({.loc = std::string(PageOf(entry)), .lastmod = date_of(entry)})) return;
  }
}

// Out of at most two layers of gzip: a server may pack what is packed. False if not all of it.
bool Unpack(std::string_view& bytes, std::size_t max_bytes, std::array<std::string, 2>& buffers) {
  bool whole = true;
  for (std::string& buffer : buffers) {
    if (!bytes.starts_with("\x1F\x8B")) break;
    http::DecodedContent unpacked =
        http::DecodeContent(bytes, "gzip", {.max_bytes = max_bytes, .bomb_floor_bytes = max_bytes});
    whole &= unpacked.mark == http::DecodeMark::kComplete;
    buffer = std::move(unpacked.content);
    bytes = buffer;
  }
  if (bytes.size() <= max_bytes) return whole;
  bytes = bytes.substr(0, max_bytes);
  return false;
}

}  // namespace

std::string_view SitemapKindName(SitemapKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"none", "urlset", "index",
                                                      "text", "atom",   "rss"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view ChangeFrequencyName(ChangeFrequency frequency) {
  return kFrequencies[static_cast<std::size_t>(frequency)];
}

Sitemap ReadSitemap(std::string_view bytes, const SitemapSource& source,
                    const SitemapLimits& limits) {
  std::array<std::string, 2> unpacked;
  const bool whole = Unpack(bytes, limits.max_bytes, unpacked);
  std::string scratch;
  const std::string_view text = xml::DecodeDocument(bytes, source.content_type, scratch).text;
  UrlList list(source, limits);
  list.sitemap.truncated = !whole;
  list.sitemap.kind = BeginsWithUrl(text) ? SitemapKind::kNone : KindOfXml(text);
  switch (list.sitemap.kind) {
    case SitemapKind::kUrlset:
    case SitemapKind::kIndex:
      XmlSitemapReader(list).Read(text);
      break;
    case SitemapKind::kAtom:
    case SitemapKind::kRss:
      ReadFeedAsSitemap(text, source, list);
      break;
    default:
      if (!TrimAsciiSpace(text.substr(0, 1024)).starts_with('<')) {
        ReadText(text, source.is_cut || !whole, list);
      }
  }
  return std::move(list.sitemap);
}

}  // namespace meguri::robots
