#include "sim/crawl/server_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace meguri {
namespace {

double Seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }
double Seconds(TimePoint time) { return Seconds(time.time_since_epoch()); }

constexpr std::size_t kMostBreaches = 20;

}  // namespace

void ServerWatch::Check(const Watched& watched, std::string_view who, TimePoint at, Duration wanted,
                        std::string_view url) {
  if (watched.busy_until == TimePoint::min() || breaches_.size() >= kMostBreaches) return;
  if (at < watched.busy_until) {
    breaches_.push_back(
        fmt::format("{} is asked for {} at {:.3f} s, while {} is under way until "
                    "{:.3f} s",
                    who, url, Seconds(at), watched.url, Seconds(watched.busy_until)));
  } else if (at - watched.busy_until < wanted) {
    breaches_.push_back(fmt::format(
        "{} is asked for {} at {:.3f} s, {:.3f} s after {} was over; it was promised {:.3f} s", who,
        url, Seconds(at), Seconds(at - watched.busy_until), watched.url, Seconds(wanted)));
  }
}

void ServerWatch::Arrive(std::string_view host, const IpAddress& server, TimePoint at,
                         TimePoint over, std::string_view url) {
  ++requests_;
  Watched& name = hosts_[std::string(host)];
  Watched& address = servers_[server.ToString()];
  Check(name, host, at, std::max({promise_.interval, name.retry_after, name.crawl_delay}), url);
  Check(address, server.ToString(), at, promise_.interval, url);
  name.retry_after = Duration(0);  // for the next request only
  for (Watched* watched : {&name, &address}) {
    watched->busy_until = std::max(watched->busy_until, over);
    watched->url = url;
  }
}

void ServerWatch::Gone(std::string_view host, const IpAddress& server, TimePoint hears) {
  Watched& name = hosts_[std::string(host)];
  name.busy_until = std::min(name.busy_until, hears);
  Watched& address = servers_[server.ToString()];
  address.busy_until = std::min(address.busy_until, hears);
}

void ServerWatch::Delivered(std::string_view host, TimePoint at,
                            std::optional<Duration> retry_after,
                            std::optional<Duration> crawl_delay) {
  Watched& name = hosts_[std::string(host)];
  if (retry_after) {
    name.retry_after = std::min(*retry_after, promise_.max_retry_after);
    name.heard_retry = at;
  }
  if (crawl_delay) {
    name.crawl_delay = std::min(*crawl_delay, promise_.max_crawl_delay);
    name.heard_delay = at;
  }
}

void ServerWatch::Forget(TimePoint durable) {
  for (auto& [host, watched] : hosts_) {
    if (watched.heard_retry > durable) watched.retry_after = Duration(0);
    if (watched.heard_delay > durable) watched.crawl_delay = Duration(0);
  }
}

}  // namespace meguri
