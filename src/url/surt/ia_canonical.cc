#include "url/surt/ia_canonical.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "base/ascii.h"
#include "url/surt/ia_host.h"

namespace meguri::url::ia {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";
constexpr std::string_view kRemoved = "\t\n\r";
constexpr std::string_view kHttp = "http://";
constexpr std::string_view kHttps = "https://";

bool IsSchemeByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '-' || c == '.';
}

std::string_view Trim(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kSpaces), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

bool StartsWithHttp(std::string_view text) {
  return text.starts_with(kHttp) || text.starts_with(kHttps);
}

// "http://https://host" → "https://host".
std::string_view DropRepeatedScheme(std::string_view text) {
  while (StartsWithHttp(text)) {
    const std::string_view inner =
        text.substr(text.starts_with(kHttp) ? kHttp.size() : kHttps.size());
    if (!StartsWithHttp(inner)) break;
    text = inner;
  }
  return text;
}

// The length of "name" if `text` begins with "name:" and name is fit for a scheme; else 0.
std::size_t SchemeSize(std::string_view text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), IsSchemeByte);
  if (end == text.begin() || end == text.end() || *end != ':') return 0;
  const char first = text[0];
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return letter ? static_cast<std::size_t>(end - text.begin()) : 0;
}

// False unless `digits` is a number up to 65535; "" is none.
bool ParsePort(std::string_view digits, std::uint16_t& port) {
  port = 0;
  if (digits.empty()) return true;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  return error == std::errc{} && end == digits.data() + digits.size();
}

// "user:password@host:port" or "…@…[host]…:port".
bool ParseAuthority(std::string_view authority, IaUrl& url) {
  authority = authority.substr(0, authority.find_last_not_of(':') + 1);
  authority.remove_prefix(authority.rfind('@') + 1);  // npos + 1 is 0
  std::string_view host = authority;
  std::string_view after_host;
  if (const std::size_t open = authority.find('['); open != std::string_view::npos) {
    host = authority.substr(open + 1);
    const std::size_t close = std::min(host.find(']'), host.size());
    after_host = host.substr(close);
    host = host.substr(0, close);
    after_host.remove_prefix(std::min(after_host.find(':'), after_host.size()));
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    after_host = authority.substr(colon);
    host = authority.substr(0, colon);
  }
  url.host = host;
  AsciiLowerInPlace(url.host);
  if (!after_host.empty()) after_host.remove_prefix(1);
  return ParsePort(after_host, url.port);
}

// "http:host/path", "http:///host/path": the host is the path's first segment, taken whole.
void TakeHostFromPath(std::string_view path, IaUrl& url) {
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::size_t slash = std::min(path.find('/'), path.size());
  url.host = path.substr(0, slash);
  path.remove_prefix(slash);
  url.path = path.empty() ? "/" : path;
}

bool ParseClean(std::string_view text, IaUrl& url) {
  text = DropRepeatedScheme(text);
  url.host.clear();
  url.port = 0;
  url.ends_with_question_mark = text.ends_with('?');

  const std::size_t scheme_size = SchemeSize(text);
  url.scheme = scheme_size == 0 ? "http" : text.substr(0, scheme_size);
  if (scheme_size != 0) text.remove_prefix(scheme_size + 1);
  const bool has_authority = scheme_size == 0 || text.starts_with("//");
  if (scheme_size != 0 && has_authority) text.remove_prefix(2);

  const std::size_t hash = std::min(text.find('#'), text.size());
  url.fragment = text.substr(std::min(hash + 1, text.size()));
  text = text.substr(0, hash);
  const std::size_t question = std::min(text.find('?'), text.size());
  url.query = text.substr(std::min(question + 1, text.size()));
  text = text.substr(0, question);
  if (!url.query.empty() || !url.fragment.empty()) url.ends_with_question_mark = false;

  if (has_authority) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    if (!ParseAuthority(text.substr(0, slash), url)) return false;
    text.remove_prefix(slash);
  }
  url.path = text;
  // Any scheme that begins so, in lower case only: that is how the keys were made.
  const bool http_like = url.scheme.starts_with("http");
  if (http_like && url.host.empty() && !text.empty()) TakeHostFromPath(text, url);
  return true;
}

bool IsDns(const IaUrl& url) { return url.scheme == "dns"; }

void MinimalEscape(std::string& text) {
  UnescapeRepeatedly(text);
  EscapeUnsafe(text);
}

}  // namespace

bool Parse(std::string_view text, IaUrl& url) {
  text = Trim(text);
  if (text.empty()) return false;
  if (text.find_first_of(kRemoved) == std::string_view::npos) return ParseClean(text, url);
  std::string clean;
  clean.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(clean),
               [](char c) { return kRemoved.find(c) == std::string_view::npos; });
  return ParseClean(clean, url);
}

void CanonicalizeLikeGoogle(IaUrl& url) {
  url.fragment.clear();
  MinimalEscape(url.query);
  CanonicalizeHost(url.host);
  UnescapeRepeatedly(url.path);
  if (!url.host.empty()) ResolvePath(url.path);
  EscapeUnsafe(url.path);
}

void CanonicalizeLikeIa(IaUrl& url, const IaOptions& options, QuerySorter& sorter) {
  url.fragment.clear();
  url.ends_with_question_mark = false;
  AsciiLowerInPlace(url.host);
  if (options.host_massage && !IsDns(url)) StripWww(url.host);
  if (url.port == DefaultPort(url.scheme)) url.port = 0;
  AsciiLowerInPlace(url.path);
  StripPathSessionId(url.path);
  if (url.path.size() > 1 && url.path.ends_with('/')) url.path.pop_back();
  StripQuerySessionId(url.query);
  if (options.query_lowercase) AsciiLowerInPlace(url.query);
  sorter.Sort(url.query);
}

std::string_view SchemeEnd(const IaUrl& url) { return IsDns(url) ? ":" : "://"; }

void AppendPathAndMore(const IaUrl& url, std::string& out) {
  const bool something_follows = !url.query.empty() || !url.fragment.empty();
  if (url.path.empty() && something_follows) out += '/';
  out += url.path;
  if (!url.query.empty() || url.ends_with_question_mark) out += '?';
  out += url.query;
  if (!url.fragment.empty()) out += '#';
  out += url.fragment;
}

void AppendUrl(const IaUrl& url, std::string& out) {
  out += url.scheme;
  if (url.host.empty()) {
    out += ':';
  } else {
    out.append(SchemeEnd(url)).append(url.host);
    if (url.port != 0) out.append(":").append(std::to_string(url.port));
  }
  AppendPathAndMore(url, out);
}

std::uint16_t DefaultPort(std::string_view scheme) {
  const auto is = [scheme](std::string_view lower) {
    return std::equal(scheme.begin(), scheme.end(), lower.begin(), lower.end(),
                      [](char c, char expected) { return (c | 0x20) == expected; });
  };
  if (is("http")) return 80;
  if (is("https")) return 443;
  return 0;
}

}  // namespace meguri::url::ia
