#include "cluster/exchange.h"

namespace meguri {

void MemoryExchange::Send(std::uint32_t to, MessageBody body) {
  Message& message = messages_.emplace_back();
  message.to = to;
  message.body = std::move(body);
}

std::optional<Message> MemoryExchange::Receive() {
  if (messages_.empty()) return std::nullopt;
  Message message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

}  // namespace meguri
