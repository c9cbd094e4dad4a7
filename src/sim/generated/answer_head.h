// The head of a generated answer: validators, conditional requests, caching, cookies, compression,
// as each host is used to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/generated/generated_hosts.h"
#include "sim/web/content_answer.h"
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

// Complete answers of their own; redirects: content_answer.h.
void AnswerNotFound(WebAnswer& answer);
void AnswerBadMethod(WebAnswer& answer);

}  // namespace meguri
