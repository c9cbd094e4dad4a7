// The digests in an archive: "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A".
//
// Digester counts bytes in; LabelledDigest is what a record claims, in any of the alphabets that
// are met: base32 (the custom for SHA-1), hex, base64 and base64url, padded or not.
// Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::warc {

enum class DigestAlgorithm : std::uint8_t { kMd5, kSha1, kSha256, kSha512 };

// "sha1", "sha256", …
std::string_view DigestAlgorithmName(DigestAlgorithm algorithm);
// "SHA-1", "sha1", "sha-256", … in any case.
std::optional<DigestAlgorithm> FindDigestAlgorithm(std::string_view name);

class Digester {
 public:
  explicit Digester(DigestAlgorithm algorithm);
  ~Digester();
  Digester(Digester&&) noexcept;
  Digester& operator=(Digester&&) noexcept;

  void Update(std::string_view bytes);
  // The raw digest of all bytes since the last call, 16 to 64 bytes; begins anew.
  std::string Finish();
  // The same in place of what `raw` holds, whose memory is used again.
  void FinishInto(std::string& raw);

  DigestAlgorithm algorithm() const { return algorithm_; }

 private:
  struct State;
  DigestAlgorithm algorithm_;
  std::unique_ptr<State> state_;
};

// A digest as a record has it.
struct LabelledDigest {
  DigestAlgorithm algorithm = DigestAlgorithm::kSha1;
  std::string raw;

  bool operator==(const LabelledDigest&) const = default;
};

// nullopt if it has no label, one that is not known, or is of the wrong length for it.
std::optional<LabelledDigest> ParseLabelledDigest(std::string_view text);

// "sha1:B2LT…": base32 for MD5 and SHA-1, hex for the longer ones, as is the custom.
std::string FormatLabelledDigest(DigestAlgorithm algorithm, std::string_view raw);
// The same at the end of `out`.
void AppendLabelledDigest(DigestAlgorithm algorithm, std::string_view raw, std::string& out);

// RFC 4648, without padding.
std::string EncodeBase32(std::string_view bytes);
// Of either case, padded or not; nullopt if it is not base32.
std::optional<std::string> DecodeBase32(std::string_view text);

}  // namespace meguri::warc
