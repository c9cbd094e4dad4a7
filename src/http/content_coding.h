// Content codings undone: gzip, deflate, br, zstd, and several one over the other.
//
//   bytes ──▶ stage "br" ──▶ stage "gzip" ──▶ content        Content-Encoding: gzip, br
//
// Bytes go in in any pieces; content comes out in pieces of at most kBufferBytes, in bounded
// memory, and the same content whatever the pieces; only of what is broken, a bomb, or too large in
// an outer coding, more or less of the beginning may come out. How it ended is a mark; what came
// out before stays usable. Limits hold for each stage, so that no inner stage can hide what an
// outer one swells to. Linear in input and output. Thread-compatible. Why the limits are what they
// are: docs/design/http.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "http/coding_stage.h"

namespace meguri::http {

// "gzip", "x-gzip", "deflate", "br", "zstd" in any case.
std::optional<Coding> FindCoding(std::string_view name);
std::string_view CodingName(Coding coding);

enum class DecodeMark : std::uint8_t {
  kMore,       // wants more bytes
  kComplete,   // whatever follows is no part of it, and is dropped
  kTruncated,  // the bytes ended before the content did
  kTooLarge,   // there is more content than max_bytes
  kBomb,       // a few bytes swell to very many
  kBroken,     // not what Content-Encoding says, or corrupt
};
// "complete", "truncated", "too_large", …
std::string_view DecodeMarkName(DecodeMark mark);

struct CodingLimits {
  std::uint64_t max_bytes = std::uint64_t{128} << 20;  // of content
  // A bomb is what has swollen by more than max_ratio and to more than bomb_floor_bytes.
  std::uint64_t bomb_floor_bytes = std::uint64_t{32} << 20;
  std::uint64_t max_ratio = 200;
};

class ContentDecoder {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
  // More of them are nobody's intention: kBroken.
  static constexpr std::size_t kMaxCodings = 4;

  // `content_encoding`: the header's combined value. Codings are undone from the last one back to
  // the first that is not known; with none to undo, bytes come out as they go in.
  explicit ContentDecoder(std::string_view content_encoding, const CodingLimits& limits = {});

  // Takes bytes off the front of `input` and returns the next piece of content, which lives until
  // the next call; "" once `input` is used up or mark() is no longer kMore. Call it until then.
  std::string_view Next(std::string_view& input MEGURI_LIFETIME_BOUND) MEGURI_LIFETIME_BOUND;
  // No more bytes will come.
  void Finish();

  DecodeMark mark() const { return mark_; }
  std::string_view error() const { return error_; }  // of kBroken: one line, static
  // What is undone, in that order.
  const std::vector<Coding>& undone() const MEGURI_LIFETIME_BOUND { return undone_; }
  // The coding that is not known, as the server spelt it; the content still has it. "" if none.
  std::string_view left() const MEGURI_LIFETIME_BOUND { return left_; }

 private:
  struct Stage {
    std::unique_ptr<CodingStage> coder;
    std::unique_ptr<char[]> buffer;  // kBufferBytes
    std::string_view pending;        // input: what is left in the buffer of the stage before
    std::uint64_t output_bytes = 0;
    bool may_hold_output = false;  // its buffer was full
  };

  std::string_view Pull(std::size_t index, std::string_view& input);
  std::string_view PassThrough(std::string_view& input);
  // Counts `size` more bytes from `stage`; gives how many of them are within the limits.
  std::size_t CountOutput(Stage& stage, std::size_t size);
  void Stop(DecodeMark mark, std::string_view error = {});

  CodingLimits limits_;
  std::vector<Coding> undone_;
  std::string left_;
  std::vector<Stage> stages_;
  std::uint64_t input_bytes_ = 0;
  std::uint64_t passed_bytes_ = 0;
  DecodeMark mark_ = DecodeMark::kMore;
  std::string_view error_;
};

struct DecodedContent {
  std::string content;
  DecodeMark mark = DecodeMark::kComplete;
  std::string_view error;  // static
  std::vector<Coding> undone;
  std::string left;
};
DecodedContent DecodeContent(std::string_view bytes, std::string_view content_encoding,
                             const CodingLimits& limits = {});

}  // namespace meguri::http
