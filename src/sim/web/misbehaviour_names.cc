#include <algorithm>
#include <array>

#include "sim/web/misbehaviour.h"

namespace meguri {
namespace {

using enum Misbehaviour;

constexpr auto kTable = std::to_array<MisbehaviourInfo>({
    {kHang, "hang", "accepts a connection and never answers"},
    {kDrip, "drip", "sends one byte a second"},
    {kHugeBody, "huge-body", "a body of 10 GB"},
    {kGzipBomb, "gzip-bomb", "10 MB of gzip that unpack to 10 GB"},
    {kEndlessHeaders, "endless-headers", "header fields without end"},
    {kLengthTooLong, "length-too-long", "Content-Length says more than comes"},
    {kLengthTooShort, "length-too-short", "Content-Length says less than comes"},
    {kResetBody, "reset-body", "resets the connection in mid-body"},
    {kEndlessRedirects, "endless-redirects", "each redirect leads to a new one"},
    {kRedirectLoop, "redirect-loop", "a to b to a"},
    {kRedirectForbidden, "redirect-forbidden", "redirects to an address that must not be asked"},
    {kRedirectFile, "redirect-file", "redirects to file:///etc/passwd"},
    {kTlsBroken, "tls-broken", "no TLS handshake succeeds"},
    {kTlsExpired, "tls-expired", "a certificate that has expired"},
    {kTlsWrongName, "tls-wrong-name", "a certificate for another name"},
    {kTooManySeconds, "429-seconds", "429 with Retry-After in seconds"},
    {kTooManyDate, "429-date", "429 with Retry-After as a date"},
    {kTooManyBare, "429-bare", "429 without Retry-After"},
    {kStorm503, "503-storm", "503 for a minute, well for the next, and so on"},
    {kBan, "ban", "403 for good after 100 requests"},
    {kRobotsHuge, "robots-huge", "a robots.txt of 10 MB"},
    {kRobotsHtml, "robots-html", "a page instead of robots.txt"},
    {kRobots500, "robots-500", "500 for robots.txt"},
    {kRobotsHang, "robots-hang", "never answers for robots.txt"},
    {kCalendar, "calendar", "a page for every day there is"},
    {kSessionMaze, "session-maze", "every link carries a new session id"},
    {kMillionLinks, "million-links", "a page with a million links"},
    {kLongUrl, "long-url", "a link of 1 MB"},
    {kSoft404, "soft-404", "200 and a page for whatever is asked"},
    {kMirror, "mirror", "the same pages as another host"},
    {kCharsetLie, "charset-lie", "Content-Type names another charset than that of the bytes"},
    {kHtmlAsPdf, "html-as-pdf", "HTML labelled as PDF"},
    {kPdfAsHtml, "pdf-as-html", "PDF labelled as HTML"},
    {kDnsTimeout, "dns-timeout", "its name servers never answer"},
    {kDnsLies, "dns-lies", "its name leads to a forbidden address"},
    {kDnsRebinding, "dns-rebinding",
     "its name leads to a forbidden address from the second query on"},
});

}  // namespace

std::span<const MisbehaviourInfo> Misbehaviours() { return kTable; }

std::string_view MisbehaviourName(Misbehaviour kind) {
  const auto* const found = std::ranges::find(kTable, kind, &MisbehaviourInfo::kind);
  return found == kTable.end() ? "none" : found->name;
}

std::optional<Misbehaviour> ParseMisbehaviour(std::string_view name) {
  const auto* const found = std::ranges::find(kTable, name, &MisbehaviourInfo::name);
  if (found == kTable.end()) return std::nullopt;
  return found->kind;
}

}  // namespace meguri
