// How messages get from shard to shard. The engine doesn't know which way they go.
//
// Messages between two shards come in the order in which they were sent.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "cluster/message.h"

namespace meguri {

class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void Send(std::uint32_t to, MessageBody body) = 0;
  // The next one for a shard of this process; nullopt if none is there now.
  virtual std::optional<Message> Receive() = 0;
  // That wait to be received.
  virtual std::size_t size() const = 0;
};

// All shards in one thread: first in, first out. Not thread-safe.
class MemoryExchange final : public Exchange {
 public:
  void Send(std::uint32_t to, MessageBody body) override;
  std::optional<Message> Receive() override;

  std::size_t size() const override { return messages_.size(); }

 private:
  std::deque<Message> messages_;
};

}  // namespace meguri
