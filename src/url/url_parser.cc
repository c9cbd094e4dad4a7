// https://url.spec.whatwg.org/#concept-basic-url-parser: what decides how the input is to be
// read: scheme, base, slashes. The parts themselves are written in url_builder.cc.
#include <algorithm>
#include <cstdint>

#include "base/ascii.h"
#include "base/byte_words.h"
#include "url/char_class.h"
#include "url/drive_letter.h"
#include "url/host.h"
#include "url/url_builder.h"

namespace meguri::url {
namespace {

bool IsC0ControlOrSpace(char c) { return static_cast<unsigned char>(c) <= 0x20; }

std::string_view Trim(std::string_view input) {
  while (!input.empty() && IsC0ControlOrSpace(input.front()))
    input.remove_prefix(1);
  while (!input.empty() && IsC0ControlOrSpace(input.back()))
    input.remove_suffix(1);
  return input;
}

// Most links have no control character at all: eight bytes at a time for those.
bool HasTabOrNewline(std::string_view input) {
  std::size_t at = 0;
  for (; input.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
    if (BytesBelow(LoadWord(input.data() + at), 0x0E) != 0) break;
  }
  return std::any_of(input.begin() + static_cast<std::ptrdiff_t>(at), input.end(),
                     [](char c) { return IsIn(c, kTabOrNewline); });
}

// The length of the scheme in front of the first ':'; 0 if there is none.
std::size_t SchemeLength(std::string_view input) {
  if (input.empty() || !IsAsciiAlpha(input[0])) return 0;
  std::size_t length = 1;
  while (length < input.size() && IsIn(input[length], kSchemeChar))
    ++length;
  return length < input.size() && input[length] == ':' ? length : 0;
}

}  // namespace

std::optional<Url> Url::Parse(std::string_view input, const Url* base) {
  std::optional<Url> url(std::in_place);
  if (!url->Assign(input, base)) url.reset();
  return url;
}

bool Url::Assign(std::string_view input, const Url* base, const QueryEncoder* encoder) {
  UrlBuilder::Clear(*this);
  if (input.size() > kMaxInputBytes) {
    failure_ = UrlFailure::kTooLong;
    return false;
  }
  input = Trim(input);
  std::string cleaned;
  if (HasTabOrNewline(input)) {
    std::ranges::copy_if(input, std::back_inserter(cleaned),
                         [](char c) { return !IsIn(c, kTabOrNewline); });
    input = cleaned;
  }
  const bool parsed = UrlBuilder(*this, base, encoder).Parse(input);
  if (parsed && href_.size() <= kMaxHrefBytes) return true;
  const UrlFailure failure = parsed ? UrlFailure::kTooLong : failure_;
  UrlBuilder::Clear(*this);
  failure_ = failure;
  return false;
}

bool UrlBuilder::Parse(std::string_view input) {
  const std::size_t scheme_length = SchemeLength(input);
  if (scheme_length != 0) {
    SetScheme(input.substr(0, scheme_length));
    return AfterScheme(input.substr(scheme_length + 1));
  }
  if (base_ == nullptr || base_->empty()) return FailWith(UrlFailure::kRelativeWithoutBase);
  if (base_->has_opaque_path()) {
    if (!input.starts_with('#')) return FailWith(UrlFailure::kOpaqueBase);
    CopyBaseUpTo(base_->fragment_at_);
    QueryAndFragment(input);
    return true;
  }
  kind_ = SchemeKindOf(base_->scheme());
  return kind_ == SchemeKind::kFile ? File(input) : Relative(input);
}

bool UrlBuilder::AfterScheme(std::string_view rest) {
  if (kind_ == SchemeKind::kFile) return File(rest);
  if (special()) {
    const bool same_scheme = base_ != nullptr && base_->scheme() == url_.scheme();
    if (same_scheme && !rest.starts_with("//")) return Relative(rest);
    return Authority(SkipSlashes(rest));
  }
  if (rest.starts_with("//")) return Authority(rest.substr(2));
  if (!rest.starts_with('/')) return OpaquePath(rest);
  NoAuthority();
  return Path(rest.substr(1));
}

// "Relative state": everything that `rest` doesn't say itself comes from the base.
bool UrlBuilder::Relative(std::string_view rest) {
  if (!rest.empty() && IsSlash(rest[0])) return RelativeSlash(rest);
  if (rest.empty() || rest[0] == '#' || rest[0] == '?') {
    const bool keeps_query = !rest.starts_with('?');
    CopyBaseUpTo(keeps_query ? base_->fragment_at_ : base_->query_at_);
    QueryAndFragment(rest);
    return true;
  }
  CopyBaseAuthority();
  out_ += base_->path();
  PopSegment();
  return Path(rest);
}

bool UrlBuilder::RelativeSlash(std::string_view rest) {
  const bool authority = rest.size() > 1 && IsSlash(rest[1]);
  if (!authority) {
    CopyBaseAuthority();
    return Path(rest.substr(1));
  }
  SetScheme(base_->scheme());
  return Authority(special() ? SkipSlashes(rest) : rest.substr(2));
}

bool UrlBuilder::File(std::string_view rest) {
  if (out_.empty()) SetScheme("file");
  if (base_ != nullptr && base_->scheme() != "file") base_ = nullptr;
  if (!rest.empty() && IsSlash(rest[0])) return FileSlash(rest);
  if (base_ == nullptr) {
    EmptyAuthority();
    return Path(rest);
  }
  if (!StartsWithDriveLetter(rest)) return Relative(rest);
  CopyBaseAuthority();
  return Path(rest);
}

bool UrlBuilder::FileSlash(std::string_view rest) {
  if (rest.size() > 1 && IsSlash(rest[1])) return FileHost(rest.substr(2));
  rest.remove_prefix(1);
  if (base_ == nullptr) {
    EmptyAuthority();
  } else {
    CopyBaseAuthority();
    if (!StartsWithDriveLetter(rest)) out_ += DriveOf(base_->path());
  }
  return Path(rest);
}

bool UrlBuilder::FileHost(std::string_view rest) {
  std::size_t length = 0;
  while (length < rest.size() && !IsIn(rest[length], kPathEndSpecial))
    ++length;
  const std::string_view host = rest.substr(0, length);
  EmptyAuthority();
  if (IsDriveLetter(host)) return Path(rest);  // "file://C:/x": the drive begins the path
  if (!host.empty()) {
    const std::optional<HostKind> kind = AppendHost(host, /*special=*/true, out_);
    if (!kind) return FailWith(UrlFailure::kBadHost);
    const bool local = std::string_view(out_).substr(url_.host_begin_) == "localhost";
    if (local) out_.resize(url_.host_begin_);
    url_.host_kind_ = local ? HostKind::kEmpty : *kind;
    EndAuthority();
  }
  return PathStart(rest.substr(length));
}

std::string_view UrlBuilder::SkipSlashes(std::string_view rest) const {
  while (!rest.empty() && IsSlash(rest[0]))
    rest.remove_prefix(1);
  return rest;
}

}  // namespace meguri::url
