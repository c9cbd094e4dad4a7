// DNS messages (RFC 1035, 2181, 6891): what a name server has to read of a query, and how its
// answer is written. Pure functions, no sockets.
//
//   header | question | answer … | authority … | additional: OPT
//   12       at 12
//
// Reading is total: any bytes give a DnsQuery, which says whether it deserves an answer and with
// which error. Linear: names in a query are walked over, pointers in them never followed, since
// nothing that is read lies behind one. Writing compresses every name that ends like the question.
// No state: any thread may call these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"

namespace meguri {

// Those that we know; a query may have any number.
enum class DnsType : std::uint16_t {
  kA = 1,
  kNs = 2,
  kSoa = 6,
  kHinfo = 13,
  kTxt = 16,
  kAaaa = 28,
  kOpt = 41,
  kIxfr = 251,
  kAxfr = 252,
  kAny = 255,
};

enum class DnsCode : std::uint16_t {
  kNoError = 0,
  kFormErr = 1,
  kServFail = 2,
  kNxDomain = 3,
  kNotImp = 4,
  kRefused = 5,
  kBadVers = 16,  // needs EDNS
};

inline constexpr std::size_t kDnsHeaderBytes = 12;
inline constexpr std::size_t kPlainUdpBytes = 512;  // the largest answer without EDNS
inline constexpr std::uint16_t kDnsClassIn = 1;

struct DnsQuery {
  // False: too short, or itself an answer; whoever sent it must not get one.
  bool answerable = false;
  // What is wrong with it; kNoError if it can be answered.
  DnsCode code = DnsCode::kFormErr;
  std::uint16_t id = 0;
  std::uint16_t flags = 0;  // as sent

  // The question. Both names are empty if it could not be read (or, `name`, if it is the root).
  std::string name;       // "www.kitamori.test": lower case; a dot or a backslash within a label
                          // has a backslash before it, so that it is nobody's
  std::string wire_name;  // labels with their lengths, as sent, the root's 0 at the end
  DnsType type = DnsType::kA;
  std::uint16_t klass = kDnsClassIn;

  // EDNS (RFC 6891)
  bool has_edns = false;
  bool dnssec_ok = false;
  std::uint16_t udp_bytes = kPlainUdpBytes;  // the largest answer that the client takes
};

// Fills `query`, whose buffers are reused.
void ParseDnsQuery(std::string_view message, DnsQuery& query);

// A record whose name is the question's, or the last labels of it.
struct DnsRecord {
  std::size_t labels_cut = 0;  // of the question's, from the left
  DnsType type = DnsType::kA;
  std::uint32_t ttl = 0;
  IpAddress address;  // kA, kAaaa
  // kNs, kSoa: the name server is "ns" at the record's name, and its keeper "hostmaster".
  // kHinfo: "RFC8482" and "", as RFC 8482 has it.
};

struct DnsAnswer {
  DnsCode code = DnsCode::kNoError;
  bool authoritative = true;
  std::vector<DnsRecord> answers;
  std::vector<DnsRecord> authority;
};

// The largest message that we take over UDP, as our OPT says: the size that no path on the way
// cuts in two (dnsflagday.net/2020).
inline constexpr std::uint16_t kDnsUdpBytes = 1232;

// Into `out`, which is cleared. If it would be longer than `max_bytes`, its records are left out
// and TC is set. The question is repeated if it could be read.
void WriteDnsAnswer(const DnsQuery& query, const DnsAnswer& answer, std::size_t max_bytes,
                    std::string& out);

// How many labels `wire_name` has, the root's not counted.
std::size_t LabelCount(std::string_view wire_name);

}  // namespace meguri
