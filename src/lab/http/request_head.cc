#include "lab/http/request_head.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/ascii.h"

namespace meguri::lab {
namespace {

constexpr std::array<bool, 256> MakeTokenTable() {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    table[c] = c < 0x80 && IsAsciiAlphanumeric(static_cast<char>(c));
  }
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}
constexpr std::array<bool, 256> kToken = MakeTokenTable();
bool IsTokenByte(char c) { return kToken[static_cast<unsigned char>(c)]; }
bool IsToken(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsTokenByte);
}

RequestParse Refuse(int status, std::string_view reason) {
  return {.state = RequestState::kRefused, .status = status, .reason = reason};
}

// Behind the empty line that ends the head; npos if it is not there.
std::size_t FindHeadEnd(std::string_view bytes, std::size_t from) {
  for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    if (at + 1 < bytes.size() && bytes[at + 1] == '\n') return at + 2;
    if (at + 2 < bytes.size() && bytes[at + 1] == '\r' && bytes[at + 2] == '\n') return at + 3;
  }
  return std::string_view::npos;
}

// Takes a line off `bytes`, without its end.
std::string_view TakeLine(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end, bytes.size() - 1) + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

bool SplitTarget(std::string_view target, RequestHead& head) {
  if (head.method == "CONNECT") {
    head.form = TargetForm::kAuthority;
    head.authority = target;
    return target.find(':') != std::string_view::npos;
  }
  if (target.front() == '/') {
    head.target = target;
    return true;
  }
  if (target == "*") {
    head.form = TargetForm::kAsterisk;
    head.target = target;
    return head.method == "OPTIONS";
  }
  const std::size_t scheme = target.find("://");
  if (scheme == std::string_view::npos) return false;
  head.https_target = EqualsIgnoringAsciiCase(target.substr(0, scheme), "https");
  if (!head.https_target && !EqualsIgnoringAsciiCase(target.substr(0, scheme), "http"))
    return false;
  head.form = TargetForm::kAbsolute;
  target.remove_prefix(scheme + 3);
  const std::size_t end = std::min(target.find_first_of("/?"), target.size());
  head.authority = target.substr(0, end);
  head.target = end == target.size() ? std::string_view("/") : target.substr(end);
  head.bare_query = head.target.front() == '?';
  return true;
}

RequestParse ParseRequestLine(std::string_view line, RequestHead& head) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) {
    return Refuse(400, "the request line is not METHOD TARGET VERSION");
  }
  head.method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!IsToken(head.method)) return Refuse(400, "the method is no token");
  if (version.size() != 8 || !version.starts_with("HTTP/") || version[6] != '.' ||
      !IsAsciiDigit(version[5]) || !IsAsciiDigit(version[7])) {
    return Refuse(400, "the version is not HTTP/1.1");
  }
  if (version[5] != '1') return Refuse(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  head.minor = version[7] == '0' ? 0 : 1;
  head.keep_alive = head.minor == 1;
  // Bytes above 0x7F are against the rules, but browsers of old sent them.
  if (target.empty() ||
      std::ranges::any_of(target, [](char c) { return c == ' ' || IsAsciiControl(c); })) {
    return Refuse(400, "the target has blanks or control characters");
  }
  if (!SplitTarget(target, head)) return Refuse(400, "the target is none for this method");
  return {.state = RequestState::kComplete};
}

