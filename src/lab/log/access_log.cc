#include "lab/log/access_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/append_number.h"
#include "url/log_field.h"

namespace meguri {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

std::string_view EndName(AccessEnd end) {
  switch (end) {
    case AccessEnd::kSent:
      return "sent";
    case AccessEnd::kClosed:
      return "closed";
    case AccessEnd::kReset:
      return "reset";
    case AccessEnd::kStopped:
      break;
  }
  return "stopped";
}

void AppendNumberField(std::uint64_t number, std::string& out) {
  AppendNumber(number, out);
  out += '\t';
}

void AppendText(std::string_view text, std::string& out) {
  url::AppendLogField(text, out);
  out += '\t';
}

}  // namespace

AccessLog::AccessLog(std::unique_ptr<WritableFile> file, const LabClock& clock,
                     const IpAddress& forbidden, std::string_view spec)
    : file_(std::move(file)), zero_(clock.begin()) {
  buffer_.reserve(2 * kBufferBytes);
  buffer_ +=
      fmt::format("#meguri-lab-log 1\n#clock\t{}\t{}\n#forbidden\t{}\n",
                  clock.start().time_since_epoch().count(), clock.speed(), forbidden.ToString());
  while (!spec.empty()) {
    const std::size_t end = std::min(spec.find('\n'), spec.size());
    buffer_ += fmt::format("#spec\t{}\n", spec.substr(0, end));
    spec.remove_prefix(std::min(end + 1, spec.size()));
  }
  buffer_ +=
      "#columns\tconnection\topened\tstart\tend\tserver\tscheme\thost\tmethod\turl\tstatus\tbytes\t"
      "ended\tagent\n";
}

void AccessLog::Append(const AccessEntry& entry) {
  if (error_) return;
  const auto micros = [this](TimePoint time) {
    const auto since = std::chrono::duration_cast<std::chrono::microseconds>(time - zero_).count();
    return static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0));
  };
  ++lines_;
  AppendNumberField(entry.connection, buffer_);
  AppendNumberField(micros(entry.opened), buffer_);
  AppendNumberField(micros(entry.start), buffer_);
  AppendNumberField(micros(entry.end), buffer_);
  AppendText(entry.server, buffer_);
  buffer_ += entry.https ? "https\t" : "http\t";
  AppendText(entry.host, buffer_);
  AppendText(entry.method, buffer_);
  AppendText(entry.url, buffer_);
  AppendNumberField(static_cast<std::uint64_t>(entry.status), buffer_);
  AppendNumberField(entry.bytes, buffer_);
  buffer_ += EndName(entry.ended);
  buffer_ += '\t';
  AppendText(entry.agent, buffer_);
  buffer_.back() = '\n';
  if (buffer_.size() >= kBufferBytes) Flush();
}

void AccessLog::Flush() {
  if (buffer_.empty()) return;
  if (!error_) {
    const std::uint64_t good = file_->size();
    if (const Status written = file_->Append(buffer_); !written) {
      error_ = written.error();
      // No line is left torn, if that can be had; the first error is what counts.
      [[maybe_unused]] const Status cut = file_->Truncate(good);
    }
  }
  buffer_.clear();
}

}  // namespace meguri
