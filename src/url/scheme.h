// The URL Standard's special schemes, which share a syntax of their own, and their ports.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

}  // namespace meguri::url
