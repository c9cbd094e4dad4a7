// What all connections of the lab's loop share: the web, the clock, the log, and buffers that are
// in use only while one connection is being served. So a connection at rest costs some hundred
// bytes, and a request allocates nothing. One thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "lab/http/answer_head.h"
#include "lab/http/lab_counters.h"
#include "lab/lab_clock.h"
#include "lab/log/access_log.h"
#include "lab/tls/tls_session.h"
#include "sim/web/virtual_web.h"

namespace meguri::lab {

class Connection;

// When connections want to be called. Few have a timer: those that wait on purpose.
class Timers {
 public:
  // Instead of the one that it had.
  void Set(Connection& connection, TimePoint when);
  void Cancel(Connection& connection);
  // Takes one that is due; nullptr if there is none.
  Connection* PopDue(TimePoint now);

  bool empty() const { return queue_.empty(); }
  TimePoint next() const { return queue_.begin()->first; }  // REQUIRES: !empty()

 private:
  std::set<std::pair<TimePoint, Connection*>> queue_;
};

struct LoopContext {
  static constexpr std::size_t kReceiveBytes = std::size_t{64} << 10;

  LoopContext(const VirtualWeb& served, const LabClock& time, AccessLog* lines, TlsServer& secure,
              LabCounters& counts)
      : web(served),
        clock(time),
        log(lines),
        tls(secure),
        counters(counts),
        forbidden(served.forbidden_address().ToString()),
        seen(served.hosts().size()),
        received(std::make_unique<char[]>(kReceiveBytes)),
        plain(std::make_unique<char[]>(2 * kReceiveBytes)) {}

  const VirtualWeb& web;
  const LabClock& clock;
  AccessLog* const log;  // may be nullptr
  TlsServer& tls;
  LabCounters& counters;
  const std::string forbidden;      // the web's forbidden address, as text
  std::vector<std::uint64_t> seen;  // requests by host
  Timers timers;

  // Each for one step of one connection.
  const std::unique_ptr<char[]> received;  // from the socket
  const std::unique_ptr<char[]> plain;     // decrypted
  std::string outgoing;                    // encrypted
  std::string piece;                       // of a stream
  std::string head;                        // of an answer
  std::string host;                        // of a request, lower case
  std::string url;
  std::string url_host;
  std::string target;
  std::string server;  // address, as text
  WebAnswer answer;
  DateCache date;
};

}  // namespace meguri::lab
