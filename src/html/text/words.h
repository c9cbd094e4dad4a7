// The words of a text and its shingles, as 64-bit hashes: what fingerprints are made of.
//
// A word is a run of letters, digits and the marks on them, in lower case (Unicode's simple
// mapping); everything else separates. Full-width ASCII is read as ASCII; soft hyphens,
// joiners and the like count as not there. Scripts that put no spaces between words (Han, Kana,
// Thai, Lao, Khmer, Burmese) give one word per character, with its marks: no dictionary needed, and
// four of them in a row say about as much as two English words. No normalisation: a precomposed
// letter and the same letter with a combining accent differ.
//
//   text      Don't  stop 東京へ   ＡＢＣ
//   words     don t  stop 東 京 へ abc
//   shingles of 4 words: "don t stop 東", "t stop 東 京", "stop 東 京 へ", "東 京 へ abc"
//
// The shingle's hash is that of its words in their order, so it can be rolled on: a word costs
// the same whatever the length of the shingle. Hashes depend on the words and the seed alone,
// equal on all platforms. Ill-formed UTF-8 separates words. Linear, no allocation, but for a
// table of 64 KiB at first use. One reader belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace meguri::html {

class WordReader {
 public:
  // A longer word is cut: what follows is the next word.
  static constexpr std::size_t kMaxWordBytes = 128;

  // REQUIRES: `text` outlives the reader.
  explicit WordReader(std::string_view text, std::uint64_t seed = 0);

  // Hashes of the next words, as many as fit in; fewer only at the end of the text. Returns how
  // many.
  std::size_t Read(std::span<std::uint64_t> out);

 private:
  std::size_t ReadShortWords(std::span<std::uint64_t> out);
  bool ReadAsciiWord(std::uint64_t& hash);
  std::size_t ReadLoneCharacters(std::span<std::uint64_t> out);
  bool ReadAnyWord(std::uint64_t& hash);
  std::uint64_t Load(std::size_t at) const;

  std::string_view text_;
  std::uint64_t seed_;
  std::size_t at_ = 0;
  const std::uint8_t* classes_;  // of the code points below U+10000
};

class ShingleReader {
 public:
  static constexpr std::size_t kWords = 4;      // what pages are compared by
  static constexpr std::size_t kMaxWords = 16;  // of a shingle

  // REQUIRES: 1 <= words_per_shingle <= kMaxWords; `text` outlives the reader.
  explicit ShingleReader(std::string_view text, std::size_t words_per_shingle = kWords,
                         std::uint64_t seed = 0);

  // Hashes of the next shingles, in the text's order, repeated ones again; fewer than fit in
  // only at the end. A text of fewer words than a shingle has, but at least one, is one shingle.
  std::size_t Read(std::span<std::uint64_t> out);

  std::size_t words_read() const { return words_read_; }

 private:
  std::uint64_t Roll(std::uint64_t word);

  WordReader words_;
  std::size_t size_;
  std::uint64_t leaving_factor_ = 1;               // kFactor to the power of size_
  std::uint64_t rolling_ = 0;                      // of the last size_ words
  std::array<std::uint64_t, kMaxWords> window_{};  // those words, as a ring
  std::size_t oldest_ = 0;                         // where in the ring
  std::size_t words_read_ = 0;
  bool short_text_done_ = false;
};

}  // namespace meguri::html
