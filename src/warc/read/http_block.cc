#include "warc/read/http_block.h"

#include <algorithm>

#include "base/ascii.h"

namespace meguri::warc {
namespace {

// SHOUTcast speaks HTTP but for the first word.
bool MayBeginHead(std::string_view bytes) {
  constexpr std::string_view kIcy = "ICY ";
  return http::MayBeginResponse(bytes) ||
         bytes.substr(0, kIcy.size()) == kIcy.substr(0, bytes.size());
}

}  // namespace

void HttpBlock::Begin(const RecordHead& head) {
  bytes_.clear();
  has_head_ = parsed_ = false;
  end_ = http::HeadEndScanner();
  in_head_ = head.has_http_block();
  is_response_ = head.type() != RecordType::kRequest;
}

std::string_view HttpBlock::Add(std::string_view piece) {
  if (!in_head_) return piece;
  const auto size = end_.Scan(piece);
  const std::string_view front = piece.substr(0, size.value_or(piece.size()));
  if (bytes_.size() + front.size() > kMaxHeadBytes) return NoHead(piece);
  bytes_.append(front);
  if (is_response_ && !MayBeginHead(bytes_)) {
    bytes_.resize(bytes_.size() - front.size());
    return NoHead(piece);
  }
  if (size) EndHead();
  return piece.substr(front.size());
}

// What was taken for a head is payload, and so is `piece` behind it.
std::string_view HttpBlock::NoHead(std::string_view piece) {
  in_head_ = false;
  if (bytes_.empty()) return piece;
  mended_.assign(bytes_).append(piece);
  bytes_.clear();
  return mended_;
}

void HttpBlock::End() {
  if (in_head_ && !bytes_.empty()) EndHead();
  in_head_ = false;
}

void HttpBlock::EndHead() {
  in_head_ = false;
  has_head_ = true;
  if (!is_response_) return;
  const http::HeadLimits& limits = kStoredHeadLimits;
  parsed_ = http::ParseResponseHead(bytes_, limits, response_).state == http::HeadState::kComplete;
  if (parsed_) return;
  // A block that ends within its head: as if the empty line were there.
  mended_ = bytes_ + (bytes_.ends_with('\n') ? "\r\n" : "\r\n\r\n");
  parsed_ = http::ParseResponseHead(mended_, limits, response_).state == http::HeadState::kComplete;
}

std::string_view MimeOf(std::string_view content_type) {
  content_type = TrimAsciiSpace(content_type);
  const auto* const end = std::ranges::find_if(
      content_type, [](char c) { return c == ';' || c == '\v' || IsAsciiSpace(c); });
  return content_type.substr(0, static_cast<std::size_t>(end - content_type.begin()));
}

std::string PayloadMime(const RecordHead& head, const HttpBlock& block) {
  std::string_view type;
  if (!head.has_http_block()) {
    type = head.Find("Content-Type");
  } else if (block.has_head() && block.response() != nullptr) {
    type = block.response()->headers.Find("Content-Type").value_or(std::string_view());
  }
  return AsciiLowered(MimeOf(type.substr(0, std::min(type.find(','), type.size()))));
}

}  // namespace meguri::warc
