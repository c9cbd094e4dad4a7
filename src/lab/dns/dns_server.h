// The lab's name server on loopback: UDP and TCP, 127.0.0.1 and ::1, one port for all four.
//
// One thread with poll(): a web that is crawled at full speed asks for some thousand names a
// second, this one answers some hundred thousand. A TCP client that doesn't complete its next
// query, or doesn't take its answers, within `tcp_idle` is dropped; if more than
// `max_connections` come, so is the one that has waited longest.
//
// Any thread may call anything.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "base/result.h"
#include "lab/dns/dns_message.h"
#include "sim/web/virtual_web.h"

namespace meguri {

struct DnsServerOptions {
  std::uint16_t port = 0;  // 0: any that is free
  // Longer answers are cut, and the client has to come again over TCP.
  std::size_t max_udp_bytes = kDnsUdpBytes;
  std::chrono::milliseconds tcp_idle{5000};
  std::size_t max_connections = 100;
};

struct DnsCounters {
  std::uint64_t udp_queries = 0;
  std::uint64_t tcp_queries = 0;
  std::uint64_t answered = 0;   // with records
  std::uint64_t negative = 0;   // NXDOMAIN and no data
  std::uint64_t truncated = 0;  // TC
  std::uint64_t errors = 0;     // FORMERR, NOTIMP, REFUSED, BADVERS
  std::uint64_t silent = 0;     // no answer, on purpose
  std::uint64_t connections = 0;
  std::uint64_t timed_out = 0;  // connections that were dropped
};

class DnsServer {
 public:
  // Listens when it returns. `web` must outlive the server. Fails with kAlreadyExists if the port
  // is in use, else kIo. A machine without IPv6 is served on 127.0.0.1 alone.
  static Result<std::unique_ptr<DnsServer>> Start(const VirtualWeb& web,
                                                  const DnsServerOptions& options);
  ~DnsServer();  // closes everything
  DnsServer(const DnsServer&) = delete;
  DnsServer& operator=(const DnsServer&) = delete;

  std::uint16_t port() const;
  bool has_v6() const;
  DnsCounters counters() const;

 private:
  class Loop;

  explicit DnsServer(std::unique_ptr<Loop> loop);

  std::unique_ptr<Loop> loop_;  // its thread's, but for what is atomic
  std::thread thread_;
};

}  // namespace meguri
