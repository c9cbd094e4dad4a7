// An answer that can't be given to the kernel at once, piece by piece: large ones, those that the
// kernel has no room for, and those whose Delivery has them cut, stretched or dripped.
//
//   head │ body │ repeated × repeats │ trailer        cut behind reset_after bytes of what follows
//   head without its empty line │ fields without end                            the head
//
// Holds the parts once, however often they repeat. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/web/web_message.h"

namespace meguri::lab {

// How many bytes the body has on the wire, if all of it is sent.
std::uint64_t BodyBytes(const WebAnswer& answer);

class AnswerStream {
 public:
  // Takes the answer's strings. `has_body`: false for HEAD and statuses without one.
  AnswerStream(std::string head, WebAnswer& answer, bool has_body);

  // Appends the next `max` bytes at most; returns how many.
  std::size_t Fill(std::size_t max, std::string& out);
  // There is nothing more to come: known with the last byte, not only when one more is asked for.
  bool finished() const { return part_ == Part::kEnd; }

  const Delivery& delivery() const { return delivery_; }
  std::size_t head_bytes() const { return head_.size(); }

 private:
  enum class Part : std::uint8_t { kHead, kFiller, kBody, kRepeated, kTrailer, kEnd };

  const std::string& text() const;
  bool in_head() const { return part_ == Part::kHead || part_ == Part::kFiller; }
  void NextPart();
  void SkipToNextByte();

  std::string head_;
  std::string body_;
  Delivery delivery_;
  std::vector<NumberPlace> places_;  // in delivery_.repeated, if it is numbered
  std::string filler_;               // one of the fields without end
  Part part_ = Part::kHead;
  std::size_t offset_ = 0;       // in the part
  std::uint64_t repeat_ = 0;     // of kRepeated and kFiller
  std::uint64_t body_left_ = 0;  // until the reset
};

}  // namespace meguri::lab
