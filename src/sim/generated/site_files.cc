#include "sim/generated/site_files.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/hash.h"
#include "sim/draws.h"
#include "sim/generated/outgoing_links.h"
#include "sim/page/page_files.h"

namespace meguri {
namespace {

constexpr std::uint64_t kFileDraws = 0x66696c'00;

// One request for a file.
class FileAnswer {
 public:
  FileAnswer(const GeneratedHost& host, const WebRequest& request, WebAnswer& answer)
      : host_(host), request_(request), answer_(answer) {}

  // Files that depend on more than a key: their bytes are their tag.
  bool SendText(std::string_view content_type, std::string body) {
    const AnswerEntity entity{.content_type = content_type,
                              .tag = StableHash64(body),
                              .modified = std::nullopt,
                              .is_text = true};
    if (BeginAnswer(host_, request_, entity, answer_)) return true;
    answer_.body = std::move(body);
    FinishBody(host_, request_, entity, answer_);
    return true;
  }

  // Files that never change. `write` appends the body.
  template <class Write>
  bool SendFixed(std::string_view content_type, std::uint64_t key, WallTime modified, bool is_text,
                 const Write& write) {
    const AnswerEntity entity{
        .content_type = content_type, .tag = key, .modified = modified, .is_text = is_text};
    if (BeginAnswer(host_, request_, entity, answer_)) return true;
    write(answer_.body);
    FinishBody(host_, request_, entity, answer_);
    return true;
  }

 private:
  const GeneratedHost& host_;
  const WebRequest& request_;
  WebAnswer& answer_;
};

// The number in "/img/NUMBER.png", as our own writer would have it.
template <class Append>
std::optional<std::uint32_t> ReadNumber(std::string_view target, std::string_view head,
                                        std::uint32_t below, const Append& append) {
  if (!target.starts_with(head)) return std::nullopt;
  const std::string_view rest = target.substr(head.size());
  std::uint32_t number = 0;
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (read.ec != std::errc() || number >= below) return std::nullopt;
  std::string again;
  append(number, again);
  if (again != target) return std::nullopt;
  return number;
}

bool AnswerImage(const GeneratedHost& host, std::string_view target, WallTime modified,
                 FileAnswer& file) {
  const auto image = ReadNumber(target, "/img/", kImagesPerHost, AppendImagePath);
  if (!image) return false;
  const std::uint64_t key = Draw(host.key, kFileDraws + 16 + *image);
  if (target.ends_with(".svg")) {
    return file.SendFixed("image/svg+xml", key, modified, true,
                          [&](std::string& out) { AppendSvg(key, out); });
  }
  if (target.ends_with(".gif")) {
    return file.SendFixed("image/gif", key, modified, false,
                          [&](std::string& out) { AppendGif(key, out); });
  }
  return file.SendFixed("image/png", key, modified, false,
                        [&](std::string& out) { AppendPng(key, out); });
}

bool AnswerFixedFile(const GeneratedWeb& web, const GeneratedHost& host, std::string_view target,
                     FileAnswer& file) {
  const WallTime modified =
      web.start -
      std::chrono::hours(24 * static_cast<int>(30 + Below(Draw(host.key, kFileDraws), 900)));
  const std::uint64_t key = Draw(host.key, kFileDraws + 1);
  if (target == "/style.css") {
    return file.SendFixed("text/css", key, modified, true, [&](std::string& out) {
      std::string image;
      AppendImagePath(0, image);
      AppendStyleSheet(key, image, out);
    });
  }
  if (target == "/app.js") {
    return file.SendFixed("text/javascript", ~key, modified, true,
                          [&](std::string& out) { AppendScript(key, out); });
  }
  if (target == "/favicon.ico" && host.has_icon) {  // in PNG, which browsers take as well
    return file.SendFixed("image/png", key + 1, modified, false,
                          [&](std::string& out) { AppendPng(key, out); });
  }
  const auto document = ReadNumber(target, "/files/", kDocumentsPerHost, AppendDocumentPath);
  if (document) {
    const std::uint64_t document_key = Draw(key, *document);
    return file.SendFixed("application/pdf", document_key, modified, false,
                          [&](std::string& out) { AppendPdf(web.bank, document_key, out); });
  }
  return AnswerImage(host, target, modified, file);
}

// The part that "/sitemap-3.xml" is.
std::optional<std::uint32_t> ReadSitemapPart(const GeneratedHost& host, std::string_view target) {
  const std::uint32_t parts = SitemapParts(host);
  if (parts == 1) return std::nullopt;
  const auto append = [](std::uint32_t part, std::string& out) {
    out = "/sitemap-" + std::to_string(part) + ".xml";
  };
  const auto part = ReadNumber(target, "/sitemap-", parts + 1, append);
  return part == 0U ? std::nullopt : part;
}

}  // namespace

bool AnswerSiteFile(const GeneratedWeb& web, const GeneratedHost& host, const WebRequest& request,
                    WallTime now, WebAnswer& answer) {
  const std::string_view target = request.target;
  FileAnswer file(host, request, answer);
  std::string body;
  if (target == "/robots.txt") {
    AppendRobotsTxt(web, host, web.moves.CountAt(now), body);
    return file.SendText("text/plain; charset=utf-8", std::move(body));
  }
  if (target == "/sitemap.xml") {
    AppendSitemap(web, host, now, body);
    return file.SendText("application/xml", std::move(body));
  }
  if (const auto part = ReadSitemapPart(host, target)) {
    AppendSitemapPart(web, host, *part, now, body);
    return file.SendText("application/xml", std::move(body));
  }
  if (target == FeedPath(host)) {
    AppendFeed(web, host, now, body);
    return file.SendText(host.has_atom ? "application/atom+xml" : "application/rss+xml",
                         std::move(body));
  }
  return AnswerFixedFile(web, host, target, file);
}

}  // namespace meguri
