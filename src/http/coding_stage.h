// One content coding being undone, in pieces: what content_coding.h is made of.
//
// A stage takes compressed bytes in any pieces and writes into the caller's buffer, so its memory
// is bounded by its library's: 40 KB for gzip and deflate, 16 MB for br (whose largest window that
// is), 8 MB for zstd (the largest window that RFC 9659 lets a server use; larger is refused).
// Linear in input and output together. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace meguri::http {

enum class Coding : std::uint8_t { kGzip, kDeflate, kBrotli, kZstd };

class CodingStage {
 public:
  enum class State : std::uint8_t {
    kMore,
    kEnd,     // the compressed stream is over; whatever follows it is no part of it
    kBroken,  // it can't be read further
  };

  virtual ~CodingStage() = default;
  CodingStage(const CodingStage&) = delete;
  CodingStage& operator=(const CodingStage&) = delete;

  // Takes bytes off the front of `input` and writes up to `size` bytes to `out`; returns how many.
  // Comes back when `out` is full, `input` is used up, or state() is no longer kMore. A full
  // `out` may mean that there is more to come without more input.
  virtual std::size_t Decode(std::string_view& input, char* out, std::size_t size) = 0;
  // True if the input may end here: between two gzip members, or before the first byte, since
  // servers name a coding for empty bodies too.
  virtual bool may_end() const = 0;

  State state() const { return state_; }
  std::string_view error() const { return error_; }  // of kBroken: one line, static

 protected:
  CodingStage() = default;
  void End() { state_ = State::kEnd; }
  void Break(std::string_view why) {
    state_ = State::kBroken;
    error_ = why;
  }

 private:
  State state_ = State::kMore;
  std::string_view error_;
};

std::unique_ptr<CodingStage> MakeCodingStage(Coding coding);

}  // namespace meguri::http
