#include "lab/tls/key_pin.h"

#include <openssl/sha.h>
#include <openssl/x509.h>

#include <array>
#include <string_view>

#include "http/base64.h"

namespace meguri::lab {

std::string KeyPin(EVP_PKEY* key) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key, &der);
  if (size <= 0) return "";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256(der, static_cast<std::size_t>(size), digest.data());
  OPENSSL_free(der);
  return http::EncodeBase64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace meguri::lab
