#include "lab/http/answer_head.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/append_number.h"
#include "base/ascii.h"
#include "http/http_date.h"

namespace meguri::lab {
namespace {

constexpr auto kReasons = std::to_array<std::pair<int, std::string_view>>({
    {100, "Continue"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
});

// An archived response may bring its own.
bool HasServerField(std::string_view fields) {
  while (!fields.empty()) {
    if (AsciiToLower(fields.front()) == 's' &&
        EqualsIgnoringAsciiCase(fields.substr(0, 7), "Server:")) {
      return true;
    }
    const std::size_t end = fields.find('\n');
    fields.remove_prefix(std::min(end, fields.size() - 1) + 1);
  }
  return false;
}

}  // namespace

std::string_view ReasonPhrase(int status) {
  if (status == 200) return "OK";
  const auto* const found =
      std::ranges::lower_bound(kReasons, status, {}, &std::pair<int, std::string_view>::first);
  return found != kReasons.end() && found->first == status ? found->second : std::string_view{};
}

bool MayHaveBody(int status) { return status >= 200 && status != 204 && status != 304; }

void AppendAnswerHead(const AnswerHead& head, std::string& out) {
  out += "HTTP/1.1 ";
  AppendNumber(static_cast<std::uint64_t>(head.status), out);
  out += ' ';
  out += ReasonPhrase(head.status);
  out += "\r\nDate: ";
  out += head.date;
  out += HasServerField(head.fields) ? "\r\n" : "\r\nServer: meguri-lab\r\n";
  out += head.fields;
  if (head.content_length) {
    out += "Content-Length: ";
    AppendNumber(*head.content_length, out);
    out += "\r\n";
  }
  if (head.close) {
    out += "Connection: close\r\n";
  } else if (head.http10) {
    out += "Connection: keep-alive\r\n";
  }
  if (!head.unfinished) out += "\r\n";
}

std::string_view DateCache::At(WallTime now) {
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  if (second != second_) {
    second_ = second;
    text_ = http::FormatHttpDate(second);
  }
  return text_;
}

}  // namespace meguri::lab
