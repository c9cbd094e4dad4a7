// The lab's sockets: listening ones that nobody but this machine reaches, and what is asked of an
// accepted one.
//
// One wildcard socket answers for all of 127/8, tied to the loopback device; ::1 has its own. What
// reaches the wildcard socket under another address of this machine (loopback carries those too)
// is told by its local address, and reset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "base/owned_fd.h"
#include "base/result.h"

namespace meguri::lab {

struct Listener {
  OwnedFd socket;
  bool tls = false;
};

struct Listeners {
  std::vector<Listener> sockets;  // non-blocking; one or two for each port
  std::uint16_t http_port = 0;
  std::uint16_t https_port = 0;
  bool has_v6 = false;
};

// Port 0: any that is free. Without IPv6 on this machine there is just IPv4.
Result<Listeners> OpenListeners(std::uint16_t http_port, std::uint16_t https_port);

// The address that a client connected to; nullopt if it is not in 127/8 and not ::1.
std::optional<IpAddress> LoopbackAddressOf(int fd);

// The local port, of either family.
std::uint16_t LocalPortOf(int fd);

// So that closing it sends RST.
void ResetOnClose(int fd);

// Bytes that the other side has not acknowledged yet.
std::size_t UnsentBytes(int fd);

// As many descriptors as may be open: the soft limit is raised to the hard one.
std::size_t RaiseDescriptorLimit();

}  // namespace meguri::lab
