#include "base/log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <iterator>
#include <type_traits>

#include "base/ascii.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace meguri {
namespace {

constexpr std::array<std::string_view, 5> kLevelNames = {"debug", "info", "warning", "error",
                                                         "off"};
constexpr std::array<std::string_view, 5> kLevelTags = {"DEBUG", "INFO ", "WARN ", "ERROR",
                                                        "OFF  "};

std::string_view ShortEscape(char32_t c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    default:
      return {};
  }
}

// Between the quotes of a JSON string, or of our text form, which is the same except for
// broken bytes. All unsafe characters are below U+10000: four digits do.
void AppendEscaped(std::string_view text, LogFormat format, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    const std::string_view bytes = text.substr(at, step.length);
    if (!step.valid && format == LogFormat::kText) {
      for (const char byte : bytes) {
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
      }
    } else if (!step.valid) {
      AppendUtf8(kReplacementCharacter, out);
    } else if (const std::string_view escape = ShortEscape(step.code_point); !escape.empty()) {
      out += escape;
    } else if (IsUnprintable(step.code_point)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(step.code_point));
    } else {
      out += bytes;
    }
    at += step.length;
  }
}

// Not in the middle of a character: that would make it a broken one.
std::string_view Cut(std::string_view text) {
  if (text.size() <= kMaxLogValueBytes) return text;
  std::size_t end = kMaxLogValueBytes;
  while (end > kMaxLogValueBytes - 4 && IsUtf8Continuation(text[end])) {
    --end;
  }
  return text.substr(0, end);
}

void AppendCutAndEscaped(std::string_view text, LogFormat format, std::string& out) {
  const std::string_view shown = Cut(text);
  AppendEscaped(shown, format, out);
  if (shown.size() < text.size()) {
    fmt::format_to(std::back_inserter(out), "…[{} more bytes]", text.size() - shown.size());
  }
}

// Can stand without quotes: nothing to escape, and nothing that could pass for the next field.
bool IsPlain(std::string_view text) {
  const auto is_plain = [](char c) {
    return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '=';
  };
  return !text.empty() && text.size() <= kMaxLogValueBytes && std::ranges::all_of(text, is_plain);
}

void AppendQuoted(std::string_view text, LogFormat format, std::string& out) {
  out += '"';
  AppendCutAndEscaped(text, format, out);
  out += '"';
}

void AppendValue(const LogValue& value, LogFormat format, std::string& out) {
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string_view>) {
          if (format == LogFormat::kText && IsPlain(v)) {
            out += v;
          } else {
            AppendQuoted(v, format, out);
          }
        } else if constexpr (std::is_same_v<T, double>) {
          if (format == LogFormat::kJson && !std::isfinite(v)) {
            out += "null";  // JSON has no word for it
          } else {
            fmt::format_to(std::back_inserter(out), "{}", v);
          }
        } else {
          fmt::format_to(std::back_inserter(out), "{}", v);
        }
      },
      value.value());
}

std::string TextLine(WallTime time, LogLevel level, std::string_view component,
                     std::string_view message, LogFields fields) {
  std::string line = FormatIso8601(time, Fraction::kMillis);
  line += ' ';
  line += kLevelTags[static_cast<std::size_t>(level)];
  line += ' ';
  AppendCutAndEscaped(component, LogFormat::kText, line);
  line += ": ";
  AppendCutAndEscaped(message, LogFormat::kText, line);
  for (const LogField& field : fields) {
    line += ' ';
    AppendCutAndEscaped(field.key, LogFormat::kText, line);
    line += '=';
    AppendValue(field.value, LogFormat::kText, line);
  }
  line += '\n';
  return line;
}

std::string JsonLine(WallTime time, LogLevel level, std::string_view component,
                     std::string_view message, LogFields fields) {
  std::string line;
  const auto append = [&line](std::string_view key, const LogValue& value) {
    line += line.empty() ? '{' : ',';
    AppendQuoted(key, LogFormat::kJson, line);
    line += ':';
    AppendValue(value, LogFormat::kJson, line);
  };
  append("time", FormatIso8601(time, Fraction::kMillis));
  append("level", LogLevelName(level));
  append("component", component);
  append("message", message);
  for (const LogField& field : fields) {
    append(field.key, field.value);
  }
  line += "}\n";
  return line;
}

}  // namespace

std::string_view LogLevelName(LogLevel level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}

std::optional<LogLevel> ParseLogLevel(std::string_view name) {
  const auto* const found = std::ranges::find(kLevelNames, name);
  if (found == kLevelNames.end()) return std::nullopt;
  return static_cast<LogLevel>(found - kLevelNames.begin());
}

void StderrSink::Write(std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    line.remove_prefix(static_cast<std::size_t>(written));
  }
}

LogOutput::LogOutput(const Clock& clock, LogSink& sink, const LogOptions& options)
    : clock_(clock), format_(options.format), level_(options.level), sink_(sink) {}

void LogOutput::Write(LogLevel level, std::string_view component, std::string_view message,
                      LogFields fields) {
  const WallTime now = clock_.WallNow();
  const std::string line = format_ == LogFormat::kJson
                               ? JsonLine(now, level, component, message, fields)
                               : TextLine(now, level, component, message, fields);
  const MutexLock lock(mutex_);
  sink_.Write(line);
}

}  // namespace meguri
