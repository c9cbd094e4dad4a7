// usage: crawl_bare_loop CONNECTIONS LIST: gets each page of LIST (lines "ADDRESS HOST PORT
// TARGET") once and throws it away: libcurl's multi_socket interface and epoll, nothing else. One
// kept connection and one request at a time for each address, as a crawler has it, at most
// CONNECTIONS of them at once; no look-ups of names, no pauses. Prints pages and body bytes. Exit 1
// if a page was not answered.
#include <curl/curl.h>
#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Page {
  std::string url;  // by address
  std::string host;
};

// What is to be got from one address, in order.
struct Station {
  std::vector<Page> pages;
  std::size_t next = 0;
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
};

struct Loop {
  CURLM* multi = curl_multi_init();
  int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  std::optional<Clock::time_point> due;  // of libcurl's timer
  std::uint64_t pages = 0;
  std::uint64_t failed = 0;
  std::uint64_t bytes = 0;
  std::uint64_t under_way = 0;
};

std::map<std::string, Station> ReadList(const char* path) {
  std::map<std::string, Station> stations;
  std::ifstream list(path);
  std::string address;
  std::string host;
  std::string port;
  std::string target;
  while (list >> address >> host >> port >> target) {
    stations[address].pages.push_back({fmt::format("http://{}:{}{}", address, port, target),
                                       fmt::format("Host: {}:{}", host, port)});
  }
  return stations;
}

std::size_t Drop(char* /*data*/, std::size_t one, std::size_t size, void* loop) {
  static_cast<Loop*>(loop)->bytes += one * size;
  return one * size;
}

int OnSocket(CURL* /*easy*/, curl_socket_t fd, int what, void* of_loop, void* known) {
  auto& loop = *static_cast<Loop*>(of_loop);
  if (what == CURL_POLL_REMOVE) {
    ::epoll_ctl(loop.epoll, EPOLL_CTL_DEL, fd, nullptr);
    return 0;
  }
  epoll_event event{};
  event.events = ((what & CURL_POLL_IN) != 0 ? std::uint32_t{EPOLLIN} : 0U) |
                 ((what & CURL_POLL_OUT) != 0 ? std::uint32_t{EPOLLOUT} : 0U);
  event.data.fd = fd;
  ::epoll_ctl(loop.epoll, known == nullptr ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
  curl_multi_assign(loop.multi, fd, &loop);
  return 0;
}

int OnTimer(CURLM* /*multi*/, long millis, void* loop) {
  auto& due = static_cast<Loop*>(loop)->due;
  due.reset();
  if (millis >= 0) due = Clock::now() + std::chrono::milliseconds(millis);
  return 0;
}

// False if the station has no more.
bool AskNext(Loop& loop, Station& station) {
  if (station.next == station.pages.size()) return false;
  const Page& page = station.pages[station.next++];
  curl_slist_free_all(station.headers);
  station.headers = nullptr;
  for (const char* line :
       {page.host.c_str(), "User-Agent: meguri",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Encoding: gzip, br"}) {
    station.headers = curl_slist_append(station.headers, line);
  }
  curl_easy_setopt(station.easy, CURLOPT_HTTPHEADER, station.headers);
  curl_easy_setopt(station.easy, CURLOPT_URL, page.url.c_str());
  curl_multi_add_handle(loop.multi, station.easy);
  ++loop.under_way;
  return true;
}

void Begin(Loop& loop, Station& station) {
  station.easy = curl_easy_init();
  curl_easy_setopt(station.easy, CURLOPT_PROXY, "");
  curl_easy_setopt(station.easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(station.easy, CURLOPT_PRIVATE, &station);
  curl_easy_setopt(station.easy, CURLOPT_WRITEFUNCTION, &Drop);
  curl_easy_setopt(station.easy, CURLOPT_WRITEDATA, &loop);
  curl_easy_setopt(station.easy, CURLOPT_PATH_AS_IS, 1L);
  AskNext(loop, station);
}

void End(Station& station) {
  curl_easy_cleanup(station.easy);
  station.easy = nullptr;
  curl_slist_free_all(station.headers);
}

void Reap(Loop& loop, std::deque<Station*>& waiting) {
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(loop.multi, &left)) {
    CURL* easy = message->easy_handle;
    const bool good = message->data.result == CURLE_OK;
    char* of_station = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &of_station);
    curl_multi_remove_handle(loop.multi, easy);
    --loop.under_way;
    ++loop.pages;
    if (!good) ++loop.failed;
    auto& station = *reinterpret_cast<Station*>(of_station);
    if (AskNext(loop, station)) continue;
    End(station);
    if (waiting.empty()) continue;
    Begin(loop, *waiting.front());
    waiting.pop_front();
  }
}

// Milliseconds, for epoll; -1: no timer.
int Wait(const Loop& loop) {
  if (!loop.due) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*loop.due - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

void Run(Loop& loop, std::deque<Station*>& waiting) {
  constexpr int kEvents = 512;
  std::array<epoll_event, kEvents> events{};
  int running = 0;
  while (loop.under_way > 0) {
    const int count = ::epoll_wait(loop.epoll, events.data(), kEvents, Wait(loop));
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events.at(static_cast<std::size_t>(i));
      const int what = ((event.events & EPOLLIN) != 0U ? CURL_CSELECT_IN : 0) |
                       ((event.events & EPOLLOUT) != 0U ? CURL_CSELECT_OUT : 0) |
                       ((event.events & (EPOLLERR | EPOLLHUP)) != 0U ? CURL_CSELECT_ERR : 0);
      curl_multi_socket_action(loop.multi, event.data.fd, what, &running);
    }
    if (loop.due && Clock::now() >= *loop.due) {
      loop.due.reset();
      curl_multi_socket_action(loop.multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    Reap(loop, waiting);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: crawl_bare_loop CONNECTIONS LIST\n");
    return 2;
  }
  const auto connections = std::strtoull(argv[1], nullptr, 10);
  auto stations = ReadList(argv[2]);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  Loop loop;
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETFUNCTION, &OnSocket);
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETDATA, &loop);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERFUNCTION, &OnTimer);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERDATA, &loop);
  curl_multi_setopt(loop.multi, CURLMOPT_MAXCONNECTS, static_cast<long>(connections));
  std::deque<Station*> waiting;
  for (auto& [address, station] : stations)
    waiting.push_back(&station);
  for (; loop.under_way < connections && !waiting.empty(); waiting.pop_front())
    Begin(loop, *waiting.front());
  Run(loop, waiting);
  curl_multi_cleanup(loop.multi);
  ::close(loop.epoll);
  fmt::print("{} pages, {} bytes, {} failed\n", loop.pages, loop.bytes, loop.failed);
  return loop.failed == 0 && loop.pages > 0 ? 0 : 1;
}
