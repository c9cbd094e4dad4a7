#include "app/doctor/certificate_check.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/printable.h"

namespace meguri::app {
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20U;  // Debian's has 0.2 MB

struct FreeStore {
  void operator()(X509_STORE* store) const { X509_STORE_free(store); }
};

Status IsReasonableFile(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    return Fail(ErrorCode::kNotFound, fmt::format("{}: there is no such file", Printable(path)));
  if (status.type() != std::filesystem::file_type::regular)
    return Fail(ErrorCode::kIo, fmt::format("{}: not a file of certificates", Printable(path)));
  if (std::filesystem::file_size(path, error) > kMostBytes)
    return Fail(ErrorCode::kIo, fmt::format("{}: too large for certificates", Printable(path)));
  return {};
}

void Count(const X509& certificate, std::time_t now, CertificateFacts& facts) {
  // An unreadable date (0) counts for expired.
  if (X509_cmp_time(X509_get0_notAfter(&certificate), &now) <= 0) {
    ++facts.expired;
  } else if (X509_cmp_time(X509_get0_notBefore(&certificate), &now) > 0) {
    ++facts.not_yet;
  } else {
    ++facts.valid;
  }
}

}  // namespace

Result<CertificateFacts> ReadCertificates(const std::string& path, WallTime now) {
  MEGURI_CHECK_STATUS(IsReasonableFile(path));
  const std::unique_ptr<X509_STORE, FreeStore> store(X509_STORE_new());
  ERR_clear_error();
  if (store == nullptr || X509_STORE_load_file(store.get(), path.c_str()) != 1) {
    const char* const reason = ERR_reason_error_string(ERR_peek_error());
    const std::string why = reason == nullptr ? "" : fmt::format(" ({})", reason);
    ERR_clear_error();
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: the certificates can't be read{}", Printable(path), why));
  }
  CertificateFacts facts{.file = Printable(path)};
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  const STACK_OF(X509_OBJECT)* const objects = X509_STORE_get0_objects(store.get());
  for (int i = 0; i < sk_X509_OBJECT_num(objects); ++i) {
    const X509* const certificate = X509_OBJECT_get0_X509(sk_X509_OBJECT_value(objects, i));
    if (certificate != nullptr) Count(*certificate, seconds, facts);
  }
  return facts;
}

Finding JudgeCertificates(const Result<CertificateFacts>& facts, bool own) {
  constexpr std::string_view kName = "certificates";
  const std::string advice =
      own ? "Name a file of certificates in PEM with --ca-file, or leave it out to trust those of "
            "the machine."
          : "Install them as root (apt install --reinstall ca-certificates), or name a file with "
            "--ca-file; without them no https page can be fetched.";
  if (!facts) return FoundFailing(kName, facts.error().context, advice);
  const std::size_t count = facts->valid + facts->expired + facts->not_yet;
  std::string found = fmt::format("{} in {}", count, facts->file);
  if (count == 0) return FoundFailing(kName, found, advice);
  if (facts->expired > 0) found += fmt::format(", {} expired", facts->expired);
  if (facts->not_yet > 0) found += fmt::format(", {} not valid yet", facts->not_yet);
  if (facts->valid > 0) return FoundOk(kName, found);
  return FoundFailing(kName, found,
                      "Check the machine's date (date -u); if it is right, these certificates are "
                      "of no use: " +
                          advice);
}

}  // namespace meguri::app
