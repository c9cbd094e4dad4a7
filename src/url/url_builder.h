// Writes one Url: the URL Standard's basic parser, part by part instead of character by
// character. Internal to url_parser.cc (which part comes next) and url_builder.cc (the parts).
//
// The standard's machine has a state per part; here each part is a function that takes what
// is left of the input and appends its own piece of the href. Every function returns false
// for the standard's "failure", with the reason in the Url; the caller then empties it.
//
//   Parse ──▶ scheme? ──▶ Authority ──▶ PathStart ──▶ Path ──▶ QueryAndFragment
//               │            ▲             ▲            ▲              ▲
//               ├─ File ─────┼─ FileHost ──┘            │              │
//               ├─ Relative ─┴──(base's authority)──────┴─(base's path)┤
//               └─ OpaquePath ─────────────────────────────────────────┘
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "url/scheme.h"
#include "url/url.h"

namespace meguri::url {

class UrlBuilder {
 public:
  // `url` must be empty; its buffer is kept. `base` may be null, and so may `encoder`.
  UrlBuilder(Url& url, const Url* base, const QueryEncoder* encoder)
      : url_(url), out_(url.href_), base_(base), encoder_(encoder) {}

  // REQUIRES: `input` is trimmed and has no tab or newline.
  bool Parse(std::string_view input);

  // Makes `url` empty, keeping its buffer.
  static void Clear(Url& url);

 private:
  bool special() const { return kind_ != SchemeKind::kOther; }
  bool FailWith(UrlFailure failure) {
    url_.failure_ = failure;
    return false;
  }
  bool IsSlash(char c) const { return c == '/' || (c == '\\' && special()); }
  std::string_view SkipSlashes(std::string_view rest) const;

  // url_parser.cc: which part comes next.
  bool AfterScheme(std::string_view rest);
  bool Relative(std::string_view rest);
  bool RelativeSlash(std::string_view rest);
  bool File(std::string_view rest);
  bool FileSlash(std::string_view rest);
  bool FileHost(std::string_view rest);

  // url_builder.cc: the parts.
  void SetScheme(std::string_view scheme);
  bool Authority(std::string_view rest);
  void Userinfo(std::string_view userinfo);
  bool HostAndPort(std::string_view text);
  bool Port(std::string_view digits);
  void NoAuthority();     // nothing stands between the scheme and the path
  void EmptyAuthority();  // "//" with an empty host, as in file URLs
  void EndAuthority();    // the host is written, without port: the path begins here

  bool PathStart(std::string_view rest);
  bool OpaquePath(std::string_view rest);
  // `rest` begins with a segment (its slash is eaten); out_ ends with the path so far.
  bool Path(std::string_view rest);
  void Segment(std::string_view segment, bool plain, bool last);
  void PopSegment();
  void QueryAndFragment(std::string_view rest);
  void AppendQuery(std::string_view query);

  void CopyBaseAuthority();
  void CopyBaseUpTo(std::uint32_t end);

  Url& url_;
  std::string& out_;
  const Url* base_;
  const QueryEncoder* encoder_;
  SchemeKind kind_ = SchemeKind::kOther;
};

}  // namespace meguri::url
