#include "url/url_builder.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "base/ascii.h"
#include "url/char_class.h"
#include "url/dot_segment.h"
#include "url/drive_letter.h"
#include "url/host.h"
#include "url/percent.h"
#include "url/query_encoder.h"

namespace meguri::url {
void UrlBuilder::Clear(Url& url) {
  // From one that stands in memory: a new one would be read back from stores of other widths, for
  // which the processor waits until all stores before them are done.
  static const Url kEmpty;
  url = kEmpty;
}

void UrlBuilder::SetScheme(std::string_view scheme) {
  out_.assign(scheme);
  AsciiLowerInPlace(out_);
  kind_ = SchemeKindOf(out_);
  out_ += ':';
  url_.scheme_end_ = static_cast<std::uint32_t>(out_.size());
  url_.special_ = special();
}

bool UrlBuilder::Authority(std::string_view rest) {
  const unsigned ends = special() ? kPathEndSpecial : kPathEnd;
  std::size_t length = 0;
  while (length < rest.size() && !IsIn(rest[length], ends))
    ++length;
  std::string_view authority = rest.substr(0, length);

  EmptyAuthority();
  const std::size_t at_sign = authority.rfind('@');
  if (at_sign != std::string_view::npos) {
    Userinfo(authority.substr(0, at_sign));
    authority.remove_prefix(at_sign + 1);
    if (authority.empty()) return FailWith(UrlFailure::kNoHost);  // "http://user@/"
  }
  return HostAndPort(authority) && PathStart(rest.substr(length));
}

void UrlBuilder::Userinfo(std::string_view userinfo) {
  const std::size_t colon = userinfo.find(':');
  AppendEncoded(userinfo.substr(0, colon), kUserinfoSet, out_);
  url_.username_end_ = static_cast<std::uint32_t>(out_.size());
  if (colon != std::string_view::npos && colon + 1 < userinfo.size()) {
    out_ += ':';
    AppendEncoded(userinfo.substr(colon + 1), kUserinfoSet, out_);
  }
  const bool written = out_.size() > url_.scheme_end_ + 2;
  if (written) out_ += '@';
  url_.host_begin_ = static_cast<std::uint32_t>(out_.size());
}

bool UrlBuilder::HostAndPort(std::string_view text) {
  // The first colon outside of brackets ends the host.
  std::size_t colon = 0;
  for (bool inside = false; colon < text.size() && (inside || text[colon] != ':'); ++colon) {
    if (text[colon] == '[') inside = true;
    if (text[colon] == ']') inside = false;
  }
  const std::string_view host = text.substr(0, colon);
  if (host.empty()) {
    if (special() || colon < text.size()) return FailWith(UrlFailure::kNoHost);
  } else {
    const std::optional<HostKind> kind = AppendHost(host, special(), out_);
    if (!kind) return FailWith(UrlFailure::kBadHost);
    url_.host_kind_ = *kind;
  }
  EndAuthority();
  return colon == text.size() || Port(text.substr(colon + 1));
}

bool UrlBuilder::Port(std::string_view digits) {
  if (digits.empty()) return true;
  std::uint32_t port = 0;
  for (const char c : digits) {
    if (!IsAsciiDigit(c)) return FailWith(UrlFailure::kBadPort);
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 0xFFFF) return FailWith(UrlFailure::kBadPort);
  }
  if (DefaultPort(kind_) == port) return true;
  url_.port_ = static_cast<std::int32_t>(port);
  out_ += ':';
  char text[5];
  out_.append(text, std::to_chars(text, text + sizeof text, port).ptr);
  url_.path_begin_ = static_cast<std::uint32_t>(out_.size());
  return true;
}

void UrlBuilder::NoAuthority() {
  const auto here = static_cast<std::uint32_t>(out_.size());
  url_.username_end_ = url_.host_begin_ = here;
  EndAuthority();
}

void UrlBuilder::EmptyAuthority() {
  out_ += "//";
  NoAuthority();
  url_.host_kind_ = HostKind::kEmpty;
}

void UrlBuilder::EndAuthority() {
  url_.host_end_ = url_.path_begin_ = static_cast<std::uint32_t>(out_.size());
}

bool UrlBuilder::PathStart(std::string_view rest) {
  if (!rest.empty() && IsSlash(rest[0])) return Path(rest.substr(1));
  if (special()) return Path(rest);  // "http://host" and "http://host?q" have the path "/"
  QueryAndFragment(rest);
  return true;
}

