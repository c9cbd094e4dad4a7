// The sockets that a name server listens on: UDP and TCP, both families, one port.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"

namespace meguri {

// A file descriptor that is closed with its owner.
class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int fd) : fd_(fd) {}
  ~OwnedFd() { Close(); }
  OwnedFd(OwnedFd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  OwnedFd& operator=(OwnedFd&& other) noexcept;
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void Close();

 private:
  int fd_ = -1;
};

struct DnsSockets {
  std::uint16_t port = 0;
  std::vector<OwnedFd> udp;  // of 127.0.0.1, and of ::1 if there is IPv6; non-blocking
  std::vector<OwnedFd> tcp;  // listening
};

// Port 0: one that all four find free. Fails with kAlreadyExists if the port is in use.
Result<DnsSockets> OpenDnsSockets(std::uint16_t port);

}  // namespace meguri
