// Any bytes as a domain: what must hold of the answer, whatever it is.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/idna/idna.h"
#include "url/idna/punycode.h"

namespace {

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void CheckDomain(std::string_view domain) {
  using meguri::url::DomainToAscii;
  using meguri::url::DomainToUnicode;
  std::string ascii;
  const std::string shown = DomainToUnicode(domain);
  if (!DomainToAscii(domain, ascii)) {
    Require(ascii.empty(), "a failure writes nothing");
    return;
  }
  Require(!ascii.empty() && meguri::IsAscii(ascii), "the ASCII form is ASCII, and something");

  std::string again;
  Require(DomainToAscii(ascii, again) && again == ascii, "the ASCII form is its own");

  const std::string unicode = DomainToUnicode(ascii);
  std::string back;
  Require(DomainToAscii(unicode, back) && back == ascii, "the displayed form leads back");
  Require(DomainToUnicode(unicode) == unicode, "the displayed form is its own");
  Require(shown == unicode, "a domain and its ASCII form are displayed alike");
}

void CheckPunycode(std::string_view text) {
  using meguri::url::DecodePunycode;
  using meguri::url::EncodePunycode;
  std::u32string label;
  if (DecodePunycode(text, label)) {
    std::string encoded;
    EncodePunycode(label, encoded);
    // Digits may come in either case.
    Require(meguri::EqualsIgnoringAsciiCase(encoded, text), "decoding can be undone");
  }

  label.clear();
  for (std::size_t at = 0; at < text.size();) {
    const meguri::Utf8Step step = meguri::DecodeUtf8(text, at);
    label += step.code_point;
    at += step.length;
  }
  std::string encoded;
  EncodePunycode(label, encoded);
  std::u32string decoded;
  Require(DecodePunycode(encoded, decoded) && decoded == label, "encoding can be undone");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckDomain(bytes);
  CheckPunycode(bytes);
  return 0;
}
