#include "fetch/curl_transfer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/duration_text.h"
#include "base/owned_fd.h"
#include "base/printable.h"

namespace meguri {
namespace {

std::string Text(Duration duration) {
  return FormatDuration(std::chrono::duration_cast<std::chrono::microseconds>(duration));
}

// 0 if it has none.
int StatusOf(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == line.npos) return 0;
  const std::size_t digits = line.find_first_not_of(' ', blank);
  if (digits == line.npos) return 0;
  int status = 0;
  std::from_chars(line.data() + digits, line.data() + line.size(), status);
  return status;
}

// libcurl goes on to the next head after these; 101, which we didn't ask for, it takes for the end.
bool IsInterim(int status) { return status >= 100 && status < 200 && status != 101; }

std::optional<IpAddress> AddressOf(const sockaddr& from) {
  if (from.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &from, sizeof v4);
    return IpAddress::V4(ntohl(v4.sin_addr.s_addr));
  }
  if (from.sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &from, sizeof v6);
  std::array<std::uint8_t, 16> bytes{};
  std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
  return IpAddress::V6(bytes);
}

// So that no sum overflows, nor libcurl's milliseconds, of which it takes 31 bits.
void Bound(FetchLimits& limits) {
  constexpr Duration kLongest = std::chrono::hours(24 * 20);
  for (Duration* limit :
       {&limits.max_connect, &limits.max_idle, &limits.max_total, &limits.slow_after}) {
    *limit = std::clamp(*limit, Duration(0), kLongest);
  }
}

bool NoDescriptorLeft() {
  const OwnedFd any(::open("/", O_PATH | O_CLOEXEC));
  return !any;
}

}  // namespace

bool CurlTransfer::Begin(FetchTask task) {
  task_ = std::move(task);
  Bound(task_.limits);
  result_ = {};
  stop_.reset();
  head_.clear();
  all_head_bytes_ = requests_ = 0;
  received_ = 0;
  head_begins_ = true;
  interim_ = head_done_ = connected_ = forbidden_ = restart_ = false;
  holding_ = was_held_ = false;
  opened_ = CURL_SOCKET_BAD;
  first_byte_.reset();
  error_buffer_[0] = '\0';

  result_.ticket = task_.ticket;
  result_.address = task_.address;
  result_.date = context_.clock.WallNow();
  result_.start = last_byte_ = context_.clock.Now();
  RenewHandle();
  const auto url = SplitFetchUrl(task_.url);
  if (!url) {
    Stop(FetchOutcome::kConnectFailed, "not a URL of http or https that can be asked for");
    return false;
  }
  result_.tls = url->https;
  if (!context_.rule.Allows(task_.address)) {
    Stop(FetchOutcome::kForbiddenAddress,
         fmt::format("{} may not be connected to", task_.address.ToString()));
    return false;
  }
  SetHeaders(task_.headers);
  if (!SetTarget(*url)) {
    Stop(FetchOutcome::kConnectFailed, "not a URL that libcurl takes");
    return false;
  }
  return true;
}

void CurlTransfer::Stop(FetchOutcome outcome, std::string error) {
  if (stop_) return;
  stop_ = outcome;
  result_.error = std::move(error);
}

void CurlTransfer::Restart() {
  restart_ = false;
  error_buffer_[0] = '\0';
  RenewHandle();
  SetHeaders(task_.headers);
  SetTarget(*SplitFetchUrl(task_.url));  // as in Begin()
  curl_easy_setopt(handle(), CURLOPT_FRESH_CONNECT, 1L);
}

FetchResult CurlTransfer::End(CURLcode code) {
  FetchResult result = std::move(result_);
  result.end = context_.clock.Now();
  result.download_time = DownloadTime(result.end - result.start);
  result.outcome = stop_ ? *stop_ : OutcomeOf(code);
  if (!stop_ && result.outcome != FetchOutcome::kComplete)
    result.error = ErrorOf(code, result.outcome);
  result.first_byte = first_byte_.value_or(result.end);
  if (head_done_) result.head = std::move(head_);
  head_ = {};
  long connections = 0;
  curl_easy_getinfo(handle(), CURLINFO_NUM_CONNECTS, &connections);
  result.new_connection = connections > 0;
  task_ = {};
  result_ = {};
  return result;
}

