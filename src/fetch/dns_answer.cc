#include "fetch/dns_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace meguri {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kMaxNameBytes = 255;
constexpr int kMaxPointers = 128;
constexpr int kMaxAliases = 16;

enum Type : std::uint16_t { kTypeA = 1, kTypeCname = 5, kTypeSoa = 6, kTypeAaaa = 28 };
constexpr std::uint16_t kClassIn = 1;

// Walks over a message; after something that isn't there, ok() is false and all that is read is 0.
class Reader {
 public:
  explicit Reader(std::string_view message) : message_(message) {}

  bool ok() const { return ok_; }
  std::size_t at() const { return at_; }
  void Seek(std::size_t at) {
    at_ = at;
    if (at > message_.size()) ok_ = false;
  }
  std::uint32_t Number(std::size_t bytes) {
    if (!Has(bytes)) return 0;
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      number = number << 8U | static_cast<std::uint8_t>(message_[at_ + i]);
    at_ += bytes;
    return number;
  }
  std::string_view Bytes(std::size_t count) {
    if (!Has(count)) return {};
    at_ += count;
    return message_.substr(at_ - count, count);
  }
  // As in a zone file, with the root's dot, in lower case.
  std::string Name();

 private:
  bool Has(std::size_t bytes) {
    if (!ok_ || message_.size() - at_ < bytes) ok_ = false;
    return ok_;
  }

  std::string_view message_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

void AppendLabel(std::string_view label, std::string& out) {
  for (const char c : label) {
    if (IsAsciiAlphanumeric(c) || c == '-' || c == '_' || c == '*') {
      out += AsciiToLower(c);
    } else if (c > ' ' && c < 0x7F) {
      out += '\\';
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "\\{:03}", static_cast<std::uint8_t>(c));
    }
  }
  out += '.';
}

std::string Reader::Name() {
  std::string name;
  std::size_t bytes = 0;
  std::size_t behind = 0;  // the first pointer; 0: none yet
  for (int pointers = 0; ok_;) {
    const std::uint32_t length = Number(1);
    if (!ok_ || length == 0) break;
    if (length >= 0xC0) {
      const std::uint32_t low = Number(1);
      if (behind == 0) behind = at_;
      if (++pointers > kMaxPointers) ok_ = false;
      if (ok_) Seek((length & 0x3FU) << 8U | low);
      continue;
    }
    bytes += length + 1;
    if (length > 63 || bytes > kMaxNameBytes) ok_ = false;
    AppendLabel(Bytes(length), name);
  }
  if (behind != 0 && ok_) at_ = behind;
  if (name.empty()) name += '.';  // the root
  return name;
}

struct Record {
  std::string owner;
  std::uint16_t type = 0;
  std::uint32_t ttl = 0;
  std::string_view data;           // of an address
  std::string target;              // of an alias; of an SOA: all of its text
  std::uint32_t negative_ttl = 0;  // SOA
};

Record ReadRecord(Reader& reader) {
  Record record;
  record.owner = reader.Name();
  record.type = static_cast<std::uint16_t>(reader.Number(2));
  const std::uint32_t klass = reader.Number(2);
  record.ttl = reader.Number(4);
  if (record.ttl > 0x7FFFFFFF) record.ttl = 0;  // RFC 2181 section 8
  const std::size_t length = reader.Number(2);
  const std::size_t end = reader.at() + length;
  if (klass != kClassIn) record.type = 0;
  if (record.type == kTypeCname) {
    record.target = reader.Name();
  } else if (record.type == kTypeSoa) {
    const std::string server = reader.Name();
    const std::string keeper = reader.Name();
    std::array<std::uint32_t, 5> numbers{};
    for (std::uint32_t& number : numbers)
      number = reader.Number(4);
    record.target = fmt::format("{} {} {}", server, keeper, fmt::join(numbers, " "));
    record.negative_ttl = std::min(record.ttl, numbers[4]);
  } else {
    record.data = reader.Bytes(length);
  }
  reader.Seek(end);
  return record;
}

