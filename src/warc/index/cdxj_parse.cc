#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "warc/index/cdxj.h"

namespace meguri::warc {
namespace {

// The whole of `text` as a number.
template <class Number>
std::optional<Number> NumberOf(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || at != end) return std::nullopt;
  return number;
}

bool IsTimestamp(std::string_view text) {
  if (text.size() < 4) return false;
  for (const char c : text) {
    if (!IsAsciiDigit(c)) return false;
  }
  return true;
}

// Up to the next space; takes that off, too.
std::string_view TakeWord(std::string_view& rest) {
  const std::size_t end = rest.find(' ');
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return word;
}

// Goes once over the members of a JSON object. Strict where values begin and end, so that no text
// is taken for a field; lenient about what is in values that are passed over.
class ObjectScanner {
 public:
  explicit ObjectScanner(std::string_view text) : text_(text) {}

  // The next member into `name` and `value`; a value that is no string as it stands, "" if it is
  // nested. False at the end, and at what is no JSON: see failed().
  bool Next(std::string& name, std::string& value) {
    SkipSpace();
    if (first_ ? !Take('{') : !Take(',')) {
      failed_ = first_ || !Take('}') || !AtEnd();
      return false;
    }
    SkipSpace();
    if (std::exchange(first_, false) && Take('}')) {
      failed_ = !AtEnd();
      return false;
    }
    failed_ = !ReadString(name) || !TakeColon() || !ReadValue(value);
    return !failed_;
  }

  bool failed() const { return failed_; }

 private:
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void SkipSpace() {
    while (at_ < text_.size() && IsAsciiSpace(text_[at_])) {
      ++at_;
    }
  }

  bool TakeColon() {
    SkipSpace();
    if (!Take(':')) return false;
    SkipSpace();
    return true;
  }

  bool AtEnd() {
    SkipSpace();
    return at_ == text_.size();
  }

  bool ReadValue(std::string& value) {
    value.clear();
    if (at_ == text_.size()) return false;
    if (text_[at_] == '"') return ReadString(value);
    if (text_[at_] == '{' || text_[at_] == '[') return SkipNested();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (IsAsciiAlphanumeric(text_[at_]) || text_[at_] == '-' ||
                                  text_[at_] == '+' || text_[at_] == '.')) {
      ++at_;
    }
    value = text_.substr(begin, at_ - begin);
    return at_ > begin;
  }

  bool SkipNested() {
    std::size_t depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        if (!SkipString()) return false;
        --at_;  // the loop's step goes past the quote
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  bool SkipString() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    at_ = text_.size();
    return false;
  }

  bool ReadString(std::string& value) {
    value.clear();
    if (!Take('"')) return false;
    while (at_ < text_.size()) {
      const std::size_t end = text_.find_first_of("\"\\", at_);
      if (end == std::string_view::npos) return false;
      value += text_.substr(at_, end - at_);
      at_ = end + 1;
      if (text_[end] == '"') return true;
      if (!ReadEscape(value)) return false;
    }
    return false;
  }

  bool ReadEscape(std::string& value) {
    if (at_ == text_.size()) return false;
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = text_[at_++];
    if (letter == 'u') return ReadUnicodeEscape(value);
    const std::size_t found = kLetters.find(letter);
    if (found == std::string_view::npos) return false;
    value += kMeanings[found];
    return true;
  }

  std::optional<std::uint32_t> ReadUnit() {
    if (text_.size() - at_ < 4) return std::nullopt;
    std::uint32_t unit = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const int digit = HexDigitValue(text_[at_ + i]);
      if (digit < 0) return std::nullopt;
      unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    at_ += 4;
    return unit;
  }

  bool ReadUnicodeEscape(std::string& value) {
    const std::optional<std::uint32_t> unit = ReadUnit();
    if (!unit) return false;
    if (*unit >= 0xD800 && *unit < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t before = at_;
      at_ += 2;
      const std::optional<std::uint32_t> low = ReadUnit();
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        AppendUtf8(0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00), value);
        return true;
      }
      at_ = before;  // it stands alone
    }
    if (*unit >= 0xDC80 && *unit <= 0xDCFF) {
      value += static_cast<char>(*unit - 0xDC00);  // a byte of a file's name
    } else {
      AppendUtf8(*unit, value);
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool first_ = true;
  bool failed_ = false;
};

// What a reader of an index can do without is left out if it is no number; the offset isn't.
bool SetNumber(std::string_view name, std::string_view value, CdxjEntry& entry, bool& has_offset) {
  if (name == "status") {
    entry.status = NumberOf<std::uint16_t>(value).value_or(0);
  } else if (name == "length") {
    entry.length = NumberOf<std::uint64_t>(value);
  } else if (name == "offset") {
    const std::optional<std::uint64_t> offset = NumberOf<std::uint64_t>(value);
    has_offset = offset.has_value();
    entry.offset = offset.value_or(0);
  } else {
    return false;
  }
  return true;
}

std::string* TextField(std::string_view name, CdxjEntry& entry) {
  if (name == "url") return &entry.url;
  if (name == "mime") return &entry.mime;
  if (name == "digest") return &entry.digest;
  if (name == "filename") return &entry.filename;
  return nullptr;
}

bool ReadJson(std::string_view json, CdxjEntry& entry) {
  ObjectScanner scanner(json);
  std::string name;
  std::string value;
  bool has_offset = false;
  while (scanner.Next(name, value)) {
    if (SetNumber(name, value, entry, has_offset)) continue;
    std::string* const field = TextField(name, entry);
    if (field == nullptr) continue;
    std::swap(*field, value);
    if (*field == "-" && field != &entry.filename) field->clear();  // "none", as in CDX
  }
  return !scanner.failed() && has_offset && !entry.filename.empty();
}

// The columns behind the timestamp: "a m s k r V g", or "a m s k r M S V g" with a length (S).
bool ReadColumns(std::string_view rest, CdxjEntry& entry) {
  constexpr std::size_t kMost = 9;
  std::array<std::string_view, kMost> columns;
  std::size_t count = 0;
  for (; count < kMost && !rest.empty(); ++count) {
    columns[count] = TakeWord(rest);
    if (columns[count] == "-") columns[count] = {};
  }
  if (!rest.empty() || (count != 7 && count != kMost)) return false;
  entry.url = columns[0];
  entry.mime = columns[1];
  entry.status = NumberOf<std::uint16_t>(columns[2]).value_or(0);
  entry.digest = columns[3];
  if (count == kMost) entry.length = NumberOf<std::uint64_t>(columns[6]);
  const std::optional<std::uint64_t> offset = NumberOf<std::uint64_t>(columns[count - 2]);
  entry.offset = offset.value_or(0);
  entry.filename = columns[count - 1];
  return offset && !entry.filename.empty();
}

}  // namespace

std::optional<CdxjEntry> ParseCdxjLine(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string_view rest = line;
  const std::string_view key = TakeWord(rest);
  const std::string_view timestamp = TakeWord(rest);
  if (key.empty() || key.front() == '!' || !IsTimestamp(timestamp)) return std::nullopt;
  CdxjEntry entry{.key = std::string(key), .timestamp = std::string(timestamp)};
  const bool is_json = TrimAsciiSpace(rest).starts_with('{');
  if (!(is_json ? ReadJson(rest, entry) : ReadColumns(rest, entry))) return std::nullopt;
  return entry;
}

}  // namespace meguri::warc
