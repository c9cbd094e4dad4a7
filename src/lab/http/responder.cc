#include "lab/http/responder.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/ip_address.h"
#include "url/url.h"

namespace meguri::lab {
namespace {

void AppendLower(std::string_view text, std::string& out) {
  const std::size_t before = out.size();
  out += text;
  std::transform(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                 out.begin() + static_cast<std::ptrdiff_t>(before), AsciiToLower);
}

// For the log: as the web's own links have it. The port is where the lab is, whatever Host says,
// which some clients leave it out of.
void SetUrl(LoopContext& context, bool https, const Authority& authority) {
  const bool v6 = authority.host.find(':') != std::string_view::npos;
  std::string& host = context.url_host;
  host.clear();
  if (v6) host += '[';
  AppendLower(authority.host, host);
  if (v6) host += ']';
  context.url.clear();
  AppendOrigin(https, host, context.web.ports(), context.url);
  context.url += context.target;
}

bool IsKnownMethod(std::string_view method) {
  constexpr std::string_view kMethods[] = {"OPTIONS", "PUT", "DELETE", "TRACE", "PATCH", "CONNECT"};
  return std::ranges::find(kMethods, method) != std::ranges::end(kMethods);
}

bool IsServedMethod(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "POST";
}

// The answer is the lab's own, if it is one.
bool Refuses(LoopContext& context, const RequestOrigin& origin, const RequestHead& head) {
  WebAnswer& answer = context.answer;
  if (!SplitAuthority(head.authority).valid) {
    AnswerWithError(400, "Host is no name.", answer);
  } else if (origin.server == context.forbidden || IsForbidden(context, context.host)) {
    AnswerWithError(403, "Nobody may ask this address.", answer);
  } else if (!origin.asked_name.empty() && origin.asked_name != context.host) {
    AnswerWithError(421, "Host is not the name that TLS was set up for.", answer);
  } else if (!IsServedMethod(head.method)) {
    const bool known = IsKnownMethod(head.method);
    AnswerWithError(known ? 405 : 501, "This method is not served.", answer);
    if (known) answer.fields += "Allow: GET, HEAD\r\n";
  } else {
    return false;
  }
  return true;
}

}  // namespace

void AnswerWithError(int status, std::string_view reason, WebAnswer& answer) {
  answer.Clear();
  answer.status = status;
  answer.fields = "Content-Type: text/plain; charset=utf-8\r\n";
  answer.body = reason;
  answer.body += '\n';
}

bool IsForbidden(const LoopContext& context, std::string_view host) {
  if (host == context.forbidden) return true;
  if (host.find(':') != std::string_view::npos) {
    const auto address = IpAddress::Parse(host);  // ::ffff:127.66.66.66
    return address && address->ToString() == context.forbidden;
  }
  // 2135048770, 0x7f.66.66.66: whatever leads there is as good as its plain form. All of them begin
  // with a digit, escaped perhaps, or of another script.
  if (host.empty() || IsAsciiAlpha(host.front())) return false;
  const auto url = url::Url::Parse(std::string("http://").append(host) + "/");
  return url && url->host() == context.forbidden;
}

void DescribeRequest(LoopContext& context, const RequestOrigin& origin, const RequestHead& head,
                     AccessEntry& entry) {
  const Authority authority = SplitAuthority(head.authority);
  const bool proxied =
      origin.tunnelled || head.form == TargetForm::kAbsolute || head.form == TargetForm::kAuthority;
  entry.https = origin.https || head.https_target || head.form == TargetForm::kAuthority;
  context.host.clear();
  AppendLower(authority.host, context.host);
  context.target.clear();
  if (head.bare_query || head.target.empty()) context.target += '/';
  context.target += head.target;
  SetUrl(context, entry.https, authority);
  entry.server = origin.server;
  if (proxied && IsForbidden(context, context.host)) {
    entry.server = context.forbidden;
  } else if (const VirtualHost* const host =
                 proxied ? context.web.FindHost(context.host) : nullptr) {
    context.server = host->addresses.front().ToString();
    entry.server = context.server;
  } else if (proxied) {
    entry.server = {};  // nobody was reached: a proxy is no server of the web
  }
  entry.host = context.host;
  entry.method = head.method;
  entry.url = context.url;
  entry.agent = head.user_agent;
}

void AnswerRequest(LoopContext& context, const RequestOrigin& origin, const RequestHead& head,
                   TimePoint now, AccessEntry& entry) {
  DescribeRequest(context, origin, head, entry);
  const VirtualHost* const host = context.web.FindHost(context.host);
  std::uint64_t ordinal = 0;
  if (host != nullptr) {
    ordinal = context.seen[static_cast<std::size_t>(host - context.web.hosts().data())]++;
  }
  if (Refuses(context, origin, head)) return;
  const WebRequest request{.method = head.method,
                           .https = entry.https,
                           .host = context.host,
                           .target = context.target,
                           .user_agent = head.user_agent,
                           .cookie = head.cookie,
                           .if_none_match = head.if_none_match,
                           .if_modified_since = head.if_modified_since,
                           .accepts_gzip = head.accepts_gzip,
                           .ordinal = ordinal};
  context.web.Answer(request, context.clock.WallAt(now), context.answer);
}

}  // namespace meguri::lab
