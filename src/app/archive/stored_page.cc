#include "app/archive/stored_page.h"

#include <string_view>
#include <utility>

#include "http/response.h"
#include "warc/record_head.h"

namespace meguri::app {

DecodedPage DecodePage(StoredPage stored, std::uint64_t max_bytes) {
  if (stored.http_head.empty()) return {.bytes = std::move(stored.payload)};
  const std::string message = stored.http_head + stored.payload;
  http::ResponseOptions options;
  options.head_limits = warc::kStoredHeadLimits;
  const http::Response response = http::ParseResponse(message, options);
  if (!response.has_head) return {.bytes = std::move(stored.payload)};
  // What a body holds, not what its head says of it: an archive may have been cut, or have chunks
  // and codings undone already, and a Content-Length that speaks of what was sent.
  const bool chunked = response.framing.kind == http::FramingKind::kChunked &&
                       response.framing.error.empty() && response.state != http::BodyState::kBroken;
  const std::string_view body =
      chunked ? response.body()
              : std::string_view(message).substr(response.size - response.raw_body.size());
  std::string scratch;
  std::string codings(response.head.headers.Combined("Content-Encoding", scratch).value_or(""));
  if (chunked && !response.framing.codings.empty()) {
    codings.append(codings.empty() ? "" : ", ").append(response.framing.codings);
  }
  http::DecodedContent content = http::DecodeContent(body, codings, {.max_bytes = max_bytes});
  if (content.mark == http::DecodeMark::kBroken && content.content.empty()) {
    return {.bytes = std::string(body), .mark = content.mark};
  }
  return {.bytes = std::move(content.content), .mark = content.mark};
}

}  // namespace meguri::app
