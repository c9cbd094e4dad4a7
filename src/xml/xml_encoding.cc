#include "xml/xml_encoding.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::xml {
namespace {

using encoding::Encoding;

std::optional<Encoding> Known(std::string_view label) {
  const std::optional<Encoding> found = encoding::FindEncoding(label);
  return found == Encoding::kReplacement ? std::nullopt : found;
}

std::string_view Unquoted(std::string_view value) {
  value = TrimAsciiSpace(value);
  while (!value.empty() && (value.front() == '"' || value.front() == '\''))
    value.remove_prefix(1);
  while (!value.empty() && (value.back() == '"' || value.back() == '\''))
    value.remove_suffix(1);
  return value;
}

std::optional<Encoding> OfContentType(std::string_view content_type) {
  while (true) {
    const std::size_t semicolon = content_type.find(';');
    if (semicolon == std::string_view::npos) return std::nullopt;
    content_type.remove_prefix(semicolon + 1);
    const std::string_view parameter = content_type.substr(0, content_type.find(';'));
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) continue;
    if (!EqualsIgnoringAsciiCase(TrimAsciiSpace(parameter.substr(0, equals)), "charset")) continue;
    return Known(Unquoted(parameter.substr(equals + 1)));
  }
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

struct Mark {
  std::string_view bytes;
  Encoding encoding;
};

std::optional<Encoding> TakeMark(std::string_view& bytes) {
  for (const Mark& mark :
       {Mark{"\xEF\xBB\xBF", Encoding::kUtf8}, Mark{"\xFE\xFF", Encoding::kUtf16Be},
        Mark{"\xFF\xFE", Encoding::kUtf16Le}}) {
    if (!bytes.starts_with(mark.bytes)) continue;
    bytes.remove_prefix(mark.bytes.size());
    return mark.encoding;
  }
  return std::nullopt;
}

std::optional<Encoding> OfZeroBytes(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("<\0", 2))) return Encoding::kUtf16Le;
  if (bytes.starts_with(std::string_view("\0<", 2))) return Encoding::kUtf16Be;
  return std::nullopt;
}

}  // namespace

DecodedDocument DecodeDocument(std::string_view bytes, std::string_view content_type,
                               std::string& scratch) {
  std::optional<Encoding> chosen = TakeMark(bytes);
  const bool marked = chosen.has_value();
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
  if (marked && *chosen == Encoding::kUtf8) (void)TakeMark(bytes);
  return {.text = encoding::DecodedView(*chosen, bytes, scratch), .encoding = *chosen};
}

}  // namespace meguri::xml
