// The ways in which a host can be bad, each with a name for config files and tests.
//
// A misbehaving host is otherwise an ordinary one: what its kind doesn't spoil comes from its
// source. Names: "hang", "gzip-bomb", "dns-timeout", …; the table in misbehaviour_names.cc has them
// all with a line of explanation. What each does, exactly: docs/design/misbehaviours.md. robots.txt
// is as it should be, unless the kind is about it. Pure functions: any thread may call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lifetime.h"
#include "sim/web/page_source.h"
#include "sim/web/web_message.h"

namespace meguri {

enum class Misbehaviour : std::uint8_t {
  kNone,
  // The connection
  kHang,            // accepts and never answers
  kDrip,            // one byte a second
  kHugeBody,        // 10 GB
  kGzipBomb,        // 10 MB that unpack to 10 GB
  kEndlessHeaders,  // header fields without end
  kLengthTooLong,   // Content-Length says more than comes, then FIN
  kLengthTooShort,  // Content-Length says less than comes
  kResetBody,       // RST in mid-body
  // Redirects
  kEndlessRedirects,   // each to a new URL
  kRedirectLoop,       // a to b to a
  kRedirectForbidden,  // to an address that a crawler must not ask
  kRedirectFile,       // to file:///etc/passwd
  // TLS: the host is https only
  kTlsBroken,     // no handshake succeeds
  kTlsExpired,    // a certificate of last year
  kTlsWrongName,  // a certificate for somebody else
  // Load
  kTooManySeconds,  // 429 with Retry-After in seconds
  kTooManyDate,     // 429 with Retry-After as a date
  kTooManyBare,     // 429 without
  kStorm503,        // 503 for minutes, then well for minutes
  kBan,             // 403 for good after 100 requests
  // robots.txt
  kRobotsHuge,  // 10 MB; the rule that matters is within the first 500 KiB
  kRobotsHtml,  // a page, as text/html
  kRobots500,
  kRobotsHang,  // never answers; pages do
  // Endless and lying sites
  kCalendar,      // a page for every day, each with links to the days around it
  kSessionMaze,   // every link carries a new session id
  kMillionLinks,  // on one page
  kLongUrl,       // a link of 1 MB
  kSoft404,       // 200 and a page for whatever is asked
  kMirror,        // the same pages as another host
  kCharsetLie,    // Content-Type says another charset than the bytes
  kHtmlAsPdf,     // HTML labelled as PDF
  kPdfAsHtml,     // and the reverse
  // Name service
  kDnsTimeout,    // queries are never answered
  kDnsLies,       // answers with a forbidden address from the first query on
  kDnsRebinding,  // answers with an honest address first, with a forbidden one afterwards
};

struct MisbehaviourInfo {
  Misbehaviour kind = Misbehaviour::kNone;
  std::string_view name;   // "gzip-bomb"
  std::string_view about;  // one line for --help
};

// All but kNone, in the order above.
std::span<const MisbehaviourInfo> Misbehaviours();
std::string_view MisbehaviourName(Misbehaviour kind);
std::optional<Misbehaviour> ParseMisbehaviour(std::string_view name);

// What the rest of the web has to do with it.
struct MisbehaviourContext {
  WebPorts ports;
  std::string_view forbidden_host;  // a name or address literal outside the allowed range
  WallTime start;                   // of the web
  std::uint64_t key = 0;            // the host's own, for what is drawn
};

// What the source is asked instead: the page without its session id; unpacked and unconditionally
// where the answer is to be changed. Its target may be a view of `scratch`.
WebRequest MisbehaviourRequest(Misbehaviour kind, const WebRequest& request MEGURI_LIFETIME_BOUND,
                               std::string& scratch MEGURI_LIFETIME_BOUND);
// Before the source is asked: true if `answer` is now complete.
bool MisbehaveInstead(Misbehaviour kind, const WebRequest& request, WallTime now,
                      const MisbehaviourContext& context, WebAnswer& answer);
// After the source has answered: spoils it. `request`: the client's.
void MisbehaveAfter(Misbehaviour kind, const WebRequest& request, WallTime now,
                    const MisbehaviourContext& context, WebAnswer& answer);

}  // namespace meguri
