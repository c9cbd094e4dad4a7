// TLS without sockets: ciphertext in, plaintext out, and the other way round, so that the lab's
// connections read and write their sockets alike with and without it.
//
// TlsServer holds what all sessions share: OpenSSL's context and certificates by host, made when a
// client first asks for them and kept up to a bound. TLS 1.2 and 1.3, HTTP/1.1 by ALPN, session
// tickets. Thread-compatible: one thread for the server and all its sessions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "lab/tls/certificate_authority.h"
#include "sim/web/virtual_web.h"

namespace meguri::lab {

class TlsServer {
 public:
  // How a host of this name serves TLS.
  using ServiceOf = std::function<TlsService(std::string_view host)>;

  static Result<std::unique_ptr<TlsServer>> Create(CertificateAuthority authority);
  // Before the first session.
  void SetServiceOf(ServiceOf service_of) { service_of_ = std::move(service_of); }

  const CertificateAuthority& authority() const { return authority_; }

 private:
  friend class TlsSession;
  static constexpr std::size_t kMaxCertificates = 4096;  // about 3 kB each

  explicit TlsServer(CertificateAuthority authority) : authority_(std::move(authority)) {}
  // In every handshake, also one that resumes a session and needs no certificate.
  static int TakeName(SSL* ssl, int* alert, void* server);
  static int ChooseCertificate(SSL* ssl, void* server);
  // nullptr: the handshake is to fail.
  X509* CertificateFor(const std::string& host);

  CertificateAuthority authority_;
  ContextHandle context_;
  ServiceOf service_of_;
  std::unordered_map<std::string, CertificateHandle> certificates_;
};

class TlsSession {
 public:
  enum class State : std::uint8_t {
    kOpen,    // or still shaking hands
    kClosed,  // the client said goodbye
    kFailed,  // no handshake, or broken records
  };

  // `name`: the host if the client doesn't say which: an address literal, or what CONNECT named.
  TlsSession(TlsServer& server, std::string name);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Takes all of `ciphertext`. Plaintext goes to `plain`, its size to `size`; what has to be sent
  // (handshake, alerts) to the end of `out`. REQUIRES: plain.size() >= ciphertext.size() + 16 kB.
  void Receive(std::string_view ciphertext, std::span<char> plain, std::size_t& size,
               std::string& out);
  // Encrypts to the end of `out`. Nothing if the session has failed.
  void Send(std::string_view plain, std::string& out);
  void Close(std::string& out);  // says goodbye

  State state() const { return state_; }
  // Lower case; what the client named, else "".
  const std::string& asked_name() const { return asked_name_; }
  // That, or the name that the session was made with.
  const std::string& name() const { return asked_name_.empty() ? name_ : asked_name_; }

 private:
  friend class TlsServer;
  // What OpenSSL reads from and writes to.
  struct Wire {
    std::string_view in;
    std::string* out = nullptr;
  };
  static int ReadWire(BIO* bio, char* into, int size);
  static int WriteWire(BIO* bio, const char* from, int size);
  static long ControlWire(BIO* bio, int command, long number, void* pointer);
  static BIO_METHOD* WireMethod();

  Wire wire_;
  std::string name_;
  std::string asked_name_;
  State state_ = State::kOpen;
  SslHandle ssl_;
};

}  // namespace meguri::lab
