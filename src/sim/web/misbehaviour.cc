#include "sim/web/misbehaviour.h"

#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri {
namespace {

using enum Misbehaviour;

bool IsTlsKind(Misbehaviour kind) {
  return kind == kTlsBroken || kind == kTlsExpired || kind == kTlsWrongName;
}

bool IsRobots(const WebRequest& request) { return request.target == "/robots.txt"; }

}  // namespace

WebRequest MisbehaviourRequest(Misbehaviour kind, const WebRequest& request, std::string& scratch) {
  WebRequest asked = request;
  switch (kind) {
    case kSessionMaze:
      scratch = bad::WithoutSession(request.target);
      asked.target = scratch;
      [[fallthrough]];
    case kLengthTooLong:  // a 304 would have nothing to lie about
    case kLengthTooShort:
    case kResetBody:
    case kRobotsHuge:
    case kCalendar:
    case kLongUrl:
    case kCharsetLie:
    case kHtmlAsPdf:
    case kPdfAsHtml:
      asked.accepts_gzip = false;
      asked.if_none_match = {};
      asked.if_modified_since = {};
      break;
    default:
      break;
  }
  return asked;
}

bool MisbehaveInstead(Misbehaviour kind, const WebRequest& request, WallTime now,
                      const MisbehaviourContext& context, WebAnswer& answer) {
  if (IsTlsKind(kind) && !request.https) {
    std::string location;
    AppendOrigin(true, request.host, context.ports, location);
    location += request.target;
    AnswerRedirect(301, location, answer);
    return true;
  }
  if (IsRobots(request)) return bad::AnswerBadRobots(kind, answer);
  if (kind == kHang) {
    answer.delivery.never = true;
    return true;
  }
  return bad::AnswerBadBody(kind, answer) ||
         bad::AnswerBadRedirect(kind, request, context, answer) ||
         bad::AnswerOverload(kind, request, now, context, answer) ||
         bad::AnswerTrap(kind, request, answer);
}

void MisbehaveAfter(Misbehaviour kind, const WebRequest& request, WallTime now,
                    const MisbehaviourContext& context, WebAnswer& answer) {
  if (IsRobots(request)) return;
  if (kind == kSoft404 && answer.status == 404) {
    answer.Clear();
    bad::AnswerPage("Welcome",
                    "<h1>Welcome</h1><p>We could not find what you were looking for, but have a "
                    "look around: <a href=\"/\">our home page</a>.</p>",
                    answer);
    return;
  }
  if (answer.body.empty()) return;
  bad::SpoilDelivery(kind, answer);
  if (answer.status == 200 && bad::IsHtmlAnswer(answer)) {
    bad::SpoilPage(kind, request, now, context, answer);
  }
}

}  // namespace meguri
