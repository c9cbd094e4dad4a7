#include "crawl/scope/scope_rules.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/ip_address.h"
#include "base/printable.h"

namespace meguri {
namespace {

constexpr std::string_view kWanted =
    "want host:www.example.org, site:example.org, surt:org,example,)/docs/ or regex:PATTERN";
constexpr std::string_view kSurtWanted =
    "want the host turned around, in ASCII, and a path if you like: surt:org,example,)/docs/";

tl::unexpected<Error> Wrong(std::string_view rule, std::string_view what) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("scope rule '{}': {}", Printable(rule.substr(0, 200)), what));
}

std::string_view WithoutDot(std::string_view host) {
  if (host.size() > 1 && host.ends_with('.')) host.remove_suffix(1);
  return host;
}

bool IsAddress(std::string_view host) {
  return host.starts_with('[') || IpAddress::Parse(host).has_value();
}

// A host as the user writes it, as Url::host() gives it, without a dot at its end; "" if it is
// none.
std::string HostOf(std::string_view text) {
  const bool bare =
      text.find_first_of("/?#@\\ \t\r\n") == std::string_view::npos &&
      (text.starts_with('[') ? text.ends_with(']') : text.find(':') == std::string_view::npos);
  if (!bare || text.empty()) return "";
  const auto url = url::Url::Parse(fmt::format("http://{}/", text));
  return url ? std::string(WithoutDot(url->host())) : "";
}

// The SURT of a host, "org,example,www,:8080)", on the stack.
class SurtHost {
 public:
  explicit SurtHost(const url::Url& url, std::string_view host) {
    char* out = small_.data();
    const std::size_t most = host.size() + kBeyondHost;
    if (most > small_.size()) {
      large_.resize(most);
      out = large_.data();
    }
    char* const begin = out;
    if (url.host_kind() == url::HostKind::kDomain) {
      for (std::size_t dot = host.rfind('.'); dot != std::string_view::npos;
           dot = host.rfind('.')) {
        out = Put(host.substr(dot + 1), out);
        host = host.substr(0, dot);
      }
    }
    out = Put(host, out);
    if (const auto port = url.port()) {
      *out++ = ':';
      out = std::to_chars(out, out + 5, *port).ptr;
    }
    *out++ = ')';
    text_ = std::string_view(begin, static_cast<std::size_t>(out - begin));
  }
  SurtHost(const SurtHost&) = delete;
  SurtHost& operator=(const SurtHost&) = delete;

  std::string_view text() const { return text_; }

 private:
  static constexpr std::size_t kBeyondHost = 8;  // ",:65535)"

  static char* Put(std::string_view label, char* out) {
    std::memcpy(out, label.data(), label.size());
    out += label.size();
    *out++ = ',';
    return out;
  }

  std::array<char, 272> small_;  // NOLINT(cppcoreguidelines-pro-type-member-init): written above
  std::string large_;
  std::string_view text_;
};

bool IsSurtHostChar(char c) {
  return IsAsciiAlphanumeric(c) || std::string_view("-_,.:[]").find(c) != std::string_view::npos;
}

// A prefix as the user writes it, as SurtHost and a path would: "org,example)" → "org,example,)".
// "" if it can't be one.
std::string SurtPrefix(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    if (!text.starts_with('(')) return "";
  }
  if (text.starts_with('(')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find(')'), text.size());
  std::string_view host = text.substr(0, end);
  std::string_view rest = text.substr(end);
  if (host.empty() || !std::ranges::all_of(host, IsSurtHostChar)) return "";
  if (rest.size() > 1 && rest[1] != '/') return "";
  if (std::ranges::any_of(rest, [](char c) { return c <= ' ' || c > '~'; })) return "";

  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const bool open_bracket = host.starts_with('[') && bracket == std::string_view::npos;
  const std::string_view port =
      colon == std::string_view::npos || open_bracket ? "" : host.substr(colon);
  host.remove_suffix(port.size());
  const std::string_view labels = host.substr(0, host.find_last_not_of(',') + 1);
  // "example.org" is no SURT; 192.0.2.1 and a beginning of it are.
  const bool numbers =
      std::ranges::all_of(host, [](char c) { return IsAsciiDigit(c) || c == '.' || c == ','; });
  if (labels.empty() || (host.find('.') != std::string_view::npos && !numbers)) return "";

  std::string prefix = AsciiLowered(host);
  const bool whole = !rest.empty() || !port.empty();
  if (whole && !prefix.ends_with(',')) prefix += ',';
  return prefix.append(port).append(rest);
}

}  // namespace

