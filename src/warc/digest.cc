#include "warc/digest.h"

#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <utility>

#include "base/ascii.h"
#include "http/base64.h"

namespace meguri::warc {
namespace {

struct AlgorithmRow {
  DigestAlgorithm algorithm;
  std::string_view name;
  std::string_view dashed;  // as RFC 3230 and others spell it
  std::size_t bytes;
  const EVP_MD* (*evp)();
};

constexpr std::array kAlgorithms = {
    AlgorithmRow{DigestAlgorithm::kMd5, "md5", "md-5", 16, EVP_md5},
    AlgorithmRow{DigestAlgorithm::kSha1, "sha1", "sha-1", 20, EVP_sha1},
    AlgorithmRow{DigestAlgorithm::kSha256, "sha256", "sha-256", 32, EVP_sha256},
    AlgorithmRow{DigestAlgorithm::kSha512, "sha512", "sha-512", 64, EVP_sha512},
};

const AlgorithmRow& RowOf(DigestAlgorithm algorithm) {
  return kAlgorithms[static_cast<std::size_t>(algorithm)];
}

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

std::optional<std::string> DecodeHex(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const int high = HexDigitValue(text[i]);
    const int low = HexDigitValue(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

void AppendHex(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigitsLower[byte >> 4U];
    out += kHexDigitsLower[byte & 15U];
  }
}

void AppendBase32(std::string_view bytes, std::string& out) {
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    buffer = (buffer << 8U) | static_cast<unsigned char>(c);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += kBase32[(buffer >> bits) & 31U];
    }
  }
  if (bits > 0) out += kBase32[(buffer << (5 - bits)) & 31U];
}

std::optional<std::string> DecodeBase64Url(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (c == '-') c = '+';
    if (c == '_') c = '/';
  }
  return http::DecodeBase64(plain);
}

}  // namespace

std::string_view DigestAlgorithmName(DigestAlgorithm algorithm) { return RowOf(algorithm).name; }

std::optional<DigestAlgorithm> FindDigestAlgorithm(std::string_view name) {
  for (const AlgorithmRow& row : kAlgorithms) {
    if (EqualsIgnoringAsciiCase(name, row.name) || EqualsIgnoringAsciiCase(name, row.dashed)) {
      return row.algorithm;
    }
  }
  return std::nullopt;
}

struct Digester::State {
  EVP_MD* md = nullptr;  // fetched once: EVP_sha1() is looked up anew in each Init, for 1 µs
  EVP_MD_CTX* context = nullptr;

  ~State() {
    EVP_MD_CTX_free(context);
    EVP_MD_free(md);
  }
};

Digester::Digester(DigestAlgorithm algorithm)
    : algorithm_(algorithm), state_(std::make_unique<State>()) {
  state_->md = EVP_MD_fetch(nullptr, EVP_MD_get0_name(RowOf(algorithm).evp()), nullptr);
  state_->context = EVP_MD_CTX_new();
  [[maybe_unused]] const int ok = EVP_DigestInit_ex2(state_->context, state_->md, nullptr);
  assert(ok == 1);  // of the default provider: can't fail but for memory
}

Digester::~Digester() = default;
Digester::Digester(Digester&&) noexcept = default;
Digester& Digester::operator=(Digester&&) noexcept = default;

void Digester::Update(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

std::string Digester::Finish() {
  std::string raw;
  FinishInto(raw);
  return raw;
}

void Digester::FinishInto(std::string& raw) {
  raw.resize(RowOf(algorithm_).bytes);
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context, reinterpret_cast<unsigned char*>(raw.data()), &size);
  assert(size == raw.size());
  EVP_DigestInit_ex2(state_->context, state_->md, nullptr);
}

std::optional<LabelledDigest> ParseLabelledDigest(std::string_view text) {
  text = TrimAsciiSpace(text);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<DigestAlgorithm> algorithm = FindDigestAlgorithm(text.substr(0, colon));
  if (!algorithm) return std::nullopt;
  std::string_view value = text.substr(colon + 1);
  while (value.ends_with('=')) {
    value.remove_suffix(1);
  }
  // The length tells the alphabets apart: for n bytes hex has 2n, base32 8n/5, base64 4n/3.
  const std::size_t bytes = RowOf(*algorithm).bytes;
  std::optional<std::string> raw;
  if (value.size() == bytes * 2) {
    raw = DecodeHex(value);
  } else if (value.size() == (bytes * 8 + 4) / 5) {
    raw = DecodeBase32(value);
  } else if (value.size() == (bytes * 4 + 2) / 3) {
    raw = DecodeBase64Url(value);
  }
  if (!raw || raw->size() != bytes) return std::nullopt;
  return LabelledDigest{*algorithm, *std::move(raw)};
}

std::string FormatLabelledDigest(DigestAlgorithm algorithm, std::string_view raw) {
  std::string text;
  AppendLabelledDigest(algorithm, raw, text);
  return text;
}

void AppendLabelledDigest(DigestAlgorithm algorithm, std::string_view raw, std::string& out) {
  out += DigestAlgorithmName(algorithm);
  out += ':';
  if (raw.size() <= 20) {
    AppendBase32(raw, out);
  } else {
    AppendHex(raw, out);
  }
}

std::string EncodeBase32(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() * 8 + 4) / 5);
  AppendBase32(bytes, text);
  return text;
}

std::optional<std::string> DecodeBase32(std::string_view text) {
  while (text.ends_with('=')) {
    text.remove_suffix(1);
  }
  std::string bytes;
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t value = kBase32.find(AsciiToUpper(c));
    if (value == std::string_view::npos) return std::nullopt;
    buffer = (buffer << 5U) | static_cast<std::uint32_t>(value);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>((buffer >> bits) & 255U);
    }
  }
  return bytes;
}

}  // namespace meguri::warc
