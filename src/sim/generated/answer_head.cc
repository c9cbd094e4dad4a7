#include "sim/generated/answer_head.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <iterator>

#include "http/http_date.h"
#include "sim/draws.h"
#include "sim/web/gzip_body.h"

namespace meguri {
namespace {

constexpr std::uint64_t kCookie = 0x616e73'01;
constexpr std::uint64_t kCaching = 0x616e73'02;
constexpr std::uint64_t kServer = 0x616e73'03;
constexpr std::uint64_t kPoweredBy = 0x616e73'04;

constexpr std::array<std::string_view, 6> kCacheControls = {
    "", "max-age=0", "max-age=600", "no-cache", "private, max-age=60", "public, max-age=86400"};
constexpr std::array<std::string_view, 5> kServers = {"", "nginx", "Apache",
                                                      "Apache/2.4.57 (Debian)", "lighttpd/1.4"};

bool Compresses(const GeneratedHost& host, const WebRequest& request, const AnswerEntity& entity) {
  return host.compresses && request.accepts_gzip && entity.is_text;
}

// On the stack: `W/"0123456789abcdef-gz"` and its length.
struct Etag {
  std::array<char, 32> bytes{};
  std::size_t size = 0;

  std::string_view view() const { return {bytes.data(), size}; }
};

Etag EtagOf(const GeneratedHost& host, const AnswerEntity& entity, bool compressed) {
  Etag etag;
  if (host.etags == EtagStyle::kNone) return etag;
  const auto end = fmt::format_to(etag.bytes.begin(), "{}\"{:016x}{}\"",
                                  host.etags == EtagStyle::kWeak ? "W/" : "", entity.tag,
                                  compressed ? "-gz" : "");
  etag.size = static_cast<std::size_t>(end - etag.bytes.begin());
  return etag;
}

void AppendField(std::string_view name, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

template <std::size_t kSize>
std::string_view Drawn(const std::array<std::string_view, kSize>& values, std::uint64_t bits) {
  return values[static_cast<std::size_t>(Below(bits, kSize))];
}

}  // namespace

bool BeginAnswer(const GeneratedHost& host, const WebRequest& request, const AnswerEntity& entity,
                 WebAnswer& answer) {
  std::string& fields = answer.fields;
  const bool compressed = Compresses(host, request, entity);
  const Etag etag = EtagOf(host, entity, compressed);
  AppendField("Server", Drawn(kServers, Draw(host.key, kServer)), fields);
  if (host.urls == UrlStyle::kQuery && IsBelowPercent(Draw(host.key, kPoweredBy), 50)) {
    AppendField("X-Powered-By", "PHP/8.2.7", fields);
  }
  AppendField("ETag", etag.view(), fields);
  AppendField("Cache-Control", Drawn(kCacheControls, Draw(host.key, kCaching)), fields);
  if (host.compresses && entity.is_text) AppendField("Vary", "Accept-Encoding", fields);
  const auto modified = host.has_last_modified ? entity.modified : std::nullopt;
  if (modified) {
    fields += "Last-Modified: ";
    http::AppendHttpDate(std::chrono::floor<std::chrono::seconds>(*modified), fields);
    fields += "\r\n";
  }
  if (HasAlready(request, etag.view(), modified)) {
    answer.status = 304;
    return true;
  }
  AppendField("Content-Type", entity.content_type, fields);
  if (compressed) AppendField("Content-Encoding", "gzip", fields);
  if (host.sets_cookies && request.cookie.empty()) {
    fmt::format_to(std::back_inserter(fields), "Set-Cookie: session={:016x}; Path=/\r\n",
                   Draw(host.key, kCookie));
  }
  return false;
}

void FinishBody(const GeneratedHost& host, const WebRequest& request, const AnswerEntity& entity,
                WebAnswer& answer) {
  if (Compresses(host, request, entity)) GzipBody(answer.body);
}

void AnswerNotFound(WebAnswer& answer) {
  answer.status = 404;
  AppendField("Content-Type", "text/html; charset=utf-8", answer.fields);
  answer.body +=
      "<!DOCTYPE html><title>Not found</title><h1>Not found</h1><p>There is no such page.\n";
}

void AnswerBadMethod(WebAnswer& answer) {
  answer.status = 405;
  AppendField("Allow", "GET, HEAD", answer.fields);
  AppendField("Content-Type", "text/plain", answer.fields);
  answer.body += "Only GET and HEAD are answered here.\n";
}

}  // namespace meguri
