// Any bytes give an answer, of bounded size, whose lines are lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fetch/dns_answer.h"
#include "fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using meguri::AddressFamily;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const AddressFamily family : {AddressFamily::kV4, AddressFamily::kV6}) {
    const meguri::DnsAnswerRead read = meguri::ReadDnsAnswer(bytes, "a.test", family);
    Check(read.addresses.size() <= meguri::DnsAnswerRead::kMaxRecords, "not too many addresses");
    Check(read.lines.size() <= read.kMaxRecords + 17, "not too many lines");
    Check(read.addresses.empty() || read.ttl.has_value(), "addresses have a TTL");
    for (const std::string_view line : read.lines) {
      Check(line.ends_with('\n') && std::ranges::count(line, '\n') == 1, "a line is a line");
      Check(std::ranges::all_of(line, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F); }),
            "lines are printable");
    }
  }
  return 0;
}
