#include "lab/judge/log_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <vector>

#include "base/printable.h"
#include "lab/lab_clock.h"

namespace meguri {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxColumns = 32;
// What no lab comes to: 285 years of running, and moments 30,000 years from ours. Within them no
// sum or difference of times is too large for its type.
constexpr std::int64_t kMaxMicroseconds = std::int64_t{1} << 53;
constexpr std::int64_t kMaxMoment = 1'000'000'000'000'000'000;
constexpr std::string_view kFirstLine = "#meguri-lab-log 1";

enum Column : std::size_t {
  kConnection,
  kOpened,
  kStart,
  kEnd,
  kServer,
  kScheme,
  kHost,
  kMethod,
  kUrl,
  kStatus,
  kBytes,
  kEnded,
  kAgent,
};
constexpr std::array<std::string_view, LogReader::kColumns> kNames = {
    "connection", "opened", "start",  "end",   "server", "scheme", "host",
    "method",     "url",    "status", "bytes", "ended",  "agent"};
constexpr std::array<std::string_view, 4> kEnds = {"sent", "closed", "reset", "stopped"};

template <class Number>
bool ParseNumber(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end && !text.empty();
}

std::string_view Shortened(std::string_view text) { return text.substr(0, 60); }

// Up to the next tab; `rest` begins behind it, or is null if there is none.
std::string_view TakeField(std::string_view& rest) {
  const std::size_t tab = rest.find('\t');
  const std::string_view field = rest.substr(0, tab);
  rest = tab == std::string_view::npos ? std::string_view() : rest.substr(tab + 1);
  return field;
}

}  // namespace

WallTime LogHead::VirtualAt(std::int64_t microseconds) const {
  return VirtualTimeAt(zero, std::chrono::microseconds(microseconds), speed);
}

Result<LogReader> LogReader::Open(const ReadableFile& file, const std::string& name) {
  MEGURI_TRY(const std::uint64_t size, file.Size());
  LogReader reader(file, name, size);
  MEGURI_TRY(const std::optional<std::string_view> first, reader.NextLine());
  if (!first || *first != kFirstLine) {
    reader.line_ = 1;
    return reader.Wrong(
        fmt::format("this is no access log of a lab, which begins with \"{}\"; "
                    "give the file that meguri lab --log wrote",
                    kFirstLine));
  }
  for (;;) {
    reader.body_at_ = reader.next_at_ - (reader.buffer_.size() - reader.at_);
    reader.body_line_ = reader.line_;
    MEGURI_TRY(const std::optional<std::string_view> line, reader.NextLine());
    if (!line || !line->starts_with('#')) break;
    MEGURI_CHECK_STATUS(reader.ReadHeadLine(*line));
  }
  if (reader.column_count_ == 0) {
    return reader.Wrong(
        "no #columns line says what the fields are; take the log as it was written");
  }
  reader.Rewind();
  return reader;
}

void LogReader::Rewind() {
  buffer_.clear();
  at_ = 0;
  next_at_ = body_at_;
  line_ = body_line_;
  cut_short_ = false;
}

Result<bool> LogReader::Next(LogLine& line) {
  MEGURI_TRY(const std::optional<std::string_view> text, NextLine());
  if (!text) return false;
  line.number = line_;
  MEGURI_CHECK_STATUS(ReadFields(*text, line));
  return true;
}

