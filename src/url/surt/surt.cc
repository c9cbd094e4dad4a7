#include "url/surt/surt.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::url {
namespace {

// A URL as it stands, but for bytes that would break a line of the index.
void AppendVisible(std::string_view url, std::string& out) {
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7f) {
      out += c;
    } else {
      out += '%';
      out += kHexDigitsLower[byte >> 4];
      out += kHexDigitsLower[byte & 15];
    }
  }
}

void Latin1ToUtf8(std::string_view text, std::string& out) {
  out.clear();
  for (const char c : text)
    AppendUtf8(static_cast<unsigned char>(c), out);
}

// Four groups of one to three digits.
bool LooksLikeIpv4(std::string_view host) {
  int groups = 1;
  int digits = 0;
  for (const char c : host) {
    if (c == '.' && digits > 0) {
      ++groups;
      digits = 0;
    } else if (IsAsciiDigit(c) && digits < 3) {
      ++digits;
    } else {
      return false;
    }
  }
  return groups == 4 && digits > 0;
}

void AppendPort(std::uint16_t port, std::string& out) {
  std::array<char, 6> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), port).ptr;
  out.append(":").append(text.data(), end);
}

}  // namespace

void AppendSurtHost(std::string_view host, bool reverse_ipaddr, std::string& out) {
  if (!reverse_ipaddr && LooksLikeIpv4(host)) {
    out += host;
    return;
  }
  for (std::size_t dot = host.rfind('.'); dot != std::string_view::npos; dot = host.rfind('.')) {
    out += host.substr(dot + 1);
    out += ',';
    host = host.substr(0, dot);
  }
  out += host;
}

void SurtWriter::Append(std::string_view url, std::string& out) {
  if (options_.non_utf8_is_latin1 && !IsValidUtf8(url)) {
    Latin1ToUtf8(url, recoded_);
    url = recoded_;
  }
  const std::size_t before = out.size();
  AppendKey(url, out);
  if (out.size() == before) out += '-';
}

void SurtWriter::AppendKey(std::string_view url, std::string& out) {
  // The header record of an ARC file: a file name, not a URL.
  if (url.starts_with("filedesc")) return AppendVisible(url, out);
  if (url.find_first_not_of(" \t\n\v\f\r") == std::string_view::npos) return;
  if (!ia::Parse(url, parts_)) return AppendVisible(url, out);
  ia::CanonicalizeLikeGoogle(parts_);
  ia::CanonicalizeLikeIa(
      parts_, {.host_massage = options_.host_massage, .query_lowercase = options_.query_lowercase},
      sorter_);
  if (parts_.host.empty()) return ia::AppendUrl(parts_, out);
  if (options_.with_scheme) out.append(parts_.scheme).append(ia::SchemeEnd(parts_)).append("(");
  AppendSurtHost(parts_.host, options_.reverse_ipaddr, out);
  if (parts_.port != 0) AppendPort(parts_.port, out);
  if (options_.trailing_comma) out += ',';
  out += ')';
  ia::AppendPathAndMore(parts_, out);
}

std::string Surt(std::string_view url, const SurtOptions& options) {
  std::string key;
  SurtWriter(options).Append(url, key);
  return key;
}

}  // namespace meguri::url
