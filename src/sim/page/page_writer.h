// Writes at the end of a string by a pointer: what a string checks and counts at every append
// costs more than the copying of a few bytes.
//
// The string is longer than what was written until Finish(). From the heap it takes what it grows
// by, nothing when the string has room for `expected` and a sixteenth more.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/byte_words.h"

namespace meguri {

class PageWriter {
 public:
  PageWriter(std::string& out, std::size_t expected) : out_(out), start_(out.size()) {
    Resize(start_ + expected);
    at_ = out_.data() + start_;
  }
  PageWriter(const PageWriter&) = delete;
  PageWriter& operator=(const PageWriter&) = delete;

  std::size_t written() const { return static_cast<std::size_t>(at_ - out_.data()) - start_; }

  void Put(std::string_view text) {
    if (text.empty()) return;  // no null pointers for memcpy()
    Reserve(text.size());
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  // A literal: its size is known to the compiler.
  template <std::size_t kSize>
  void Put(const char (&text)[kSize]) {
    Reserve(kSize);
    std::memcpy(at_, text, kSize - 1);
    at_ += kSize - 1;
  }

  // In whole pieces: if one is long enough for most texts, there is nothing for the processor to
  // mispredict. REQUIRES: kPiece bytes behind the end of `text` can be read.
  template <std::size_t kPiece>
  void PutPadded(std::string_view text) {
    Reserve(text.size() + kPiece);
    std::size_t done = 0;
    do {
      std::memcpy(at_ + done, text.data() + done, kPiece);
      done += kPiece;
    } while (done < text.size());
    at_ += text.size();
  }

  // As the value of an attribute in quotation marks.
  void PutAttribute(std::string_view value) {
    while (true) {
      const std::size_t plain = PlainLength(value);
      Put(value.substr(0, plain));
      if (plain == value.size()) return;
      PutReference(value[plain]);
      value.remove_prefix(plain + 1);
    }
  }

  void PutNumber(std::uint64_t number) {
    constexpr std::size_t kMaxDigits = 20;
    Reserve(kMaxDigits);
    at_ = std::to_chars(at_, at_ + kMaxDigits, number).ptr;
  }

  // With zeros before it. REQUIRES: it has no more digits than that.
  void PutDigits(unsigned number, std::size_t digits) {
    Reserve(digits);
    for (std::size_t i = digits; i > 0; number /= 10) {
      at_[--i] = static_cast<char>('0' + number % 10);
    }
    at_ += digits;
  }

  // The string ends where writing ended.
  void Finish() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }

 private:
  void Reserve(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) [[unlikely]] {
      Grow(bytes);
    }
  }
  void Grow(std::size_t bytes) {
    const auto used = static_cast<std::size_t>(at_ - out_.data());
    Resize(std::max(used + bytes, used + used / 16));
    at_ = out_.data() + used;
  }
  void Resize(std::size_t size) {
    out_.resize(size);
    end_ = out_.data() + size;
  }

  static bool IsSpecial(char c) { return c == '&' || c == '"' || c == '<' || c == '>'; }
  static std::uint64_t Specials(const char* from) {
    const std::uint64_t word = LoadWord(from);
    return BytesEqual(word, '&') | BytesEqual(word, '"') | BytesEqual(word, '<') |
           BytesEqual(word, '>');
  }
  // Up to the first special character.
  static std::size_t PlainLength(std::string_view value) {
    std::size_t at = 0;
    for (; at + 8 <= value.size(); at += 8) {
      const std::uint64_t special = Specials(value.data() + at);
      if (special != 0) return at + FirstByte(special);
    }
    // The last eight once more, instead of a loop over a number of bytes that nobody foresees.
    if (at > 0 && Specials(value.data() + value.size() - 8) == 0) return value.size();
    while (at < value.size() && !IsSpecial(value[at]))
      ++at;
    return at;
  }
  void PutReference(char c) {
    switch (c) {
      case '&':
        return Put("&amp;");
      case '"':
        return Put("&quot;");
      case '<':
        return Put("&lt;");
      default:
        return Put("&gt;");
    }
  }

  std::string& out_;
  std::size_t start_;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace meguri
