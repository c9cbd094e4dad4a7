// The lab's own certificate authority: a P-256 key and a root certificate, kept in a folder so that
// a browser or a crawler needs to be told only once to trust it, and certificates that it signs.
//
// ca.key (mode 0600) and ca.pem are made on the first call and read on later ones. Validity is by
// the machine's clock, whatever the lab's virtual time: that is what clients check by. Leaf
// certificates all have one key, made anew at each start; they are as Chromium wants them
// (subjectAltName, serverAuth, below 398 days). Issuing takes about 70 µs. Thread-compatible.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "lab/tls/openssl_handle.h"

namespace meguri::lab {

enum class Validity : std::uint8_t { kNow, kExpired };

class CertificateAuthority {
 public:
  // Makes the folder too. Fails with kCorrupt if what is there is no authority, or half of one,
  // or expired; it is never replaced.
  static Result<CertificateAuthority> LoadOrMake(const std::string& folder);

  // For a host's name or an address literal. nullptr if OpenSSL fails.
  CertificateHandle Issue(std::string_view host, Validity validity) const;

  EVP_PKEY* leaf_key() const { return leaf_key_.get(); }
  const std::string& certificate_path() const { return certificate_path_; }  // ca.pem

 private:
  CertificateAuthority() = default;

  std::string certificate_path_;
  KeyHandle key_;
  CertificateHandle certificate_;
  KeyHandle leaf_key_;
};

}  // namespace meguri::lab
