#include "lab/http/lab_sockets.h"

#include <fmt/format.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace meguri::lab {
namespace {

constexpr int kBacklog = 65535;  // the kernel cuts it to net.core.somaxconn
constexpr int kPortAttempts = 50;

Error SocketError(std::string_view what, std::uint16_t port, int error_number) {
  std::string context =
      fmt::format("port {}: can't {}: {}", port, what, std::strerror(error_number));
  if (error_number == EADDRINUSE) context += "; another program listens there";
  if (error_number == EACCES) context += "; ports below 1024 need CAP_NET_BIND_SERVICE";
  return {ErrorCode::kIo, std::move(context)};
}

bool Enable(int fd, int level, int option) {
  const int on = 1;
  return ::setsockopt(fd, level, option, &on, sizeof on) == 0;
}

Result<OwnedFd> Listen(const sockaddr* address, socklen_t size, std::uint16_t port) {
  OwnedFd socket(::socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) return tl::unexpected(SocketError("make a socket", port, errno));
  const int fd = socket.get();
  Enable(fd, SOL_SOCKET, SO_REUSEADDR);
  Enable(fd, IPPROTO_TCP, TCP_NODELAY);  // accepted sockets inherit it
  if (address->sa_family == AF_INET6) Enable(fd, IPPROTO_IPV6, IPV6_V6ONLY);
  if (address->sa_family == AF_INET &&
      ::setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3) != 0) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("can't tie a socket to the loopback device (SO_BINDTODEVICE: {}), and "
                            "without that others could reach the lab; unprivileged programs may "
                            "since Linux 5.7, before they need CAP_NET_RAW",
                            std::strerror(errno)));
  }
  if (::bind(fd, address, size) != 0) return tl::unexpected(SocketError("bind", port, errno));
  if (::listen(fd, kBacklog) != 0) return tl::unexpected(SocketError("listen", port, errno));
  return socket;
}

Result<OwnedFd> ListenV4(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  return Listen(reinterpret_cast<const sockaddr*>(&address), sizeof address, port);
}

Result<OwnedFd> ListenV6(std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  return Listen(reinterpret_cast<const sockaddr*>(&address), sizeof address, port);
}

bool HasIpv6() {
  const OwnedFd socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_addr = in6addr_loopback;
  return socket &&
         ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Both families under one port. With `port` 0 one that is free for both is looked for.
Result<std::uint16_t> OpenPort(std::uint16_t port, bool tls, Listeners& into) {
  for (int attempt = 0;; ++attempt) {
    MEGURI_TRY(OwnedFd v4, ListenV4(port));
    const std::uint16_t bound = LocalPortOf(v4.get());
    OwnedFd v6_socket;
    if (into.has_v6) {
      Result<OwnedFd> v6 = ListenV6(bound);
      if (!v6 && port == 0 && attempt < kPortAttempts) continue;
      if (!v6) return tl::unexpected(std::move(v6).error());
      v6_socket = *std::move(v6);
    }
    into.sockets.push_back({std::move(v4), tls});
    if (v6_socket) into.sockets.push_back({std::move(v6_socket), tls});
    return bound;
  }
}

}  // namespace

Result<Listeners> OpenListeners(std::uint16_t http_port, std::uint16_t https_port) {
  Listeners listeners;
  listeners.has_v6 = HasIpv6();
  MEGURI_TRY(listeners.http_port, OpenPort(http_port, false, listeners));
  MEGURI_TRY(listeners.https_port, OpenPort(https_port, true, listeners));
  return listeners;
}

std::uint16_t LocalPortOf(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  // Both families have it in the same place.
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

std::optional<IpAddress> LoopbackAddressOf(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return std::nullopt;
  if (address.ss_family == AF_INET) {
    const IpAddress v4 =
        IpAddress::V4(ntohl(reinterpret_cast<const sockaddr_in*>(&address)->sin_addr.s_addr));
    if (v4.v4_number() >> 24U == 127) return v4;
  } else if (address.ss_family == AF_INET6) {
    const in6_addr& v6 = reinterpret_cast<const sockaddr_in6*>(&address)->sin6_addr;
    if (IN6_IS_ADDR_LOOPBACK(&v6)) {
      std::array<std::uint8_t, 16> bytes{};
      std::ranges::copy(v6.s6_addr, bytes.begin());
      return IpAddress::V6(bytes);
    }
  }
  return std::nullopt;
}

void ResetOnClose(int fd) {
  const linger hard{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

std::size_t UnsentBytes(int fd) {
  int bytes = 0;
  return ::ioctl(fd, SIOCOUTQ, &bytes) == 0 && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

std::size_t RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = raised.rlim_max;
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, rlim_t{1} << 30U));
}

}  // namespace meguri::lab
