#include "html/text/text_fingerprint.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "html/text/simhash.h"
#include "html/text/words.h"

namespace meguri::html {

TextFingerprint TextFingerprinter::Of(std::string_view text) {
  constexpr std::size_t kBatch = 256;  // hashes that stay in the innermost cache
  constexpr std::size_t kKeptBytes = std::size_t{1} << 22U;
  if (stable_.capacity() > kKeptBytes) std::string().swap(stable_);
  stable_.clear();
  AppendStableText(text, stable_);

  ShingleReader reader(stable_, ShingleReader::kWords, seed_);
  Simhash simhash;
  MinHash minhash;
  TextFingerprint result;
  std::array<std::uint64_t, kBatch> batch;
  while (const std::size_t count = reader.Read(batch)) {
    const std::span<const std::uint64_t> shingles = std::span(batch).first(count);
    simhash.Add(shingles);
    minhash.Add(shingles);
    for (const std::uint64_t shingle : shingles) {
      result.digest += shingle;  // of random numbers: no order, but each one counts
    }
  }
  result.simhash = simhash.Value();
  result.minhash = minhash.Signature();
  result.word_count = static_cast<std::uint32_t>(
      std::min<std::size_t>(reader.words_read(), std::numeric_limits<std::uint32_t>::max()));
  return result;
}

}  // namespace meguri::html
