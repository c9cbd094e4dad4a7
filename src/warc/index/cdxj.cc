#include "warc/index/cdxj.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::warc {
namespace {

enum class OtherBytes : std::uint8_t {
  kLatin1,     // all of the text is Latin-1
  kSurrogate,  // U+DC00 and the byte
};

void AppendUnit(std::uint32_t unit, std::string& out) {
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) {
    out += kHexDigitsLower[(unit >> shift) & 15U];
  }
}

void AppendEscaped(char32_t code_point, std::string& out) {
  if (code_point >= 0x10000) {
    const std::uint32_t rest = code_point - 0x10000;
    AppendUnit(0xD800 + (rest >> 10U), out);
    AppendUnit(0xDC00 + (rest & 0x3FFU), out);
  } else {
    AppendUnit(code_point, out);
  }
}

void AppendAscii(char c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\b':
      out += "\\b";
      return;
    default:
      break;
  }
  if (IsAsciiControl(c)) {
    AppendUnit(static_cast<unsigned char>(c), out);
  } else {
    out += c;
  }
}

void AppendQuoted(std::string_view text, OtherBytes other, std::string& out) {
  const bool latin1 = other == OtherBytes::kLatin1 && !IsValidUtf8(text);
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      AppendAscii(text[at], out);
      ++at;
      continue;
    }
    const Utf8Step step = DecodeUtf8(text, at);
    if (latin1) {
      AppendUnit(byte, out);
      ++at;
    } else if (step.valid) {
      AppendEscaped(step.code_point, out);
      at += step.length;
    } else {
      AppendUnit(0xDC00U + byte, out);
      ++at;
    }
  }
  out += '"';
}

void AppendField(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out += name;
  AppendJsonString(value, out);
}

}  // namespace

void AppendJsonString(std::string_view text, std::string& out) {
  AppendQuoted(text, OtherBytes::kLatin1, out);
}

void AppendJsonFileName(std::string_view name, std::string& out) {
  AppendQuoted(name, OtherBytes::kSurrogate, out);
}

void AppendCdxjLine(const CdxjEntry& entry, std::string& out) {
  out += entry.key;
  out += ' ';
  out += entry.timestamp;
  out += R"( {"url": )";
  AppendJsonString(entry.url, out);
  AppendField(R"(, "mime": )", entry.mime, out);
  if (entry.status != 0)
    fmt::format_to(std::back_inserter(out), R"(, "status": "{}")", entry.status);
  AppendField(R"(, "digest": )", entry.digest, out);
  if (entry.length) fmt::format_to(std::back_inserter(out), R"(, "length": "{}")", *entry.length);
  fmt::format_to(std::back_inserter(out), R"(, "offset": "{}", "filename": )", entry.offset);
  AppendJsonFileName(entry.filename, out);
  out += '}';
}

}  // namespace meguri::warc