bool ScopeRules::PrefixLess::operator()(const SplitKey& key, std::string_view prefix) const {
  const int order = key.host.compare(prefix.substr(0, key.host.size()));
  if (order != 0) return order < 0;
  return key.rest < prefix.substr(key.host.size());  // the host is all there, or order was not 0
}

bool ScopeRules::PrefixLess::operator()(std::string_view prefix, const SplitKey& key) const {
  const int order = prefix.substr(0, key.host.size()).compare(key.host);
  if (order != 0) return order < 0;
  return prefix.substr(key.host.size()) < key.rest;
}

ScopeRules::ScopeRules(const url::SiteList& sites) : sites_(&sites) {}
ScopeRules::~ScopeRules() = default;

Status ScopeRules::Add(std::string_view rule) {
  const std::size_t colon = rule.find(':');
  const std::string_view kind = rule.substr(0, colon);
  const std::string_view text =
      colon == std::string_view::npos ? std::string_view() : rule.substr(colon + 1);
  if (colon == std::string_view::npos || text.empty()) return Wrong(rule, kWanted);
  if (kind == "regex") return AddRegex(text, rule);
  if (kind == "surt") {
    std::string prefix = SurtPrefix(text);
    if (prefix.empty()) return Wrong(rule, kSurtWanted);
    AddPrefix(std::move(prefix), std::string(rule));
    return {};
  }
  if (kind != "host" && kind != "site") return Wrong(rule, kWanted);

  std::string host = HostOf(text);
  if (host.empty()) {
    return Wrong(rule, fmt::format("want a host alone, without scheme, port or path: {}:{}", kind,
                                   kind == "host" ? "www.example.org" : "example.org"));
  }
  if (kind == "site" && !IsAddress(host)) {
    const auto site = sites_->RegisteredDomain(host);
    if (!site) {
      return Wrong(rule, "a public suffix, no site; want host: for itself, surt: for all below it");
    }
    if (*site != host) return Wrong(rule, fmt::format("no registered domain; want site:{}", *site));
  }
  (kind == "host" ? host_rules_ : site_rules_).try_emplace(std::move(host), rule);
  return {};
}

Status ScopeRules::AddRegex(std::string_view pattern, std::string_view rule) {
  if (pattern.size() > kMaxRegexBytes) {
    return Wrong(rule, fmt::format("a pattern of over {} bytes; want several", kMaxRegexBytes));
  }
  if (regexes_.size() == kMaxRegexes) {
    return Wrong(rule, fmt::format("more than {} of them; want some joined by '|', or other kinds",
                                   kMaxRegexes));
  }
  RE2::Options options(RE2::Latin1);  // URLs are ASCII; the pattern may be anything
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(kRegexMemoryBytes);
  auto compiled = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!compiled->ok()) {
    return Wrong(rule, fmt::format("{}; want a pattern in RE2's syntax",
                                   Printable(compiled->error().substr(0, 200))));
  }
  regexes_.push_back({std::move(compiled), std::string(rule)});
  return {};
}

void ScopeRules::AddHost(std::string_view host) {
  host = WithoutDot(host);
  host_rules_.try_emplace(std::string(host), fmt::format("host:{}", host));
}

