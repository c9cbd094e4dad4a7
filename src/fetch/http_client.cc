#include "fetch/http_client.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>

#include "base/hash.h"

namespace meguri {
namespace {

// Of one socket before others have their turn: 256 KiB.
constexpr int kMostReads = 15;  // and the first

template <class Value>
void Set(CURLM* multi, CURLMoption option, Value value) {
  [[maybe_unused]] const CURLMcode code = curl_multi_setopt(multi, option, value);
  assert(code == CURLM_OK);
}

CurlTransfer* TransferOf(CURL* easy) {
  char* transfer = nullptr;
  if (easy != nullptr) curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
  return reinterpret_cast<CurlTransfer*>(transfer);
}

// Not a device, which may have no end.
Status IsReadableFile(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return Fail(ErrorCode::kInvalidArgument, fmt::format("{}: there is no such file", path));
  if (status.type() != std::filesystem::file_type::regular)
    return Fail(ErrorCode::kInvalidArgument, fmt::format("{}: not a file of certificates", path));
  return {};
}

Result<std::string> CaFile(const HttpClientOptions& options) {
  if (options.insecure) return std::string();
  const bool own = !options.ca_file.empty();
  std::string path = own ? options.ca_file : kSystemCaFile;
  if (own) MEGURI_CHECK_STATUS(IsReadableFile(path));
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("-----BEGIN ") && line.find("CERTIFICATE") != line.npos) return path;
  }
  // Without any of the machine's only https fails, and each page says so.
  if (!own) return path;
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: no certificates (PEM) in it that could be read", path));
}

}  // namespace

HttpClient::HttpClient(const HttpClientOptions& options, std::string ca_file, const Clock& clock,
                       EpollSet& sockets)
    : options_(options),
      clock_(clock),
      sockets_(sockets),
      budget_(options.max_bytes_per_second, clock.Now()),
      share_(curl_share_init()),
      context_{.clock = clock,
               .sockets = kept_,
               .rule = options.rule,
               .ca_file = std::move(ca_file),
               .insecure = options.insecure,
               .max_idle_connection = options.max_idle_connection,
               .share = share_.get(),
               .budget = budget_,
               .on_hold =
                   [this](CurlTransfer& transfer) {
                     held_.push_back({&transfer, transfer.use});
                   },
               .on_bytes = [this](CurlTransfer& transfer,
                                  std::size_t bytes) { OnBytes(transfer, bytes); }} {
  assert(share_ != nullptr);  // out of memory otherwise
  curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  for (Lane& lane : lanes_)
    SetUp(lane);
}

void HttpClient::SetUp(Lane& lane) {
  lane.client = this;
  lane.multi.reset(curl_multi_init());
  CURLM* multi = lane.multi.get();
  assert(multi != nullptr);  // out of memory otherwise
  Set(multi, CURLMOPT_SOCKETFUNCTION, &HttpClient::SocketFunction);
  Set(multi, CURLMOPT_SOCKETDATA, &lane);
  Set(multi, CURLMOPT_TIMERFUNCTION, &HttpClient::TimerFunction);
  Set(multi, CURLMOPT_TIMERDATA, &lane);
  Set(multi, CURLMOPT_PIPELINING, long{CURLPIPE_NOTHING});
  SetIdleLimit(lane);
}

Result<std::unique_ptr<HttpClient>> HttpClient::Create(const HttpClientOptions& options,
                                                       const Clock& clock, EpollSet& sockets) {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return Fail(ErrorCode::kIo, "libcurl can't be started");
  MEGURI_TRY(std::string ca_file, CaFile(options));
  return std::unique_ptr<HttpClient>(new HttpClient(options, std::move(ca_file), clock, sockets));
}

HttpClient::~HttpClient() {
  for (CurlTransfer* transfer : active_)
    curl_multi_remove_handle(lanes_[transfer->lane].multi.get(), transfer->handle());
  for (Lane& lane : lanes_)
    lane.multi.reset();  // closes the kept connections, which tells SocketFunction
}

