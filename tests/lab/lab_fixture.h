// A lab that runs in a thread of the test, and a plain client for it that blocks, with time-outs.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "lab/http/lab_server.h"
#include "tests/lab/lab_thread.h"

namespace meguri::testing_lab {

using AnswerWith = std::function<void(const WebRequest& request, WebAnswer& answer)>;

// Hosts a.test, b.test and so on, or those with the misbehaviours of TLS, that answer as told.
class ToldSource final : public PageSource {
 public:
  explicit ToldSource(AnswerWith answer) : answer_(std::move(answer)) {}
  static std::vector<std::string> names() {
    return {"a.test", "b.test", "broken.test", "expired.test", "wrong.test"};
  }
  std::uint32_t host_count() const override { return static_cast<std::uint32_t>(names().size()); }
  std::string HostName(std::uint32_t host) const override { return names()[host]; }
  void Answer(std::uint32_t /*host*/, const WebRequest& request, WallTime /*now*/,
              WebAnswer& answer) const override {
    answer.fields = "Content-Type: text/plain\r\n";
    answer.body = "hello";
    if (answer_) answer_(request, answer);
  }
  std::uint64_t PageCount(std::uint32_t /*host*/, WallTime /*now*/) const override { return 1; }
  void ForEachPage(std::uint32_t /*host*/, WallTime /*now*/,
                   const std::function<void(std::string_view url)>& /*visit*/) const override {}
  std::string SeedUrl() const override { return "http://a.test/"; }

 private:
  AnswerWith answer_;
};

inline VirtualWeb ToldWeb(const WebPorts& ports, AnswerWith answer) {
  std::vector<VirtualWeb::Source> sources;
  sources.push_back({std::make_unique<ToldSource>(std::move(answer)),
                     {Misbehaviour::kNone, Misbehaviour::kNone, Misbehaviour::kTlsBroken,
                      Misbehaviour::kTlsExpired, Misbehaviour::kTlsWrongName}});
  ServerSpec servers;
  servers.several_addresses = 0;
  auto web = VirtualWeb::Create(servers, ports, ManualClock::kDefaultStart, std::move(sources));
  EXPECT_TRUE(web);
  return *std::move(web);
}

// One line of the log, by the names of its columns.
struct LogLine {
  std::uint64_t connection, opened, start, end;
  std::string server, scheme, host, method, url, status, bytes, ended, agent;
};

inline std::vector<LogLine> ParseLog(const std::string& text) {
  std::vector<LogLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    at = end == std::string::npos ? text.size() : end + 1;
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    EXPECT_EQ(fields.size(), 13U) << line;
    fields.resize(13);
    lines.push_back({std::stoull(fields[0]), std::stoull(fields[1]), std::stoull(fields[2]),
                     std::stoull(fields[3]), fields[4], fields[5], fields[6], fields[7], fields[8],
                     fields[9], fields[10], fields[11], fields[12]});
  }
  return lines;
}

class RunningLab : public LabThread {
 public:
  explicit RunningLab(AnswerWith answer = {}, const LabServerOptions& options = {})
      : LabThread([&](const WebPorts& /*ports*/) { return ToldWeb(WebPorts{}, std::move(answer)); },
                  options, 60, "seed = 7\nips = 3\n") {}

  // Until so many connections were accepted and all of them have gone; 10 s at most.
  void WaitUntilGone(std::uint64_t accepted) {
    const auto& counters = server().counters();
    for (int i = 0; i < 2000; ++i) {
      if (counters.connections.value() >= accepted && counters.open_connections.value() == 0)
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "the lab still has connections";
  }
  // The whole text; stops the lab first.
  std::string LogText() {
    Stop();
    RealFiles files;
    auto text = ReadWholeFile(files, log_path());
    EXPECT_TRUE(text);
    return text.value_or("");
  }
  std::vector<LogLine> Log() { return ParseLog(LogText()); }

  std::uint16_t http() const { return ports().http; }
  std::uint16_t https() const { return ports().https; }
};

struct Reply {
  std::string head;  // with the empty line; "" if none came
  std::string body;

