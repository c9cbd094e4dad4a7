// The seam to the web: names looked up and pages fetched, many at once, without waiting for any.
//
//   fetcher.Resolve({.ticket = 1, .host = "www.example.org"});
//   fetcher.Fetch({.ticket = 2, .url = "http://www.example.org/", .address = …});
//   while (…) fetcher.Run(deadline, sink);      // sink.OnResolved(…), sink.OnFetched(…)
//
// It fetches what it is told, once, from the address that it is told: it follows no redirect,
// tries nothing again, waits for nobody's interval. What the web does to us is an outcome, never an
// Error. Every task gives one result, also after Cancel().
//
// Live: live_fetcher.h. Simulated: sim/. Owned and called by one thread; Wake() by any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ip_address.h"

namespace meguri {

struct ResolveTask {
  std::uint64_t ticket = 0;  // the caller's, comes back with the result
  std::string host;          // ASCII, lower case; no address
};

enum class ResolveOutcome : std::uint8_t {
  kAddresses,
  kNoSuchName,  // NXDOMAIN
  kNoAddress,   // the name is there, neither A nor AAAA are
  kFailed,      // what came was no use
  kUnanswered,  // silence, or nobody listens; also SERVFAIL, REFUSED: c-ares doesn't tell them
                // apart
};
std::string_view ResolveOutcomeName(ResolveOutcome outcome);

struct ResolveResult {
  std::uint64_t ticket = 0;
  std::string host;
  ResolveOutcome outcome = ResolveOutcome::kUnanswered;
  std::vector<IpAddress> addresses;  // IPv4 first, then IPv6, each as it came; no repetition
  // How long it may be believed: the least TTL, or that of a negative answer, within
  // [kMinTtl, kMaxTtl]; kMinTtl for kFailed and kUnanswered.
  Duration valid_for{0};
  WallTime date;
  std::string records;  // as in a zone file, a line each: "www.example.org. 300 IN A 192.0.2.1\n"
  std::string server;   // whom we asked: "127.0.0.1:53"
  std::string error;    // one line for people; "" for kAddresses
};

inline constexpr Duration kMinTtl = std::chrono::minutes(1);
inline constexpr Duration kMaxTtl = std::chrono::hours(24);

struct FetchLimits {
  std::size_t max_body_bytes = std::size_t{64} << 20;   // as received; what is beyond is not read
  std::size_t max_head_bytes = std::size_t{256} << 10;  // of all heads, interim ones too
  Duration max_connect = std::chrono::seconds(20);      // TCP and TLS
  Duration max_idle = std::chrono::seconds(20);         // without a byte
  Duration max_total = std::chrono::minutes(10);
  // After the first `slow_after` the average must be at least this.
  std::uint32_t min_bytes_per_second = 1000;
  Duration slow_after = std::chrono::seconds(60);
};

struct FetchTask {
  std::uint64_t ticket = 0;
  std::string url;      // absolute, http or https, no fragment: what is on the request line
  IpAddress address;    // the only one that is connected to
  std::string headers;  // further lines of the request, each with CRLF: "User-Agent: …\r\n…"
  FetchLimits limits;
};

enum class FetchOutcome : std::uint8_t {
  kComplete,          // the whole message
  kCutOff,            // a head; the body ended before it should have
  kTooLarge,          // a head; the body was cut at max_body_bytes (or for want of memory)
  kTimedOut,          // max_idle, max_total or too slow; a head, if one came, and what came
  kHeadTooLarge,      // the rest: no answer that could be kept
  kNotHttp,           // something else than a response came
  kNoAnswer,          // closed or reset before a whole head
  kConnectFailed,     // refused, unreachable, or not within max_connect
  kTlsFailed,         // no common version, certificate not valid or for another name
  kForbiddenAddress,  // not connected to: the address rule says no
  kCancelled,         // by the caller; or for want of file descriptors, before it was asked
};
std::string_view FetchOutcomeName(FetchOutcome outcome);

struct FetchResult {
  std::uint64_t ticket = 0;
  FetchOutcome outcome = FetchOutcome::kNoAnswer;
  std::string error;    // one line for people; "" for kComplete
  std::string request;  // the head as it was sent; "" if nothing was
  std::string head;     // of the final response, as received, with its empty line; "" if none
  std::string body;     // as received: chunked and packed, if it was
  IpAddress address;
  WallTime date;         // when the request was begun
  TimePoint start;       // before the first byte was sent, and before the connection was made
  TimePoint first_byte;  // of the answer; == end if none came
  TimePoint end;         // the last byte, or the connection's end
  // From the request to the last byte, as far as the server is to blame: without what we were late.
  Duration download_time{0};
  bool new_connection = false;
  bool tls = false;

  // By the head's first line alone; 0 if there is none that has one.
  std::uint16_t status() const;
};

class FetchSink {
 public:
  virtual ~FetchSink() = default;
  virtual void OnResolved(ResolveResult result) = 0;
  virtual void OnFetched(FetchResult result) = 0;
};

class Fetcher {
 public:
  virtual ~Fetcher() = default;

  // Results come during Run() only. Both may be called from within the sink.
  virtual void Resolve(ResolveTask task) = 0;
  virtual void Fetch(FetchTask task) = 0;
  // Ends all that is under way: kUnanswered and kCancelled.
  virtual void CancelAll() = 0;

  // Works until `until` has come, at least one result was given, or somebody called Wake().
  virtual void Run(TimePoint until, FetchSink& sink) = 0;
  // Ends the current or next Run(). From any thread, and from a signal handler.
  virtual void Wake() = 0;

  virtual std::size_t fetches_under_way() const = 0;
};

}  // namespace meguri
