// Requests over libcurl's multi interface, thousands at once, on somebody else's loop.
//
// Connections are kept and used again, as long as servers leave them open. The
// limits of each task are kept by us: a heap has one entry for each use of a handle, with the
// earliest time at which one of its limits could be passed; whoever isn't guilty then is put back
// with a later one. So a byte that comes costs no timer.
//
// libcurl walks over all connections of a multi handle to find the oldest, or those that are gone.
// So there are several handles, and each host has its own: with 500 requests under way and 1000
// idle connections, one over a new connection costs 0.13 ms of CPU time instead of 0.5.
//
// When all bodies together exceed max_buffered_bytes, the largest is cut (kTooLarge). When more
// comes in a second than max_bytes_per_second, bodies wait. One thread.
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fetch/address_rule.h"
#include "fetch/byte_budget.h"
#include "fetch/curl_transfer.h"
#include "fetch/epoll_set.h"
#include "fetch/fetcher.h"
#include "fetch/kept_sockets.h"

namespace meguri {

// The machine's certificates, where Debian keeps them. libcurl's own setting has a folder besides,
// which would have it read all of them for each connection.
inline constexpr const char* kSystemCaFile = "/etc/ssl/certs/ca-certificates.crt";

struct HttpClientOptions {
  AddressRule rule;
  std::string ca_file;  // PEM; "": the machine's
  bool insecure = false;
  std::size_t idle_connections = 1000;                       // kept open for later requests
  Duration max_idle_connection = std::chrono::seconds(115);  // then it isn't used again
  std::size_t max_buffered_bytes = std::size_t{512} << 20U;
  std::uint64_t max_bytes_per_second = 0;  // of all together; 0: as they come
};

class HttpClient {
 public:
  // `clock` and `sockets` must outlive it. Fails if the certificates can't be read.
  static Result<std::unique_ptr<HttpClient>> Create(const HttpClientOptions& options,
                                                    const Clock& clock, EpollSet& sockets);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void Fetch(FetchTask task);
  void CancelAll();
  std::size_t under_way() const { return active_.size() + results_.size(); }

  void OnSocket(const EpollSet::Event& event, TimePoint now);
  void OnTime(TimePoint now);
  TimePoint next_time() const;  // TimePoint::max(): none

  // Those that have come since; cleared by the caller.
  std::vector<FetchResult>& results() { return results_; }

 private:
  struct MultiDeleter {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  struct ShareDeleter {
    void operator()(CURLSH* share) const { curl_share_cleanup(share); }
  };
  struct Lane {
    HttpClient* client = nullptr;
    std::unique_ptr<CURLM, MultiDeleter> multi;
    std::optional<TimePoint> time;  // when libcurl wants to be called
    std::size_t active = 0;
  };
  struct Socket {
    Lane* lane = nullptr;
    CurlTransfer* transfer = nullptr;
  };
  struct Held {
    CurlTransfer* transfer;
    std::uint64_t use;
  };
  struct Check {
    TimePoint at;
    CurlTransfer* transfer;
    std::uint64_t use;
    bool operator>(const Check& other) const { return at > other.at; }
  };

  HttpClient(const HttpClientOptions& options, std::string ca_file, const Clock& clock,
             EpollSet& sockets);
  void SetUp(Lane& lane);
  Lane& LaneOf(std::string_view url);
  CurlTransfer& FreeTransfer();
  // To libcurl, or to its end.
  void Start(CurlTransfer& transfer);
  // Takes it from libcurl, if it has it, and makes its result.
  void Finish(CurlTransfer& transfer, CURLcode code);
  // After each call into libcurl: who is done, and who is to be stopped.
  void Reap(Lane& lane);
  // What it sent is not all read.
  bool HasMore(int fd) const;
  // Those that wait for the budget go on, the first that came first.
  void ResumeHeld(TimePoint now);
  void OnBytes(CurlTransfer& transfer, std::size_t bytes);
  void SetIdleLimit(Lane& lane) const;

  static int SocketFunction(CURL* easy, curl_socket_t fd, int what, void* lane, void* of_socket);
  static int TimerFunction(CURLM* multi, long millis, void* lane);

  const HttpClientOptions options_;
  const Clock& clock_;
  EpollSet& sockets_;
  KeptSockets kept_;
  ByteBudget budget_;
  // Each is used by those below until their end.
  std::unique_ptr<CURLSH, ShareDeleter> share_;
  TransferContext context_;
  std::array<Lane, 16> lanes_;
  std::vector<std::unique_ptr<CurlTransfer>> transfers_;
  std::vector<CurlTransfer*> free_;
  std::vector<CurlTransfer*> active_;       // by CurlTransfer::place
  std::vector<Socket> by_socket_;           // by descriptor
  std::vector<CurlTransfer*> to_be_ended_;  // stopped from within a callback of another
  std::deque<Held> held_;
  std::priority_queue<Check, std::vector<Check>, std::greater<>> checks_;
  std::uint64_t last_use_ = 0;
  std::size_t buffered_ = 0;  // of those under way
  std::vector<FetchResult> results_;
};

}  // namespace meguri
