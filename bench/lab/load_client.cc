// usage: lab_load_client http|https PORT PAGES LIST: gets PAGES pages over keep-alive connections,
// one to each address of LIST (lines "ADDRESS HOST TARGET"), which asks for its lines in turns, one
// request at a time. Prints "connected", waits for a line, loads, prints pages, body bytes and
// seconds, and waits for another line. Exit 1 if a page was not answered with 200 and a
// Content-Length.
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Settings {
  bool tls = false;
  std::uint16_t port = 0;
  std::uint64_t pages = 0;
};

// What a connection asks for.
struct Station {
  std::string host;  // of the first request, for TLS
  std::vector<std::string> requests;
};

using Stations = std::map<std::string, Station>;  // by address

Stations ReadList(const char* path) {
  Stations stations;
  std::ifstream list(path);
  std::string address;
  std::string host;
  std::string target;
  while (list >> address >> host >> target) {
    Station& station = stations[address];
    if (station.host.empty()) station.host = host;
    station.requests.push_back(
        fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: load/1 (+http://load.test/)\r\n"
                    "Accept: */*\r\n\r\n",
                    target, host));
  }
  return stations;
}

struct Totals {
  std::uint64_t asked = 0;
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
};

// One connection. Steps until it would block.
class Client {
 public:
  Client(const Settings& settings, const std::string& to, const Station& station, SSL_CTX* context)
      : station_(station), fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(settings.port);
    ::inet_pton(AF_INET, to.c_str(), &address.sin_addr);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (!connected_) return;
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (context == nullptr) return;
    ssl_ = SSL_new(context);
    SSL_set_fd(ssl_, fd_);
    SSL_set_tlsext_host_name(ssl_, station.host.c_str());
    connected_ = SSL_connect(ssl_) == 1;
  }
  ~Client() {
    if (ssl_ != nullptr) SSL_free(ssl_);
    if (fd_ >= 0) ::close(fd_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  int fd() const { return fd_; }

  bool Ask() {
    const std::string& request = station_.requests[next_++ % station_.requests.size()];
    const auto size = static_cast<int>(request.size());
    return ssl_ != nullptr ? SSL_write(ssl_, request.data(), size) == size
                           : ::send(fd_, request.data(), request.size(), MSG_NOSIGNAL) == size;
  }

  // Reads what is there. False if something is wrong; `done` when the page is whole.
  bool Read(std::vector<char>& buffer, bool& done, Totals& totals) {
    for (;;) {
      const ssize_t got = ReadSome(buffer);
      if (got < 0) return true;
      if (got == 0 || !Take({buffer.data(), static_cast<std::size_t>(got)}, totals)) return false;
      if (head_done_ && body_left_ == 0) {
        head_done_ = false;
        head_.clear();
        done = true;
        return true;
      }
    }
  }

 private:
  // -1: would block.
  ssize_t ReadSome(std::vector<char>& buffer) {
    if (ssl_ == nullptr) {
      const ssize_t got = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
      return got < 0 && errno != EAGAIN ? 0 : got;
    }
    const int got = SSL_read(ssl_, buffer.data(), static_cast<int>(buffer.size()));
    if (got > 0) return got;
    return SSL_get_error(ssl_, got) == SSL_ERROR_WANT_READ ? -1 : 0;
  }

  bool Take(std::string_view bytes, Totals& totals) {
    if (!head_done_) {
      head_ += bytes;
      const std::size_t end = head_.find("\r\n\r\n");
      if (end == std::string::npos) return head_.size() < 65536;
      const std::size_t length = head_.find("Content-Length: ");
      if (!head_.starts_with("HTTP/1.1 200") || length > end) {
        std::fprintf(stderr, "not a page: %.200s\n", head_.c_str());
        return false;
      }
      body_left_ = std::strtoull(head_.c_str() + length + 16, nullptr, 10);
      totals.bytes += body_left_;
      head_done_ = true;
      bytes = bytes.substr(bytes.size() - (head_.size() - end - 4));
    }
    if (bytes.size() > body_left_) return false;
    body_left_ -= bytes.size();
    return true;
  }

  const Station& station_;
  std::size_t next_ = 0;
  int fd_;
  bool connected_ = false;
  SSL* ssl_ = nullptr;
  std::string head_;
  bool head_done_ = false;
  std::uint64_t body_left_ = 0;
};

int Load(const Settings& settings, const Stations& stations) {
  SSL_CTX* const context = settings.tls ? SSL_CTX_new(TLS_client_method()) : nullptr;
  if (context != nullptr) SSL_CTX_set_mode(context, SSL_MODE_AUTO_RETRY);
  const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  std::vector<std::unique_ptr<Client>> clients;
  for (const auto& [address, station] : stations) {
    clients.push_back(std::make_unique<Client>(settings, address, station, context));
    if (!clients.back()->connected()) {
      std::fprintf(stderr, "%s: %s\n", address.c_str(), std::strerror(errno));
      return 1;
    }
    ::fcntl(clients.back()->fd(), F_SETFL, O_NONBLOCK);  // blocking until here
    epoll_event event{.events = EPOLLIN, .data = {.ptr = clients.back().get()}};
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, clients.back()->fd(), &event);
  }
  std::printf("connected\n");
  std::fflush(stdout);
  std::getchar();  // the script reads the server's CPU time now
  Totals totals;
  const auto began = std::chrono::steady_clock::now();
  for (const auto& client : clients) {
    if (totals.asked < settings.pages && client->Ask()) ++totals.asked;
  }
  std::vector<char> buffer(std::size_t{128} << 10);
  std::array<epoll_event, 256> events{};
  while (totals.pages < totals.asked) {
    const int count = ::epoll_wait(epoll, events.data(), events.size(), 10'000);
    if (count <= 0 && errno != EINTR) {
      std::fprintf(stderr, "nothing came for 10 s\n");
      return 1;
    }
    for (int i = 0; i < count; ++i) {
      auto& client = *static_cast<Client*>(events[static_cast<std::size_t>(i)].data.ptr);
      bool done = false;
      if (!client.Read(buffer, done, totals)) {
        std::fprintf(stderr, "a connection broke\n");
        return 1;
      }
      if (!done) continue;
      ++totals.pages;
      if (totals.asked < settings.pages && client.Ask()) ++totals.asked;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("%llu pages %llu bytes %.3f s\n", static_cast<unsigned long long>(totals.pages),
              static_cast<unsigned long long>(totals.bytes), took.count());
  std::fflush(stdout);
  std::getchar();  // and now
  return totals.pages == settings.pages ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: lab_load_client http|https PORT PAGES LIST\n");
    return 2;
  }
  Settings settings;
  settings.tls = std::string_view(argv[1]) == "https";
  settings.port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  settings.pages = std::strtoull(argv[3], nullptr, 10);
  return Load(settings, ReadList(argv[4]));
}
