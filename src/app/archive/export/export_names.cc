#include "app/archive/export/export_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "url/percent.h"

namespace meguri::app {
namespace {

struct MimeEnding {
  std::string_view mime;
  std::string_view ending;  // what a file gets that has none of this type; another row: fine, too
};

constexpr std::array<MimeEnding, 47> kEndings = {{
    {"text/html", ".html"},
    {"text/html", ".htm"},
    {"application/xhtml+xml", ".xhtml"},
    {"text/css", ".css"},
    {"text/javascript", ".js"},
    {"text/javascript", ".mjs"},
    {"application/javascript", ".js"},
    {"application/javascript", ".mjs"},
    {"application/x-javascript", ".js"},
    {"application/json", ".json"},
    {"text/plain", ".txt"},
    {"text/xml", ".xml"},
    {"application/xml", ".xml"},
    {"application/rss+xml", ".xml"},
    {"application/rss+xml", ".rss"},
    {"application/atom+xml", ".xml"},
    {"application/atom+xml", ".atom"},
    {"application/pdf", ".pdf"},
    {"application/zip", ".zip"},
    {"application/wasm", ".wasm"},
    {"image/png", ".png"},
    {"image/jpeg", ".jpg"},
    {"image/jpeg", ".jpeg"},
    {"image/gif", ".gif"},
    {"image/svg+xml", ".svg"},
    {"image/webp", ".webp"},
    {"image/avif", ".avif"},
    {"image/bmp", ".bmp"},
    {"image/x-icon", ".ico"},
    {"image/vnd.microsoft.icon", ".ico"},
    {"font/woff", ".woff"},
    {"font/woff2", ".woff2"},
    {"font/ttf", ".ttf"},
    {"font/otf", ".otf"},
    {"application/font-woff", ".woff"},
    {"application/font-woff2", ".woff2"},
    {"application/x-font-ttf", ".ttf"},
    {"application/vnd.ms-fontobject", ".eot"},
    {"video/mp4", ".mp4"},
    {"video/mp4", ".m4v"},
    {"video/webm", ".webm"},
    {"video/ogg", ".ogv"},
    {"audio/mpeg", ".mp3"},
    {"audio/mp4", ".m4a"},
    {"audio/ogg", ".ogg"},
    {"audio/wav", ".wav"},
    {"text/vtt", ".vtt"},
}};

constexpr std::size_t kHashBytes = 17;      // "-" and 16 digits
constexpr std::size_t kMaxEndingBytes = 8;  // longer ones are no endings
// A path that is longer or deeper becomes a hash. Less than kMaxPathBytes, since each part of it
// may yet get a hash of its own.
constexpr std::size_t kMaxUrlPathBytes = 600;
constexpr std::size_t kMaxParts = 32;
static_assert(kMaxUrlPathBytes + kMaxParts * (kHashBytes + 1) + 2 * ExportNames::kMaxPartBytes <
              ExportNames::kMaxPathBytes);

bool IsSafe(char c) {
  return IsAsciiAlphanumeric(c) || std::string_view("-._~%+,=@").find(c) != std::string_view::npos;
}

std::string Hashed(std::string_view text) {
  std::string hashed(1, '-');
  hashed += ToHex(StableHash64(text));
  return hashed;
}

// "CON", "nul.txt": what Windows takes for a device, wherever it lies.
bool IsDevice(std::string_view part) {
  const std::string stem = AsciiLowered(part.substr(0, part.find('.')));
  constexpr std::array<std::string_view, 4> kDevices = {"con", "prn", "aux", "nul"};
  if (std::ranges::find(kDevices, stem) != kDevices.end()) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
         IsAsciiDigit(stem[3]);
}

// One part of a path, made safe, without bounds yet.
std::string SafePart(std::string_view raw) {
  std::string part(raw.substr(0, ExportNames::kMaxPartBytes + 1));
  std::ranges::replace_if(
      part, [](char c) { return !IsSafe(c); }, '_');
  if (part.empty()) return "_";
  if (part.front() == '.') part.front() = '_';
  if (part.back() == '.') part.back() = '_';
  return IsDevice(part) ? std::string(1, '_').append(part) : part;
}

// `part` if it leaves room for `room` more bytes; else its beginning and a hash of `whole`.
std::string Bounded(std::string part, std::string_view whole, std::size_t room) {
  const std::size_t most = ExportNames::kMaxPartBytes - room;
  if (part.size() <= most) return part;
  part.resize(most - kHashBytes);
  return part + Hashed(whole);
}

struct FileName {
  std::string stem;
  std::string ending;  // with its dot; may be ""
};

// The ending that is there stays if it suits the type, or if the type has none that we know;
// otherwise that of the type follows it: what a browser takes a file for is its last ending.
FileName SplitName(const std::string& name, std::string_view mime) {
  const std::size_t dot = name.rfind('.');
  const bool has_ending = dot != std::string::npos && dot > 0 && name.size() - dot > 1 &&
                          name.size() - dot <= kMaxEndingBytes;
  const std::string ending = has_ending ? name.substr(dot) : "";
  std::string_view wanted;
  for (const MimeEnding& row : kEndings) {
    if (row.mime != mime) continue;
    if (wanted.empty()) wanted = row.ending;
    if (EqualsIgnoringAsciiCase(row.ending, ending)) wanted = ending;
  }
  if (wanted.empty()) wanted = ending;
  if (has_ending && wanted == ending) return {name.substr(0, dot), ending};
  return {name, std::string(wanted)};
}

struct UrlParts {
  std::string_view host;   // with its port
  std::string_view path;   // without its first '/'
  std::string_view query;  // with its '?'; "" if there is none
};

// By looking alone: it need be no URL.
UrlParts SplitUrl(std::string_view url) {
  UrlParts parts;
  const std::size_t query = std::min(url.find('?'), url.size());
  parts.query = url.substr(query);
  url = url.substr(0, query);
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  const std::size_t slash = std::min(url.find('/'), url.size());
  parts.host = url.substr(0, slash);
  // Names and passwords are no part of it.
  parts.host.remove_prefix(parts.host.rfind('@') + 1);  // npos + 1 is 0
  parts.path = url.substr(std::min(slash + 1, url.size()));
  return parts;
}

std::string_view WithoutFragment(std::string_view url) { return url.substr(0, url.find('#')); }

}  // namespace

ExportNames::ExportNames() { files_.insert("index.html"); }

bool ExportNames::IsFree(const std::string& path) const {
  const std::string key = AsciiLowered(path);
  return !files_.contains(key) && !folders_.contains(key);
}

// The folder for `url`, with a '/' at its end. A folder whose name is a file's gets another one.
std::string ExportNames::FreeFolder(std::string_view url) {
  const UrlParts parts = SplitUrl(url);
  std::string folder;
  const auto enter = [&](std::string_view raw) {
    std::string part = Bounded(SafePart(raw), raw, 0);
    for (int attempt = 0; files_.contains(AsciiLowered(folder).append(AsciiLowered(part)));
         ++attempt) {
      part = Bounded(SafePart(raw), raw, kHashBytes)
                 .append(Hashed(fmt::format("{}{}", part, attempt)));
    }
    folder += part;
    folders_.insert(AsciiLowered(folder));
    folder += '/';
  };
  enter(parts.host);
  const std::string_view path = parts.path;
  const bool too_deep = path.size() > kMaxUrlPathBytes ||
                        static_cast<std::size_t>(std::ranges::count(path, '/')) > kMaxParts;
  if (too_deep) {
    enter(Hashed(path.substr(0, path.rfind('/'))));
    return folder;
  }
  for (std::size_t at = 0;;) {
    const std::size_t slash = path.find('/', at);
    if (slash == std::string_view::npos) return folder;
    enter(path.substr(at, slash - at));
    at = slash + 1;
  }
}

std::string ExportNames::Add(std::string_view url, std::string_view mime) {
  url = WithoutFragment(url);
  const UrlParts parts = SplitUrl(url);
  const std::string folder = FreeFolder(url);
  std::string_view raw = parts.path.substr(parts.path.rfind('/') + 1);  // npos + 1 is 0
  if (raw.empty()) raw = "index";
  const FileName name = SplitName(Bounded(SafePart(raw), raw, 0), mime);
  const std::string query = parts.query.empty() ? "" : Hashed(parts.query);
  // Room for the query's hash, the URL's, and the ending.
  const std::string stem = Bounded(name.stem, raw, 2 * kHashBytes + kMaxEndingBytes) + query;
  std::string path = folder + stem + name.ending;
  for (int attempt = 0; !IsFree(path); ++attempt) {
    const std::string hash = Hashed(fmt::format("{}{}", url, attempt));
    path = fmt::format("{}{}{}{}", folder, stem, hash, name.ending);
  }
  files_.insert(AsciiLowered(path));
  return path;
}

std::string RelativeLink(std::string_view from, std::string_view to) {
  // What both have in front, up to a '/'.
  std::size_t common = 0;
  for (std::size_t at = 0; at < std::min(from.size(), to.size()) && from[at] == to[at]; ++at) {
    if (from[at] == '/') common = at + 1;
  }
  std::string link;
  for (auto up = std::ranges::count(from.substr(common), '/'); up > 0; --up) {
    link += "../";
  }
  for (const char c : to.substr(common)) {
    if (IsAsciiAlphanumeric(c) || std::string_view("-._~/").find(c) != std::string_view::npos) {
      link += c;
    } else {
      url::AppendEscaped(static_cast<unsigned char>(c), link);
    }
  }
  return link;
}

}  // namespace meguri::app
