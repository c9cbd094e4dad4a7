#include "http/response_head.h"

#include <algorithm>

#include "base/ascii.h"
#include "http/header_value.h"

namespace meguri::http {
namespace {

constexpr std::string_view kBareCr = "a carriage return without a line feed in the head";
constexpr std::string_view kTooManyHeaders = "too many headers";

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Takes the line at the front of `rest`, without its LF or CRLF; some servers write CR CR LF.
std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  while (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

// Header lines, one after another, into a list.
class HeaderLineReader {
 public:
  // `capacity`: the size of all lines together.
  HeaderLineReader(std::size_t capacity, const HeadLimits& limits, HeaderList& headers)
      : capacity_(capacity), limits_(limits), headers_(headers) {}

  // nullopt, or what is wrong with `line`.
  std::optional<std::string_view> Add(std::string_view line) {
    const std::optional<std::string_view> error = Take(line);
    if (!error || !limits_.forgiving) return error;
    last_ = Last::kIgnored;
    ++ignored_;
    return std::nullopt;
  }

  std::size_t ignored() const { return ignored_; }

 private:
  enum class Last : std::uint8_t { kNone, kHeader, kIgnored };

  std::optional<std::string_view> Take(std::string_view line) {
    if (line.find('\r') != std::string_view::npos) return kBareCr;
    if (!line.empty() && IsBlank(line.front())) return Continue(TrimBlanks(line));
    const std::size_t colon = line.find(':');
    std::string_view name = line.substr(0, colon);
    while (!name.empty() && IsBlank(name.back()))
      name.remove_suffix(1);
    last_ = Last::kIgnored;
    if (colon == std::string_view::npos || name.empty()) {
      ++ignored_;
      return std::nullopt;
    }
    if (std::ranges::any_of(name, IsBlank)) return "white space in a header's name";
    if (std::ranges::any_of(name, IsAsciiControl)) {  // nobody's header
      ++ignored_;
      return std::nullopt;
    }
    if (headers_.size() == limits_.max_headers) return kTooManyHeaders;
    headers_.Add(name, TrimBlanks(line.substr(colon + 1)));
    last_ = Last::kHeader;
    return std::nullopt;
  }

  std::optional<std::string_view> Continue(std::string_view more) {
    if (last_ == Last::kNone) return "white space before the first header";
    if (last_ == Last::kHeader) headers_.Fold(more, capacity_);
    return std::nullopt;
  }

  std::size_t capacity_;
  const HeadLimits& limits_;
  HeaderList& headers_;
  Last last_ = Last::kNone;
  std::size_t ignored_ = 0;
};

// "HTTP/1.1" in front of `line`, in any case, and the space behind it; taken off it.
bool TakeVersion(std::string_view& line, ResponseHead& head) {
  constexpr std::string_view kHttp = "HTTP/";
  if (line.size() <= kHttp.size() ||
      !EqualsIgnoringAsciiCase(line.substr(0, kHttp.size()), kHttp)) {
    return false;
  }
  line.remove_prefix(kHttp.size());
  if (!IsAsciiDigit(line[0])) return false;
  head.major = static_cast<std::uint8_t>(line[0] - '0');
  head.minor = 0;
  line.remove_prefix(1);
  if (line.size() >= 2 && line[0] == '.' && IsAsciiDigit(line[1])) {
    head.minor = static_cast<std::uint8_t>(line[1] - '0');
    line.remove_prefix(2);
  }
  const bool known = (head.major >= 1 && head.major <= 3) || (head.major == 0 && head.minor == 9);
  if (!known || (!line.empty() && line[0] != ' ')) return false;
  if (!line.empty()) line.remove_prefix(1);
  return true;
}

// nullopt, or what is wrong with the status line `line`.
std::optional<std::string_view> ParseStatusLine(std::string_view line, ResponseHead& head) {
  constexpr std::ptrdiff_t kDigits = 3;
  if (!TakeVersion(line, head)) return "no status line: want HTTP/1.1 and a space";
  if (line.empty() || IsAsciiAlpha(line[0])) {  // "HTTP/1.1 OK": browsers believe it
    head.status = 200;
    head.reason = line;
    return std::nullopt;
  }
  const auto digits = std::ranges::find_if_not(line, IsAsciiDigit) - line.begin();
  if (digits != kDigits || line[0] == '0') {
    return "no status code of three digits in the status line";
  }
  head.status =
      static_cast<std::uint16_t>((line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0'));
  line.remove_prefix(kDigits);  // "200OK", "403.1 Forbidden" and "200:" are taken by all clients
  if (line.starts_with(' ')) line.remove_prefix(1);
  head.reason = line;
  return std::nullopt;
}

bool LooksLikeHeader(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         std::ranges::all_of(line.substr(0, colon),
                             [](char c) { return IsAsciiAlphanumeric(c) || c == '-' || c == '_'; });
}

std::optional<std::string_view> ParseLines(std::string_view text, const HeadLimits& limits,
                                           ResponseHead& head) {
  if (!limits.forgiving && text.find('\0') != std::string_view::npos) return "a NUL in the head";
  HeaderLineReader reader(text.size(), limits, head.headers);
  std::string_view rest = text;
  std::string_view status_line = TakeLine(rest);
  std::string_view first_header;
  // A bare CR in place of the CRLF is taken here, but only if a header plainly follows.
  if (const std::size_t cr = status_line.find('\r'); cr != std::string_view::npos) {
    first_header = status_line.substr(cr + 1);
    status_line = status_line.substr(0, cr);
    if (!LooksLikeHeader(first_header)) return kBareCr;
  }
  if (const auto error = ParseStatusLine(status_line, head)) return error;
  if (!first_header.empty()) {
    if (const auto error = reader.Add(first_header)) return error;
  }
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    if (line.empty()) break;
    if (const auto error = reader.Add(line)) return error;
  }
  head.ignored_lines = reader.ignored();
  return std::nullopt;
}

// Bytes of junk that may stand in front of the status line, as in Chromium: a blank, a byte order
// mark, the end of what came before.
constexpr std::size_t kMaxJunk = 4;

// Where the status line begins in `text`, which has no empty lines in front and may be cut
// anywhere. nullopt if there is none and can't be.
std::optional<std::size_t> FindStatusLine(std::string_view text) {
  constexpr std::string_view kHttp = "HTTP/";
  for (std::size_t at = 0; at <= std::min(kMaxJunk, text.size()); ++at) {
    const std::string_view begin = text.substr(at, kHttp.size());
    if (EqualsIgnoringAsciiCase(begin, kHttp.substr(0, begin.size()))) return at;
    if (text[at] == '\n' || text[at] == '\0') return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool MayBeginResponse(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  return FindStatusLine(bytes).has_value();
}

HeadParse ParseResponseHead(std::string_view bytes, const HeadLimits& limits, ResponseHead& head) {
  head.headers.Clear();
  head.ignored_lines = 0;
  const auto broken = [](std::string_view why) {
    return HeadParse{.state = HeadState::kBroken, .size = 0, .error = why};
  };
  const std::string_view window = bytes.substr(0, limits.max_bytes);
  const std::size_t begin = std::min(window.find_first_not_of("\r\n"), window.size());
  const auto status_line = FindStatusLine(window.substr(begin));
  if (!status_line) return broken("no status line: it begins otherwise");
  const std::optional<std::size_t> end = HeadEndScanner().Scan(window);
  if (!end && window.size() == limits.max_bytes) return broken("the head is too large");
  if (!end) return {};
  const std::size_t first = begin + *status_line;
  if (const auto error = ParseLines(window.substr(first, *end - first), limits, head)) {
    head.headers.Clear();
    return broken(*error);
  }
  return {.state = HeadState::kComplete, .size = *end, .error = {}};
}

bool ParseCutHead(std::string_view bytes, const HeadLimits& limits, ResponseHead& head) {
  head.headers.Clear();
  head.ignored_lines = 0;
  bytes.remove_prefix(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  const auto status_line = FindStatusLine(bytes);
  const std::size_t last = bytes.rfind('\n');
  if (!status_line || last == std::string_view::npos) return false;
  bytes.remove_prefix(*status_line);
  // The line that is cut must be right as far as it goes, but half a value is none.
  if (!ParseLines(bytes, limits, head)) {
    head.headers.Clear();
    if (!ParseLines(bytes.substr(0, last + 1 - *status_line), limits, head)) return true;
  }
  head.headers.Clear();
  return false;
}

std::optional<std::string_view> ParseHeaderLines(std::string_view bytes, const HeadLimits& limits,
                                                 HeaderList& headers) {
  headers.Clear();
  if (!limits.forgiving && bytes.find('\0') != std::string_view::npos) {
    return "a NUL in the trailers";
  }
  HeaderLineReader reader(bytes.size(), limits, headers);
  while (!bytes.empty()) {
    const std::string_view line = TakeLine(bytes);
    if (line.empty()) break;
    if (const auto error = reader.Add(line)) return error;
  }
  return std::nullopt;
}

std::optional<std::size_t> HeadEndScanner::Scan(std::string_view piece) {
  std::size_t at = 0;
  while (at < piece.size()) {
    if (!started_) {  // empty lines in front
      if (piece[at] == '\r' || piece[at] == '\n') {
        ++at;
        continue;
      }
      started_ = true;
      line_empty_ = false;
    }
    if (line_empty_) {
      const char c = piece[at++];
      if (c == '\n') return at;
      line_empty_ = c == '\r';
      continue;
    }
    const std::size_t newline = piece.find('\n', at);
    if (newline == std::string_view::npos) return std::nullopt;
    at = newline + 1;
    line_empty_ = true;
  }
  return std::nullopt;
}

}  // namespace meguri::http
