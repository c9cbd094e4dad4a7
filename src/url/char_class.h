// Which ASCII characters the URL Standard escapes where, as one table look-up.
//
// Each percent-encode set of the standard is a bit; a byte's entry says which sets it is in.
// All sets contain every byte from 0x80 up, since escaping works on UTF-8 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace meguri::url {

enum CharSet : std::uint16_t {
  kC0ControlSet = 1 << 0,  // opaque paths and hosts
  kFragmentSet = 1 << 1,
  kQuerySet = 1 << 2,
  kSpecialQuerySet = 1 << 3,  // the query of http, https, ws, wss, ftp, file
  kPathSet = 1 << 4,
  kUserinfoSet = 1 << 5,
  kForbiddenHost = 1 << 6,    // makes an opaque host fail
  kForbiddenDomain = 1 << 7,  // makes a domain fail
  kSchemeChar = 1 << 8,       // letters, digits, + - .
  kPathEnd = 1 << 9,          // / ? #
  kPathEndSpecial = 1 << 10,  // / ? # and backslash
  kUpperCase = 1 << 11,
  kTabOrNewline = 1 << 12,  // dropped wherever they stand
};

namespace internal {

consteval std::array<std::uint16_t, 256> MakeCharTable() {
  std::array<std::uint16_t, 256> table{};
  auto add = [&table](std::string_view characters, unsigned sets) {
    for (const char c : characters)
      table[static_cast<unsigned char>(c)] |= static_cast<std::uint16_t>(sets);
  };
  constexpr unsigned kEverySet =
      kC0ControlSet | kFragmentSet | kQuerySet | kSpecialQuerySet | kPathSet | kUserinfoSet;
  for (unsigned c = 0; c < 256; ++c) {
    if (c < 0x20 || c > 0x7E) table[c] |= kEverySet;
    if (c < 0x20 || c == 0x7F) table[c] |= kForbiddenDomain;
  }
  add(" \"<>`", kFragmentSet);
  add(" \"#<>", kQuerySet);
  add(" \"#<>'", kSpecialQuerySet);
  add(" \"#<>?^`{}", kPathSet);
  add(" \"#<>?^`{}/:;=@[\\]|", kUserinfoSet);
  constexpr std::string_view kForbidden("\0\t\n\r #/:<>?@[\\]^|", 17);
  add(kForbidden, kForbiddenHost | kForbiddenDomain);
  add("%", kForbiddenDomain);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", kUpperCase | kSchemeChar);
  add("abcdefghijklmnopqrstuvwxyz0123456789+-.", kSchemeChar);
  add("/?#", kPathEnd);
  add("/?#\\", kPathEndSpecial);
  add("\t\n\r", kTabOrNewline);
  return table;
}

inline constexpr std::array<std::uint16_t, 256> kCharTable = MakeCharTable();

}  // namespace internal

// True if `c` is in any of `sets`.
inline bool IsIn(char c, unsigned sets) {
  return (internal::kCharTable[static_cast<unsigned char>(c)] & sets) != 0;
}

// All the sets that `c` is in.
inline unsigned SetsOf(char c) { return internal::kCharTable[static_cast<unsigned char>(c)]; }

}  // namespace meguri::url