bool UrlBuilder::OpaquePath(std::string_view rest) {
  NoAuthority();
  url_.opaque_path_ = true;
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != '?' && rest[length] != '#')
    ++length;
  std::string_view path = rest.substr(0, length);
  // A space before '?' or '#' would be trimmed with them gone: it is escaped to stay.
  const bool escape_last = length < rest.size() && path.ends_with(' ');
  if (escape_last) path.remove_suffix(1);
  AppendEncoded(path, kC0ControlSet, out_);
  if (escape_last) out_ += "%20";
  QueryAndFragment(rest.substr(length));
  return true;
}

bool UrlBuilder::Path(std::string_view rest) {
  const unsigned ends = special() ? kPathEndSpecial : kPathEnd;
  for (;;) {
    std::size_t length = 0;
    unsigned sets = 0;
    for (; length < rest.size(); ++length) {
      const unsigned character = SetsOf(rest[length]);
      if ((character & ends) != 0) break;
      sets |= character;
    }
    const bool last = length == rest.size() || !IsSlash(rest[length]);
    Segment(rest.substr(0, length), /*plain=*/(sets & kPathSet) == 0, last);
    rest.remove_prefix(length);
    if (last) break;
    rest.remove_prefix(1);
  }
  // "web+x:/.//not-a-host": without the dot, the path would read as an authority.
  if (url_.host_kind_ == HostKind::kNone && out_.compare(url_.path_begin_, 2, "//") == 0) {
    out_.insert(url_.path_begin_, "/.");
    url_.path_begin_ += 2;
  }
  QueryAndFragment(rest);
  return true;
}

void UrlBuilder::Segment(std::string_view segment, bool plain, bool last) {
  switch (DotsOf(segment)) {
    case Dots::kDouble:
      PopSegment();
      [[fallthrough]];
    case Dots::kSingle:
      if (last) out_ += '/';
      return;
    case Dots::kNone:
      break;
  }
  const bool first = out_.size() == url_.path_begin_;
  out_ += '/';
  if (kind_ == SchemeKind::kFile && first && IsDriveLetter(segment)) {
    out_ += segment[0];
    out_ += ':';
  } else if (plain) {
    out_ += segment;
  } else {
    AppendEncoded(segment, kPathSet, out_);
  }
}

void UrlBuilder::PopSegment() {
  const std::string_view path = std::string_view(out_).substr(url_.path_begin_);
  if (path.empty()) return;
  const bool only_drive = kind_ == SchemeKind::kFile && DriveOf(path).size() == path.size();
  if (!only_drive) out_.resize(url_.path_begin_ + path.rfind('/'));
}

// `rest` is empty or begins with '?' or '#'.
void UrlBuilder::QueryAndFragment(std::string_view rest) {
  const std::size_t hash = std::min(rest.find('#'), rest.size());
  // A query copied from the base stays when `rest` has none of its own.
  if (url_.query_at_ == 0) url_.query_at_ = static_cast<std::uint32_t>(out_.size());
  if (hash > 0) {
    out_ += '?';
    AppendQuery(rest.substr(1, hash - 1));
  }
  url_.fragment_at_ = static_cast<std::uint32_t>(out_.size());
  if (hash < rest.size()) {
    out_ += '#';
    AppendEncoded(rest.substr(hash + 1), kFragmentSet, out_);
  }
}

void UrlBuilder::AppendQuery(std::string_view query) {
  const CharSet set = special() ? kSpecialQuerySet : kQuerySet;
  const bool websocket = kind_ == SchemeKind::kWs || kind_ == SchemeKind::kWss;
  if (encoder_ != nullptr && special() && !websocket) {
    encoder_->Append(query, set, out_);
  } else {
    AppendEncoded(query, set, out_);
  }
}

void UrlBuilder::CopyBaseAuthority() {
  const std::uint32_t end =
      base_->host_kind_ == HostKind::kNone ? base_->scheme_end_ : base_->path_begin_;
  CopyBaseUpTo(end);
  url_.path_begin_ = end;
  url_.query_at_ = 0;
}

// Offsets beyond `end` are the caller's to set.
void UrlBuilder::CopyBaseUpTo(std::uint32_t end) {
  out_.assign(base_->href_, 0, end);
  url_.scheme_end_ = base_->scheme_end_;
  url_.username_end_ = base_->username_end_;
  url_.host_begin_ = base_->host_begin_;
  url_.host_end_ = base_->host_end_;
  url_.path_begin_ = base_->path_begin_;
  url_.query_at_ = base_->query_at_;
  url_.port_ = base_->port_;
  url_.host_kind_ = base_->host_kind_;
  url_.special_ = base_->special_;
  url_.opaque_path_ = base_->opaque_path_;
}

}  // namespace meguri::url
