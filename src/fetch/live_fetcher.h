// The Fetcher of the real web: c-ares for names, libcurl for pages, one epoll for both.
//
//   auto fetcher = LiveFetcher::Create({.resolver = "127.0.0.1:53"}, clock);
//
// Sockets, timers and results are handled in Run() and nowhere else; there are no threads. How
// libcurl is kept to one request to one address: docs/design/fetching.md. The process gets as many
// descriptors as it may have, and SIGPIPE is ignored, unless somebody handles it.
//
// Owned and called by one thread; Wake() by any.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/owned_fd.h"
#include "base/result.h"
#include "fetch/address_rule.h"
#include "fetch/epoll_set.h"
#include "fetch/fetcher.h"
#include "fetch/http_client.h"
#include "fetch/name_resolver.h"

namespace meguri {

struct LiveFetcherOptions {
  std::string resolver;  // "192.0.2.1:53", "[2001:db8::1]:53"; "": the machine's
  Duration dns_timeout = std::chrono::seconds(5);  // of the first try; it doubles with each
  int dns_tries = 3;
  AddressRule rule;       // who may be connected to; the name server always
  std::string ca_file;    // PEM; "": the machine's
  bool insecure = false;  // any certificate will do
  std::size_t idle_connections = 1000;
  Duration max_idle_connection = std::chrono::seconds(115);
  std::size_t max_buffered_bytes = std::size_t{512} << 20U;  // of all bodies under way
  std::uint64_t max_bytes_per_second = 0;  // of all servers together; 0: as they come
};

class LiveFetcher final : public Fetcher {
 public:
  // Fails if the resolver is no address, or the certificates can't be read.
  static Result<std::unique_ptr<LiveFetcher>> Create(const LiveFetcherOptions& options,
                                                     const Clock& clock);

  void Resolve(ResolveTask task) override { names_->Resolve(std::move(task)); }
  void Fetch(FetchTask task) override { pages_->Fetch(std::move(task)); }
  void CancelAll() override;
  void Run(TimePoint until, FetchSink& sink) override;
  void Wake() override;
  std::size_t fetches_under_way() const override { return pages_->under_way(); }

 private:
  LiveFetcher(const Clock& clock, EpollSet sockets, OwnedFd wake);
  bool has_results() const { return !names_->results().empty() || !pages_->results().empty(); }
  // Waits, and handles what came; true if we were woken.
  bool Step(TimePoint until);
  bool HandleEvents(TimePoint now);
  bool Deliver(FetchSink& sink);

  const Clock& clock_;
  EpollSet sockets_;
  OwnedFd wake_;  // an eventfd
  TimePoint last_step_;
  std::unique_ptr<NameResolver> names_;
  std::unique_ptr<HttpClient> pages_;
  std::vector<EpollSet::Event> events_;
  std::vector<ResolveResult> resolved_;  // being delivered
  std::vector<FetchResult> fetched_;
};

}  // namespace meguri
