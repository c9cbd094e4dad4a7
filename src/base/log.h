// Log lines for people and for programs, safe to show whatever a server sent us.
//
//   LogOutput output(clock, sink, {.level = LogLevel::kInfo});
//   Logger log(output, "fetch");
//   log.Warning("connection refused", {{"host", host}, {"attempt", 3}});
//
//   2026-01-02T03:04:05.678Z WARN  fetch: connection refused host=example.com attempt=3
//   {"time":"2026-01-02T03:04:05.678Z","level":"warning","component":"fetch",
//    "message":"connection refused","host":"example.com","attempt":3}        (one line)
//
// The message is ours, a constant; all that varies is in fields, so that programs needn't
// take sentences apart. Keys are ours too: short, snake_case, units at the end (wait_ms).
//
// No value can forge a line, a field or a terminal command. In text a value that isn't plain
// is quoted; in both forms control characters (C0, DEL, C1), line separators and characters
// that reorder text (bidi) are escaped, and broken UTF-8 is shown as \xNN in text and as
// U+FFFD in JSON. Values are cut at kMaxLogValueBytes, with the number of bytes that are missing.
//
// A call below the level costs one comparison; a line about 1.5 µs and the sink's write.
// Threads: everything may be called from any thread. A line reaches the sink whole; lines of
// different threads may be out of order by the time it takes to write them.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "base/mutex.h"

namespace meguri {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError, kOff };
enum class LogFormat : std::uint8_t { kText, kJson };

// Longer than any URL that one wants to read in a log.
inline constexpr std::size_t kMaxLogValueBytes = 2048;

// "debug", "info", "warning", "error", "off".
std::string_view LogLevelName(LogLevel level);
std::optional<LogLevel> ParseLogLevel(std::string_view name);

// Where lines go. Write() is called by one thread at a time, with the '\n' at the end.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void Write(std::string_view line) = 0;
};

// The default. A line that can't be written is dropped: there is nobody left to tell.
class StderrSink final : public LogSink {
 public:
  void Write(std::string_view line) override;
};

// A number, a truth or a text, borrowed until the call returns.
class LogValue {
 public:
  using Variant = std::variant<std::int64_t, std::uint64_t, double, bool, std::string_view>;

  // Implicit, so that fields read as {"key", value}.
  // NOLINTBEGIN(google-explicit-constructor)
  template <std::same_as<bool> T>
  LogValue(T value) : value_(value) {}
  template <std::signed_integral T>
  LogValue(T value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) LogValue(T value) : value_(std::uint64_t{value}) {}
  template <std::floating_point T>
  LogValue(T value) : value_(static_cast<double>(value)) {}
  template <std::convertible_to<std::string_view> T>
  LogValue(const T& text) : value_(static_cast<std::string_view>(text)) {}
  // NOLINTEND(google-explicit-constructor)

  const Variant& value() const { return value_; }

 private:
  Variant value_;
};

struct LogField {
  std::string_view key;
  LogValue value;
};
using LogFields = std::initializer_list<LogField>;

struct LogOptions {
  LogLevel level = LogLevel::kInfo;  // lines below are dropped
  LogFormat format = LogFormat::kText;
};

// What all loggers of a process share: one clock, one level, one sink. Borrows both; they
// and this must outlive every Logger.
class LogOutput {
 public:
  LogOutput(const Clock& clock, LogSink& sink, const LogOptions& options = {});

  bool enabled(LogLevel level) const { return level >= level_.load(std::memory_order_relaxed); }
  void SetLevel(LogLevel level) { level_.store(level, std::memory_order_relaxed); }

  // Whatever the level.
  void Write(LogLevel level, std::string_view component, std::string_view message, LogFields fields)
      MEGURI_EXCLUDES(mutex_);

 private:
  const Clock& clock_;
  const LogFormat format_;
  std::atomic<LogLevel> level_;
  Mutex mutex_;
  LogSink& sink_ MEGURI_GUARDED_BY(mutex_);
};

// A component's handle on the output: two words and a name, to be copied and passed on.
// `component` must outlive it; it is a constant.
class Logger {
 public:
  Logger(LogOutput& output, std::string_view component) : output_(output), component_(component) {}

  // For values that are dear to compute.
  bool enabled(LogLevel level) const { return output_.enabled(level); }

  void Debug(std::string_view message, LogFields fields = {}) const {
    Log(LogLevel::kDebug, message, fields);
  }
  void Info(std::string_view message, LogFields fields = {}) const {
    Log(LogLevel::kInfo, message, fields);
  }
  void Warning(std::string_view message, LogFields fields = {}) const {
    Log(LogLevel::kWarning, message, fields);
  }
  void Error(std::string_view message, LogFields fields = {}) const {
    Log(LogLevel::kError, message, fields);
  }
  void Log(LogLevel level, std::string_view message, LogFields fields = {}) const {
    if (output_.enabled(level)) output_.Write(level, component_, message, fields);
  }

 private:
  LogOutput& output_;
  std::string_view component_;
};

}  // namespace meguri
