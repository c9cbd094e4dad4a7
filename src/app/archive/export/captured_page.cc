#include "app/archive/export/captured_page.h"

#include <optional>
#include <utility>

#include "app/archive/archive_scan.h"
#include "http/mime_type.h"

namespace meguri::app {
namespace {

constexpr std::uint16_t kOk = 200;

}  // namespace

Status CapturedPage::Read(warc::RecordReader& reader) {
  const warc::RecordHead& head = reader.head();
  stored_.payload.clear();
  MEGURI_TRY(all_, ReadBlock(reader, block_, &stored_.payload, kMaxBytes));
  const http::ResponseHead* response = block_.has_head() ? block_.response() : nullptr;
  mime_ = PayloadMime(head, block_);
  status_ = response == nullptr ? 0 : response->status;
  is_good_ = head.type() == warc::RecordType::kResource ||
             (head.type() == warc::RecordType::kResponse && status_ == kOk);
  content_type_ = response == nullptr ? head.Find("Content-Type") : std::string_view();
  content_language_.clear();
  if (response != nullptr) {
    if (const auto type = http::ExtractMimeType(response->headers)) {
      content_type_ = type->Serialise();
    }
    std::string scratch;
    content_language_ = response->headers.Combined("Content-Language", scratch).value_or("");
  }
  stored_.http_head = block_.has_head() ? block_.head_bytes() : std::string_view();
  return {};
}

bool CapturedPage::is_readable() const {
  const std::optional<http::MimeType> type = http::MimeType::Parse(content_type_);
  return html::PageKindOf(type, "") != html::PageKind::kOther;
}

bool CapturedPage::Decode() {
  if (!all_) return false;
  DecodedPage page = DecodePage(std::move(stored_), kMaxBytes);
  stored_ = {};
  bytes_ = std::move(page.bytes);
  return !page.cut();
}

html::PageSource CapturedPage::Source(const url::Url& url) const {
  return {.bytes = bytes_,
          .url = &url,
          .content_type = content_type_,
          .content_language = content_language_};
}

}  // namespace meguri::app