// Calls `visit` for each part of a list ("a, b"), without the blanks around it.
template <class Visit>
void ForEachInList(std::string_view list, Visit&& visit) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    visit(TrimAsciiSpace(list.substr(0, comma)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

bool AcceptsGzip(std::string_view value) {
  std::optional<bool> named;
  bool any = false;  // "*" is all that is not named (RFC 9110 section 12.5.3)
  ForEachInList(value, [&](std::string_view part) {
    const std::size_t semicolon = std::min(part.find(';'), part.size());
    const std::string_view coding = TrimAsciiSpace(part.substr(0, semicolon));
    const std::string_view weight =
        TrimAsciiSpace(part.substr(std::min(semicolon + 1, part.size())));
    const bool zero = EqualsIgnoringAsciiCase(weight.substr(0, 3), "q=0") &&
                      weight.substr(3).find_first_not_of(".0") == std::string_view::npos;
    if (coding == "*") any = !zero;
    if (EqualsIgnoringAsciiCase(coding, "gzip") || EqualsIgnoringAsciiCase(coding, "x-gzip")) {
      named = named.value_or(false) || !zero;
    }
  });
  return named.value_or(any);
}

// What has been seen of fields that may come but once.
struct SeenFields {
  int hosts = 0;
  bool length = false;
  bool coding = false;
  bool close = false;
};

bool ParseLength(std::string_view value, std::uint64_t& length) {
  if (value.empty() || value.size() > 18) return false;
  length = 0;
  for (const char c : value) {
    if (!IsAsciiDigit(c)) return false;
    length = length * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

// Fields about the message itself. Why to refuse, or kComplete.
RequestParse TakeFramingField(std::string_view name, std::string_view value, SeenFields& seen,
                              RequestHead& head) {
  const RequestParse fine{.state = RequestState::kComplete};
  if (EqualsIgnoringAsciiCase(name, "Content-Length")) {
    const std::uint64_t before = head.content_length;
    if (!ParseLength(value, head.content_length)) return Refuse(400, "Content-Length is no number");
    if (seen.length && before != head.content_length) return Refuse(400, "two Content-Lengths");
    seen.length = true;
  } else if (EqualsIgnoringAsciiCase(name, "Transfer-Encoding")) {
    if (seen.coding) return Refuse(400, "two Transfer-Encodings");
    if (!EqualsIgnoringAsciiCase(value, "chunked"))
      return Refuse(501, "Transfer-Encoding is not chunked");
    seen.coding = head.chunked = true;
  } else if (EqualsIgnoringAsciiCase(name, "Expect")) {
    if (!EqualsIgnoringAsciiCase(value, "100-continue"))
      return Refuse(417, "Expect is not 100-continue");
    head.expects_continue = head.minor == 1;
  } else if (EqualsIgnoringAsciiCase(name, "Connection") ||
             EqualsIgnoringAsciiCase(name, "Proxy-Connection")) {
    ForEachInList(value, [&](std::string_view option) {
      if (EqualsIgnoringAsciiCase(option, "close")) seen.close = true;
      if (EqualsIgnoringAsciiCase(option, "keep-alive")) head.keep_alive = true;
    });
  }
  return fine;
}

RequestParse TakeField(std::string_view line, SeenFields& seen, RequestHead& head) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return Refuse(400, "a field without a colon");
  const std::string_view name = line.substr(0, colon);
  // A folded line begins with a blank, which is no token either.
  if (!IsToken(name)) return Refuse(400, "a field's name is no token");
  const std::string_view value = TrimAsciiSpace(line.substr(colon + 1));
  if (value.find('\r') != std::string_view::npos || value.find('\0') != std::string_view::npos) {
    return Refuse(400, "a field has control characters");
  }
  switch (AsciiToLower(name.front())) {
    case 'h':
      if (!EqualsIgnoringAsciiCase(name, "Host")) break;
      if (++seen.hosts > 1) return Refuse(400, "two Hosts");
      if (head.form == TargetForm::kOrigin || head.form == TargetForm::kAsterisk) {
        head.authority = value;
      }
      break;
    case 'u':
      if (EqualsIgnoringAsciiCase(name, "User-Agent")) head.user_agent = value;
      break;
    case 'a':
      if (EqualsIgnoringAsciiCase(name, "Accept-Encoding")) {
        head.accepts_gzip = head.accepts_gzip || AcceptsGzip(value);
      }
      break;
    case 'i':
      if (EqualsIgnoringAsciiCase(name, "If-None-Match")) head.if_none_match = value;
      if (EqualsIgnoringAsciiCase(name, "If-Modified-Since")) head.if_modified_since = value;
      break;
    case 'c':
      if (EqualsIgnoringAsciiCase(name, "Cookie")) {
        head.cookie = value;
        break;
      }
      return TakeFramingField(name, value, seen, head);
    case 't':
    case 'e':
    case 'p':
      return TakeFramingField(name, value, seen, head);
    default:
      break;
  }
  return {.state = RequestState::kComplete};
}

RequestParse ParseLines(std::string_view lines, RequestHead& head) {
  const RequestParse first = ParseRequestLine(TakeLine(lines), head);
  if (first.state != RequestState::kComplete) return first;
  SeenFields seen;
  for (std::string_view line = TakeLine(lines); !line.empty(); line = TakeLine(lines)) {
    const RequestParse field = TakeField(line, seen, head);
    if (field.state != RequestState::kComplete) return field;
  }
  if (seen.length && seen.coding) return Refuse(400, "both a length and a transfer coding");
  // Wherever "close" stands it wins; and HTTP/1.0 knows no chunks (RFC 9112 sections 9.3 and 6.1).
  if (seen.close || (seen.coding && head.minor == 0)) head.keep_alive = false;
  // HTTP/1.0 may leave it out, but a lab of many hosts on few addresses can't do without.
  const bool named = head.form == TargetForm::kAbsolute || head.form == TargetForm::kAuthority;
  if (seen.hosts == 0 && (head.minor == 1 || !named)) return Refuse(400, "no Host");
  return first;
}

bool IsHostByte(char c) {
  return IsAsciiAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~' || c == '%' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

RequestParse ParseRequestHead(std::string_view bytes, std::size_t scanned, RequestHead& head) {
  head = RequestHead{};
  const std::size_t begin = bytes.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) {
    return bytes.size() > kMaxRequestHeadBytes ? Refuse(400, "nothing but empty lines")
                                               : RequestParse{};
  }
  // So that whoever speaks TLS here is told at once.
  if (!IsTokenByte(bytes[begin])) return Refuse(400, "the method is no token");
  const std::size_t from = std::max(begin, scanned < 2 ? 0 : scanned - 2);
  const std::size_t end = FindHeadEnd(bytes, from);
  if (std::min(end, bytes.size()) > kMaxRequestHeadBytes)
    return Refuse(431, "the head is over 64 kB");
  if (end == std::string_view::npos) return {};
  RequestParse parse = ParseLines(bytes.substr(begin, end - begin), head);
  parse.size = end;
  return parse;
}

Authority SplitAuthority(std::string_view authority) {
  Authority parts;
  std::size_t host_end = 0;
  if (authority.starts_with('[')) {
    host_end = authority.find(']');
    if (host_end == std::string_view::npos) return parts;
    parts.host = authority.substr(1, host_end - 1);
    parts.valid =
        parts.host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
    ++host_end;
  } else {
    host_end = std::min(authority.find(':'), authority.size());
    parts.host = authority.substr(0, host_end);
    parts.valid = std::ranges::all_of(parts.host, IsHostByte);
    if (parts.host.ends_with('.')) parts.host.remove_suffix(1);
  }
  const std::string_view rest = authority.substr(host_end);
  if (!rest.empty()) {
    parts.port = rest.substr(1);
    parts.valid = parts.valid && rest.front() == ':' && parts.port.size() <= 5 &&
                  std::ranges::all_of(parts.port, IsAsciiDigit);
  }
  parts.valid = parts.valid && !parts.host.empty();
  return parts;
}

}  // namespace meguri::lab
