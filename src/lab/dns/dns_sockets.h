// The sockets that a name server listens on: UDP and TCP, both families, one port.
#pragma once

#include <cstdint>
#include <vector>

#include "base/owned_fd.h"
#include "base/result.h"

namespace meguri {

struct DnsSockets {
  std::uint16_t port = 0;
  std::vector<OwnedFd> udp;  // of 127.0.0.1, and of ::1 if there is IPv6; non-blocking
  std::vector<OwnedFd> tcp;  // listening
};

// Port 0: one that all four find free. Fails with kAlreadyExists if the port is in use.
Result<DnsSockets> OpenDnsSockets(std::uint16_t port);

}  // namespace meguri
