// What the lab has done so far, for a status line. Written by the lab's thread, read by any.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace meguri::lab {

class Counter {
 public:
  // One writer: no locked instruction.
  void Add(std::uint64_t more) {
    value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  void Subtract(std::uint64_t less) { Add(~less + 1); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

struct LabCounters {
  Counter requests;                   // ended, in whatever way
  Counter connections;                // accepted
  Counter open_connections;           // now
  Counter refused_connections;        // to addresses that are not the lab's
  Counter failed_handshakes;          // TLS
  Counter body_bytes;                 // of bodies, as sent
  std::array<Counter, 6> by_class{};  // requests by status / 100; 0: nothing was sent
};

}  // namespace meguri::lab
