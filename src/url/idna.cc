#include "url/idna.h"

#include <unicode/bytestream.h>
#include <unicode/idna.h>

#include <algorithm>
#include <memory>

namespace meguri::url {
namespace {

constexpr std::uint32_t kIgnoredErrors =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

const icu::IDNA& Uts46() {
  static const std::unique_ptr<const icu::IDNA> kInstance = [] {
    UErrorCode error = U_ZERO_ERROR;
    return std::unique_ptr<const icu::IDNA>(icu::IDNA::createUTS46Instance(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
            UIDNA_NONTRANSITIONAL_TO_UNICODE,
        error));
  }();
  return *kInstance;
}

}  // namespace

bool DomainToAscii(std::string_view domain, std::string& out) {
  if (IsAscii(domain)) {
    std::transform(domain.begin(), domain.end(), std::back_inserter(out), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return !domain.empty();
  }
  std::string result;
  icu::StringByteSink<std::string> sink(&result);
  icu::IDNAInfo info;
  UErrorCode error = U_ZERO_ERROR;
  Uts46().nameToASCII_UTF8({domain.data(), static_cast<std::int32_t>(domain.size())}, sink, info,
                           error);
  if (U_FAILURE(error) || (info.getErrors() & ~kIgnoredErrors) != 0 || result.empty()) return false;
  out += result;
  return true;
}

std::string DomainToUnicode(std::string_view domain) {
  std::string result;
  icu::StringByteSink<std::string> sink(&result);
  icu::IDNAInfo info;
  UErrorCode error = U_ZERO_ERROR;
  Uts46().nameToUnicodeUTF8({domain.data(), static_cast<std::int32_t>(domain.size())}, sink, info,
                            error);
  return U_FAILURE(error) ? std::string(domain) : result;
}

}  // namespace meguri::url
