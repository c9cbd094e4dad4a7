#include "fetch/fetch_url.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace meguri {
namespace {

// Both views into `authority`; false if the port is none.
bool SplitPort(std::string_view authority, FetchUrl& out) {
  // An IPv6 address has colons of its own.
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.rfind(':');
  const bool has_port = colon != authority.npos && (bracket == authority.npos || colon > bracket);
  out.host = authority.substr(0, has_port ? colon : authority.npos);
  out.port = out.https ? 443 : 80;
  if (!has_port) return true;
  const std::string_view digits = authority.substr(colon + 1);
  if (digits.empty()) return true;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
  return error == std::errc() && end == digits.data() + digits.size() && out.port != 0;
}

}  // namespace

std::optional<FetchUrl> SplitFetchUrl(std::string_view url) {
  if (std::ranges::any_of(url, [](char c) { return c == ' ' || IsAsciiControl(c); }))
    return std::nullopt;
  url = url.substr(0, url.find('#'));
  FetchUrl out;
  out.https = url.starts_with("https://");
  if (!out.https && !url.starts_with("http://")) return std::nullopt;
  std::string_view rest = url.substr(out.https ? 8 : 7);
  const std::size_t end = std::min(rest.find_first_of("/?\\"), rest.size());
  out.authority = rest.substr(0, end);
  rest.remove_prefix(end);
  if (const std::size_t at = out.authority.rfind('@'); at != out.authority.npos)
    out.authority.remove_prefix(at + 1);
  if (!SplitPort(out.authority, out) || out.host.empty()) return std::nullopt;
  if (!rest.starts_with('/')) out.target += '/';
  out.target += rest;
  return out;
}

}  // namespace meguri
