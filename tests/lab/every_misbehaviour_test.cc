// Each misbehaviour as a plain client sees it, over real sockets: one row for every kind there is.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "sim/web/bad_hosts.h"
#include "tests/lab/dns_query.h"
#include "tests/lab/lab_fixture.h"
#include "tests/lab/served_web.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using std::chrono::milliseconds;
using testing_lab::Client;
using testing_lab::Ending;
using testing_lab::Reply;

constexpr std::string_view kForbidden = "\x7F\x42\x42\x42";

// A lab of one web with a host for every kind.
class BadLab {
 public:
  static std::string HostOf(Misbehaviour kind) { return BadHostName({.kind = kind}); }
  std::uint32_t AddressOf(Misbehaviour kind) const {
    return served_.web().FindHost(HostOf(kind))->addresses.front().v4_number();
  }
  std::unique_ptr<Client> Connect(Misbehaviour kind, bool https = false) const {
    const WebPorts ports = served_.ports();
    return std::make_unique<Client>(https ? ports.https : ports.http, AddressOf(kind));
  }
  Reply Get(Misbehaviour kind, std::string_view target = "/") const {
    return Connect(kind)->Get(target, HostOf(kind));
  }
  Reply GetFrom(std::string_view host, std::string_view target) const {
    return Client(served_.ports().http).Get(target, host);
  }
  // What is wrong with the handshake; "" if nothing.
  std::string Handshake(Misbehaviour kind) const {
    return Connect(kind, true)->StartTls(served_.ca_file(), HostOf(kind));
  }
  // The last four bytes of the answer to a query for A; "" if none comes.
  std::string Resolve(Misbehaviour kind) const {
    const OwnedFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(served_.dns_port());
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const std::string query = MakeDnsQuery(HostOf(kind), 1);
    ::sendto(fd.get(), query.data(), query.size(), 0, reinterpret_cast<const sockaddr*>(&to),
             sizeof to);
    pollfd poll{.fd = fd.get(), .events = POLLIN, .revents = 0};
    char answer[512];
    if (::poll(&poll, 1, 500) <= 0) return "";
    const ssize_t got = ::recv(fd.get(), answer, sizeof answer, 0);
    return got < 12 + 4 ? "" : std::string(answer + got - 4, 4);
  }

 private:
  testing_lab::ServedWeb served_{testing_lab::EveryMisbehaviour()};
};

