#include "app/archive/stored_page.h"

#include <string_view>
#include <utility>

#include "http/response.h"

namespace meguri::app {

DecodedPage DecodePage(StoredPage stored, std::uint64_t max_bytes) {
  if (stored.http_head.empty()) return {.bytes = std::move(stored.payload)};
  const std::string message = stored.http_head + stored.payload;
  const http::Response response = http::ParseResponse(message, {});
  if (!response.has_head) return {.bytes = std::move(stored.payload)};
  std::string scratch;
  const std::string_view codings =
      response.head.headers.Combined("Content-Encoding", scratch).value_or("");
  // What a body holds, not what its head says of it: an archive may have been cut, or have its
  // chunks undone already.
  const bool plain = response.state == http::BodyState::kBroken || !response.framing.error.empty();
  const std::string_view body =
      plain ? std::string_view(stored.payload) : std::string_view(response.body());
  http::DecodedContent content = http::DecodeContent(body, codings, {.max_bytes = max_bytes});
  if (content.mark == http::DecodeMark::kBroken && content.content.empty()) {
    return {.bytes = std::string(body), .mark = content.mark};
  }
  return {.bytes = std::move(content.content), .mark = content.mark};
}

}  // namespace meguri::app
