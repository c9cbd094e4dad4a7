#include "moved/likeness/url_likeness.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMaxEnding = 6;       // ".xhtml"
constexpr std::size_t kMaxNameBytes = 256;  // longer names are compared by their beginning

// "Getting_Started" and "getting-started" are one name; so that a site that renamed all its pages
// in this way keeps its paths.
bool SameName(std::string_view a, std::string_view b) {
  const auto fold = [](char c) { return c == '_' ? '-' : AsciiToLower(c); };
  return std::ranges::equal(a, b, {}, fold, fold);
}

bool IsIndexName(std::string_view name) {
  return name == "index" || name == "default" || name == "home" || name == "welcome";
}

// "v2", "r12", "1.3", "2_4_0"; not "2024", "05", "3d-print".
bool IsVersionNumber(std::string_view segment) {
  const std::string name = AsciiLowered(segment);
  std::string_view rest = name;
  const bool has_letter = rest.starts_with('v') || rest.starts_with('r');
  if (has_letter) rest.remove_prefix(1);
  if (rest.empty() || !IsAsciiDigit(rest.front())) return false;
  const std::size_t end = rest.find_first_not_of("0123456789");
  if (end == std::string_view::npos) return has_letter;
  const bool goes_on = end + 1 < rest.size() && IsAsciiDigit(rest[end + 1]);
  return (rest[end] == '.' || rest[end] == '_') && goes_on;
}

bool IsVersionName(std::string_view segment) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "current", "dev",     "devel",    "develop", "latest",
      "master",  "nightly", "snapshot", "stable",  "trunk"};
  return std::ranges::find(kNames, AsciiLowered(segment)) != kNames.end() ||
         IsVersionNumber(segment);
}

// Takes ".html" off the last segment, and the segment if nothing but "index" is left.
void SplitEnding(PathParts& parts) {
  std::string& last = parts.segments.back();
  const std::size_t dot = last.rfind('.');
  if (dot == std::string::npos || dot == 0 || last.size() - dot > kMaxEnding) return;
  const std::string_view ending = std::string_view(last).substr(dot + 1);
  // "v1.2" ends in no ending: endings begin with a letter.
  if (ending.empty() || !IsAsciiAlpha(ending.front()) ||
      !std::ranges::all_of(ending, IsAsciiAlphanumeric))
    return;
  parts.ending = AsciiLowered(std::string_view(last).substr(dot));
  last.resize(dot);
  if (!IsIndexName(AsciiLowered(last))) return;
  parts.segments.pop_back();
  parts.ending.assign(1, '/');  // g++ 12 warns of = "/" (its bug 105651)
}

// What a query calls the page: the value of such a parameter, if it isn't a number.
std::string_view NameInQuery(std::string_view query) {
  static constexpr std::array<std::string_view, 4> kNames = {"name", "page", "pagename", "title"};
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find_first_of("&;"));
    query.remove_prefix(std::min(parameter.size() + 1, query.size()));
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view value = parameter.substr(std::min(equals + 1, parameter.size()));
    const bool is_name = value.size() <= kMaxNameBytes && std::ranges::any_of(value, IsAsciiAlpha);
    if (is_name && std::ranges::find(kNames, parameter.substr(0, equals)) != kNames.end())
      return value;
  }
  return {};
}

// One script serves many pages: "/wiki/index.php?title=Help/Start" is wiki, Help, Start. A page
// with a name of its own ("/people/?from=mail") keeps that.
void TakeNameInQuery(std::string_view path, std::string_view query, PathParts& parts) {
  const bool is_static = parts.ending == ".htm" || parts.ending == ".html";
  const bool is_index = parts.segments.empty() || (parts.ending == "/" && !path.ends_with('/'));
  const bool is_script = is_index || (parts.ending.starts_with('.') && !is_static);
  if (!is_script) return;
  std::string_view name = NameInQuery(query);
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (end > 0) {
      parts.segments.emplace_back(name.substr(0, end));
      ++parts.from_query;
    }
    name.remove_prefix(std::min(end + 1, name.size()));
  }
}

}  // namespace

PathParts PartsOf(std::string_view url) {
  PathParts parts;
  url = url.substr(0, url.find('#'));
  const std::size_t question = url.find('?');
  parts.has_query = question != std::string_view::npos;
  const std::string_view query = parts.has_query ? url.substr(question + 1) : std::string_view();
  url = url.substr(0, question);
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    const std::size_t slash = std::min(url.find('/', scheme + 3), url.size());
    parts.site = url.substr(0, slash);
    url.remove_prefix(slash);
  }
  for (std::size_t at = 0; at < url.size();) {
    const std::size_t end = std::min(url.find('/', at), url.size());
    if (end > at) parts.segments.emplace_back(url.substr(at, end - at));
    at = end + 1;
  }
  if (url.empty() || url.ends_with('/')) {
    parts.ending.assign(1, '/');  // g++ 12 warns of = "/" (its bug 105651)
  } else {
    SplitEnding(parts);
  }
  TakeNameInQuery(url, query, parts);
  if (parts.segments.size() > PathParts::kMaxSegments) {
    parts.segments.erase(parts.segments.begin(), parts.segments.end() - PathParts::kMaxSegments);
    parts.from_query = std::min(parts.from_query, PathParts::kMaxSegments);
  }
  return parts;
}

