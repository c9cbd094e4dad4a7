#include "fetch/kept_sockets.h"

#include <sys/socket.h>
#include <unistd.h>

namespace meguri {

void KeptSockets::Add(const ConnectionEnds& ends, int fd) {
  sockets_[ends] = fd;
  ends_[fd] = ends;
}

void KeptSockets::Close(int fd) {
  if (const auto found = ends_.find(fd); found != ends_.end()) {
    sockets_.erase(found->second);
    ends_.erase(found);
  }
  ::close(fd);
}

bool KeptSockets::IsQuiet(const ConnectionEnds& ends) const {
  const auto found = sockets_.find(ends);
  if (found == sockets_.end()) return true;
  char byte = 0;
  return ::recv(found->second, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

}  // namespace meguri
