// The lab's access log, written: docs/formats/lab_log.md.
//
// Lines are formatted by hand into a buffer, about 150 ns each, which goes to the file when it is
// full and whenever Flush() is called. A log that can't be written must not stop the web: after the
// first error nothing more is written, and error() says so. Thread-compatible.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/ip_address.h"
#include "base/result.h"
#include "lab/lab_clock.h"

namespace meguri {

enum class AccessEnd : std::uint8_t { kSent, kClosed, kReset, kStopped };

// One line. Borrows its texts; an empty one is written as "-".
struct AccessEntry {
  std::uint64_t connection = 0;
  TimePoint opened;
  TimePoint start;
  TimePoint end;
  std::string_view server;
  bool https = false;
  std::string_view host;
  std::string_view method;
  std::string_view url;
  int status = 0;
  std::uint64_t bytes = 0;
  AccessEnd ended = AccessEnd::kSent;
  std::string_view agent;
};

class AccessLog {
 public:
  // Writes the lines that begin with '#'. `spec`: the web's description in TOML, may be empty.
  // Times count from clock.begin().
  AccessLog(std::unique_ptr<WritableFile> file, const LabClock& clock, const IpAddress& forbidden,
            std::string_view spec);
  ~AccessLog() { Flush(); }
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  void Append(const AccessEntry& entry);
  void Flush();

  bool empty() const { return buffer_.empty(); }  // nothing waits for Flush()
  std::uint64_t lines() const { return lines_; }  // written or about to be
  // Why the log is incomplete, if it is.
  const std::optional<Error>& error() const { return error_; }

 private:
  std::unique_ptr<WritableFile> file_;
  const TimePoint zero_;
  std::string buffer_;
  std::uint64_t lines_ = 0;
  std::optional<Error> error_;
};

}  // namespace meguri
