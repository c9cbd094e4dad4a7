// Schemes: the URL Standard's special ones, which share a syntax of their own, and their ports.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"

namespace meguri::url {

enum class SchemeKind : std::uint8_t { kHttp, kHttps, kWs, kWss, kFtp, kFile, kOther };

// REQUIRES: `scheme` is in lower case, without the colon.
constexpr SchemeKind SchemeKindOf(std::string_view scheme) {
  if (scheme == "http") return SchemeKind::kHttp;
  if (scheme == "https") return SchemeKind::kHttps;
  if (scheme == "ws") return SchemeKind::kWs;
  if (scheme == "wss") return SchemeKind::kWss;
  if (scheme == "ftp") return SchemeKind::kFtp;
  if (scheme == "file") return SchemeKind::kFile;
  return SchemeKind::kOther;
}

constexpr std::optional<std::uint16_t> DefaultPort(SchemeKind kind) {
  switch (kind) {
    case SchemeKind::kHttp:
    case SchemeKind::kWs:
      return 80;
    case SchemeKind::kHttps:
    case SchemeKind::kWss:
      return 443;
    case SchemeKind::kFtp:
      return 21;
    case SchemeKind::kFile:
    case SchemeKind::kOther:
      break;
  }
  return std::nullopt;
}

// True if `text` begins with what can be a scheme, and a colon: it is no relative reference.
constexpr bool HasScheme(std::string_view text) {
  const std::size_t colon = text.find_first_of(":/?#");
  if (colon == std::string_view::npos || text[colon] != ':' || colon == 0) return false;
  if (!IsAsciiAlpha(text.front())) return false;
  return std::ranges::all_of(text.substr(0, colon), [](char c) {
    return IsAsciiAlphanumeric(c) || c == '+' || c == '-' || c == '.';
  });
}

}  // namespace meguri::url
