// Any bytes give a query; an answer to it has its question, and fits.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "lab/dns/dns_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using meguri::DnsCode;
  using meguri::DnsType;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  meguri::DnsQuery query;
  meguri::ParseDnsQuery(bytes, query);
  if (!query.answerable) return 0;
  Check(query.wire_name.size() <= 255, "names have 255 bytes at most");
  const std::size_t labels = meguri::LabelCount(query.wire_name);

  meguri::DnsAnswer answer{.code = query.code};
  if (!query.wire_name.empty()) {
    Check(bytes.substr(12, query.wire_name.size()) == query.wire_name, "names keep their case");
    answer.answers = {{.type = DnsType::kA}, {.type = DnsType::kHinfo}};
    answer.authority = {{.labels_cut = labels > 0 ? labels - 1 : 0, .type = DnsType::kSoa}};
  }
  std::string out;
  meguri::WriteDnsAnswer(query, answer, 65'535, out);
  Check(out.size() >= 12 && out.size() <= 12 + 259 + 16 + 21 + 60 + 11, "an answer is short");
  Check(out.substr(0, 2) == bytes.substr(0, 2), "the id is the query's");
  std::string cut;
  meguri::WriteDnsAnswer(query, answer, out.size() - 1, cut);
  Check(cut.size() <= out.size(), "what is cut is shorter");

  // What was answered is, but for QR and the records, a query again.
  std::string again = cut;
  again[2] = static_cast<char>(again[2] & 0x79);
  meguri::DnsQuery read;
  meguri::ParseDnsQuery(again, read);
  if (query.code == DnsCode::kNoError) {
    Check(read.code == DnsCode::kNoError, "what was written is read");
    Check(read.name == query.name && read.type == query.type, "the question is the same");
    Check(read.has_edns == query.has_edns, "EDNS is answered with EDNS");
  }
  return 0;
}
