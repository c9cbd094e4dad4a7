#include "url/url.h"

#include "url/scheme.h"

namespace meguri::url {

std::string_view Url::username() const {
  if (host_kind_ == HostKind::kNone) return {};
  const std::uint32_t begin = scheme_end_ + 2;
  return Slice(begin, username_end_);
}

std::string_view Url::password() const {
  // "user:pw@": what lies between the user's end and the host, less ':' and '@'.
  if (host_begin_ - username_end_ < 2) return {};
  return Slice(username_end_ + 1, host_begin_ - 1);
}

std::optional<std::uint16_t> Url::port() const {
  if (port_ < 0) return std::nullopt;
  return static_cast<std::uint16_t>(port_);
}

std::optional<std::uint16_t> Url::effective_port() const {
  return port_ >= 0 ? port() : DefaultPort(SchemeKindOf(scheme()));
}

std::optional<std::string_view> Url::query() const {
  if (query_at_ == fragment_at_) return std::nullopt;
  return Slice(query_at_ + 1, fragment_at_);
}

std::optional<std::string_view> Url::fragment() const {
  if (fragment_at_ == href_.size()) return std::nullopt;
  return std::string_view(href_).substr(fragment_at_ + 1);
}

bool Url::is_http() const { return scheme() == "http" || scheme() == "https"; }

}  // namespace meguri::url