Result<std::optional<std::string_view>> LogReader::NextLine() {
  std::size_t searched = at_;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      const std::string_view line = std::string_view(buffer_).substr(at_, end - at_);
      at_ = end + 1;
      ++line_;
      return line;
    }
    if (next_at_ == size_) {
      cut_short_ = at_ < buffer_.size();
      return std::nullopt;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    searched = buffer_.size();
    if (searched > kMaxLineBytes) {
      ++line_;
      return Wrong(fmt::format("a line of more than {} bytes; take the log as it was written",
                               kMaxLineBytes));
    }
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

Status LogReader::ReadHeadLine(std::string_view line) {
  std::string_view rest = line;
  const std::string_view key = TakeField(rest);
  if (key == "#clock") {
    std::int64_t zero = 0;
    const std::string_view zero_text = TakeField(rest);
    if (!ParseNumber(zero_text, zero) || !ParseNumber(rest, head_.speed) ||
        !std::isfinite(head_.speed) || head_.speed < 0 || zero < -kMaxMoment || zero > kMaxMoment) {
      return Wrong("#clock wants microseconds and a speed, separated by a tab");
    }
    head_.zero = WallTime(std::chrono::microseconds(zero));
  } else if (key == "#forbidden") {
    head_.forbidden = IpAddress::Parse(rest);
    if (!head_.forbidden) return Wrong("#forbidden wants an address");
  } else if (key == "#spec") {
    head_.spec.append(rest).append("\n");
  } else if (key == "#columns") {
    return ReadColumns(rest);
  }
  return {};  // others are for later versions
}

Status LogReader::ReadColumns(std::string_view names) {
  columns_.fill(std::string_view::npos);
  column_count_ = 0;
  while (names.data() != nullptr) {
    const std::string_view name = TakeField(names);
    const auto known = static_cast<std::size_t>(std::ranges::find(kNames, name) - kNames.begin());
    if (known < kColumns) columns_[known] = column_count_;
    ++column_count_;
  }
  if (column_count_ > kMaxColumns) {
    return Wrong(fmt::format("#columns has {} names, more than {}", column_count_, kMaxColumns));
  }
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (columns_[i] == std::string_view::npos) {
      return Wrong(fmt::format("#columns lacks '{}'; all thirteen are needed", kNames[i]));
    }
  }
  return {};
}

Status LogReader::ReadFields(std::string_view text, LogLine& line) {
  std::array<std::string_view, kMaxColumns> fields;
  std::size_t count = 0;
  for (std::string_view rest = text; rest.data() != nullptr && count < kMaxColumns; ++count) {
    fields[count] = TakeField(rest);
  }
  if (count != column_count_) {
    return Wrong(
        fmt::format("{} fields, want {}: '{}'; take the line out, or the log as it was "
                    "written",
                    count, column_count_, Printable(Shortened(text))));
  }
  const auto field = [&](Column column) { return fields[columns_[column]]; };
  const auto view = [&](Column column) {
    return field(column) == "-" ? std::string_view() : field(column);
  };
  const auto number = [&](Column column, auto& into) { return ParseNumber(field(column), into); };
  for (const auto& [column, right] :
       {std::pair(kConnection, number(kConnection, line.connection)),
        std::pair(kOpened, number(kOpened, line.opened)),
        std::pair(kStart, number(kStart, line.start)), std::pair(kEnd, number(kEnd, line.end)),
        std::pair(kStatus, number(kStatus, line.status)),
        std::pair(kBytes, number(kBytes, line.bytes))}) {
    if (!right) {
      return Wrong(
          fmt::format("{} is '{}', want a number; take the line out, or the log as it was "
                      "written",
                      kNames[column], Printable(Shortened(field(column)))));
    }
  }
  if (std::min({line.opened, line.start, line.end}) < 0 ||
      std::max({line.opened, line.start, line.end}) > kMaxMicroseconds) {
    return Wrong("its times are none that a log can have; take the line out");
  }
  if (line.end < line.start) {
    return Wrong(fmt::format("it ends at {}, before it starts at {}; take the line out", line.end,
                             line.start));
  }
  const auto* const end = std::ranges::find(kEnds, field(kEnded));
  if (end == kEnds.end()) {
    return Wrong(fmt::format("ended is '{}', want sent, closed, reset or stopped",
                             Printable(Shortened(field(kEnded)))));
  }
  line.ended = static_cast<LogEnd>(end - kEnds.begin());
  line.server = view(kServer);
  line.scheme = view(kScheme);
  line.host = view(kHost);
  line.method = view(kMethod);
  line.url = view(kUrl);
  line.agent = view(kAgent);
  return {};
}

tl::unexpected<Error> LogReader::Wrong(std::string_view what) const {
  return Fail(ErrorCode::kCorrupt, fmt::format("{}:{}: {}", Printable(*name_), line_, what));
}

}  // namespace meguri