// By the kernel, which sees a byte when it comes, not when a busy loop gets round to it; in
// milliseconds, and not of a connection that is gone.
Duration CurlTransfer::DownloadTime(Duration observed) const {
  curl_socket_t socket = CURL_SOCKET_BAD;
  curl_easy_getinfo(handle(), CURLINFO_ACTIVESOCKET, &socket);
  if (socket == CURL_SOCKET_BAD) return observed;
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return observed;
  const std::int64_t sent = info.tcpi_last_data_sent;  // ago
  const std::int64_t received = info.tcpi_last_data_recv;
  return std::min<Duration>(observed,
                            std::chrono::milliseconds(std::max<std::int64_t>(sent - received, 0)));
}

FetchOutcome CurlTransfer::OutcomeOf(CURLcode code) const {
  if (forbidden_) return FetchOutcome::kForbiddenAddress;
  if (code == CURLE_SSL_CACERT_BADFILE && NoDescriptorLeft()) return FetchOutcome::kCancelled;
  switch (code) {
    case CURLE_OK:
      return head_done_ ? FetchOutcome::kComplete : FetchOutcome::kNoAnswer;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return FetchOutcome::kTlsFailed;
    default:
      break;
  }
  if (!connected_) return FetchOutcome::kConnectFailed;
  if (head_done_) return FetchOutcome::kCutOff;
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:  // no status line: HTTP/0.9, as libcurl calls it
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_FUNCTION_ARGUMENT:  // its first header line continues none
      return FetchOutcome::kNotHttp;
    case CURLE_OUT_OF_MEMORY:  // a line of over 100 KiB
      return FetchOutcome::kHeadTooLarge;
    default:
      return std::string_view(error_buffer_.data()).starts_with("Too large response headers")
                 ? FetchOutcome::kHeadTooLarge
                 : FetchOutcome::kNoAnswer;
  }
}

std::string CurlTransfer::ErrorOf(CURLcode code, FetchOutcome outcome) const {
  if (outcome == FetchOutcome::kForbiddenAddress) return "another address than it was told";
  const char* text = error_buffer_[0] != '\0' ? error_buffer_.data() : curl_easy_strerror(code);
  long reason = 0;
  curl_easy_getinfo(handle(), CURLINFO_OS_ERRNO, &reason);
  if (outcome == FetchOutcome::kConnectFailed && reason != 0) {
    return fmt::format("{}: {}", task_.address.ToString(), std::strerror(static_cast<int>(reason)));
  }
  if (code == CURLE_BAD_FUNCTION_ARGUMENT) text = "a line of its head continues none";
  if (outcome == FetchOutcome::kNoAnswer && code == CURLE_OK) text = "no answer";
  return Printable(text);
}

TimePoint CurlTransfer::CheckLimits(TimePoint now) {
  const FetchLimits& limits = task_.limits;
  if (now >= result_.start + limits.max_total) {
    Stop(FetchOutcome::kTimedOut, fmt::format("not done within {}", Text(limits.max_total)));
  }
  TimePoint next = result_.start + limits.max_total;
  if (!connected_) {
    const TimePoint due = result_.start + limits.max_connect;
    if (now >= due) {
      Stop(FetchOutcome::kConnectFailed,
           fmt::format("not connected within {}", Text(limits.max_connect)));
    }
    // It may be connected before we look again, and then the others count.
    return std::min({next, due, now + limits.max_idle, result_.start + limits.slow_after});
  }
  const TimePoint idle = (holding_ ? now : last_byte_) + limits.max_idle;
  if (now >= idle)
    Stop(FetchOutcome::kTimedOut, fmt::format("no byte for {}", Text(limits.max_idle)));
  next = std::min(next, idle);
  if (limits.min_bytes_per_second == 0 || was_held_) return next;
  // Until then what has come is enough.
  const Duration paid = std::chrono::nanoseconds(static_cast<std::int64_t>(
      static_cast<double>(received_) / limits.min_bytes_per_second * 1e9));
  const TimePoint slow = result_.start + std::max(limits.slow_after, paid);
  if (now >= slow) {
    Stop(FetchOutcome::kTimedOut,
         fmt::format("less than {} bytes a second", limits.min_bytes_per_second));
  }
  return std::min(next, slow);
}

bool CurlTransfer::OnHeaderLine(std::string_view line) {
  const TimePoint now = context_.clock.Now();
  last_byte_ = now;
  if (!first_byte_) first_byte_ = now;
  received_ += line.size();
  context_.budget.Spend(line.size());
  if (head_done_) return true;  // trailers: they are in the body as received
  if (head_begins_) {
    head_.clear();
    interim_ = IsInterim(StatusOf(line));
    head_begins_ = false;
  }
  all_head_bytes_ += line.size();
  if (all_head_bytes_ > task_.limits.max_head_bytes) {
    Stop(FetchOutcome::kHeadTooLarge,
         fmt::format("a head of over {} bytes", task_.limits.max_head_bytes));
    return false;
  }
  head_ += line;
  if (line == "\r\n" || line == "\n") {
    head_begins_ = true;
    head_done_ = !interim_;
  }
  return true;
}

