// Finds the answer to a request: which host is meant, whether it may be asked here, what it says.
#pragma once

#include <string_view>

#include "base/ip_address.h"
#include "lab/http/loop_context.h"
#include "lab/http/request_head.h"
#include "lab/log/access_log.h"

namespace meguri::lab {

// What a request came over.
struct RequestOrigin {
  std::string_view server;      // the connection's local address
  bool https = false;           // TLS
  bool tunnelled = false;       // behind CONNECT
  std::string_view asked_name;  // by SNI; "" if none
};

// Fills context.host, target and url, and of `entry` server, https, host, method, url and agent,
// which live as long as `head` and the context's buffers.
void DescribeRequest(LoopContext& context, const RequestOrigin& origin, const RequestHead& head,
                     AccessEntry& entry);

// Does that, and fills context.answer. `now`: the request's moment.
void AnswerRequest(LoopContext& context, const RequestOrigin& origin, const RequestHead& head,
                   TimePoint now, AccessEntry& entry);

// An answer of the lab itself.
void AnswerWithError(int status, std::string_view reason, WebAnswer& answer);

// "a.test" and the address literal alike: is it the one that nobody may ask?
bool IsForbidden(const LoopContext& context, std::string_view host);

}  // namespace meguri::lab
