#include "xml/xml_encoding.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "http/mime_type.h"

namespace meguri::xml {
namespace {

using encoding::Encoding;

std::optional<Encoding> Known(std::string_view label) {
  const std::optional<Encoding> found = encoding::FindEncoding(label);
  return found == Encoding::kReplacement ? std::nullopt : found;
}

std::optional<Encoding> OfContentType(std::string_view content_type) {
  const std::optional<http::MimeType> type = http::MimeType::Parse(content_type);
  const std::optional<std::string_view> charset = type ? type->Find("charset") : std::nullopt;
  return charset ? Known(*charset) : std::nullopt;
}

// Of `<?xml version="1.0" encoding="…"?>`, which may have blanks or a little rubbish before it.
std::optional<Encoding> OfDeclaration(std::string_view bytes) {
  constexpr std::size_t kLookedAt = 1024;
  const std::string_view head = bytes.substr(0, kLookedAt);
  const std::size_t begin = head.find("<?xml");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view declaration = head.substr(begin, head.find('>', begin) - begin);
  const std::size_t name = declaration.find("encoding");
  if (name == std::string_view::npos) return std::nullopt;
  std::string_view value = declaration.substr(name + std::string_view("encoding").size());
  const std::size_t quote = value.find_first_of("\"'");
  if (quote == std::string_view::npos) return std::nullopt;
  const std::size_t end = value.find(value[quote], quote + 1);
  const std::optional<Encoding> found = Known(value.substr(quote + 1, end - quote - 1));
  // It was read as ASCII, so it can't be UTF-16.
  if (found == Encoding::kUtf16Be || found == Encoding::kUtf16Le) return Encoding::kUtf8;
  return found;
}

std::optional<Encoding> OfZeroBytes(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("<\0", 2))) return Encoding::kUtf16Le;
  if (bytes.starts_with(std::string_view("\0<", 2))) return Encoding::kUtf16Be;
  return std::nullopt;
}

}  // namespace

DecodedDocument DecodeDocument(std::string_view bytes, std::string_view content_type,
                               std::string& scratch) {
  const std::optional<encoding::Bom> bom = encoding::TakeBom(bytes);
  const bool marked = bom.has_value();
  std::optional<Encoding> chosen = bom ? std::optional(bom->encoding) : std::nullopt;
  if (!chosen) chosen = OfContentType(content_type);
  if (!chosen) chosen = OfZeroBytes(bytes);
  if (!chosen) chosen = OfDeclaration(bytes);
  if (!chosen) chosen = Encoding::kUtf8;
  if (*chosen == Encoding::kUtf8 && !marked) {
    const std::size_t valid = Utf8PrefixLength(bytes);
    if (valid < bytes.size() && AsciiPrefixLength(bytes) == valid) {
      const std::optional<Encoding> declared = OfDeclaration(bytes);
      chosen = declared && *declared != Encoding::kUtf8 ? *declared : Encoding::kWindows1252;
    }
  }
  // A second mark, left by who pasted two files together, is no text either.
  if (marked && *chosen == Encoding::kUtf8) (void)encoding::TakeBom(bytes);
  return {.text = encoding::DecodedView(*chosen, bytes, scratch), .encoding = *chosen};
}

}  // namespace meguri::xml
