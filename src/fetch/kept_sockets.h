// The sockets of connections that libcurl made and may use again, by both ends' addresses.
//
// libcurl looks whether a kept connection was closed, not whether the server said something nobody
// asked for: that would be taken for the answer to the next request. One thread.
#pragma once

#include <compare>
#include <map>
#include <unordered_map>

#include "base/ip_address.h"

namespace meguri {

struct ConnectionEnds {
  IpAddress server;
  int server_port = 0;
  int local_port = 0;

  auto operator<=>(const ConnectionEnds&) const = default;  // NOLINT(modernize-use-nullptr)
};

class KeptSockets {
 public:
  void Add(const ConnectionEnds& ends, int fd);
  void Close(int fd);
  // Nothing to be read on it, its end neither. True if it isn't known.
  bool IsQuiet(const ConnectionEnds& ends) const;

 private:
  std::map<ConnectionEnds, int> sockets_;
  std::unordered_map<int, ConnectionEnds> ends_;
};

}  // namespace meguri
