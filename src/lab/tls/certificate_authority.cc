#include "lab/tls/certificate_authority.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/ip_address.h"
#include "base/owned_fd.h"

namespace meguri::lab {

std::string OpensslError() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (code == 0) return "no reason given";
  std::array<char, 256> text{};
  ERR_error_string_n(code, text.data(), text.size());
  return text.data();
}

namespace {

constexpr long kDay = 24L * 3600;
constexpr long kRootDays = 3650;
constexpr long kLeafDays = 90;

bool AddExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const ExtensionHandle extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
  return extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// What is each certificate's own: a random serial, the name, how long it holds.
bool SetIdentity(X509* certificate, std::string_view name, long from, long until) {
  std::array<unsigned char, 16> serial{};
  if (RAND_bytes(serial.data(), serial.size()) != 1) return false;
  serial[0] &= 0x7FU;  // positive
  serial[0] |= 0x40U;
  BIGNUM* const number = BN_bin2bn(serial.data(), serial.size(), nullptr);
  BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
  BN_free(number);
  X509_gmtime_adj(X509_getm_notBefore(certificate), from);
  X509_gmtime_adj(X509_getm_notAfter(certificate), until);
  // A common name has 64 characters at most; clients look at subjectAltName alone.
  const std::string_view common = name.substr(0, 64);
  return X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                                    reinterpret_cast<const unsigned char*>(common.data()),
                                    static_cast<int>(common.size()), -1, 0) == 1;
}

CertificateHandle NewRoot(EVP_PKEY* key) {
  CertificateHandle root(X509_new());
  X509* const x = root.get();
  const bool made =
      x != nullptr && X509_set_version(x, X509_VERSION_3) == 1 &&
      SetIdentity(x, "Meguri lab CA", -kDay, kRootDays * kDay) && X509_set_pubkey(x, key) == 1 &&
      X509_set_issuer_name(x, X509_get_subject_name(x)) == 1 &&
      AddExtension(x, x, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
      AddExtension(x, x, NID_key_usage, "critical,keyCertSign,cRLSign") &&
      AddExtension(x, x, NID_subject_key_identifier, "hash") && X509_sign(x, key, EVP_sha256()) > 0;
  return made ? std::move(root) : nullptr;
}

// A key of OpenSSL's old kind. The new kind goes through the encoders of its providers each time
// that it is put into a certificate, which takes 240 µs instead of 5 (OpenSSL 3.0).
KeyHandle NewLeafKey() {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  KeyHandle key(EVP_PKEY_new());
  EC_KEY* const ec = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
  if (key != nullptr && ec != nullptr && EC_KEY_generate_key(ec) == 1 &&
      EVP_PKEY_assign_EC_KEY(key.get(), ec) == 1) {
    return key;
  }
  EC_KEY_free(ec);
#pragma GCC diagnostic pop
  return nullptr;
}

// Through a temporary file, so that no half of it is ever seen under its name.
Status WriteNewFile(const std::string& path, mode_t mode, std::string_view bytes) {
  const std::string temporary = path + ".tmp";
  {
    ::unlink(temporary.c_str());
    const OwnedFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.get() < 0) return tl::unexpected(FileError(temporary, "create", errno));
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written != static_cast<ssize_t>(bytes.size()) || ::fsync(file.get()) != 0) {
      return tl::unexpected(FileError(temporary, "write", errno));
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    return tl::unexpected(FileError(path, "create", errno));
  }
  return {};
}

std::string PemOf(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

Status MakeFiles(const std::string& key_path, const std::string& certificate_path) {
  const KeyHandle key(EVP_EC_gen("P-256"));
  const CertificateHandle root = key == nullptr ? nullptr : NewRoot(key.get());
  const BioHandle key_pem(BIO_new(BIO_s_mem()));
  const BioHandle root_pem(BIO_new(BIO_s_mem()));
  if (root == nullptr ||
      PEM_write_bio_PrivateKey(key_pem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) !=
          1 ||
      PEM_write_bio_X509(root_pem.get(), root.get()) != 1) {
    return Fail(ErrorCode::kIo, "can't make a certificate authority: " + OpensslError());
  }
  MEGURI_CHECK_STATUS(WriteNewFile(key_path, 0600, PemOf(key_pem.get())));
  return WriteNewFile(certificate_path, 0644, PemOf(root_pem.get()));
}

tl::unexpected<Error> Corrupt(const std::string& path, std::string_view why) {
  ERR_clear_error();
  return Fail(ErrorCode::kCorrupt,
              fmt::format("{}: {}; remove ca.key and ca.pem to have new ones made", path, why));
}

}  // namespace

