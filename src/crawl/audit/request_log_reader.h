// Reads a file of the request log line by line: docs/formats/request_log.md.
//
// Total: any bytes give lines, damaged ones among them, each with what is wrong. A last line
// without its end, as a process that was killed leaves, is passed over and noted. The file is read
// in pieces of 1 MB, as far as it went when the reader was made; a line holds kMaxLineBytes at
// most. Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/ip_address.h"
#include "base/lifetime.h"
#include "base/result.h"
#include "crawl/audit/interval_promise.h"
#include "crawl/audit/request_log.h"
#include "polite/manners.h"

namespace meguri {

struct LoggedInterval {
  std::chrono::microseconds length{0};
  IntervalRule rule = IntervalRule::kConfigured;
};

// Views live until the next line is read. "-" is read as "".
struct LoggedStart {
  std::uint64_t number = 0;
  std::chrono::microseconds time{0};  // since the process began
  IpAddress server;
  std::string_view host;
  std::string_view url;
  RequestKind kind = RequestKind::kPage;
  LoggedInterval host_interval;
  LoggedInterval server_interval;
  std::chrono::microseconds waited{0};  // since the host could ask for its turn
};

struct LoggedEnd {
  std::uint64_t number = 0;
  std::chrono::microseconds time{0};
  std::uint16_t status = 0;
  std::uint64_t bytes = 0;
  std::string_view outcome;
};

struct RequestLogLine {
  enum class Kind : std::uint8_t {
    kProcess,    // a process began
    kContinued,  // a process goes on from the file before
    kStart,
    kEnd,
    kDamaged,
  };
  Kind kind = Kind::kDamaged;
  std::uint64_t line = 0;   // in the file, from 1
  std::string_view begun;   // of kProcess and kContinued: the process's wall time
  LoggedStart start;        // of kStart
  LoggedEnd end;            // of kEnd
  std::string_view damage;  // of kDamaged: one line for people, a constant
};

class RequestLogReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

  // `file` must outlive the reader.
  static Result<RequestLogReader> Open(const ReadableFile& file);

  // False at the end. Fails if the file can't be read, or is of a version that we don't know.
  Result<bool> Next(RequestLogLine& line);

  // What was said of intervals before the last kProcess or kContinued; nullopt if nothing was.
  const std::optional<IntervalPromise>& promise() const MEGURI_LIFETIME_BOUND { return promise_; }

  bool torn() const { return torn_; }  // at the end: the last line was not whole
  std::uint64_t lines() const { return line_; }
  std::uint64_t bytes_read() const { return next_at_; }

 private:
  RequestLogReader(const ReadableFile& file, std::uint64_t size) : file_(&file), size_(size) {}

  // The next line without its '\n'; nullopt at the end. A line that is too long is "".
  Result<std::optional<std::string_view>> NextLine();
  // False if the line says nothing that anybody must know.
  Result<bool> ReadHeadLine(std::string_view text, RequestLogLine& line);

  const ReadableFile* file_;
  std::uint64_t size_;
  std::optional<IntervalPromise> promise_;
  std::string buffer_;
  std::size_t at_ = 0;         // in buffer_
  std::uint64_t next_at_ = 0;  // in the file: what comes behind the buffer
  std::uint64_t line_ = 0;
  bool torn_ = false;
};

}  // namespace meguri