// So many of them that can be read.
std::vector<Record> ReadRecords(Reader& reader, std::size_t count) {
  std::vector<Record> records;
  for (std::size_t i = 0; i < std::min(count, DnsAnswerRead::kMaxRecords); ++i) {
    Record record = ReadRecord(reader);
    if (!reader.ok()) break;
    records.push_back(std::move(record));
  }
  return records;
}

std::optional<IpAddress> AddressOf(const Record& record) {
  if (record.type == kTypeA && record.data.size() == 4) {
    std::array<std::uint8_t, 4> bytes{};
    std::ranges::copy(record.data, bytes.begin());
    return IpAddress::V4(bytes);
  }
  if (record.type == kTypeAaaa && record.data.size() == 16) {
    std::array<std::uint8_t, 16> bytes{};
    std::ranges::copy(record.data, bytes.begin());
    return IpAddress::V6(bytes);
  }
  return std::nullopt;
}

void Use(const Record& record, std::uint32_t ttl, std::string_view type, std::string_view data,
         DnsAnswerRead& out) {
  out.ttl = std::min(out.ttl.value_or(ttl), ttl);
  out.lines.push_back(fmt::format("{} {} IN {} {}\n", record.owner, record.ttl, type, data));
}

// The name at the end of the aliases that `name` has.
std::string FollowAliases(const std::vector<Record>& records, std::string name,
                          DnsAnswerRead& out) {
  for (int i = 0; i < kMaxAliases; ++i) {
    const auto alias = std::ranges::find_if(records, [&](const Record& record) {
      return record.type == kTypeCname && record.owner == name;
    });
    if (alias == records.end()) break;
    Use(*alias, alias->ttl, "CNAME", alias->target, out);
    name = alias->target;
  }
  return name;
}

std::string ZoneName(std::string_view host) {
  std::string name;
  while (!host.empty()) {
    const std::size_t dot = std::min(host.find('.'), host.size());
    AppendLabel(host.substr(0, dot), name);
    host.remove_prefix(std::min(dot + 1, host.size()));
  }
  return name;
}

}  // namespace

DnsAnswerRead ReadDnsAnswer(std::string_view message, std::string_view host, AddressFamily family) {
  DnsAnswerRead out;
  Reader reader(message);
  reader.Number(2);  // the number of the query
  const std::uint32_t flags = reader.Number(2);
  out.code = static_cast<std::uint8_t>(flags & 0xFU);
  const std::uint32_t questions = reader.Number(2);
  const std::uint32_t answer_count = reader.Number(2);
  const std::uint32_t authority_count = reader.Number(2);
  reader.Seek(kHeaderBytes);
  for (std::uint32_t i = 0; i < questions && reader.ok(); ++i) {
    reader.Name();
    reader.Number(4);
  }
  const std::vector<Record> answers = ReadRecords(reader, answer_count);
  const std::string name = FollowAliases(answers, ZoneName(host), out);
  const std::uint16_t wanted = family == AddressFamily::kV4 ? kTypeA : kTypeAaaa;
  for (const Record& record : answers) {
    if (record.type != wanted || record.owner != name) continue;
    const auto address = AddressOf(record);
    if (!address) continue;
    if (std::ranges::find(out.addresses, *address) == out.addresses.end())
      out.addresses.push_back(*address);
    Use(record, record.ttl, wanted == kTypeA ? "A" : "AAAA", address->ToString(), out);
  }
  out.readable = reader.ok();
  if (!out.addresses.empty() || answer_count > DnsAnswerRead::kMaxRecords) return out;
  for (const Record& record : ReadRecords(reader, authority_count)) {
    if (record.type != kTypeSoa) continue;
    Use(record, record.negative_ttl, "SOA", record.target, out);
    break;
  }
  out.readable = reader.ok();
  return out;
}

}  // namespace meguri