// libcurl counts the connections in use, too.
void HttpClient::SetIdleLimit(Lane& lane) const {
  const std::size_t idle = (options_.idle_connections + lanes_.size() - 1) / lanes_.size();
  Set(lane.multi.get(), CURLMOPT_MAXCONNECTS,
      static_cast<long>(std::max<std::size_t>(1, idle + lane.active)));
}

// A host's requests, and so its connections, are all in the same.
HttpClient::Lane& HttpClient::LaneOf(std::string_view url) {
  const std::size_t host = url.find("//");
  const std::size_t end = host == url.npos ? url.npos : url.find('/', host + 2);
  return lanes_.at(StableHash64(url.substr(0, end)) % lanes_.size());
}

CurlTransfer& HttpClient::FreeTransfer() {
  if (free_.empty()) {
    transfers_.push_back(std::make_unique<CurlTransfer>(context_));
    free_.push_back(transfers_.back().get());
  }
  CurlTransfer& transfer = *free_.back();
  free_.pop_back();
  return transfer;
}

void HttpClient::Fetch(FetchTask task) {
  CurlTransfer& transfer = FreeTransfer();
  Lane& lane = LaneOf(task.url);
  ++lane.active;
  transfer.lane = static_cast<std::size_t>(&lane - lanes_.data());
  transfer.use = ++last_use_;
  transfer.place = active_.size();
  active_.push_back(&transfer);
  if (!transfer.Begin(std::move(task))) {
    Finish(transfer, CURLE_OK);
    return;
  }
  SetIdleLimit(lane);
  checks_.push({transfer.CheckLimits(clock_.Now()), &transfer, transfer.use});
  Start(transfer);
}

void HttpClient::Start(CurlTransfer& transfer) {
  CURLM* multi = lanes_.at(transfer.lane).multi.get();
  if (curl_multi_add_handle(multi, transfer.handle()) == CURLM_OK) return;
  transfer.Stop(FetchOutcome::kConnectFailed, "libcurl takes no more");
  Finish(transfer, CURLE_OK);
}

void HttpClient::Finish(CurlTransfer& transfer, CURLcode code) {
  Lane& lane = lanes_.at(transfer.lane);
  buffered_ -= std::exchange(transfer.counted, 0);
  results_.push_back(transfer.End(code));
  curl_multi_remove_handle(lane.multi.get(), transfer.handle());
  active_[transfer.place] = active_.back();
  active_[transfer.place]->place = transfer.place;
  active_.pop_back();
  transfer.use = 0;
  free_.push_back(&transfer);
  --lane.active;
  SetIdleLimit(lane);
}

void HttpClient::CancelAll() {
  while (!active_.empty()) {
    active_.back()->Stop(FetchOutcome::kCancelled, "cancelled");
    Finish(*active_.back(), CURLE_OK);
  }
  to_be_ended_.clear();
}

void HttpClient::Reap(Lane& lane) {
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(lane.multi.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    CurlTransfer& transfer = *TransferOf(message->easy_handle);
    const CURLcode code = message->data.result;  // it is gone with its handle
    if (transfer.restarts()) {
      curl_multi_remove_handle(lane.multi.get(), transfer.handle());
      transfer.Restart();
      Start(transfer);
    } else {
      Finish(transfer, code);
    }
  }
  for (CurlTransfer* transfer : to_be_ended_) {
    if (transfer->use != 0 && transfer->stopped()) Finish(*transfer, CURLE_OK);
  }
  to_be_ended_.clear();
}

void HttpClient::OnBytes(CurlTransfer& transfer, std::size_t bytes) {
  buffered_ += bytes;
  transfer.counted += bytes;
  if (buffered_ <= options_.max_buffered_bytes) return;
  CurlTransfer* largest = &transfer;
  for (CurlTransfer* other : active_) {
    if (!other->stopped() && other->kept_bytes() > largest->kept_bytes()) largest = other;
  }
  largest->Stop(FetchOutcome::kTooLarge,
                fmt::format("cut after {} bytes, for want of memory", largest->kept_bytes()));
  buffered_ -= std::exchange(largest->counted, 0);
  if (largest != &transfer) to_be_ended_.push_back(largest);
}