bool CurlTransfer::OnBody(std::string_view bytes) {
  if (stopped()) return false;
  last_byte_ = context_.clock.Now();
  if (!first_byte_) first_byte_ = last_byte_;
  received_ += bytes.size();
  context_.budget.Spend(bytes.size());
  const std::size_t room = task_.limits.max_body_bytes - result_.body.size();
  const std::string_view kept = bytes.substr(0, room);
  result_.body += kept;
  if (context_.on_bytes) context_.on_bytes(*this, kept.size());
  if (kept.size() < bytes.size()) {
    Stop(FetchOutcome::kTooLarge, fmt::format("cut after {} bytes", task_.limits.max_body_bytes));
  }
  return !stopped();
}

bool CurlTransfer::Hold() {
  if (stopped() || !context_.budget.IsSpent(context_.clock.Now())) return false;
  holding_ = was_held_ = true;
  context_.on_hold(*this);
  return true;
}

CURLcode CurlTransfer::Resume(TimePoint now) {
  holding_ = false;
  last_byte_ = now;
  return curl_easy_pause(handle(), CURLPAUSE_CONT);
}

curl_socket_t CurlTransfer::OnOpenSocket(const curl_sockaddr& to) {
  const auto address = AddressOf(to.addr);
  if (!address || *address != task_.address || !context_.rule.Allows(*address)) {
    forbidden_ = true;
    return CURL_SOCKET_BAD;
  }
  // libcurl would ask again if a kept connection was closed without an answer. But the server may
  // have got the request: whether it is asked again, and when, is not for us to say.
  if (requests_ > 0) {
    Stop(FetchOutcome::kNoAnswer, "the kept connection was closed without an answer");
    return CURL_SOCKET_BAD;
  }
  opened_ = ::socket(to.family, to.socktype | SOCK_CLOEXEC, to.protocol);
  // Nothing that the server could help, and over soon.
  const bool no_room = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
  if (opened_ == CURL_SOCKET_BAD && no_room) {
    Stop(FetchOutcome::kCancelled, fmt::format("no socket: {}", std::strerror(errno)));
  }
  return opened_;
}

bool CurlTransfer::OnBeforeRequest(const ConnectionEnds& ends) {
  if (requests_ > 0) {
    Stop(FetchOutcome::kNoAnswer, "the kept connection was closed without an answer");
    return false;
  }
  if (opened_ != CURL_SOCKET_BAD) {
    context_.sockets.Add(ends, opened_);
  } else if (!context_.sockets.IsQuiet(ends)) {
    restart_ = true;
    return false;
  }
  connected_ = true;
  last_byte_ = context_.clock.Now();  // who just shook hands isn't idle
  return true;
}

std::size_t CurlTransfer::HeaderFunction(char* data, std::size_t one, std::size_t size,
                                         void* self) {
  return static_cast<CurlTransfer*>(self)->OnHeaderLine({data, one * size}) ? one * size : 0;
}

std::size_t CurlTransfer::WriteFunction(char* data, std::size_t one, std::size_t size, void* self) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  if (transfer.Hold()) return CURL_WRITEFUNC_PAUSE;  // it comes again
  return transfer.OnBody({data, one * size}) ? one * size : 0;
}

int CurlTransfer::DebugFunction(CURL* /*handle*/, curl_infotype type, char* data, std::size_t size,
                                void* self) {
  if (type != CURLINFO_HEADER_OUT) return 0;
  auto& transfer = *static_cast<CurlTransfer*>(self);
  ++transfer.requests_;
  transfer.result_.request.append(data, size);
  return 0;
}

curl_socket_t CurlTransfer::OpenSocketFunction(void* self, curlsocktype /*purpose*/,
                                               curl_sockaddr* to) {
  return static_cast<CurlTransfer*>(self)->OnOpenSocket(*to);
}

int CurlTransfer::CloseSocketFunction(void* sockets, curl_socket_t fd) {
  static_cast<KeptSockets*>(sockets)->Close(fd);
  return 0;
}

int CurlTransfer::PrereqFunction(void* self, char* /*to*/, char* /*from*/, int to_port,
                                 int from_port) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  return transfer.OnBeforeRequest({transfer.task_.address, to_port, from_port})
             ? CURL_PREREQFUNC_OK
             : CURL_PREREQFUNC_ABORT;
}

}  // namespace meguri
