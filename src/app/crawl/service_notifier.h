// Tells the service manager how a crawl stands, as sd_notify(3) has it: datagrams of NAME=VALUE
// lines to the socket that $NOTIFY_SOCKET names. Without a manager nothing is sent.
//
// The watchdog's pings come from the crawl's own loop and from no other thread: a loop that hangs
// is silent, and the manager ends the process and starts it again.
//
// What can't be sent is lost: a crawl goes on without its service manager. One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "crawl/crawl_status.h"

namespace meguri::app {

struct ServiceManager {
  std::string socket;                // a path, or "@name"; "": without a manager
  std::optional<Duration> watchdog;  // it wants a sign of life this often

  // $NOTIFY_SOCKET, $WATCHDOG_USEC and $WATCHDOG_PID.
  static ServiceManager FromEnvironment();
};

class ServiceNotifier {
 public:
  // `clock` must outlive this.
  ServiceNotifier(const ServiceManager& manager, const Clock& clock);
  ~ServiceNotifier();
  ServiceNotifier(const ServiceNotifier&) = delete;
  ServiceNotifier& operator=(const ServiceNotifier&) = delete;

  // The folder is being read, which may take long: call it often.
  void Opening();
  // The crawl runs.
  void Ready();
  // It still does. Call it often: it sends something at half of the watchdog's time, or every half
  // minute, and when the crawl begins to stop or what troubles it is another.
  void Alive(const CrawlStatus& status);
  // It has ended, or is to; what is left takes a while. Sent once.
  void Stopping();

 private:
  void Send(std::string_view lines) const;

  const Clock& clock_;
  const std::string name_;  // of the socket, as the kernel wants it
  const Duration interval_;
  const bool watched_;
  int socket_ = -1;  // -1: not connected
  TimePoint next_;
  std::string trouble_;
  bool stopping_ = false;
};

}  // namespace meguri::app
