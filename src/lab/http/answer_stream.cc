#include "lab/http/answer_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace meguri::lab {

std::uint64_t BodyBytes(const WebAnswer& answer) {
  return answer.body.size() + answer.delivery.repeats * answer.delivery.repeated.size() +
         answer.delivery.trailer.size();
}

AnswerStream::AnswerStream(std::string head, WebAnswer& answer, bool has_body)
    : head_(std::move(head)),
      body_(std::move(answer.body)),
      delivery_(std::move(answer.delivery)),
      body_left_(has_body
                     ? delivery_.reset_after.value_or(std::numeric_limits<std::uint64_t>::max())
                     : 0) {
  SkipToNextByte();
}

const std::string& AnswerStream::text() const {
  switch (part_) {
    case Part::kHead:
      return head_;
    case Part::kFiller:
      return filler_;
    case Part::kBody:
      return body_;
    case Part::kRepeated:
      return delivery_.repeated;
    case Part::kTrailer:
    case Part::kEnd:
      break;
  }
  return delivery_.trailer;
}

void AnswerStream::NextPart() {
  offset_ = 0;
  switch (part_) {
    case Part::kHead:
    case Part::kFiller:
      part_ = delivery_.endless_head ? Part::kFiller : Part::kBody;
      if (delivery_.endless_head) filler_ = fmt::format("X-Endless-{}: and so on\r\n", repeat_++);
      return;
    case Part::kBody:
      part_ = Part::kRepeated;
      repeat_ = 0;
      if (delivery_.numbered) places_ = NumberPlaces(delivery_.repeated);
      WriteNumber(places_, repeat_, delivery_.repeated);
      if (delivery_.repeats > 0 && !delivery_.repeated.empty()) return;
      break;
    case Part::kRepeated:
      WriteNumber(places_, ++repeat_, delivery_.repeated);
      if (repeat_ < delivery_.repeats) return;
      break;
    case Part::kTrailer:
    case Part::kEnd:
      part_ = Part::kEnd;
      return;
  }
  part_ = Part::kTrailer;
}

void AnswerStream::SkipToNextByte() {
  while (part_ != Part::kEnd) {
    if (!in_head() && body_left_ == 0) part_ = Part::kEnd;
    if (offset_ < text().size()) return;
    NextPart();
  }
}

std::size_t AnswerStream::Fill(std::size_t max, std::string& out) {
  std::size_t done = 0;
  while (done < max && part_ != Part::kEnd) {
    const std::string& from = text();
    std::size_t size = std::min(max - done, from.size() - offset_);
    if (!in_head()) {
      size = static_cast<std::size_t>(std::min<std::uint64_t>(size, body_left_));
      body_left_ -= size;
    }
    out.append(from, offset_, size);
    offset_ += size;
    done += size;
    SkipToNextByte();
  }
  return done;
}

}  // namespace meguri::lab
