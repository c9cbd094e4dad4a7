#include "url/surt/ia_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace meguri::url::ia {
namespace {

constexpr char kUpperHex[] = "0123456789ABCDEF";

bool IsUnsafe(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte >= 0x7F || c == '#' || c == '%';
}

// REQUIRES: `lower_case` is lower case.
bool StartsWithNoCase(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                    [](char expected, char c) { return expected == AsciiToLower(c); });
}

template <class Predicate>
bool AllOf(std::string_view text, Predicate predicate) {
  return std::all_of(text.begin(), text.end(), predicate);
}

// "name" + some letters + "=" + a value of fixed length.
struct SessionField {
  std::string_view name;
  std::size_t name_letters;  // free letters between the name and the '='
  std::size_t value_size;
  bool letters_only;
};

constexpr std::array<SessionField, 4> kSessionFields{{
    {"jsessionid", 0, 32, false},
    {"phpsessid", 0, 32, false},
    {"sid", 0, 32, false},
    {"aspsessionid", 8, 24, true},
}};

// The length of `field` if `text` begins with it and nothing but an '&' follows it; else 0.
// REQUIRES: the '=' is where it should be.
std::size_t MatchSessionField(std::string_view text, const SessionField& field) {
  const std::size_t equals = field.name.size() + field.name_letters;
  const std::size_t size = equals + 1 + field.value_size;
  if (text.size() < size || !StartsWithNoCase(text, field.name)) return 0;
  if (text.size() > size && text[size] != '&') return 0;
  if (!AllOf(text.substr(field.name.size(), field.name_letters), IsAsciiAlpha)) return 0;
  const std::string_view value = text.substr(equals + 1, field.value_size);
  return AllOf(value, field.letters_only ? IsAsciiAlpha : IsAsciiAlphanumeric) ? size : 0;
}

// Removes `size` bytes at `begin`, and the '&' behind them.
void EraseField(std::string& query, std::size_t begin, std::size_t size) {
  if (begin + size < query.size()) ++size;
  query.erase(begin, size);
}

void StripLast(std::string& query, const SessionField& field) {
  const std::size_t before_equals = field.name.size() + field.name_letters;
  std::size_t equals = query.rfind('=');
  for (; equals != std::string::npos && equals >= before_equals;
       equals = query.rfind('=', equals - 1)) {
    const std::size_t begin = equals - before_equals;
    if (const auto size = MatchSessionField(std::string_view(query).substr(begin), field)) {
      return EraseField(query, begin, size);
    }
  }
}

// The last "cfid=…&cftoken=…", neither value empty. Going backwards we know the next two
// '&', so that "cfid=cfid=cfid=…" costs no search each.
void StripColdFusionPair(std::string& query) {
  constexpr std::string_view kId = "cfid=";
  constexpr std::string_view kToken = "&cftoken=";
  const std::string_view text = query;
  if (text.find('&') == std::string_view::npos) return;
  std::size_t next_amp = text.size();
  std::size_t second_amp = text.size();
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '&') {
      second_amp = next_amp;
      next_amp = i;
      continue;
    }
    if (AsciiToLower(text[i]) != kId[0] || !StartsWithNoCase(text.substr(i), kId)) continue;
    if (next_amp <= i + kId.size()) continue;
    if (!StartsWithNoCase(text.substr(next_amp), kToken)) continue;
    if (second_amp <= next_amp + kToken.size()) continue;
    EraseField(query, i, second_amp - i);
    return;
  }
}

constexpr std::size_t kAspIdSize = 24;

bool IsAspId(std::string_view text) {
  return text.size() >= kAspIdSize && AllOf(text.substr(0, kAspIdSize), IsAsciiAlphanumeric);
}

// The length of "(24 letters or digits)/" at the start of `text`, or 0.
std::size_t MatchPlainAspId(std::string_view text) {
  constexpr std::size_t kSize = kAspIdSize + 3;
  if (text.size() < kSize || text[0] != '(' || text[kAspIdSize + 1] != ')') return 0;
  return text[kAspIdSize + 2] == '/' && IsAspId(text.substr(1)) ? kSize : 0;
}

