#include "html/charset.h"

#include <array>
#include <optional>

#include "html/charset_detect.h"
#include "html/charset_prescan.h"

namespace meguri::html {

std::string_view CharsetSourceName(CharsetSource source) {
  constexpr std::array<std::string_view, 6> kNames = {"bom",       "http",     "meta",
                                                      "late_meta", "detected", "fallback"};
  return kNames[static_cast<std::size_t>(source)];
}

Charset FindCharset(std::string_view bytes, const CharsetOptions& options) {
  std::string_view rest = bytes;
  if (const auto bom = encoding::TakeBom(rest)) {
    return {bom->encoding, CharsetSource::kBom, bom->size};
  }
  if (const auto found = encoding::FindEncoding(options.http_charset)) {
    return {*found, CharsetSource::kHttp};
  }
  if (const auto found = PrescanCharset(bytes.substr(0, kPrescanBytes))) {
    return {*found, CharsetSource::kMeta};
  }
  if (const auto found = FindMetaCharset(bytes.substr(0, kMaxLateMetaBytes))) {
    return {*found, CharsetSource::kLateMeta};
  }
  if (options.detect) {
    if (const auto found = DetectCharset(bytes)) return {*found, CharsetSource::kDetected};
  }
  return {options.fallback, CharsetSource::kFallback};
}

std::string_view PageText(const Charset& charset, std::string_view bytes, std::string& scratch) {
  bytes.remove_prefix(charset.bom_bytes < bytes.size() ? charset.bom_bytes : bytes.size());
  return encoding::DecodedView(charset.encoding, bytes, scratch);
}

}  // namespace meguri::html
