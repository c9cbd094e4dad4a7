// The head of a generated answer: validators, conditional requests, caching, cookies, compression,
// as each host is used to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/generated/generated_hosts.h"
#include "sim/web/web_message.h"

namespace meguri {

// What is about to be sent with 200.
struct AnswerEntity {
  std::string_view content_type;     // the whole value
  std::uint64_t tag = 0;             // another one for other bytes
  std::optional<WallTime> modified;  // nullopt: nobody says
  bool is_text = true;               // worth compressing
};

// Writes the header fields for `entity` to `answer`. True if the client has it already: then the
// answer is complete, a 304 without body. Else the caller appends the body and calls FinishBody().
bool BeginAnswer(const GeneratedHost& host, const WebRequest& request, const AnswerEntity& entity,
                 WebAnswer& answer);

// Compresses the body if BeginAnswer() promised it.
void FinishBody(const GeneratedHost& host, const WebRequest& request, const AnswerEntity& entity,
                WebAnswer& answer);

// Complete answers of their own. `location` may be a view of nothing in `answer`.
void AnswerRedirect(int status, std::string_view location, WebAnswer& answer);
void AnswerNotFound(WebAnswer& answer);
void AnswerBadMethod(WebAnswer& answer);

// Does the value of an If-None-Match field name `etag`? By the weak comparison of RFC 9110 section
// 8.8.3.2; "*" names all there are. `etag` is "" if there is none.
bool NamesEtag(std::string_view if_none_match, std::string_view etag);

}  // namespace meguri
