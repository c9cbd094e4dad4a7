#include "robots/comparison_form.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ascii.h"
#include "url/percent.h"

namespace meguri::robots {
namespace {

enum class OctetKind : std::uint8_t {
  kEscaped,     // raw: becomes its escape; escaped: stays so
  kUnreserved,  // raw: stays; escaped: becomes raw
  kReserved,    // raw and escaped both stay, and differ
};

consteval std::array<OctetKind, 256> MakeOctetKinds() {
  std::array<OctetKind, 256> kinds{};  // kEscaped
  for (std::size_t octet = 0; octet < 128; ++octet) {
    const char c = static_cast<char>(octet);
    if (IsAsciiAlpha(c) || IsAsciiDigit(c)) kinds[octet] = OctetKind::kUnreserved;
  }
  for (const char c : std::string_view("-._~")) {
    kinds[static_cast<unsigned char>(c)] = OctetKind::kUnreserved;
  }
  for (const char c : std::string_view(":/?#[]@!&()+,;=")) {
    kinds[static_cast<unsigned char>(c)] = OctetKind::kReserved;
  }
  return kinds;
}

constexpr std::array<OctetKind, 256> kOctetKinds = MakeOctetKinds();

OctetKind KindOf(char c) { return kOctetKinds[static_cast<unsigned char>(c)]; }

// The octet of the escape at text[at], or -1 if there is none.
int EscapedOctet(std::string_view text, std::size_t at) {
  if (text[at] != '%' || text.size() - at < 3) return -1;
  const int high = HexDigitValue(text[at + 1]);
  const int low = HexDigitValue(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

constexpr char kNoWildcard = '%';  // '%' is dealt with before wildcards are

void AppendForm(std::string_view text, char wildcard, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      const int octet = EscapedOctet(text, i);
      if (octet < 0) {
        out += '%';
        continue;
      }
      i += 2;
      if (const char decoded = static_cast<char>(octet);
          KindOf(decoded) == OctetKind::kUnreserved) {
        out += decoded;
      } else {
        url::AppendEscaped(static_cast<unsigned char>(octet), out);
      }
    } else if (c == wildcard || KindOf(c) != OctetKind::kEscaped) {
      out += c;
    } else {
      url::AppendEscaped(static_cast<unsigned char>(c), out);
    }
  }
}

bool IsPathForm(std::string_view path) {
  if (!path.starts_with('/')) return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      if (KindOf(path[i]) == OctetKind::kEscaped) return false;
      continue;
    }
    const int octet = EscapedOctet(path, i);
    if (octet < 0) continue;
    const bool upper_case = path[i + 1] < 'a' && path[i + 2] < 'a';
    if (!upper_case || KindOf(static_cast<char>(octet)) == OctetKind::kUnreserved) return false;
    i += 2;
  }
  return true;
}

}  // namespace

std::string_view PathForm(std::string_view path, std::string& scratch) {
  if (IsPathForm(path)) return path;
  scratch.clear();
  if (!path.starts_with('/')) scratch += '/';
  AppendForm(path, kNoWildcard, scratch);
  return scratch;
}

bool HasBrokenEscape(std::string_view text) {
  for (std::size_t at = text.find('%'); at < text.size(); at = text.find('%', at + 1)) {
    if (EscapedOctet(text, at) < 0) return true;
  }
  return false;
}

void AppendPatternForm(std::string_view pattern, std::string& out) {
  AppendForm(pattern, '*', out);
}

}  // namespace meguri::robots
