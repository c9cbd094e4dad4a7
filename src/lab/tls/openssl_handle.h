// OpenSSL's objects, freed when they go, and its errors as text.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace meguri::lab {

template <auto Free>
struct FreeWith {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};

using BioHandle = std::unique_ptr<BIO, FreeWith<BIO_free_all>>;
using KeyHandle = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using CertificateHandle = std::unique_ptr<X509, FreeWith<X509_free>>;
using ExtensionHandle = std::unique_ptr<X509_EXTENSION, FreeWith<X509_EXTENSION_free>>;
using ContextHandle = std::unique_ptr<SSL_CTX, FreeWith<SSL_CTX_free>>;
using SslHandle = std::unique_ptr<SSL, FreeWith<SSL_free>>;

// What OpenSSL says of its last failure in this thread; clears it.
std::string OpensslError();

}  // namespace meguri::lab