void HttpClient::OnSocket(const EpollSet::Event& event, TimePoint now) {
  const auto place = static_cast<std::size_t>(event.fd);
  if (place >= by_socket_.size() || by_socket_[place].lane == nullptr) return;  // gone meanwhile
  const Socket& socket = by_socket_[place];
  Lane& lane = *socket.lane;
  if (event.readable && socket.transfer != nullptr) socket.transfer->OnReadable(now);
  const int what = (event.readable ? CURL_CSELECT_IN : 0) |
                   (event.writable ? CURL_CSELECT_OUT : 0) | (event.failed ? CURL_CSELECT_ERR : 0);
  int running = 0;
  curl_multi_socket_action(lane.multi.get(), event.fd, what, &running);
  // libcurl reads once, 16 KiB at most. Who has sent more had to wait for all others each time.
  for (int again = 0; again < kMostReads && HasMore(event.fd); ++again)
    curl_multi_socket_action(lane.multi.get(), event.fd, CURL_CSELECT_IN, &running);
  Reap(lane);
}

bool HttpClient::HasMore(int fd) const {
  if (by_socket_[static_cast<std::size_t>(fd)].lane == nullptr) return false;  // done with it
  pollfd socket{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&socket, 1, 0) > 0 && (socket.revents & POLLIN) != 0;
}

void HttpClient::OnTime(TimePoint now) {
  ResumeHeld(now);
  for (Lane& lane : lanes_) {
    if (!lane.time || now < *lane.time) continue;
    lane.time.reset();
    int running = 0;
    curl_multi_socket_action(lane.multi.get(), CURL_SOCKET_TIMEOUT, 0, &running);
    Reap(lane);
  }
  while (!checks_.empty() && now >= checks_.top().at) {
    const Check check = checks_.top();
    checks_.pop();
    if (check.transfer->use != check.use) continue;
    const TimePoint next = check.transfer->CheckLimits(now);
    if (check.transfer->stopped()) {
      Finish(*check.transfer, CURLE_OPERATION_TIMEDOUT);
    } else {
      checks_.push({next, check.transfer, check.use});
    }
  }
}

void HttpClient::ResumeHeld(TimePoint now) {
  // Whoever has to wait once more comes to the end.
  for (std::size_t left = held_.size(); left > 0 && !budget_.IsSpent(now); --left) {
    const Held held = held_.front();
    held_.pop_front();
    if (held.transfer->use != held.use) continue;
    const CURLcode code = held.transfer->Resume(now);
    if (code == CURLE_OK) {
      Reap(lanes_.at(held.transfer->lane));
    } else {
      Finish(*held.transfer, code);
    }
  }
}

TimePoint HttpClient::next_time() const {
  TimePoint next = held_.empty() ? TimePoint::max() : budget_.NextTime();
  for (const Lane& lane : lanes_)
    next = std::min(next, lane.time.value_or(next));
  if (!checks_.empty()) next = std::min(next, checks_.top().at);
  return next;
}

int HttpClient::SocketFunction(CURL* easy, curl_socket_t fd, int what, void* of_lane,
                               void* /*of_socket*/) {
  auto& lane = *static_cast<Lane*>(of_lane);
  HttpClient& client = *lane.client;
  const bool gone = what == CURL_POLL_REMOVE;
  const auto place = static_cast<std::size_t>(fd);
  if (place >= client.by_socket_.size()) client.by_socket_.resize(place + 1);
  client.by_socket_[place] = gone ? Socket{} : Socket{&lane, TransferOf(easy)};
  client.sockets_.Watch(fd, EpollSet::Owner::kPages, !gone && (what & CURL_POLL_IN) != 0,
                        !gone && (what & CURL_POLL_OUT) != 0);
  return 0;
}

int HttpClient::TimerFunction(CURLM* /*multi*/, long millis, void* of_lane) {
  auto& lane = *static_cast<Lane*>(of_lane);
  lane.time.reset();
  if (millis >= 0) lane.time = lane.client->clock_.Now() + std::chrono::milliseconds(millis);
  return 0;
}

}  // namespace meguri
