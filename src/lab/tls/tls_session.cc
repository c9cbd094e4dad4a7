#include "lab/tls/tls_session.h"

#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ascii.h"

namespace meguri::lab {
namespace {

// Somebody else's, whoever is asked for.
constexpr const char* kWrongName = "somebody-else.invalid";
constexpr std::size_t kMaxRecordBytes = 16384;

int ChooseProtocol(SSL* /*ssl*/, const unsigned char** out, unsigned char* out_size,
                   const unsigned char* in, unsigned in_size, void* /*unused*/) {
  static constexpr unsigned char kHttp11[] = "\x08http/1.1";
  unsigned char* chosen = nullptr;
  if (SSL_select_next_proto(&chosen, out_size, kHttp11, sizeof kHttp11 - 1, in, in_size) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

Result<std::unique_ptr<TlsServer>> TlsServer::Create(CertificateAuthority authority) {
  std::unique_ptr<TlsServer> server(new TlsServer(std::move(authority)));
  server->context_.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* const context = server->context_.get();
  if (context == nullptr || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) {
    return Fail(ErrorCode::kIo, "can't set up TLS: " + OpensslError());
  }
  SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);  // tickets need none
  SSL_CTX_set_num_tickets(context, 1);
  SSL_CTX_set_tlsext_servername_callback(context, &TlsServer::TakeName);
  SSL_CTX_set_tlsext_servername_arg(context, server.get());
  SSL_CTX_set_cert_cb(context, &TlsServer::ChooseCertificate, server.get());
  SSL_CTX_set_alpn_select_cb(context, &ChooseProtocol, nullptr);
  return server;
}

int TlsServer::TakeName(SSL* ssl, int* alert, void* server) {
  const auto& self = *static_cast<TlsServer*>(server);
  auto& session = *static_cast<TlsSession*>(SSL_get_app_data(ssl));
  const char* const name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
  if (name == nullptr) return SSL_TLSEXT_ERR_NOACK;
  session.asked_name_ = AsciiLowered(name);
  if (!self.service_of_ || self.service_of_(session.asked_name_) != TlsService::kBroken) {
    return SSL_TLSEXT_ERR_OK;
  }
  *alert = SSL_AD_HANDSHAKE_FAILURE;
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

int TlsServer::ChooseCertificate(SSL* ssl, void* server) {
  auto& self = *static_cast<TlsServer*>(server);
  const auto& session = *static_cast<TlsSession*>(SSL_get_app_data(ssl));
  X509* const certificate = self.CertificateFor(session.name());
  return certificate != nullptr && SSL_use_certificate(ssl, certificate) == 1 &&
                 SSL_use_PrivateKey(ssl, self.authority_.leaf_key()) == 1
             ? 1
             : 0;
}

X509* TlsServer::CertificateFor(const std::string& host) {
  const TlsService service = service_of_ ? service_of_(host) : TlsService::kValid;
  if (service == TlsService::kBroken) return nullptr;
  const auto found = certificates_.find(host);
  if (found != certificates_.end()) return found->second.get();
  // Names come from clients: what can't stand in a subjectAltName's text must not get there.
  if (host.empty() || host.size() > 253 || std::ranges::any_of(host, [](char c) {
        return !IsAsciiAlphanumeric(c) && c != '.' && c != '-' && c != '_' && c != ':';
      })) {
    return nullptr;
  }
  if (certificates_.size() >= kMaxCertificates) certificates_.clear();
  CertificateHandle issued =
      authority_.Issue(service == TlsService::kWrongName ? kWrongName : std::string_view(host),
                       service == TlsService::kExpired ? Validity::kExpired : Validity::kNow);
  return certificates_.emplace(host, std::move(issued)).first->second.get();
}

int TlsSession::ReadWire(BIO* bio, char* into, int size) {
  auto& wire = *static_cast<Wire*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  if (wire.in.empty()) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const std::size_t taken = std::min(wire.in.size(), static_cast<std::size_t>(size));
  std::memcpy(into, wire.in.data(), taken);
  wire.in.remove_prefix(taken);
  return static_cast<int>(taken);
}

int TlsSession::WriteWire(BIO* bio, const char* from, int size) {
  const auto& wire = *static_cast<Wire*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  wire.out->append(from, static_cast<std::size_t>(size));
  return size;
}

long TlsSession::ControlWire(BIO* /*bio*/, int command, long /*number*/, void* /*pointer*/) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* TlsSession::WireMethod() {
  static BIO_METHOD* const kMethod = [] {
    BIO_METHOD* const made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lab wire");
    BIO_meth_set_read(made, &TlsSession::ReadWire);
    BIO_meth_set_write(made, &TlsSession::WriteWire);
    BIO_meth_set_ctrl(made, &TlsSession::ControlWire);
    return made;
  }();
  return kMethod;
}

TlsSession::TlsSession(TlsServer& server, std::string name)
    : name_(std::move(name)), ssl_(SSL_new(server.context_.get())) {
  BIO* const bio = ssl_ == nullptr ? nullptr : BIO_new(WireMethod());
  if (bio == nullptr) {
    state_ = State::kFailed;
    return;
  }
  BIO_set_data(bio, &wire_);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_app_data(ssl_.get(), this);
  SSL_set_accept_state(ssl_.get());
}

TlsSession::~TlsSession() = default;

void TlsSession::Receive(std::string_view ciphertext, std::span<char> plain, std::size_t& size,
                         std::string& out) {
  size = 0;
  wire_ = {.in = ciphertext, .out = &out};
  ERR_clear_error();
  while (state_ == State::kOpen && size < plain.size()) {
    std::size_t read = 0;
    const int result = SSL_read_ex(ssl_.get(), plain.data() + size, plain.size() - size, &read);
    size += read;
    if (result == 1) continue;
    const int why = SSL_get_error(ssl_.get(), result);
    if (why == SSL_ERROR_WANT_READ) break;
    state_ = why == SSL_ERROR_ZERO_RETURN ? State::kClosed : State::kFailed;
    ERR_clear_error();
  }
  wire_ = {};
}

void TlsSession::Send(std::string_view plain, std::string& out) {
  wire_ = {.in = {}, .out = &out};
  // A client that has said goodbye may still listen.
  while (state_ != State::kFailed && !plain.empty()) {
    std::size_t written = 0;
    const std::size_t piece = std::min(plain.size(), kMaxRecordBytes);
    if (SSL_write_ex(ssl_.get(), plain.data(), piece, &written) != 1) {
      state_ = State::kFailed;
      ERR_clear_error();
    }
    plain.remove_prefix(written);
  }
  wire_ = {};
}

void TlsSession::Close(std::string& out) {
  if (state_ == State::kFailed || SSL_is_init_finished(ssl_.get()) == 0) return;
  wire_ = {.in = {}, .out = &out};
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
  wire_ = {};
}

}  // namespace meguri::lab