void ScopeRules::AddSiteOf(std::string_view host) {
  const std::string_view site = SiteOf(WithoutDot(host));
  site_rules_.try_emplace(std::string(site), fmt::format("site:{}", site));
}

void ScopeRules::AddPrefixOf(const url::Url& url) {
  const SurtHost host(url, WithoutDot(url.host()));
  const std::string_view path = url.path();
  std::string prefix = fmt::format("{}{}", host.text(), path.substr(0, path.rfind('/') + 1));
  std::string rule = fmt::format("surt:{}", prefix);
  AddPrefix(std::move(prefix), std::move(rule));
}

void ScopeRules::AddPrefix(std::string prefix, std::string rule) {
  auto after = prefixes_.upper_bound(std::string_view(prefix));
  if (after != prefixes_.begin() && prefix.starts_with(std::prev(after)->first)) return;
  while (after != prefixes_.end() && after->first.starts_with(prefix)) {
    after = prefixes_.erase(after);
  }
  prefixes_.emplace_hint(after, std::move(prefix), std::move(rule));
}

std::string_view ScopeRules::SiteOf(std::string_view host) const {
  return IsAddress(host) ? host : sites_->RegisteredDomain(host).value_or(host);
}

std::size_t ScopeRules::SiteBytesOf(std::string_view host) const {
  if (host.size() > SiteMemo().host.size()) return SiteOf(host).size();
  if (site_memos_.empty()) site_memos_.resize(kSiteMemos);
  SiteMemo& memo = site_memos_[StableHash64(host) % kSiteMemos];
  if (std::string_view(memo.host.data(), memo.host_bytes) != host) {
    std::ranges::copy(host, memo.host.begin());
    memo.host_bytes = static_cast<std::uint8_t>(host.size());
    memo.site_bytes = static_cast<std::uint8_t>(SiteOf(host).size());
  }
  return memo.site_bytes;
}

std::optional<std::string_view> ScopeRules::Find(const url::Url& url) const {
  const std::string_view host = WithoutDot(url.host());
  if (!host_rules_.empty()) {
    const auto found = host_rules_.find(host);
    if (found != host_rules_.end()) return found->second;
  }
  if (!site_rules_.empty()) {
    if (const auto rule = FindSite(url, host)) return rule;
  }
  if (!prefixes_.empty()) {
    if (const auto rule = FindPrefix(url, host)) return rule;
  }
  const std::string_view text = url.without_fragment();
  for (const Regex& regex : regexes_) {
    if (RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex.pattern)) {
      return regex.rule;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> ScopeRules::FindSite(const url::Url& url,
                                                     std::string_view host) const {
  if (url.host_kind() != url::HostKind::kDomain) {
    const auto found = site_rules_.find(host);
    return found == site_rules_.end() ? std::nullopt : std::optional(found->second);
  }
  // The list is asked only if a name above the host is a site of ours: few are, and the list takes
  // longer. It must be asked then, for a site may have suffixes of others below it
  // (amazonaws.com, s3.amazonaws.com).
  for (std::string_view tail = host;;) {
    const auto found = site_rules_.find(tail);
    if (found != site_rules_.end() &&
        (tail.size() == host.size() || SiteBytesOf(host) == tail.size())) {
      return found->second;
    }
    const std::size_t dot = tail.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    tail.remove_prefix(dot + 1);
  }
}

std::optional<std::string_view> ScopeRules::FindPrefix(const url::Url& url,
                                                       std::string_view host) const {
  const SurtHost surt(url, host);
  const SplitKey key{surt.text(), url.path_and_query()};
  const auto after = prefixes_.upper_bound(key);
  if (after == prefixes_.begin()) return std::nullopt;
  const auto& [prefix, rule] = *std::prev(after);
  const std::string_view first = std::string_view(prefix).substr(0, key.host.size());
  const std::string_view second = std::string_view(prefix).substr(first.size());
  if (!key.host.starts_with(first) || !key.rest.starts_with(second)) return std::nullopt;
  return rule;
}

}  // namespace meguri
