// The misbehaviours by group. Private to misbehaviour.cc and its neighbours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/web/misbehaviour.h"
#include "sim/web/web_message.h"

namespace meguri::bad {

// Each: true if `answer` is now complete; false, and `answer` as it was, if the kind is none of the
// group's or has nothing to say of this request.
bool AnswerBadBody(Misbehaviour kind, WebAnswer& answer);
bool AnswerBadRedirect(Misbehaviour kind, const WebRequest& request,
                       const MisbehaviourContext& context, WebAnswer& answer);
bool AnswerOverload(Misbehaviour kind, const WebRequest& request, WallTime now,
                    const MisbehaviourContext& context, WebAnswer& answer);
// To a request for robots.txt.
bool AnswerBadRobots(Misbehaviour kind, WebAnswer& answer);
bool AnswerTrap(Misbehaviour kind, const WebRequest& request, WebAnswer& answer);

// How the answer goes over the wire. REQUIRES: it has a body.
void SpoilDelivery(Misbehaviour kind, WebAnswer& answer);
// What is false about a page. The same.
void SpoilPage(Misbehaviour kind, const WebRequest& request, WallTime now,
               const MisbehaviourContext& context, WebAnswer& answer);

// A session id has been put behind every URL: what the source knows the page by.
std::string WithoutSession(std::string_view target);
void AddSessions(const WebRequest& request, const MisbehaviourContext& context, std::string& html);

// A page by hand: `inner` in its <body>.
void AnswerPage(std::string_view title, std::string_view inner, WebAnswer& answer);
// Into the page's <body>, at its end. ASCII, as the page may have any charset.
void InsertIntoBody(std::string_view html, std::string& page);

void SetField(std::string_view name, std::string_view value, WebAnswer& answer);
bool IsHtmlAnswer(const WebAnswer& answer);

}  // namespace meguri::bad