Result<CertificateAuthority> CertificateAuthority::LoadOrMake(const std::string& folder) {
  RealFiles files;
  MEGURI_CHECK_STATUS(files.MakeDirectories(folder));
  // Two labs that start at once must not make half each.
  const OwnedFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_EX) != 0) {
    return tl::unexpected(FileError(folder, "lock", errno));
  }
  CertificateAuthority authority;
  const std::string key_path = folder + "/ca.key";
  authority.certificate_path_ = folder + "/ca.pem";
  const bool has_key = ::access(key_path.c_str(), F_OK) == 0;
  const bool has_certificate = ::access(authority.certificate_path_.c_str(), F_OK) == 0;
  if (!has_key && !has_certificate) {
    MEGURI_CHECK_STATUS(MakeFiles(key_path, authority.certificate_path_));
  }
  MEGURI_TRY(const std::string key_pem, ReadWholeFile(files, key_path, 1 << 20));
  MEGURI_TRY(const std::string root_pem,
             ReadWholeFile(files, authority.certificate_path_, 1 << 20));
  const BioHandle key_bio(BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size())));
  const BioHandle root_bio(BIO_new_mem_buf(root_pem.data(), static_cast<int>(root_pem.size())));
  // An empty password, or OpenSSL asks the terminal for one.
  std::array<char, 1> no_password{};
  authority.key_.reset(
      PEM_read_bio_PrivateKey(key_bio.get(), nullptr, nullptr, no_password.data()));
  if (authority.key_ == nullptr) return Corrupt(key_path, "is no private key in PEM");
  authority.certificate_.reset(PEM_read_bio_X509(root_bio.get(), nullptr, nullptr, nullptr));
  X509* const root = authority.certificate_.get();
  if (root == nullptr) return Corrupt(authority.certificate_path_, "is no certificate in PEM");
  if (X509_check_private_key(root, authority.key_.get()) != 1) {
    return Corrupt(authority.certificate_path_, "does not belong to ca.key");
  }
  if (X509_check_ca(root) != 1) return Corrupt(authority.certificate_path_, "is no authority's");
  if (X509_cmp_current_time(X509_get0_notAfter(root)) <= 0) {
    return Corrupt(authority.certificate_path_, "has expired");
  }
  authority.leaf_key_ = NewLeafKey();
  if (authority.leaf_key_ == nullptr) {
    return Fail(ErrorCode::kIo, "can't make a key: " + OpensslError());
  }
  return authority;
}

CertificateHandle CertificateAuthority::Issue(std::string_view host, Validity validity) const {
  const bool expired = validity == Validity::kExpired;
  const bool is_address = IpAddress::Parse(host).has_value();
  CertificateHandle leaf(X509_new());
  X509* const x = leaf.get();
  X509* const root = certificate_.get();
  const bool made = x != nullptr && X509_set_version(x, X509_VERSION_3) == 1 &&
                    SetIdentity(x, host, expired ? -365 * kDay : -kDay,
                                expired ? -(365 - kLeafDays) * kDay : kLeafDays * kDay) &&
                    X509_set_pubkey(x, leaf_key_.get()) == 1 &&
                    X509_set_issuer_name(x, X509_get_subject_name(root)) == 1 &&
                    AddExtension(x, root, NID_basic_constraints, "critical,CA:FALSE") &&
                    AddExtension(x, root, NID_key_usage, "critical,digitalSignature") &&
                    AddExtension(x, root, NID_ext_key_usage, "serverAuth") &&
                    AddExtension(x, root, NID_subject_key_identifier, "hash") &&
                    AddExtension(x, root, NID_authority_key_identifier, "keyid") &&
                    AddExtension(x, root, NID_subject_alt_name,
                                 fmt::format("{}:{}", is_address ? "IP" : "DNS", host)) &&
                    X509_sign(x, key_.get(), EVP_sha256()) > 0;
  return made ? std::move(leaf) : nullptr;
}

}  // namespace meguri::lab
