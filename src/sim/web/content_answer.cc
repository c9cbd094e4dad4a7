#include "sim/web/content_answer.h"

#include <fmt/format.h>

#include <chrono>
#include <iterator>

#include "base/ascii.h"
#include "base/hash.h"
#include "http/http_date.h"
#include "sim/web/gzip_body.h"

namespace meguri {
namespace {

constexpr std::size_t kMinPackedBytes = 256;  // below, gzip's own 18 bytes eat the gain
constexpr std::string_view kVary = "Vary: Accept-Encoding\r\n";

bool IsText(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.find("xml") != std::string_view::npos;
}

// Two representations need two tags (RFC 9110 section 8.8.3.3): "0123" and, packed, "0123-gz".
std::string PackedEtag(std::string_view etag) {
  std::string packed(etag);
  if (!packed.empty()) packed.insert(packed.size() - 1, "-gz");
  return packed;
}

void AppendValidators(const ContentHead& head, std::string_view etag, WebAnswer& answer) {
  if (!etag.empty()) fmt::format_to(std::back_inserter(answer.fields), "ETag: {}\r\n", etag);
  if (head.last_modified) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*head.last_modified);
    fmt::format_to(std::back_inserter(answer.fields), "Last-Modified: {}\r\n",
                   http::FormatHttpDate(seconds));
  }
}

}  // namespace

bool NamesEtag(std::string_view list, std::string_view etag) {
  if (TrimAsciiSpace(list) == "*") return true;
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  if (etag.empty()) return false;
  for (;;) {
    const std::size_t open = list.find('"');
    if (open == std::string_view::npos) return false;
    const std::size_t close = list.find('"', open + 1);
    if (close == std::string_view::npos) return false;
    if (list.substr(open, close + 1 - open) == etag) return true;
    list.remove_prefix(close + 1);
  }
}

bool HasAlready(const WebRequest& request, std::string_view etag,
                std::optional<WallTime> last_modified) {
  if (!request.if_none_match.empty()) return NamesEtag(request.if_none_match, etag);
  if (request.if_modified_since.empty() || !last_modified) return false;
  const auto since = http::ParseHttpDate(request.if_modified_since);
  return since && std::chrono::floor<std::chrono::seconds>(*last_modified) <= *since;
}

bool AnswerNotModified(const WebRequest& request, const ContentHead& head, WebAnswer& answer) {
  const std::string packed = PackedEtag(head.etag);
  const bool has_packed = !packed.empty() && NamesEtag(request.if_none_match, packed);
  if (!has_packed && !HasAlready(request, head.etag, head.last_modified)) return false;
  answer.status = 304;
  answer.body.clear();
  AppendValidators(head, has_packed ? packed : head.etag, answer);
  if (IsText(head.content_type)) answer.fields += kVary;
  return true;
}

void FinishContent(const WebRequest& request, const ContentHead& head, WebAnswer& answer) {
  fmt::format_to(std::back_inserter(answer.fields), "Content-Type: {}\r\n", head.content_type);
  const bool text = IsText(head.content_type);
  const bool packs = text && request.accepts_gzip && answer.body.size() >= kMinPackedBytes;
  AppendValidators(head, packs ? PackedEtag(head.etag) : head.etag, answer);
  if (text) answer.fields += kVary;
  if (!packs) return;
  answer.fields += "Content-Encoding: gzip\r\n";
  GzipBody(answer.body);
}

std::string_view AnswerField(const WebAnswer& answer, std::string_view name) {
  std::string_view rest = answer.fields;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("\r\n"), rest.size());
    const std::string_view line = rest.substr(0, end);
    const std::size_t colon = std::min(line.find(':'), line.size());
    if (EqualsIgnoringAsciiCase(line.substr(0, colon), name)) {
      return TrimAsciiSpace(line.substr(std::min(colon + 1, line.size())));
    }
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return {};
}

std::string EtagOf(std::string_view content) { return '"' + ToHex(StableHash64(content)) + '"'; }

void AnswerStatus(int status, std::string_view text, WebAnswer& answer) {
  answer.Clear();
  answer.status = status;
  answer.fields = "Content-Type: text/html; charset=utf-8\r\n";
  answer.body = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><title>{0} {1}</title></head>\n"
      "<body><h1>{0} {1}</h1></body></html>\n",
      status, text);
}

void AnswerRedirect(int status, std::string_view location, WebAnswer& answer) {
  AnswerStatus(status, "Elsewhere", answer);
  fmt::format_to(std::back_inserter(answer.fields), "Location: {}\r\n", location);
}

}  // namespace meguri
