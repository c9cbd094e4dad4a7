// The answer of a well-behaved server that has the content: validators, 304, gzip.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/web/web_message.h"

namespace meguri {

struct ContentHead {
  std::string_view content_type;  // with its charset, if one is to be named
  std::string_view etag;          // with its quotes; "": none
  std::optional<WallTime> last_modified;
};

// Has the client what these validators stand for? If-None-Match counts, and only without it
// If-Modified-Since (RFC 9110 section 13.2.2). `etag` is "" if there is none.
bool HasAlready(const WebRequest& request, std::string_view etag,
                std::optional<WallTime> last_modified);

// True if the client has it already, packed or not. Then the answer is a whole 304, with those
// fields of the 200 that it has to repeat (section 15.4.5), and no body needs to be made.
bool AnswerNotModified(const WebRequest& request, const ContentHead& head, WebAnswer& answer);

// 200 with `answer.body`, which the caller has put there: fields are added, and the body is packed
// if the client takes gzip, the type is text and it isn't tiny; the ETag then ends in -gz.
void FinishContent(const WebRequest& request, const ContentHead& head, WebAnswer& answer);

// `"` and 16 hex digits of the hash of `content` and `"`.
std::string EtagOf(std::string_view content);

// Does the value of an If-None-Match field (W/"a", "b") name `etag`? By the weak comparison of RFC
// 9110 section 8.8.3.2; "*" names all there are. `etag` is "" if there is none.
bool NamesEtag(std::string_view list, std::string_view etag);

// The value of the answer's first field of that name, trimmed; "" if there is none.
std::string_view AnswerField(const WebAnswer& answer, std::string_view name);

// A short page for people: 404, 500 and the like.
void AnswerStatus(int status, std::string_view text, WebAnswer& answer);

// A redirect. `location` is no view of anything in `answer`.
void AnswerRedirect(int status, std::string_view location, WebAnswer& answer);

}  // namespace meguri
