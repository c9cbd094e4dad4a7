// Tars for tests, member by member.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace meguri {

// One tar member: header and content.
inline std::string TarMember(const std::string& name, std::string_view content, char type = '0') {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(100, 7, "0000644");
  char size[13];
  snprintf(size, sizeof size, "%011zo", content.size());
  header.replace(124, 11, size);
  header.replace(136, 11, "14113404000");  // 2022-01-24T…
  header[156] = type;
  header.replace(257, 8, std::string("ustar\00000", 8));
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header)
    sum += static_cast<unsigned char>(c);
  char text[8];
  snprintf(text, sizeof text, "%06o", sum);
  header.replace(148, 7, std::string(text, 7));
  std::string member = header + std::string(content);
  member.resize((member.size() + 511) / 512 * 512);
  return member;
}

inline const std::string kTarEnd(1024, '\0');

}  // namespace meguri
