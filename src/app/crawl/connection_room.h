// How many connections fit into the file descriptors that a process may have: who opened more would
// fail in the middle of things, for a reason that no server can help.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"

namespace meguri::app {

struct ConnectionRoom {
  std::uint32_t under_way = 0;
  std::size_t idle = 0;  // that are kept open
};

// Of `descriptors` the store, the logs and libcurl itself take their share. Fails if what is left
// is too little to crawl.
Result<ConnectionRoom> RoomForConnections(std::uint64_t descriptors, std::uint32_t wanted);

// What the process may raise its limit to.
std::uint64_t MostDescriptors();

}  // namespace meguri::app
