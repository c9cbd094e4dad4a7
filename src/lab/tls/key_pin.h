// By what a browser is told to trust certificates of one key:
// chromium --ignore-certificate-errors-spki-list=PIN.
#pragma once

#include <openssl/evp.h>

#include <string>

namespace meguri::lab {

// Base64 of the SHA-256 of the key's SubjectPublicKeyInfo; "" if OpenSSL fails.
std::string KeyPin(EVP_PKEY* key);

}  // namespace meguri::lab
