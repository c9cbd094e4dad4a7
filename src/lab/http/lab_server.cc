#include "lab/http/lab_server.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "lab/http/event_loop.h"
#include "lab/tls/certificate_authority.h"

namespace meguri {
namespace {

// Descriptors for all else that the process has open.
constexpr std::size_t kSpareDescriptors = 64;

}  // namespace

Result<std::unique_ptr<LabServer>> LabServer::Start(const LabServerOptions& options,
                                                    const Logger& logger) {
  std::unique_ptr<LabServer> server(new LabServer(options, logger));
  MEGURI_TRY(lab::CertificateAuthority authority,
             lab::CertificateAuthority::LoadOrMake(options.ca_folder));
  MEGURI_TRY(server->tls_, lab::TlsServer::Create(std::move(authority)));
  server->wake_ = OwnedFd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!server->wake_) {
    return Fail(ErrorCode::kIo, std::string("eventfd: ") + std::strerror(errno));
  }
  MEGURI_TRY(server->listeners_, lab::OpenListeners(options.http_port, options.https_port));
  return server;
}

LabServer::~LabServer() = default;

Status LabServer::Run(const VirtualWeb& web, const LabClock& clock, AccessLog* log) {
  tls_->SetServiceOf([&web](std::string_view name) {
    const VirtualHost* const host = web.FindHost(name);
    return host == nullptr ? TlsService::kValid : host->tls;
  });
  const std::size_t descriptors = lab::RaiseDescriptorLimit();
  const std::size_t most = descriptors - std::min(descriptors - 1, kSpareDescriptors);
  lab::LoopContext context(web, clock, log, *tls_, counters_);
  lab::EventLoop loop(
      context, listeners_, wake_.get(),
      {.idle_timeout = options_.idle_timeout,
       .max_connections =
           options_.max_connections == 0 ? most : std::min(most, options_.max_connections)},
      logger_);
  return loop.Run();
}

void LabServer::Stop() {
  const std::uint64_t one = 1;
  // Full only if it was called 2^64 times: then the loop is awake.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

}  // namespace meguri