std::string UrlOf(std::string_view site, std::span<const std::string> segments,
                  std::string_view ending) {
  std::string url(site);
  for (const std::string& segment : segments) {
    url += '/';
    url += segment;
  }
  if (segments.empty()) {
    url += '/';
  } else {
    url += ending;
  }
  return url;
}

bool IsFileEnding(std::string_view ending) {
  static constexpr std::array<std::string_view, 36> kFiles = {
      ".7z",  ".avi",  ".bin", ".bmp", ".bz2", ".css",  ".deb",  ".dmg",  ".doc",
      ".eot", ".exe",  ".gif", ".gz",  ".ico", ".iso",  ".jar",  ".jpeg", ".jpg",
      ".js",  ".json", ".mov", ".mp3", ".mp4", ".mpg",  ".pdf",  ".png",  ".ppt",
      ".rar", ".rpm",  ".svg", ".tar", ".ttf", ".webp", ".woff", ".xls",  ".zip"};
  return std::ranges::binary_search(kFiles, ending);
}

bool IsPageEnding(std::string_view ending) {
  static constexpr std::array<std::string_view, 10> kPages = {
      "", ".asp", ".aspx", ".cgi", ".htm", ".html", ".jsp", ".php", ".xhtml", "/"};
  return std::ranges::binary_search(kPages, ending);
}

std::string_view BareHost(std::string_view site) {
  const std::size_t scheme = site.find("://");
  if (scheme != std::string_view::npos) site.remove_prefix(scheme + 3);
  if (site.starts_with("www.")) site.remove_prefix(4);
  return site;
}

std::size_t CommonHead(std::span<const std::string> a, std::span<const std::string> b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::size_t CommonTail(std::span<const std::string> a, std::span<const std::string> b) {
  std::size_t same = 0;
  while (same < a.size() && same < b.size() &&
         SameName(a[a.size() - 1 - same], b[b.size() - 1 - same])) {
    ++same;
  }
  return same;
}

double SegmentOverlap(std::span<const std::string> a, std::span<const std::string> b) {
  if (a.empty() || b.empty()) return a.size() == b.size() ? 1 : 0;
  // One row of the usual table: row[j] is the longest of a's beginning and b's first j.
  std::array<std::size_t, PathParts::kMaxSegments + 1> row{};
  const std::size_t width = std::min(b.size(), PathParts::kMaxSegments);
  for (const std::string& segment : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= width; ++j) {
      const std::size_t above = row[j];
      row[j] = SameName(segment, b[j - 1]) ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = above;
    }
  }
  return 2.0 * static_cast<double>(row[width]) / static_cast<double>(a.size() + b.size());
}

std::optional<std::size_t> NewVersionAt(const PathParts& parts, const PathParts& old) {
  // The last segment is the page's own name.
  for (std::size_t i = 0; i + 1 < parts.segments.size(); ++i) {
    const std::string& segment = parts.segments[i];
    if (IsVersionName(segment) && std::ranges::find(old.segments, segment) == old.segments.end())
      return i;
  }
  return std::nullopt;
}

bool IsOtherVersion(const PathParts& folder, const PathParts& page, std::size_t at) {
  if (folder.segments.size() != at + 1 || page.segments.size() <= at) return false;
  const std::string& other = folder.segments[at];
  // "dev" and "current" are names of folders like others where no number is beside them.
  const auto tells_by_itself = [](std::string_view name) {
    return IsVersionName(name) && AsciiLowered(name) != "current" && AsciiLowered(name) != "dev";
  };
  const std::string& own = page.segments[at];
  return IsVersionName(other) && CommonHead(folder.segments, page.segments) == at &&
         (tells_by_itself(other) || tells_by_itself(own));
}

std::vector<std::uint32_t> NameTrigrams(std::string_view name) {
  std::vector<std::uint32_t> grams;
  std::uint32_t window = '^';
  std::size_t letters = 0;
  for (const char c : name.substr(0, kMaxNameBytes)) {
    const bool beyond_ascii = static_cast<unsigned char>(c) >= 0x80;
    if (!beyond_ascii && !IsAsciiAlphanumeric(c)) continue;
    window = ((window << 8U) | static_cast<unsigned char>(AsciiToLower(c))) & 0xFFFFFFU;
    if (++letters >= 2) grams.push_back(window);
  }
  if (letters > 0) grams.push_back(((window << 8U) | '$') & 0xFFFFFFU);
  std::ranges::sort(grams);
  // Not std::ranges::unique, which clang 14 can't take.
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

double TrigramLikeness(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (a.empty() || b.empty()) return 0;
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++common;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

}  // namespace meguri::moved
