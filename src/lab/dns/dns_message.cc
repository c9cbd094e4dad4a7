#include "lab/dns/dns_message.h"

#include <cassert>
#include <optional>

#include "base/ascii.h"

namespace meguri {
namespace {

constexpr std::uint16_t kQr = 0x8000;
constexpr std::uint16_t kOpcode = 0x7800;
constexpr std::uint16_t kAa = 0x0400;
constexpr std::uint16_t kTc = 0x0200;
constexpr std::uint16_t kRd = 0x0100;
constexpr std::uint16_t kCd = 0x0010;
constexpr std::uint16_t kDnssecOk = 0x8000;  // of the OPT's flags
constexpr std::size_t kMaxNameBytes = 255;
constexpr std::uint8_t kPointer = 0xC0;
constexpr std::uint32_t kNegativeTtl = 60;

// Reads numbers in network order; once it has run beyond the end it stays failed.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t U8() {
    if (at_ >= bytes_.size()) {
      failed_ = true;
      return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint16_t U16() {
    const std::uint16_t high = U8();
    return static_cast<std::uint16_t>(high << 8U | U8());
  }
  std::string_view Take(std::size_t size) {
    if (size > bytes_.size() - at_) {
      failed_ = true;
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  bool failed() const { return failed_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

void AppendLabel(std::string_view label, std::string& name) {
  if (!name.empty()) name += '.';
  for (const char c : label) {
    if (c == '.' || c == '\\') name += '\\';
    name += AsciiToLower(c);
  }
}

// The question's name. A pointer there has nothing to point to.
bool ReadName(Reader& reader, DnsQuery& query) {
  for (;;) {
    const std::uint8_t length = reader.U8();
    if (reader.failed() || length > 63) return false;
    query.wire_name += static_cast<char>(length);
    if (length == 0) return query.wire_name.size() <= kMaxNameBytes;
    const std::string_view label = reader.Take(length);
    query.wire_name += label;
    if (reader.failed() || query.wire_name.size() > kMaxNameBytes) return false;
    AppendLabel(label, query.name);
  }
}

// Any other name: how it ends is all that matters. Says whether it was the root.
std::optional<bool> SkipName(Reader& reader) {
  bool root = true;
  for (;;) {
    const std::uint8_t length = reader.U8();
    if (reader.failed()) return std::nullopt;
    if (length == 0) return root;
    root = false;
    if ((length & kPointer) == kPointer) {
      reader.U8();
      return root;
    }
    if (length > 63) return std::nullopt;
    reader.Take(length);
  }
}

// A record behind the question; of them, the OPT alone says something.
bool ReadRecord(Reader& reader, bool additional, DnsQuery& query) {
  const std::optional<bool> root = SkipName(reader);
  if (!root) return false;
  const auto type = static_cast<DnsType>(reader.U16());
  const std::uint16_t klass = reader.U16();
  const std::uint8_t extended_code = reader.U8();  // of an OPT; else parts of the TTL
  const std::uint8_t version = reader.U8();
  const std::uint16_t flags = reader.U16();
  reader.Take(reader.U16());
  if (reader.failed()) return false;
  if (type != DnsType::kOpt) return true;
  static_cast<void>(extended_code);  // means nothing in a query
  if (!additional || !*root || query.has_edns) return false;
  query.has_edns = true;
  query.dnssec_ok = (flags & kDnssecOk) != 0;
  query.udp_bytes = klass;
  if (version != 0) query.code = DnsCode::kBadVers;
  return true;
}

bool ReadRecords(Reader& reader, std::size_t others, std::size_t additional, DnsQuery& query) {
  for (std::size_t i = 0; i < others; ++i) {
    if (!ReadRecord(reader, false, query)) return false;
  }
  for (std::size_t i = 0; i < additional; ++i) {
    if (!ReadRecord(reader, true, query)) return false;
  }
  return reader.at_end();
}

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void U8(unsigned value) { out_ += static_cast<char>(value & 0xFFU); }
  void U16(unsigned value) {
    U8(value >> 8U);
    U8(value);
  }
  void U32(std::uint32_t value) {
    U16(value >> 16U);
    U16(value & 0xFFFFU);
  }
  void Bytes(std::string_view bytes) { out_ += bytes; }
  void Text(std::string_view text) {
    U8(static_cast<unsigned>(text.size()));
    Bytes(text);
  }
  // What was written since `from` is `size` bytes: into the two bytes before it.
  void PatchLength(std::size_t from) {
    const std::size_t size = out_.size() - from;
    out_[from - 2] = static_cast<char>(size >> 8U);
    out_[from - 1] = static_cast<char>(size & 0xFFU);
  }
  std::size_t size() const { return out_.size(); }

 private:
  std::string& out_;
};

// The question's name less its first `cut` labels: a pointer into the question.
void WriteName(const DnsQuery& query, std::size_t cut, Writer& writer) {
  std::size_t at = 0;
  for (; cut > 0 && query.wire_name[at] != 0; --cut) {
    at += 1 + static_cast<std::uint8_t>(query.wire_name[at]);
  }
  if (query.wire_name[at] == 0) {
    writer.U8(0);
  } else {
    writer.U16(0xC000U | static_cast<unsigned>(kDnsHeaderBytes + at));
  }
}

void WriteRecord(const DnsQuery& query, const DnsRecord& record, Writer& writer) {
  WriteName(query, record.labels_cut, writer);
  writer.U16(static_cast<unsigned>(record.type));
  writer.U16(kDnsClassIn);
  writer.U32(record.ttl);
  writer.U16(0);
  const std::size_t begin = writer.size();
  const auto& bytes = record.address.bytes();
  const std::string_view address(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  switch (record.type) {
    case DnsType::kA:
      writer.Bytes(address.substr(12));
      break;
    case DnsType::kAaaa:
      writer.Bytes(address);
      break;
    case DnsType::kNs:
      writer.Text("ns");
      WriteName(query, record.labels_cut, writer);
      break;
    case DnsType::kSoa:
      writer.Text("ns");
      WriteName(query, record.labels_cut, writer);
      writer.Text("hostmaster");
      WriteName(query, record.labels_cut, writer);
      writer.U32(1);     // serial: a web never changes its names
      writer.U32(3600);  // refresh, retry, expire: nobody transfers the zone
      writer.U32(600);
      writer.U32(86'400);
      writer.U32(kNegativeTtl);
      break;
    case DnsType::kHinfo:
      writer.Text("RFC8482");
      writer.Text("");
      break;
    default:
      assert(false);  // nobody makes others
  }
  writer.PatchLength(begin);
}

void WriteOpt(const DnsQuery& query, DnsCode code, Writer& writer) {
  writer.U8(0);
  writer.U16(static_cast<unsigned>(DnsType::kOpt));
  writer.U16(kDnsUdpBytes);
  writer.U8(static_cast<unsigned>(code) >> 4U);
  writer.U8(0);  // version
  writer.U16(query.dnssec_ok ? kDnssecOk : 0);
  writer.U16(0);
}

void WriteMessage(const DnsQuery& query, const DnsAnswer& answer, bool with_records, Writer& writer,
                  std::string& out) {
  const bool has_question = !query.wire_name.empty();
  unsigned flags =
      kQr | (query.flags & (kOpcode | kRd | kCd)) | (static_cast<unsigned>(answer.code) & 0xFU);
  if (answer.authoritative) flags |= kAa;
  if (!with_records) flags |= kTc;
  out.clear();
  writer.U16(query.id);
  writer.U16(flags);
  writer.U16(has_question ? 1 : 0);
  writer.U16(with_records ? static_cast<unsigned>(answer.answers.size()) : 0);
  writer.U16(with_records ? static_cast<unsigned>(answer.authority.size()) : 0);
  writer.U16(query.has_edns ? 1 : 0);
  if (has_question) {
    writer.Bytes(query.wire_name);
    writer.U16(static_cast<unsigned>(query.type));
    writer.U16(query.klass);
  }
  if (with_records) {
    for (const DnsRecord& record : answer.answers)
      WriteRecord(query, record, writer);
    for (const DnsRecord& record : answer.authority)
      WriteRecord(query, record, writer);
  }
  if (query.has_edns) WriteOpt(query, answer.code, writer);
}

}  // namespace

void ParseDnsQuery(std::string_view message, DnsQuery& query) {
  query.name.clear();
  query.wire_name.clear();
  query.answerable = false;
  query.code = DnsCode::kFormErr;
  query.type = DnsType::kA;
  query.klass = kDnsClassIn;
  query.has_edns = query.dnssec_ok = false;
  query.udp_bytes = kPlainUdpBytes;
  query.id = query.flags = 0;
  if (message.size() < kDnsHeaderBytes) return;
  Reader reader(message);
  query.id = reader.U16();
  query.flags = reader.U16();
  if ((query.flags & kQr) != 0) return;
  query.answerable = true;
  if ((query.flags & kOpcode) != 0) {
    query.code = DnsCode::kNotImp;
    return;
  }
  const std::size_t questions = reader.U16();
  const std::size_t answers = reader.U16();
  const std::size_t authority = reader.U16();
  const std::size_t additional = reader.U16();
  if (questions != 1) return;
  const bool named = ReadName(reader, query);
  query.type = static_cast<DnsType>(reader.U16());
  query.klass = reader.U16();
  if (!named || reader.failed()) {
    query.name.clear();
    query.wire_name.clear();
    return;
  }
  query.code = DnsCode::kNoError;
  if (!ReadRecords(reader, answers + authority, additional, query)) {
    query.code = DnsCode::kFormErr;
    query.has_edns = false;
  }
}

void WriteDnsAnswer(const DnsQuery& query, const DnsAnswer& answer, std::size_t max_bytes,
                    std::string& out) {
  Writer writer(out);
  WriteMessage(query, answer, true, writer, out);
  if (out.size() > max_bytes) WriteMessage(query, answer, false, writer, out);
}

std::size_t LabelCount(std::string_view wire_name) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < wire_name.size() && wire_name[at] != 0; ++count) {
    at += 1 + static_cast<std::uint8_t>(wire_name[at]);
  }
  return count;
}

}  // namespace meguri
