#include "crawl/audit/request_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "base/append_number.h"
#include "url/log_field.h"

namespace meguri {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

constexpr std::string_view kNameBegin = "requests-";
constexpr std::string_view kNameEnd = ".log";
constexpr std::array<std::string_view, kRequestKinds> kKinds = {"page", "robots", "redirect",
                                                                "requisite", "sitemap"};

void AppendText(std::string_view text, std::string& out) {
  out += '\t';
  url::AppendLogField(text, out);
}

void AppendNumberField(std::uint64_t number, std::string& out) {
  out += '\t';
  AppendNumber(number, out);
}

void AppendInterval(const Interval& interval, std::string& out) {
  const auto micros = duration_cast<microseconds>(interval.length).count();
  AppendNumberField(static_cast<std::uint64_t>(std::max<std::int64_t>(micros, 0)), out);
  AppendText(IntervalRuleName(interval.rule), out);
}

std::string HeadOf(const IntervalPromise& promise) {
  std::string head = "#meguri-requests 1\n";
  AppendPromise(promise, head);
  return head;
}

// One more than the highest that is there.
Result<std::uint32_t> NextNumber(Files& files, const std::string& folder) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(folder));
  std::uint32_t next = 0;
  for (const DirectoryEntry& entry : entries) {
    if (const auto number = RequestLogNumber(entry.name)) next = std::max(next, *number + 1);
  }
  return next;
}

}  // namespace

std::string_view RequestKindName(RequestKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<RequestKind> ParseRequestKind(std::string_view name) {
  const auto* const found = std::ranges::find(kKinds, name);
  if (found == kKinds.end()) return std::nullopt;
  return static_cast<RequestKind>(found - kKinds.begin());
}

std::string RequestLogFolder(std::string_view directory) {
  return fmt::format("{}/requests", directory);
}

std::optional<std::uint32_t> RequestLogNumber(std::string_view name) {
  if (!name.starts_with(kNameBegin) || !name.ends_with(kNameEnd)) return std::nullopt;
  if (name.size() < kNameBegin.size() + 5 + kNameEnd.size()) return std::nullopt;
  name.remove_prefix(kNameBegin.size());
  name.remove_suffix(kNameEnd.size());
  constexpr std::size_t kMostDigits = 9;  // fits, with one more to come
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc() || at != end || name.size() > kMostDigits) return std::nullopt;
  return number;
}

Result<std::unique_ptr<RequestLog>> RequestLog::Open(Files& files, const std::string& directory,
                                                     const Clock& clock,
                                                     const IntervalPromise& promise,
                                                     const RequestLogOptions& options) {
  std::string folder = RequestLogFolder(directory);
  MEGURI_CHECK_STATUS(files.MakeDirectories(folder));
  std::unique_ptr<RequestLog> log(
      new RequestLog(files, std::move(folder), clock, promise, options));
  MEGURI_TRY(log->next_file_, NextNumber(files, log->folder_));
  MEGURI_CHECK_STATUS(log->OpenNext("start"));
  MEGURI_CHECK_STATUS(log->Flush());
  return log;
}

RequestLog::RequestLog(Files& files, std::string folder, const Clock& clock,
                       const IntervalPromise& promise, const RequestLogOptions& options)
    : files_(files),
      folder_(std::move(folder)),
      options_(options),
      zero_(clock.Now()),
      head_(HeadOf(promise)),
      wall_(FormatIso8601(clock.WallNow(), Fraction::kMicros)) {}

RequestLog::~RequestLog() {
  [[maybe_unused]] const Status last = Flush();  // there is nobody left to tell
}

Status RequestLog::OpenNext(std::string_view what) {
  const std::string name = fmt::format("{}/{}{:05}{}", folder_, kNameBegin, next_file_, kNameEnd);
  MEGURI_TRY(auto file, files_.OpenToWrite(name, OpenMode::kCreate));
  ++next_file_;  // also if the next step fails: the name is taken
  MEGURI_CHECK_STATUS(files_.SyncDirectory(folder_));
  file_ = std::move(file);
  buffer_.insert(0, fmt::format("{}#{}\t{}\n", head_, what, wall_));
  return {};
}

std::uint64_t RequestLog::MicrosOf(TimePoint time) const {
  const auto since = duration_cast<microseconds>(time - zero_).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0));
}

std::uint64_t RequestLog::Start(const RequestStart& start) {
  const std::uint64_t number = next_number_++;
  buffer_ += 'S';
  AppendNumberField(number, buffer_);
  AppendNumberField(MicrosOf(start.time), buffer_);
  AppendText(start.server.ToString(), buffer_);
  AppendText(start.host, buffer_);
  AppendText(start.url, buffer_);
  AppendText(RequestKindName(start.kind), buffer_);
  AppendInterval(start.host_interval, buffer_);
  AppendInterval(start.server_interval, buffer_);
  AppendNumberField(static_cast<std::uint64_t>(std::max<std::int64_t>(
                        0, duration_cast<microseconds>(start.waited).count())),
                    buffer_);
  buffer_ += '\n';
  return number;
}

void RequestLog::End(std::uint64_t number, const RequestEnd& end) {
  buffer_ += 'E';
  AppendNumberField(number, buffer_);
  AppendNumberField(MicrosOf(end.time), buffer_);
  AppendNumberField(end.status, buffer_);
  AppendNumberField(end.bytes, buffer_);
  AppendText(FetchOutcomeName(end.outcome), buffer_);
  buffer_ += '\n';
}

Status RequestLog::Flush() {
  if (buffer_.empty() || !file_) return {};
  if (!torn_ && file_->size() >= options_.max_file_bytes) {
    MEGURI_CHECK_STATUS(OpenNext("continue"));
  }
  const std::uint64_t before = file_->size();
  Status written = file_->Append(buffer_);
  // Also after an error: what is there is there, and the rest goes behind it the next time.
  buffer_.erase(0, static_cast<std::size_t>(file_->size() - before));
  torn_ = !buffer_.empty();
  return written;
}

Status RequestLog::Sync() {
  MEGURI_CHECK_STATUS(Flush());
  return file_->Sync();
}

}  // namespace meguri
