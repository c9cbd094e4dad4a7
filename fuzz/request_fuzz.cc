// Any bytes are a request's head, or not all of one, or refused; in pieces as in one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "fuzz/check.h"
#include "lab/http/request_head.h"

namespace {

using meguri::lab::ParseRequestHead;
using meguri::lab::RequestHead;
using meguri::lab::RequestParse;
using meguri::lab::RequestState;
using meguri::lab::TargetForm;

void CheckComplete(std::string_view bytes, const RequestParse& parse, const RequestHead& head) {
  Check(parse.size > 0 && parse.size <= bytes.size(), "a head is no longer than its bytes");
  Check(bytes.substr(0, parse.size).ends_with('\n'), "a head ends with a line");
  Check(!head.method.empty(), "a request has a method");
  for (const std::string_view text : {head.method, head.authority, head.target, head.user_agent,
                                      head.cookie, head.if_none_match, head.if_modified_since}) {
    Check(text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos,
          "no text has a line end in it");
  }
  if (head.form == TargetForm::kOrigin) Check(head.target.starts_with('/'), "a path begins with /");
  if (head.form == TargetForm::kAbsolute) {
    Check(head.target.starts_with(head.bare_query ? '?' : '/'), "so in an absolute target");
  }
  Check(!(head.chunked && head.content_length > 0), "a body has one length");
  const auto parts = meguri::lab::SplitAuthority(head.authority);
  if (parts.valid) {
    Check(!parts.host.empty(), "a valid authority has a host");
    Check(std::ranges::all_of(parts.port, meguri::IsAsciiDigit), "a port is a number");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  RequestHead head;
  const RequestParse whole = ParseRequestHead(bytes, 0, head);
  if (whole.state == RequestState::kComplete) CheckComplete(bytes, whole, head);
  Check((whole.state == RequestState::kRefused) == (whole.status >= 400), "refused with a status");

  // Growing: the first verdict that is not "incomplete" holds for the whole, too.
  std::size_t scanned = 0;
  for (std::size_t length = 1; length <= std::min<std::size_t>(size, 2000); ++length) {
    const std::string copy(bytes.substr(0, length));
    RequestHead part;
    const RequestParse parse = ParseRequestHead(copy, scanned, part);
    scanned = length;
    if (parse.state == RequestState::kIncomplete) continue;
    Check(parse.state == whole.state && parse.status == whole.status, "pieces make no difference");
    if (parse.state == RequestState::kComplete) {
      Check(parse.size == whole.size && parse.size == length, "nor to the end");
    }
    return 0;
  }
  if (size <= 2000) Check(whole.state == RequestState::kIncomplete, "nor to what is missing");
  return 0;
}