  int status() const { return head.size() > 12 ? std::stoi(head.substr(9, 3)) : 0; }
  bool Has(std::string_view line) const {
    return head.find("\r\n" + std::string(line) + "\r\n") != std::string::npos;
  }
};

enum class Ending { kNone, kFin, kReset };

class Client {
 public:
  explicit Client(std::uint16_t port, std::uint32_t address = 0x7F010001) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(address);
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  // Takes over a socket.
  explicit Client(int fd, bool connected) : fd_(fd), connected_(connected) {}
  ~Client() { Close(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void Close() {
    if (ssl_ != nullptr) SSL_free(ssl_);
    ssl_ = nullptr;
    if (context_ != nullptr) SSL_CTX_free(context_);
    context_ = nullptr;
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  void CloseWithReset() {
    const linger hard{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    Close();
  }
  bool connected() const { return connected_; }
  int fd() const { return fd_; }
  Ending ending() const { return ending_; }
  SSL* ssl() { return ssl_; }

  // The handshake, checking the certificate for `name` against `ca`; what is wrong, "" if nothing.
  std::string StartTls(const std::string& ca, const std::string& name, bool send_name = true) {
    context_ = SSL_CTX_new(TLS_client_method());
    SSL_CTX_load_verify_file(context_, ca.c_str());
    SSL_CTX_set_verify(context_, SSL_VERIFY_PEER, nullptr);
    SSL_CTX_clear_mode(context_, SSL_MODE_AUTO_RETRY);  // a ticket alone is no reason to block
    ssl_ = SSL_new(context_);
    const bool is_address =
        !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    if (is_address) {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_), name.c_str());
    } else {
      SSL_set1_host(ssl_, name.c_str());
      if (send_name) SSL_set_tlsext_host_name(ssl_, name.c_str());
    }
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    SSL_set_fd(ssl_, fd_);
    if (SSL_connect(ssl_) == 1) return "";
    const long verify = SSL_get_verify_result(ssl_);
    return verify != X509_V_OK ? X509_verify_cert_error_string(verify) : "handshake failed";
  }

  void Send(std::string_view bytes) {
    if (ssl_ != nullptr) {
      SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()));
      return;
    }
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  // More bytes into pending_; false at the end or after `wait`.
  bool ReadSome(std::chrono::milliseconds wait) {
    char buffer[65536];
    if (ssl_ == nullptr || SSL_pending(ssl_) == 0) {
      pollfd poll{.fd = fd_, .events = POLLIN, .revents = 0};
      if (::poll(&poll, 1, static_cast<int>(wait.count())) <= 0) return false;
    }
    errno = 0;
    const ssize_t got = ssl_ != nullptr ? SSL_read(ssl_, buffer, sizeof buffer)
                                        : ::recv(fd_, buffer, sizeof buffer, 0);
    if (got > 0) {
      pending_.append(buffer, static_cast<std::size_t>(got));
      return true;
    }
    if (ssl_ != nullptr && SSL_get_error(ssl_, static_cast<int>(got)) == SSL_ERROR_WANT_READ)
      return true;
    ending_ = errno == ECONNRESET ? Ending::kReset : Ending::kFin;
    return false;
  }

  // The next answer; its body by Content-Length, unless `head_only`.
  Reply Read(bool head_only = false, std::chrono::milliseconds wait = std::chrono::seconds(10)) {
    Reply reply;
    std::size_t end = std::string::npos;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
      if (!ReadSome(wait)) return reply;
    }
    reply.head = pending_.substr(0, end + 4);
    pending_.erase(0, end + 4);
    const std::size_t length = reply.head.find("\r\nContent-Length: ");
    if (head_only || length == std::string::npos) return reply;
    const std::size_t size = std::stoull(reply.head.substr(length + 18));
    while (pending_.size() < size && ReadSome(wait)) {
    }
    reply.body = pending_.substr(0, size);
    pending_.erase(0, reply.body.size());
    return reply;
  }

  // All that comes until the connection ends.
  std::string ReadToEnd(std::chrono::milliseconds wait = std::chrono::seconds(10)) {
    while (ReadSome(wait)) {
    }
    return std::exchange(pending_, {});
  }

  Reply Get(std::string_view target, std::string_view host = "a.test", std::string_view more = "") {
    Send("GET " + std::string(target) + " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n" +
         std::string(more) + "\r\n");
    return Read();
  }

 private:
  int fd_ = -1;
  bool connected_ = false;
  Ending ending_ = Ending::kNone;
  std::string pending_;
  SSL_CTX* context_ = nullptr;
  SSL* ssl_ = nullptr;
};

}  // namespace meguri::testing_lab
