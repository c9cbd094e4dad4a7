// The virtual web, served over sockets on loopback: HTTP, HTTPS, and both through the lab as a
// proxy (absolute-form requests, CONNECT).
//
//   auto server = LabServer::Start({.http_port = 8080, .https_port = 8443, .ca_folder = folder},
//   log); … make the web with (*server)->ports(), a LabClock, an AccessLog …
//   (*server)->Run(web, clock, &access_log);      // until Stop()
//
// All addresses of 127/8, and ::1, are served by at most four listening sockets; nobody outside of
// the machine can reach them. Who is asked is told by the Host field. One thread, the caller of
// Run(): the mechanism is in event_loop.h and connection.h, the figures in docs/benchmarks.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "lab/http/lab_counters.h"
#include "lab/http/lab_sockets.h"
#include "lab/lab_clock.h"
#include "lab/log/access_log.h"
#include "lab/tls/key_pin.h"
#include "lab/tls/tls_session.h"
#include "sim/web/virtual_web.h"

namespace meguri {

struct LabServerOptions {
  std::uint16_t http_port = 0;  // 0: any that is free
  std::uint16_t https_port = 0;
  std::string ca_folder;                             // has or gets ca.pem and ca.key
  Duration idle_timeout = std::chrono::seconds(75);  // a client that lets pass so much is let go
  // 0: as many as RLIMIT_NOFILE allows, whose soft limit is raised to the hard one.
  std::size_t max_connections = 0;
};

class LabServer {
 public:
  // Listens from now on, but nobody is answered before Run().
  static Result<std::unique_ptr<LabServer>> Start(const LabServerOptions& options,
                                                  const Logger& logger);
  ~LabServer();
  LabServer(const LabServer&) = delete;
  LabServer& operator=(const LabServer&) = delete;

  WebPorts ports() const { return {listeners_.http_port, listeners_.https_port}; }
  bool has_v6() const { return listeners_.has_v6; }
  const std::string& ca_certificate_path() const { return tls_->authority().certificate_path(); }
  // Of this run's certificates, for browsers that don't know the authority: key_pin.h.
  std::string key_pin() const { return lab::KeyPin(tls_->authority().leaf_key()); }

  // Serves until Stop(), which may have been called before. Then every open connection is closed
  // and what was on its way is logged as `stopped`. `log` may be nullptr; if it could not be
  // written its error() says so. Once for each server.
  Status Run(const VirtualWeb& web, const LabClock& clock, AccessLog* log);

  // From any thread, and from a signal handler.
  void Stop();

  const lab::LabCounters& counters() const { return counters_; }

 private:
  LabServer(const LabServerOptions& options, const Logger& logger)
      : options_(options), logger_(logger) {}

  const LabServerOptions options_;
  const Logger logger_;
  lab::Listeners listeners_;
  OwnedFd wake_;  // an eventfd
  std::unique_ptr<lab::TlsServer> tls_;
  lab::LabCounters counters_;
};

}  // namespace meguri
