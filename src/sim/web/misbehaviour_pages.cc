// What is false about a page: its links, its charset, its type.
#include <fmt/format.h>

#include <chrono>
#include <cstddef>

#include "base/ascii.h"
#include "base/hash.h"
#include "sim/draws.h"
#include "sim/web/content_answer.h"
#include "sim/web/misbehaviour_groups.h"

namespace meguri::bad {
namespace {

using enum Misbehaviour;

constexpr std::size_t kLongUrlBytes = 1'000'000;
constexpr std::string_view kSession = "sid=";

// A whole PDF of one empty page. Offsets of its table are true.
constexpr std::string_view kPdf =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n"
    "xref\n0 4\n"
    "0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \n"
    "trailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n";

void LieAboutCharset(WebAnswer& answer) {
  const std::string type = AsciiLowered(AnswerField(answer, "Content-Type"));
  // The bytes that tell: all others of an English page are the same in both.
  if (type.find("utf-8") != std::string::npos) {
    InsertIntoBody(
        "<p>Gr\xC3\xBC\xC3\x9F"
        "e aus K\xC3\xB6ln, \xE4\xBA\xAC\xE9\x83\xBD.</p>\n",
        answer.body);
    SetField("Content-Type", "text/html; charset=windows-1252", answer);
  } else {
    SetField("Content-Type", "text/html; charset=utf-8", answer);
  }
}

void InsertCalendarLink(WallTime now, std::string& page) {
  const std::chrono::year_month_day today(std::chrono::floor<std::chrono::days>(now));
  InsertIntoBody(fmt::format("<p><a href=\"/calendar/{:04}-{:02}-{:02}\">Calendar</a></p>\n",
                             static_cast<int>(today.year()), static_cast<unsigned>(today.month()),
                             static_cast<unsigned>(today.day())),
                 page);
}

// Where the value of an <a>'s href begins, at or behind `from`; npos if there is none.
std::size_t FindHref(std::string_view html, std::size_t from) {
  for (;;) {
    const std::size_t tag = html.find("<a ", from);
    if (tag == std::string_view::npos) return tag;
    const std::size_t end = html.find('>', tag);
    constexpr std::string_view kHref = " href=\"";
    const std::size_t href = html.find(kHref, tag);
    if (href == std::string_view::npos || end == std::string_view::npos) {
      return std::string_view::npos;
    }
    if (href < end) return href + kHref.size();
    from = end;
  }
}

// `url` as in an attribute, with the session behind its query and before its fragment.
void AppendWithSession(std::string_view url, std::uint64_t session, std::string& out) {
  const std::size_t hash = url.find('#');
  const std::string_view front = url.substr(0, hash);
  out += front;
  out += front.find('?') == std::string_view::npos ? "?" : "&amp;";
  out += kSession;
  out += ToHex(session);
  if (hash != std::string_view::npos) out += url.substr(hash);
}

bool LeadsToHost(std::string_view url, std::string_view host) {
  const std::size_t authority = url.find("//");
  if (authority > std::string_view("https:").size()) return true;  // relative
  url.remove_prefix(authority + 2);
  return url.starts_with(host) && (url.size() == host.size() || url[host.size()] == '/' ||
                                   url[host.size()] == ':' || url[host.size()] == '?');
}

}  // namespace

std::string WithoutSession(std::string_view target) {
  const std::size_t query = target.find('?');
  std::string result(target.substr(0, query));
  if (query == std::string_view::npos) return result;
  std::string_view rest = target.substr(query + 1);
  char separator = '?';
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    if (!rest.substr(0, end).starts_with(kSession)) {
      result += separator;
      result += rest.substr(0, end);
      separator = '&';
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return result;
}

void AddSessions(const WebRequest& request, const MisbehaviourContext& context, std::string& html) {
  const std::uint64_t page = Draw(context.key, StableHash64(request.target));
  std::string result;
  result.reserve(html.size() + html.size() / 4);
  std::uint64_t link = 0;
  std::size_t done = 0;
  for (;;) {
    const std::size_t begin = FindHref(html, done);
    if (begin == std::string::npos) break;
    const std::size_t end = std::min(html.find('"', begin), html.size());
    const std::string_view url = std::string_view(html).substr(begin, end - begin);
    result.append(html, done, begin - done);
    if (LeadsToHost(url, request.host)) {
      AppendWithSession(url, Draw(page, link++), result);
    } else {
      result += url;
    }
    done = end;
  }
  result.append(html, done, std::string::npos);
  html = std::move(result);
}

void SpoilPage(Misbehaviour kind, const WebRequest& request, WallTime now,
               const MisbehaviourContext& context, WebAnswer& answer) {
  switch (kind) {
    case kSessionMaze:
      AddSessions(request, context, answer.body);
      break;
    case kCalendar:
      if (request.target == "/") InsertCalendarLink(now, answer.body);
      break;
    case kRobotsHuge:
      InsertIntoBody("<p><a href=\"/private/\">Private</a></p>\n", answer.body);
      break;
    case kLongUrl:
      InsertIntoBody(
          fmt::format("<p><a href=\"/long/{}\">Long</a></p>\n", std::string(kLongUrlBytes, 'a')),
          answer.body);
      break;
    case kCharsetLie:
      LieAboutCharset(answer);
      break;
    case kHtmlAsPdf:
      SetField("Content-Type", "application/pdf", answer);
      break;
    case kPdfAsHtml:
      answer.body = kPdf;
      break;
    default:
      break;
  }
}

void AnswerPage(std::string_view title, std::string_view inner, WebAnswer& answer) {
  answer.fields += "Content-Type: text/html; charset=utf-8\r\n";
  std::string& page = answer.body;
  page.reserve(inner.size() + 200);  // some are large
  page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>";
  page += title;
  page += "</title></head>\n<body>\n";
  page += inner;
  page += "\n</body>\n</html>\n";
}

void InsertIntoBody(std::string_view html, std::string& page) {
  const std::size_t at = page.rfind("</body>");
  page.insert(at == std::string::npos ? page.size() : at, html);
}

void SetField(std::string_view name, std::string_view value, WebAnswer& answer) {
  std::string fields;
  std::string_view rest = answer.fields;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("\r\n"), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (!EqualsIgnoringAsciiCase(line.substr(0, std::min(line.find(':'), line.size())), name)) {
      fields += line;
      fields += "\r\n";
    }
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  fields += fmt::format("{}: {}\r\n", name, value);
  answer.fields = std::move(fields);
}

bool IsHtmlAnswer(const WebAnswer& answer) {
  return AsciiLowered(AnswerField(answer, "Content-Type")).starts_with("text/html");
}

}  // namespace meguri::bad
