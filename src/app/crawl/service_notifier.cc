#include "app/crawl/service_notifier.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "app/crawl/crawl_words.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

constexpr Duration kUnwatched = std::chrono::seconds(30);
// While a folder is read, the manager is asked for more time this often, and for so much.
constexpr Duration kAskEvery = std::chrono::seconds(10);
constexpr std::chrono::microseconds kAskFor = std::chrono::minutes(5);

std::string_view Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::optional<std::int64_t> Number(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || at != end || number <= 0) return std::nullopt;
  return number;
}

std::string KernelName(std::string name) {
  if (name.starts_with('@')) name.front() = '\0';  // one without a file
  return name;
}

std::string StatusLine(const CrawlStatus& status) {
  std::string line = fmt::format("{} pages; {} of {} URLs wait", Grouped(status.pages),
                                 Grouped(status.waiting_urls), Grouped(status.known_urls));
  if (!status.trouble.empty()) line += "; trouble: " + Printable(status.trouble);
  return line;
}

}  // namespace

ServiceManager ServiceManager::FromEnvironment() {
  ServiceManager manager{.socket = std::string(Variable("NOTIFY_SOCKET"))};
  const auto time = Number(Variable("WATCHDOG_USEC"));
  const auto process = Number(Variable("WATCHDOG_PID"));
  if (time && (!process || *process == ::getpid()))
    manager.watchdog = std::chrono::microseconds(*time);
  return manager;
}

ServiceNotifier::ServiceNotifier(const ServiceManager& manager, const Clock& clock)
    : clock_(clock),
      name_(KernelName(manager.socket)),
      interval_(manager.watchdog ? *manager.watchdog / 2 : kUnwatched),
      watched_(manager.watchdog.has_value()),
      next_(clock.Now()) {
  if (name_.empty() || name_.size() >= sizeof(sockaddr_un::sun_path)) return;
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  // A manager that takes nothing must not hold up the crawl for long.
  const timeval most{.tv_sec = 1, .tv_usec = 0};
  if (socket_ >= 0) ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
}

ServiceNotifier::~ServiceNotifier() {
  if (socket_ >= 0) ::close(socket_);
}

void ServiceNotifier::Opening() {
  if (socket_ < 0 || clock_.Now() < next_) return;
  next_ = clock_.Now() + kAskEvery;
  Send(fmt::format("EXTEND_TIMEOUT_USEC={}\nSTATUS=reading the crawl's folder", kAskFor.count()));
}

void ServiceNotifier::Ready() {
  next_ = clock_.Now() + interval_;
  Send("READY=1");
}

void ServiceNotifier::Alive(const CrawlStatus& status) {
  if (socket_ < 0) return;
  if (status.stopping) Stopping();
  if (clock_.Now() < next_ && status.trouble == trouble_) return;
  next_ = clock_.Now() + interval_;
  trouble_ = status.trouble;
  Send(fmt::format("{}STATUS={}", watched_ ? "WATCHDOG=1\n" : "", StatusLine(status)));
}

void ServiceNotifier::Stopping() {
  if (std::exchange(stopping_, true)) return;
  Send("STOPPING=1");
}

void ServiceNotifier::Send(std::string_view lines) const {
  if (socket_ < 0) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(static_cast<char*>(address.sun_path), name_.data(), name_.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
  ::sendto(socket_, lines.data(), lines.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), size);
}

}  // namespace meguri::app
