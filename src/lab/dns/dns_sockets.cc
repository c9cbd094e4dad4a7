#include "lab/dns/dns_sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "lab/http/lab_sockets.h"

namespace meguri {
namespace {

constexpr int kAttempts = 50;           // to find a port that is free for UDP and TCP
constexpr int kReceiveBytes = 1 << 22;  // for bursts; the system may grant less

bool IsBusy(int error) { return error == EADDRINUSE; }
bool IsWithoutV6(int error) { return error == EAFNOSUPPORT || error == EADDRNOTAVAIL; }

// The descriptor, or none with errno set.
OwnedFd Bind(int family, int type, std::uint16_t port) {
  OwnedFd fd(::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return fd;
  const int on = 1;
  if (type == SOCK_STREAM) ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (type == SOCK_DGRAM) {
    ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUF, &kReceiveBytes, sizeof kReceiveBytes);
  }
  int bound = -1;
  if (family == AF_INET6) {
    ::setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_addr = in6addr_loopback;
    address.sin6_port = htons(port);
    bound = ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  } else {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    bound = ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  if (bound != 0 || (type == SOCK_STREAM && ::listen(fd.get(), SOMAXCONN) != 0)) {
    const int error = errno;
    fd.Close();
    errno = error;
  }
  return fd;
}

// 0, or the error.
int OpenAll(std::uint16_t port, DnsSockets& sockets) {
  sockets.udp.clear();
  sockets.tcp.clear();
  sockets.port = port;
  for (const int family : {AF_INET, AF_INET6}) {
    OwnedFd udp = Bind(family, SOCK_DGRAM, sockets.port);
    if (!udp) {
      if (family == AF_INET6 && IsWithoutV6(errno)) return 0;
      return errno;
    }
    sockets.port = family == AF_INET ? lab::LocalPortOf(udp.get()) : sockets.port;
    OwnedFd tcp = Bind(family, SOCK_STREAM, sockets.port);
    if (!tcp) return errno;
    sockets.udp.push_back(std::move(udp));
    sockets.tcp.push_back(std::move(tcp));
  }
  return 0;
}

}  // namespace

Result<DnsSockets> OpenDnsSockets(std::uint16_t port) {
  DnsSockets sockets;
  int error = 0;
  for (int attempt = 0; attempt < (port == 0 ? kAttempts : 1); ++attempt) {
    error = OpenAll(port, sockets);
    if (error == 0) return sockets;
    if (!IsBusy(error)) break;
  }
  if (IsBusy(error)) {
    return Fail(ErrorCode::kAlreadyExists,
                fmt::format("DNS port {}: another program listens there", port));
  }
  const std::string_view hint =
      error == EACCES ? "; ports below 1024 are for root: give another" : "";
  return Fail(ErrorCode::kIo, fmt::format("can't listen on DNS port {} on loopback: {}{}", port,
                                          std::strerror(error), hint));
}

}  // namespace meguri
