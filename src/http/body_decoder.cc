#include "http/body_decoder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "http/header_value.h"

namespace meguri::http {
namespace {

// Takes "chunked" off the end of the list of transfer codings. True if it was there. Twice is
// taken as once: a proxy added its own header.
bool TakeChunked(std::vector<std::string_view>& codings) {
  bool chunked = false;
  while (!codings.empty() && EqualsIgnoringAsciiCase(codings.back(), "chunked")) {
    chunked = true;
    codings.pop_back();
  }
  return chunked;
}

std::vector<std::string_view> TransferCodings(std::string_view value) {
  std::vector<std::string_view> codings;
  ValueSplitter splitter(value);
  while (const auto element = splitter.Next()) {
    const std::string_view name = TrimBlanks(element->substr(0, element->find(';')));
    if (!name.empty() && !EqualsIgnoringAsciiCase(name, "identity")) codings.push_back(name);
  }
  return codings;
}

std::string Joined(const std::vector<std::string_view>& parts) {
  std::string text;
  for (const std::string_view part : parts) {
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

bool HasNoBody(std::uint16_t status) { return status < 200 || status == 204 || status == 304; }

}  // namespace

ContentLength ExtractContentLength(const HeaderList& headers) {
  std::string scratch;
  const auto combined = headers.Combined("Content-Length", scratch);
  if (!combined) return {};
  ValueSplitter splitter(*combined);
  const std::string_view first = *splitter.Next();
  while (const auto other = splitter.Next()) {
    if (*other != first) return {.kind = ContentLength::Kind::kConflict, .length = 0};
  }
  const auto length = ParseDigits(first);
  if (!length) return {};
  return {.kind = ContentLength::Kind::kValid, .length = *length};
}

Framing FramingOf(const ResponseHead& head, bool to_head_request) {
  Framing framing;
  if (to_head_request || HasNoBody(head.status)) return framing;
  std::string scratch;
  const auto transfer = head.headers.Combined("Transfer-Encoding", scratch);
  std::vector<std::string_view> codings;
  if (transfer) codings = TransferCodings(*transfer);
  const ContentLength length = ExtractContentLength(head.headers);
  if (!codings.empty()) {
    framing.kind = TakeChunked(codings) ? FramingKind::kChunked : FramingKind::kUntilClose;
    framing.codings = Joined(codings);
    framing.suspect = length.kind != ContentLength::Kind::kAbsent;
    return framing;
  }
  switch (length.kind) {
    case ContentLength::Kind::kAbsent:
      framing.kind = FramingKind::kUntilClose;
      break;
    case ContentLength::Kind::kValid:
      framing.kind = FramingKind::kLength;
      framing.length = length.length;
      break;
    case ContentLength::Kind::kConflict:
      framing.suspect = true;
      framing.error = "Content-Length is given several times and differs";
      break;
  }
  return framing;
}

BodyDecoder::BodyDecoder(const Framing& framing, const BodyLimits& limits)
    : kind_(framing.kind), limits_(limits) {
  assert(framing.error.empty());
  const bool empty = kind_ == FramingKind::kLength && framing.length == 0;
  if (kind_ == FramingKind::kNone || empty) state_ = BodyState::kComplete;
  if (kind_ == FramingKind::kLength) remaining_ = framing.length;
  if (kind_ == FramingKind::kUntilClose) remaining_ = std::numeric_limits<std::uint64_t>::max();
  if (kind_ == FramingKind::kChunked) step_ = Step::kSizeStart;
}

std::string_view BodyDecoder::Next(std::string_view& input) {
  while (state_ == BodyState::kMore && !input.empty()) {
    if (step_ == Step::kPlain || step_ == Step::kData) return TakeData(input);
    TakeControl(input);
  }
  return {};
}

std::string_view BodyDecoder::TakeData(std::string_view& input) {
  const std::string_view data =
      input.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, input.size())));
  input.remove_prefix(data.size());
  body_bytes_ += data.size();
  if (kind_ == FramingKind::kUntilClose) return data;
  remaining_ -= data.size();
  if (remaining_ > 0) return data;
  if (step_ == Step::kPlain) {
    state_ = BodyState::kComplete;
  } else {
    step_ = Step::kDataEnd;
  }
  return data;
}

void BodyDecoder::TakeControl(std::string_view& input) {
  if (step_ == Step::kTrailers) return TakeTrailers(input);
  if (step_ == Step::kExtension) return TakeExtension(input);
  const char c = input.front();
  input.remove_prefix(1);
  switch (step_) {
    case Step::kSizeLf:
      if (c == '\r') return CountLineBytes(1);
      if (c != '\n') return Break("a chunk's size line has a bare carriage return");
      return EndSizeLine();
    case Step::kDataEnd:
    case Step::kDataLf:
      if (c == '\n') {
        step_ = Step::kSizeStart;
        line_bytes_ = 0;
      } else if (c == '\r') {
        step_ = Step::kDataLf;
      } else {
        Break("a chunk is longer than its size says");
      }
      return;
    default:
      return TakeSizeByte(c);
  }
}

void BodyDecoder::TakeSizeByte(char c) {
  CountLineBytes(1);
  if (state_ != BodyState::kMore) return;
  const int digit = HexDigitValue(c);
  if (step_ == Step::kSizeStart) {
    if (digit < 0) return Break("a chunk does not begin with its size");
    remaining_ = 0;
    step_ = Step::kSize;
  }
  if (step_ == Step::kSize && digit >= 0) {
    if (remaining_ >> 60U != 0) return Break("a chunk's size has more than 64 bits");
    remaining_ = remaining_ << 4U | static_cast<std::uint64_t>(digit);
    return;
  }
  switch (c) {
    case ' ':
    case '\t':
      step_ = Step::kAfterSize;
      return;
    case ';':
      step_ = Step::kExtension;
      return;
    case '\r':
      step_ = Step::kSizeLf;
      return;
    case '\n':
      return EndSizeLine();
    default:
      return Break("a chunk's size is followed by something else than an extension");
  }
}

// A CR in it is no more than another byte: only the LF ends the line.
void BodyDecoder::TakeExtension(std::string_view& input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const bool found = end < input.size();
  input.remove_prefix(found ? end + 1 : end);
  CountLineBytes(end);
  if (found && state_ == BodyState::kMore) EndSizeLine();
}

void BodyDecoder::CountLineBytes(std::size_t count) {
  line_bytes_ += count;
  if (line_bytes_ > limits_.max_chunk_line_bytes) Break("a chunk's size line is too long");
}

void BodyDecoder::EndSizeLine() { step_ = remaining_ == 0 ? Step::kTrailers : Step::kData; }

void BodyDecoder::TakeTrailers(std::string_view& input) {
  const std::size_t room = limits_.max_trailer_bytes - trailers_.size();
  const std::string_view window = input.substr(0, room);
  const auto end = trailer_end_.Scan(window);
  const std::size_t size = end.value_or(window.size());
  trailers_ += window.substr(0, size);
  input.remove_prefix(size);
  if (end) {
    state_ = BodyState::kComplete;
  } else if (trailers_.size() == limits_.max_trailer_bytes) {
    Break("the trailers are too large");
  }
}

void BodyDecoder::Break(std::string_view why) {
  state_ = BodyState::kBroken;
  error_ = why;
}

void BodyDecoder::Finish() {
  if (state_ != BodyState::kMore) return;
  // Behind the last chunk all of the body is there: many a server forgets the empty line.
  const bool whole = kind_ == FramingKind::kUntilClose || step_ == Step::kTrailers;
  state_ = whole ? BodyState::kComplete : BodyState::kTruncated;
}

}  // namespace meguri::http
