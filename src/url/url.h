// A parsed URL, by the WHATWG URL Standard: what a browser would make of a link.
//
// One buffer holds the serialised URL ("href"); the parts are offsets into it, so every
// accessor is a view and costs nothing:
//
//   https://user:pw@example.com:8080/a/b.html?x=1#top
//   |    |  |   |   |          |    |        |   |
//   |    |  |   |   |          |    |        |   fragment_at_
//   |    |  |   |   |          |    |        query_at_
//   |    |  |   |   |          |    path_begin_
//   |    |  |   |   |          host_end_
//   |    |  |   |   host_begin_ (after the '@')
//   |    |  |   username_end_
//   |    |  userinfo begins at scheme_end_ + 2 ("//" after the ':')
//   0    scheme_end_ (after the ':')
//
// Parsing is linear in the input's length, and total: any bytes give a URL or "no URL". Bytes
// that are not UTF-8 are read as U+FFFD, as the standard's decoder does. Assign() keeps the
// buffer's capacity, so a warm Url parses without touching the heap, unless the input has tabs
// or newlines inside, or a host with escapes or beyond ASCII.
//
// Views returned by accessors live until the next Assign() or the Url's end.
// Thread-compatible. Measurements and the shape of the parser: docs/design/url.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"

namespace meguri::url {

class QueryEncoder;

enum class HostKind : std::uint8_t {
  kNone,    // "mailto:x", "file" paths of other schemes: no host at all
  kEmpty,   // "file:///etc/hosts"
  kDomain,  // of a special scheme: ASCII, lower case, punycode
  kIpv4,    // of a special scheme: dotted decimal
  kIpv6,    // in brackets, compressed
  kOpaque,  // of other schemes: not looked into
};

// Why an input is no URL, for people who ask.
enum class UrlFailure : std::uint8_t {
  kNone,
  kTooLong,              // over Url::kMaxInputBytes or kMaxHrefBytes
  kRelativeWithoutBase,  // no scheme, and nothing to resolve it against
  kOpaqueBase,           // the base ("mailto:x") has no path that it could be relative to
  kNoHost,               // "http://", "http://user@/"
  kBadHost,              // a character, address or international name that can't be a host
  kBadPort,              // not a number up to 65535
};

class Url {
 public:
  // Longer input is "no URL": offsets are 32 bits, and a byte can become fourteen (a
  // character reference, escaped). A result over kMaxHrefBytes, which takes a base of that
  // size, is none either.
  static constexpr std::size_t kMaxInputBytes = std::size_t{1} << 26;
  static constexpr std::size_t kMaxHrefBytes = std::size_t{1} << 30;

  Url() = default;

  // Parses `input` (against `base`, if given); nullopt where the standard says "failure".
  static std::optional<Url> Parse(std::string_view input, const Url* base = nullptr);

  // The same into this object, keeping its buffer. On failure returns false and leaves the
  // object empty, with the reason in failure(). `encoder` encodes the query of special URLs for
  // pages in a legacy charset; null means UTF-8. REQUIRES: neither `input` nor `base` lies within
  // this object.
  [[nodiscard]] bool Assign(std::string_view input, const Url* base = nullptr,
                            const QueryEncoder* encoder = nullptr);

  bool empty() const { return href_.empty(); }
  UrlFailure failure() const { return failure_; }
  std::string_view href() const MEGURI_LIFETIME_BOUND { return href_; }

  // "https", without the colon.
  std::string_view scheme() const MEGURI_LIFETIME_BOUND { return Slice(0, scheme_end_ - 1); }
  std::string_view username() const MEGURI_LIFETIME_BOUND;
  std::string_view password() const MEGURI_LIFETIME_BOUND;
  // Without the port; "" for kNone and kEmpty. IPv6 in brackets.
  std::string_view host() const MEGURI_LIFETIME_BOUND { return Slice(host_begin_, host_end_); }
  HostKind host_kind() const { return host_kind_; }
  // Only a port that is not the scheme's default: the serialised form has no other.
  std::optional<std::uint16_t> port() const;
  // With the scheme's default filled in: where to connect. nullopt if the scheme has none.
  std::optional<std::uint16_t> effective_port() const;
  std::string_view path() const MEGURI_LIFETIME_BOUND { return Slice(path_begin_, query_at_); }
  // Without the '?'; nullopt if there is none ("/a" and "/a?" differ).
  std::optional<std::string_view> query() const MEGURI_LIFETIME_BOUND;
  std::optional<std::string_view> fragment() const MEGURI_LIFETIME_BOUND;

  // What a request line and robots.txt see: "/a/b.html?x=1".
  std::string_view path_and_query() const MEGURI_LIFETIME_BOUND {
    return Slice(path_begin_, fragment_at_);
  }
  // What is fetched: the href less its fragment.
  std::string_view without_fragment() const MEGURI_LIFETIME_BOUND { return Slice(0, fragment_at_); }

  bool is_special() const { return special_; }  // http, https, ws, wss, ftp, file
  bool is_http() const;                         // http or https: what can be crawled
  bool has_opaque_path() const { return opaque_path_; }

  bool operator==(const Url& other) const { return href_ == other.href_; }

 private:
  friend class UrlBuilder;  // url_builder.h: writes what follows

  std::string_view Slice(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(href_).substr(begin, end - begin);
  }

  std::string href_;
  // Invariant, unless empty(): scheme_end_ <= username_end_ <= host_begin_ <= host_end_ <=
  // path_begin_
  // <= query_at_ <= fragment_at_ <= href_.size(). query_at_ == fragment_at_ means no query;
  // fragment_at_ == href_.size() means no fragment.
  std::uint32_t scheme_end_ = 1;
  std::uint32_t username_end_ = 0;
  std::uint32_t host_begin_ = 0;
  std::uint32_t host_end_ = 0;
  std::uint32_t path_begin_ = 0;
  std::uint32_t query_at_ = 0;
  std::uint32_t fragment_at_ = 0;
  std::int32_t port_ = -1;  // -1: none, or the scheme's default
  HostKind host_kind_ = HostKind::kNone;
  UrlFailure failure_ = UrlFailure::kNone;
  bool special_ = false;
  bool opaque_path_ = false;
};

}  // namespace meguri::url
