// One request and its answer: an easy handle of libcurl with all that it is told, and what came.
//
// Made once and used for one task after another; its easy handle is another one each time, since
// libcurl 7.88 keeps pointers to what it has freed in one that is used again (connections belong to
// the multi handle, and are kept). What libcurl is told and why: docs/design/fetching.md. Its
// callbacks only collect and say stop; they never touch the multi handle. One thread.
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "fetch/address_rule.h"
#include "fetch/byte_budget.h"
#include "fetch/fetch_url.h"
#include "fetch/fetcher.h"
#include "fetch/kept_sockets.h"

namespace meguri {

class CurlTransfer;

// What all transfers of a client share; outlives them.
struct TransferContext {
  const Clock& clock;
  KeptSockets& sockets;
  AddressRule rule;
  std::string ca_file;  // "": none is needed
  bool insecure = false;
  Duration max_idle_connection{};
  CURLSH* share = nullptr;
  ByteBudget& budget;
  // It waits for the budget, until Resume(); from within a callback of libcurl.
  std::function<void(CurlTransfer&)> on_hold;
  // Bytes were kept; from within a callback of libcurl.
  std::function<void(CurlTransfer&, std::size_t bytes)> on_bytes;
};

class CurlTransfer {
 public:
  explicit CurlTransfer(const TransferContext& context);
  ~CurlTransfer();
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  // False, with the result's outcome and error set, if it can't be begun.
  bool Begin(FetchTask task);
  // The result; `code` as libcurl has it, unless we said Stop().
  FetchResult End(CURLcode code);

  // The first reason is kept. What came stays.
  void Stop(FetchOutcome outcome, std::string error);
  bool stopped() const { return stop_.has_value(); }
  FetchOutcome stop_outcome() const { return *stop_; }

  // Nothing was sent, since the kept connection had something to say: it has to be begun again, on
  // a new one, before End(). True once for a task.
  bool restarts() const { return restart_ && !stopped(); }
  // REQUIRES: restarts(), and the multi handle has it no longer.
  void Restart();

  // Its socket has something to read.
  void OnReadable(TimePoint now) { last_byte_ = now; }
  // Stops it if one of its limits is passed; else when to look again.
  TimePoint CheckLimits(TimePoint now);

  // Lets it go on after on_hold(). What libcurl still had may end it: then not CURLE_OK.
  CURLcode Resume(TimePoint now);

  CURL* handle() const { return handle_.get(); }
  std::size_t kept_bytes() const { return head_.size() + result_.body.size(); }

  // The client's own.
  std::size_t lane = 0;     // which multi handle has it
  std::size_t place = 0;    // among those under way
  std::uint64_t use = 0;    // tells one use from the next; 0: none
  std::size_t counted = 0;  // bytes, in the client's sum

 private:
  struct EasyDeleter {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  };
  struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  using List = std::unique_ptr<curl_slist, ListDeleter>;

  void RenewHandle();
  void SetConstantOptions();
  void SetTlsOptions();
  void SetCallbacks();
  void SetHeaders(std::string_view lines);
  bool SetTarget(const FetchUrl& url);
  Duration DownloadTime(Duration observed) const;
  FetchOutcome OutcomeOf(CURLcode code) const;
  std::string ErrorOf(CURLcode code, FetchOutcome outcome) const;

  bool OnHeaderLine(std::string_view line);
  bool OnBody(std::string_view bytes);
  bool Hold();
  curl_socket_t OnOpenSocket(const curl_sockaddr& to);
  bool OnBeforeRequest(const ConnectionEnds& ends);

  static std::size_t HeaderFunction(char* data, std::size_t one, std::size_t size, void* self);
  static std::size_t WriteFunction(char* data, std::size_t one, std::size_t size, void* self);
  static int DebugFunction(CURL* handle, curl_infotype type, char* data, std::size_t size,
                           void* self);
  static curl_socket_t OpenSocketFunction(void* self, curlsocktype purpose, curl_sockaddr* to);
  static int CloseSocketFunction(void* sockets, curl_socket_t fd);
  static int PrereqFunction(void* self, char* to, char* from, int to_port, int from_port);

  const TransferContext& context_;
  std::unique_ptr<CURL, EasyDeleter> handle_;
  std::array<char, CURL_ERROR_SIZE> error_buffer_{};

  // Of the task under way
  FetchTask task_;
  List headers_;
  List connect_to_;
  FetchResult result_;
  std::optional<FetchOutcome> stop_;
  std::string head_;                // of the response that is being read, or the final one
  std::size_t all_head_bytes_ = 0;  // interim responses too
  bool head_begins_ = true;         // the next line is a status line
  bool interim_ = false;
  bool head_done_ = false;
  bool connected_ = false;  // TLS too
  bool forbidden_ = false;
  bool restart_ = false;
  bool holding_ = false;                    // waits for the budget
  bool was_held_ = false;                   // so its speed is not the server's
  curl_socket_t opened_ = CURL_SOCKET_BAD;  // for this task; BAD: the connection is a kept one
  std::size_t requests_ = 0;                // sent
  std::uint64_t received_ = 0;
  TimePoint last_byte_;
  std::optional<TimePoint> first_byte_;
};

}  // namespace meguri
