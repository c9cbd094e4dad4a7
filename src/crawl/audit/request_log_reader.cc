#include "crawl/audit/request_log_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <system_error>
#include <utility>

#include "base/printable.h"

namespace meguri {
namespace {

using Kind = RequestLogLine::Kind;
using std::chrono::microseconds;

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::string_view kMark = "#meguri-requests ";
// 285 years: within them no sum or difference of times is too large for its type.
constexpr std::int64_t kMaxMicroseconds = std::int64_t{1} << 53;
constexpr std::array<IntervalRule, 5> kRules = {
    IntervalRule::kConfigured, IntervalRule::kCrawlDelay, IntervalRule::kDownloadTime,
    IntervalRule::kBackOff, IntervalRule::kRetryAfter};

// Takes fields off a line, one after the other; once one is not as it should be, all is wrong.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string_view Take() {
    if (done_) {
      right_ = false;
      return {};
    }
    const std::size_t tab = rest_.find('\t');
    const std::string_view field = rest_.substr(0, tab);
    done_ = tab == std::string_view::npos;
    if (!done_) rest_.remove_prefix(tab + 1);
    if (field.empty()) right_ = false;
    return field;
  }
  std::string_view TakeText() {
    const std::string_view field = Take();
    return field == "-" ? std::string_view() : field;
  }
  template <class Number>
  Number TakeNumber() {
    const std::string_view field = Take();
    Number number = 0;
    const char* const end = field.data() + field.size();
    const auto [at, error] = std::from_chars(field.data(), end, number);
    if (error != std::errc() || at != end) right_ = false;
    return number;
  }
  microseconds TakeMicros() {
    const auto count = TakeNumber<std::int64_t>();
    if (count < 0 || count > kMaxMicroseconds) right_ = false;
    return right_ ? microseconds(count) : microseconds(0);
  }
  template <class Value>
  void TakeInto(const std::optional<Value>& parsed, Value& into) {
    if (parsed) {
      into = *parsed;
    } else {
      right_ = false;
    }
  }
  // All was right, and nothing is left.
  bool Right() const { return right_ && done_; }

 private:
  std::string_view rest_;
  bool done_ = false;
  bool right_ = true;
};

std::optional<IntervalRule> ParseRule(std::string_view name) {
  const auto* const found = std::ranges::find(kRules, name, IntervalRuleName);
  return found == kRules.end() ? std::nullopt : std::optional(*found);
}

void ReadInterval(Fields& fields, LoggedInterval& interval) {
  interval.length = fields.TakeMicros();
  fields.TakeInto(ParseRule(fields.Take()), interval.rule);
}

bool ReadStart(std::string_view text, LoggedStart& start) {
  Fields fields(text);
  fields.Take();
  start.number = fields.TakeNumber<std::uint64_t>();
  start.time = fields.TakeMicros();
  fields.TakeInto(IpAddress::Parse(fields.Take()), start.server);
  start.host = fields.TakeText();
  start.url = fields.TakeText();
  fields.TakeInto(ParseRequestKind(fields.Take()), start.kind);
  ReadInterval(fields, start.host_interval);
  ReadInterval(fields, start.server_interval);
  start.waited = fields.TakeMicros();
  return fields.Right();
}

bool ReadEnd(std::string_view text, LoggedEnd& end) {
  Fields fields(text);
  fields.Take();
  end.number = fields.TakeNumber<std::uint64_t>();
  end.time = fields.TakeMicros();
  end.status = fields.TakeNumber<std::uint16_t>();
  end.bytes = fields.TakeNumber<std::uint64_t>();
  end.outcome = fields.TakeText();
  return fields.Right();
}

bool IsPromise(std::string_view text) {
  const std::string_view key = text.substr(0, text.find('\t'));
  return key == "#interval" || key == "#shared" || key == "#named" || key == "#host";
}

}  // namespace

Result<RequestLogReader> RequestLogReader::Open(const ReadableFile& file) {
  MEGURI_TRY(const std::uint64_t size, file.Size());
  return RequestLogReader(file, size);
}

Result<bool> RequestLogReader::Next(RequestLogLine& line) {
  for (;;) {
    MEGURI_TRY(const std::optional<std::string_view> text, NextLine());
    if (!text) return false;
    line = {.line = line_};
    if (line_ == 1 && !text->starts_with(kMark)) {
      line.damage = "the first line is none of a request log";
      return true;
    }
    if (text->starts_with("S\t")) {
      line.kind = ReadStart(*text, line.start) ? Kind::kStart : Kind::kDamaged;
      line.damage = "no start of a request";
      return true;
    }
    if (text->starts_with("E\t")) {
      line.kind = ReadEnd(*text, line.end) ? Kind::kEnd : Kind::kDamaged;
      line.damage = "no end of a request";
      return true;
    }
    if (!text->starts_with('#')) {
      line.damage =
          text->empty() ? "an empty line, or one that is too long" : "no line of this log";
      return true;
    }
    MEGURI_TRY(const bool said, ReadHeadLine(*text, line));
    if (said) return true;
  }
}

Result<bool> RequestLogReader::ReadHeadLine(std::string_view text, RequestLogLine& line) {
  if (text.starts_with(kMark)) {
    const std::string_view version = text.substr(kMark.size());
    if (version != "1") {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("line {}: version '{}' of the request log is not known; take the "
                              "meguri that wrote it",
                              line_, Printable(version.substr(0, 40))));
    }
    promise_.reset();
    return false;
  }
  if (IsPromise(text)) {
    if (!promise_) promise_.emplace();
    line.damage = "an interval that is none";
    return !ReadPromiseLine(text, *promise_);
  }
  const bool starts = text.starts_with("#start\t");
  if (starts || text.starts_with("#continue\t")) {
    line.kind = starts ? Kind::kProcess : Kind::kContinued;
    line.begun = text.substr(text.find('\t') + 1);
    return true;
  }
  return false;  // for later versions
}

Result<std::optional<std::string_view>> RequestLogReader::NextLine() {
  std::size_t searched = at_;
  bool too_long = false;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      std::string_view line = std::string_view(buffer_).substr(at_, end - at_);
      if (too_long || line.size() > kMaxLineBytes) line = {};
      at_ = end + 1;
      ++line_;
      return line;
    }
    if (next_at_ == size_) {
      torn_ = too_long || at_ < buffer_.size();
      at_ = buffer_.size();
      return std::nullopt;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    if (buffer_.size() > kMaxLineBytes) {
      too_long = true;
      buffer_.clear();
    }
    searched = buffer_.size();
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, size_ - next_at_));
    buffer_.resize(searched + wanted);
    MEGURI_TRY(const std::size_t got,
               file_->ReadAt(next_at_, std::span(buffer_).subspan(searched)));
    buffer_.resize(searched + got);
    next_at_ += got;
    if (got < wanted) size_ = next_at_;  // somebody has cut the file
  }
}

}  // namespace meguri
