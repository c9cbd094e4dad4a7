// The exchange of a simulated crawl: which shard's next message comes first is drawn. What one
// shard is sent comes in the order in which it was sent. One thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "cluster/exchange.h"

namespace meguri {

class SimExchange final : public Exchange {
 public:
  SimExchange(std::uint32_t shards, Random draws) : queues_(shards), draws_(draws) {}

  void Send(std::uint32_t to, MessageBody body) override {
    queues_[to].push_back({to, std::move(body)});
    ++size_;
  }
  std::optional<Message> Receive() override {
    if (size_ == 0) return std::nullopt;
    auto at = static_cast<std::size_t>(draws_.Uniform(queues_.size()));
    while (queues_[at].empty())
      at = (at + 1) % queues_.size();
    Message message = std::move(queues_[at].front());
    queues_[at].pop_front();
    --size_;
    return message;
  }
  std::size_t size() const override { return size_; }

 private:
  std::vector<std::deque<Message>> queues_;
  Random draws_;
  std::size_t size_ = 0;
};

}  // namespace meguri