std::string ValueOf(const Reply& reply, const std::string& name) {
  const std::size_t at = reply.head.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return reply.head.substr(begin, reply.head.find("\r\n", begin) - begin);
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool RedirectsTo(const Reply& reply, std::string_view location) {
  return reply.status() == 302 && ValueOf(reply, "Location").starts_with(location);
}

// Nothing for a while, and the connection stays.
bool Hangs(const BadLab& lab, Misbehaviour kind, std::string_view target) {
  const auto client = lab.Connect(kind);
  client->Send("GET " + std::string(target) + " HTTP/1.1\r\nHost: " + BadLab::HostOf(kind) +
               "\r\n\r\n");
  return client->ReadToEnd(milliseconds(300)).empty() && client->ending() == Ending::kNone;
}

// The first `bytes` of what comes, which is cut off by the client then.
std::string Beginning(const BadLab& lab, Misbehaviour kind, std::size_t bytes) {
  const auto client = lab.Connect(kind);
  client->Send("GET / HTTP/1.1\r\nHost: " + BadLab::HostOf(kind) + "\r\n\r\n");
  std::string all;
  char buffer[65536];
  while (all.size() < bytes) {
    const ssize_t got = ::recv(client->fd(), buffer, sizeof buffer, 0);
    if (got <= 0) break;
    all.append(buffer, static_cast<std::size_t>(got));
  }
  return all;
}

// All of it, and how it ended.
std::string WholeOf(const BadLab& lab, Misbehaviour kind, Ending ending) {
  const auto client = lab.Connect(kind);
  client->Send("GET / HTTP/1.1\r\nHost: " + BadLab::HostOf(kind) + "\r\n\r\n");
  std::string all = client->ReadToEnd();
  EXPECT_EQ(client->ending(), ending) << MisbehaviourName(kind);
  return all;
}

// Bytes of the body less what Content-Length says.
std::int64_t Surplus(const std::string& all) {
  const std::size_t end = all.find("\r\n\r\n");
  const std::size_t length = all.find("\r\nContent-Length: ");
  if (end == std::string::npos || length > end) return 0;
  return static_cast<std::int64_t>(all.size() - end - 4) - std::stoll(all.substr(length + 18));
}

bool Drips(const BadLab& lab) {
  const auto client = lab.Connect(kDrip);
  client->Send("GET / HTTP/1.1\r\nHost: " + BadLab::HostOf(kDrip) + "\r\n\r\n");
  const auto until = std::chrono::steady_clock::now() + milliseconds(2200);
  while (std::chrono::steady_clock::now() < until)
    client->ReadSome(milliseconds(100));
  const std::string came = client->ReadToEnd(milliseconds(1));
  return came.size() >= 2 && came.size() <= 4 && came.starts_with("HT");
}

bool Bans(const BadLab& lab) {
  const auto client = lab.Connect(kBan);
  for (int i = 0; i < 100; ++i) {
    if (client->Get("/", BadLab::HostOf(kBan)).status() == 403) return false;
  }
  return client->Get("/", BadLab::HostOf(kBan)).status() == 403 &&
         client->Get("/robots.txt", BadLab::HostOf(kBan)).status() == 200;
}

bool IsSessionMaze(const BadLab& lab) {
  const std::string first = lab.Get(kSessionMaze).body;
  return Contains(first, "sid=") && lab.Get(kSessionMaze, "/?sid=1").status() == 200;
}

using Seen = std::function<bool(const BadLab& lab)>;

const std::map<Misbehaviour, Seen>& Rows() {
  static const std::map<Misbehaviour, Seen> kRows{
      {kHang, [](const BadLab& lab) { return Hangs(lab, kHang, "/"); }},
      {kDrip, Drips},
      {kHugeBody,
       [](const BadLab& lab) {
         const std::string begin = Beginning(lab, kHugeBody, 50'000'000);
         return Contains(begin, "\r\nContent-Length: 10000000000\r\n") &&
                begin.size() >= 50'000'000;
       }},
      {kGzipBomb,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kGzipBomb);
         return reply.Has("Content-Encoding: gzip") && reply.body.starts_with("\x1f\x8b") &&
                reply.body.size() > 9'000'000 && reply.body.size() < 11'000'000;
       }},
      {kEndlessHeaders,
       [](const BadLab& lab) {
         const std::string begin = Beginning(lab, kEndlessHeaders, 5'000'000);
         return begin.size() >= 5'000'000 && !Contains(begin, "\r\n\r\n");
       }},
      {kLengthTooLong,
       [](const BadLab& lab) { return Surplus(WholeOf(lab, kLengthTooLong, Ending::kFin)) < 0; }},
      {kLengthTooShort,
       [](const BadLab& lab) { return Surplus(WholeOf(lab, kLengthTooShort, Ending::kFin)) > 0; }},
      {kResetBody,
       [](const BadLab& lab) { return Surplus(WholeOf(lab, kResetBody, Ending::kReset)) < 0; }},
      {kEndlessRedirects,
       [](const BadLab& lab) {
         return RedirectsTo(lab.Get(kEndlessRedirects), "/step/1") &&
                RedirectsTo(lab.Get(kEndlessRedirects, "/step/41"), "/step/42");
       }},
      {kRedirectLoop,
       [](const BadLab& lab) {
         return RedirectsTo(lab.Get(kRedirectLoop, "/a"), "/b") &&
                RedirectsTo(lab.Get(kRedirectLoop, "/b"), "/a");
       }},
      {kRedirectForbidden,
       [](const BadLab& lab) {
         return RedirectsTo(lab.Get(kRedirectForbidden), "http://127.66.66.66:");
       }},
      {kRedirectFile,
       [](const BadLab& lab) { return RedirectsTo(lab.Get(kRedirectFile), "file:///etc/passwd"); }},
      {kTlsBroken,
       [](const BadLab& lab) { return lab.Handshake(kTlsBroken) == "handshake failed"; }},
      {kTlsExpired,
       [](const BadLab& lab) { return Contains(lab.Handshake(kTlsExpired), "has expired"); }},
      {kTlsWrongName,
       [](const BadLab& lab) {
         return Contains(lab.Handshake(kTlsWrongName), "ostname mismatch");
       }},
      {kTooManySeconds,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kTooManySeconds);
         return reply.status() == 429 && reply.Has("Retry-After: 30");
       }},
      {kTooManyDate,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kTooManyDate);
         return reply.status() == 429 && ValueOf(reply, "Retry-After").ends_with(" GMT");
       }},
      {kTooManyBare,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kTooManyBare);
         return reply.status() == 429 && ValueOf(reply, "Retry-After").empty();
       }},
      {kStorm503,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kStorm503);
         return reply.status() == 503 && !ValueOf(reply, "Retry-After").empty();
       }},
      {kBan, Bans},
      {kRobotsHuge,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kRobotsHuge, "/robots.txt");
         return reply.status() == 200 && reply.body.size() > 9'000'000 &&
                Contains(reply.body, "\nDisallow: /private/\n");
       }},
      {kRobotsHtml,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kRobotsHtml, "/robots.txt");
         return reply.status() == 200 && Contains(reply.head, "text/html") &&
                Contains(reply.body, "<h1>");
       }},
      {kRobots500,
       [](const BadLab& lab) { return lab.Get(kRobots500, "/robots.txt").status() == 500; }},
      {kRobotsHang, [](const BadLab& lab) { return Hangs(lab, kRobotsHang, "/robots.txt"); }},
      {kCalendar,
       [](const BadLab& lab) {
         return Contains(lab.Get(kCalendar).body, "href=\"/calendar/") &&
                Contains(lab.Get(kCalendar, "/calendar/2999-12-31").body,
                         "href=\"/calendar/3000-01-01\"");
       }},
      {kSessionMaze, IsSessionMaze},
      {kMillionLinks,
       [](const BadLab& lab) {
         const std::string body = lab.Get(kMillionLinks).body;
         std::size_t links = 0;
         for (std::size_t at = body.find("<a href="); at != std::string::npos;
              at = body.find("<a href=", at + 1)) {
           ++links;
         }
         return links == 1'000'000 && Contains(body, "\"/many/000000\"") &&
                Contains(body, "\"/many/999999\"");
       }},
      {kLongUrl,
       [](const BadLab& lab) {
         return lab.Get(kLongUrl).body.size() > 1'000'000 &&
                lab.Get(kLongUrl, "/" + std::string(9000, 'x')).status() == 414;
       }},
      {kSoft404,
       [](const BadLab& lab) { return lab.Get(kSoft404, "/no-such-page").status() == 200; }},
      {kMirror,
       [](const BadLab& lab) {
         const Reply mirror = lab.Get(kMirror);
         return mirror.status() == 200 && !mirror.body.empty() &&
                mirror.body == lab.GetFrom(kBadIndexHost, "/").body;
       }},
      {kCharsetLie,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kCharsetLie);
         const bool utf8 = Contains(reply.body, "Gr\xC3\xBC\xC3\x9F");
         return utf8 && Contains(ValueOf(reply, "Content-Type"), "windows-1252");
       }},
      {kHtmlAsPdf,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kHtmlAsPdf);
         return reply.Has("Content-Type: application/pdf") && Contains(reply.body, "<html");
       }},
      {kPdfAsHtml,
       [](const BadLab& lab) {
         const Reply reply = lab.Get(kPdfAsHtml);
         return Contains(reply.head, "text/html") && reply.body.starts_with("%PDF-");
       }},
      {kDnsTimeout, [](const BadLab& lab) { return lab.Resolve(kDnsTimeout).empty(); }},
      {kDnsLies, [](const BadLab& lab) { return lab.Resolve(kDnsLies) == kForbidden; }},
      {kDnsRebinding,
       [](const BadLab& lab) {
         const std::string first = lab.Resolve(kDnsRebinding);
         return !first.empty() && first != kForbidden && lab.Resolve(kDnsRebinding) == kForbidden;
       }},
  };
  return kRows;
}

TEST(EveryMisbehaviourTest, IsSeenByAPlainClient) {
  const BadLab lab;
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    const auto row = Rows().find(info.kind);
    if (row == Rows().end()) {
      ADD_FAILURE() << info.name << " has no row";
    } else {
      EXPECT_TRUE(row->second(lab)) << info.name;
    }
  }
}

}  // namespace
}  // namespace meguri