// The length of "(a(24 letters or digits)b(…)…)/" at the start of `text`, or 0.
std::size_t MatchLetteredAspId(std::string_view text) {
  constexpr std::size_t kUnit = kAspIdSize + 3;
  if (text.empty() || text[0] != '(') return 0;
  std::size_t at = 1;
  while (text.size() >= at + kUnit && IsAsciiAlpha(text[at]) && text[at + 1] == '(' &&
         IsAspId(text.substr(at + 2)) && text[at + kUnit - 1] == ')') {
    at += kUnit;
  }
  return at > 1 && text.substr(at, 2) == ")/" ? at + 2 : 0;
}

// Removes the last match behind a '/' that has a byte and then ".aspx" after it, with no '?'
// up to there. A match has no '/' but its last byte, so matches can't overlap: linear.
template <class Match>
void StripLastAspId(std::string& path, Match match) {
  constexpr std::string_view kPage = ".aspx";
  const std::string_view text = path;
  if (text.find("/(") == std::string_view::npos) return;
  std::size_t last_page = 0;  // the last ".aspx" before the next '?'; 0: none
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == '?') last_page = 0;
    if (c == '.' && last_page == 0 && StartsWithNoCase(text.substr(i), kPage)) last_page = i;
    if (c != '/' || last_page == 0) continue;
    const std::size_t size = match(text.substr(i + 1));
    if (size != 0 && last_page > i + 1 + size) {
      path.erase(i + 1, size);
      return;
    }
  }
}

}  // namespace

void UnescapeRepeatedly(std::string& text) {
  std::size_t end = text.find('%');
  if (end == std::string::npos) return;
  // The result is a stack: whenever its top three bytes are an escape they become one byte,
  // which may complete the escape below it. No '%' is a hex digit, so escapes never overlap
  // and the order of undoing them doesn't matter.
  for (std::size_t i = end; i < text.size(); ++i) {
    text[end++] = text[i];
    while (end >= 3 && text[end - 3] == '%') {
      const int high = HexDigitValue(text[end - 2]);
      const int low = HexDigitValue(text[end - 1]);
      if (high < 0 || low < 0) break;
      end -= 2;
      text[end - 1] = static_cast<char>(high * 16 + low);
    }
  }
  text.resize(end);
}

void EscapeUnsafe(std::string& text) {
  const auto unsafe = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), IsUnsafe));
  if (unsafe == 0) return;
  std::size_t from = text.size();
  text.resize(text.size() + 2 * unsafe);
  // From the back, so that no second buffer is needed; once they meet the rest is in place.
  for (std::size_t to = text.size(); to > from;) {
    const char c = text[--from];
    if (IsUnsafe(c)) {
      const auto byte = static_cast<unsigned char>(c);
      text[--to] = kUpperHex[byte & 15];
      text[--to] = kUpperHex[byte >> 4];
      text[--to] = '%';
    } else {
      text[--to] = c;
    }
  }
}

void ResolvePath(std::string& path) {
  // Segments kept so far, each with its '/' in front, lie in [0, end).
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t next = std::min(path.find('/', begin + 1), path.size());
    const std::string_view segment = std::string_view(path).substr(begin, next - begin);
    if (segment == "/.." && end > 0) {
      end = path.rfind('/', end - 1);
    } else if (segment != "/.") {
      std::copy(segment.begin(), segment.end(), path.begin() + static_cast<std::ptrdiff_t>(end));
      end += segment.size();
    }
    begin = next;
  }
  path.resize(end);
  if (path.empty()) path += '/';
  const auto both_slashes = [](char a, char b) { return a == '/' && b == '/'; };
  path.erase(std::unique(path.begin(), path.end(), both_slashes), path.end());
}

void StripPathSessionId(std::string& path) {
  StripLastAspId(path, MatchLetteredAspId);
  StripLastAspId(path, MatchPlainAspId);
}

void StripQuerySessionId(std::string& query) {
  for (const SessionField& field : kSessionFields) {
    StripLast(query, field);
  }
  StripColdFusionPair(query);
}

void QuerySorter::Sort(std::string& query) {
  if (query.find('&') == std::string::npos) return;
  copy_ = query;
  const std::string_view text = copy_;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view field = text.substr(begin, end - begin);
    const std::size_t equals = std::min(field.find('='), field.size());
    fields_.push_back({field.substr(0, equals), field.substr(equals)});
    begin = end + 1;
  }
  if (!std::is_sorted(fields_.begin(), fields_.end())) {
    std::sort(fields_.begin(), fields_.end());
    query.clear();
    for (const Field& field : fields_) {
      query.append(field.name).append(field.rest).append("&");
    }
    query.pop_back();
  }
  fields_.clear();
}

}  // namespace meguri::url::ia
