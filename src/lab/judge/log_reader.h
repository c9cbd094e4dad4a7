// Reads the lab's access log, line by line, as docs/formats/lab_log.md has it.
//
// The file is read in pieces of 1 MB, as far as it went when the reader was made: a log that is
// still growing is judged up to there. A last line without its end, as a lab leaves that was
// killed, is passed over and noted; any other line that is none is an error that names it.
// Not thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "base/ip_address.h"
#include "base/lifetime.h"
#include "base/result.h"

namespace meguri {

// How a response ended.
enum class LogEnd : std::uint8_t { kSent, kClosed, kReset, kStopped };

// One request. Views live until the next line is read. "-" is read as "".
struct LogLine {
  std::uint64_t number = 0;  // in the file, from 1
  std::uint64_t connection = 0;
  std::int64_t opened = 0;  // microseconds since the log's zero, as are the two below
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::string_view server;
  std::string_view scheme;
  std::string_view host;
  std::string_view method;
  std::string_view url;
  int status = 0;
  std::uint64_t bytes = 0;
  LogEnd ended = LogEnd::kSent;
  std::string_view agent;
};

// What holds for the whole file.
struct LogHead {
  WallTime zero = ManualClock::kDefaultStart;  // virtual time at the log's zero
  double speed = 1;                            // virtual seconds in a real one
  std::optional<IpAddress> forbidden;
  std::string spec;  // the web's TOML; empty: there is none

  // Virtual time, as the lab's clock has it.
  WallTime VirtualAt(std::int64_t microseconds) const;
};

class LogReader {
 public:
  static constexpr std::size_t kColumns = 13;
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 24U;

  // Reads the head. `name` is the file's, for errors; both must outlive the reader. Fails with
  // kCorrupt if it is no access log.
  static Result<LogReader> Open(const ReadableFile& file, const std::string& name);

  const LogHead& head() const MEGURI_LIFETIME_BOUND { return head_; }

  // False at the end.
  Result<bool> Next(LogLine& line);

  // From the first request on, again.
  void Rewind();

  // At the end: the last line had no end, and was not read.
  bool cut_short() const { return cut_short_; }
  std::uint64_t bytes_read() const { return next_at_; }

 private:
  LogReader(const ReadableFile& file, const std::string& name, std::uint64_t size)
      : file_(&file), name_(&name), size_(size) {}

  // The next line without its '\n'; nullopt at the end.
  Result<std::optional<std::string_view>> NextLine();
  Status ReadHeadLine(std::string_view line);
  Status ReadColumns(std::string_view names);
  Status ReadFields(std::string_view text, LogLine& line);
  tl::unexpected<Error> Wrong(std::string_view what) const;

  const ReadableFile* file_;
  const std::string* name_;
  std::uint64_t size_;
  LogHead head_;
  std::array<std::size_t, kColumns> columns_{};  // where each field stands in a line
  std::size_t column_count_ = 0;                 // 0: not said yet
  std::string buffer_;
  std::size_t at_ = 0;         // in buffer_
  std::uint64_t next_at_ = 0;  // in the file: what comes behind the buffer
  std::uint64_t line_ = 0;
  std::uint64_t body_at_ = 0;  // in the file: the first request
  std::uint64_t body_line_ = 0;
  bool cut_short_ = false;
};

}  // namespace meguri
