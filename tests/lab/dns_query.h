// Queries as a resolver sends them, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meguri {

struct DnsQueryForm {
  bool edns = false;
  std::uint16_t udp_bytes = 1232;
  std::uint8_t edns_version = 0;
  std::uint16_t id = 0x1234;
  std::uint16_t klass = 1;
};

inline void AppendU16(unsigned value, std::string& out) {
  out += static_cast<char>(value >> 8U);
  out += static_cast<char>(value & 0xFFU);
}

inline std::string MakeDnsQuery(std::string_view name, std::uint16_t type,
                                const DnsQueryForm& form = {}) {
  std::string out;
  AppendU16(form.id, out);
  out += std::string("\1\0\0\1\0\0\0\0\0", 9);
  out += static_cast<char>(form.edns ? 1 : 0);
  while (!name.empty()) {
    const std::string_view label = name.substr(0, name.find('.'));
    out += static_cast<char>(label.size());
    out += label;
    name.remove_prefix(label.size() + (label.size() < name.size() ? 1 : 0));
  }
  out += '\0';
  AppendU16(type, out);
  AppendU16(form.klass, out);
  if (form.edns) {
    out += std::string("\0\0\x29", 3);
    AppendU16(form.udp_bytes, out);
    out += '\0';
    out += static_cast<char>(form.edns_version);
    out += std::string("\0\0\0\0", 4);
  }
  return out;
}

inline std::uint16_t U16At(std::string_view message, std::size_t at) {
  return static_cast<std::uint16_t>(static_cast<unsigned char>(message[at]) << 8U |
                                    static_cast<unsigned char>(message[at + 1]));
}
// Of an answer: its code, and how many records it has.
inline int CodeOf(std::string_view answer) { return answer[3] & 0xF; }
inline int AnswersOf(std::string_view answer) { return U16At(answer, 6); }
inline bool IsTruncated(std::string_view answer) { return (answer[2] & 2) != 0; }

}  // namespace meguri
