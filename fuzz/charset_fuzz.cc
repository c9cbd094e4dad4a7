// Which encoding a page is in: input is the Content-Type's charset, a newline, and the page.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "encoding/encoding.h"
#include "fuzz/check.h"
#include "html/charset.h"
#include "html/charset_detect.h"
#include "html/charset_prescan.h"
#include "tests/html/slow_prescan.h"

namespace {

using meguri::encoding::Encoding;
using meguri::html::Charset;
using meguri::html::CharsetSource;
using meguri::html::FindCharset;

void CheckDetection(std::string_view page, bool is_declared) {
  const std::optional<Encoding> detected = meguri::html::DetectCharset(page);
  if (meguri::IsAscii(page)) {
    Check(!detected || detected == Encoding::kIso2022Jp, "ASCII is nothing else");
  } else if (meguri::IsValidUtf8(page)) {
    Check(detected == Encoding::kUtf8, "UTF-8 is UTF-8");
  }
  Check(detected != Encoding::kUtf16Be && detected != Encoding::kUtf16Le &&
            detected != Encoding::kReplacement && detected != Encoding::kXUserDefined,
        "nothing that must not be guessed");
  const Charset without = FindCharset(page, {.detect = false});
  Check(is_declared == (without.source != CharsetSource::kFallback), "detection declares nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view label = input.substr(0, input.find('\n'));
  const std::string_view page = input.substr(label.size() < size ? label.size() + 1 : size);

  const auto prescan = meguri::html::PrescanCharset(page);
  Check(prescan == meguri::html::SlowPrescanCharset(page), "the standard's own words agree");
  meguri::html::FindMetaCharset(page);
  meguri::html::CharsetOfMetaContent(page);

  const Charset charset = FindCharset(page);
  const bool is_declared =
      charset.source != CharsetSource::kDetected && charset.source != CharsetSource::kFallback;
  CheckDetection(page, is_declared);
  Check((charset.bom_bytes != 0) == (charset.source == CharsetSource::kBom), "a mark has bytes");
  if (charset.source == CharsetSource::kMeta) {
    Check(meguri::html::PrescanCharset(page.substr(0, meguri::html::kPrescanBytes)) ==
              charset.encoding,
          "the first 1024 bytes decide");
  }
  const Charset with_header = FindCharset(page, {.http_charset = label});
  const bool header_counts =
      meguri::encoding::FindEncoding(label) && charset.source != CharsetSource::kBom;
  Check(header_counts == (with_header.source == CharsetSource::kHttp), "the header counts");
  if (!header_counts) Check(with_header == charset, "a header that is none changes nothing");

  std::string scratch;
  Check(meguri::IsValidUtf8(meguri::html::PageText(charset, page, scratch)), "text is UTF-8");
  return 0;
}
