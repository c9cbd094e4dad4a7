// Which encoding a page is in, and how we know.
//
//   BOM ─▶ HTTP header ─▶ <meta> in 1024 bytes ─▶ late <meta> ─▶ detection ─▶ fallback
//
// The first that answers decides; up to the <meta> this is the HTML Standard's "encoding
// sniffing algorithm", and the late <meta> what its parser does on meeting one. Detection is
// ours (docs/design/charset.md).
// Total and linear; the heap is asked for detection, and once for a late <meta>. No state: any
// thread may call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "encoding/encoding.h"

namespace meguri::html {

enum class CharsetSource : std::uint8_t {
  kBom,
  kHttp,
  kMeta,      // also an XML declaration
  kLateMeta,  // one that only a parser finds: behind the first 1024 bytes, "&#103;bk"
  kDetected,
  kFallback,
};

// "bom", "http", "meta", "late_meta", "detected", "fallback".
std::string_view CharsetSourceName(CharsetSource source);

struct Charset {
  encoding::Encoding encoding = encoding::Encoding::kWindows1252;
  CharsetSource source = CharsetSource::kFallback;
  std::uint8_t bom_bytes = 0;  // to be cut off before decoding, whatever the source

  bool operator==(const Charset&) const = default;
};

struct CharsetOptions {
  // The charset of the Content-Type header; one that is no label counts as none.
  std::string_view http_charset;
  // False: only what the page and its server say, then the fallback.
  bool detect = true;
  // When nothing is found; a better guess may be known, as from other pages of the site.
  encoding::Encoding fallback = encoding::Encoding::kWindows1252;
};

// How far a late <meta> is searched for.
inline constexpr std::size_t kMaxLateMetaBytes = std::size_t{256} * 1024;

Charset FindCharset(std::string_view bytes, const CharsetOptions& options = {});

// The page as UTF-8, without its byte order mark: a view into `bytes` if they are that
// already, else into `scratch`.
std::string_view PageText(const Charset& charset, std::string_view bytes MEGURI_LIFETIME_BOUND,
                          std::string& scratch MEGURI_LIFETIME_BOUND);

}  // namespace meguri::html
