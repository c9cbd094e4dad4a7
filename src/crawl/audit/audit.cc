#include "crawl/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "base/printable.h"
#include "crawl/audit/request_checker.h"
#include "crawl/audit/request_log_reader.h"

namespace meguri {
namespace {

struct LogFile {
  std::uint32_t number = 0;
  std::string name;
};

// In the order in which they were written.
Result<std::vector<LogFile>> LogFilesIn(Files& files, const std::string& folder) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(folder));
  std::vector<LogFile> logs;
  for (const DirectoryEntry& entry : entries) {
    const auto number = RequestLogNumber(entry.name);
    if (number && !entry.is_directory) logs.push_back({*number, entry.name});
  }
  std::ranges::sort(logs, {}, &LogFile::number);
  return logs;
}

struct LogFolder {
  std::string path;
  std::vector<LogFile> logs;
};

Result<LogFolder> FindLogs(Files& files, const std::string& directory) {
  for (const std::string& path : {RequestLogFolder(directory), directory}) {
    auto logs = LogFilesIn(files, path);
    if (!logs && logs.error().code != ErrorCode::kNotFound) {
      return tl::unexpected<Error>(std::move(logs).error());
    }
    if (logs && !logs->empty()) return LogFolder{path, *std::move(logs)};
  }
  return Fail(
      ErrorCode::kNotFound,
      fmt::format("{}: no request log is there; give the folder of a crawl", Printable(directory)));
}

}  // namespace

std::string_view BreachKindName(BreachKind kind) {
  switch (kind) {
    case BreachKind::kInFlight:
      return "in-flight";
    case BreachKind::kTooSoon:
      return "too-soon";
    case BreachKind::kAfterStart:
      return "after-start";
    case BreachKind::kShortInterval:
      return "short-interval";
  }
  return "too-soon";
}

std::uint64_t Audit::breach_count() const {
  std::uint64_t count = 0;
  for (const AuditSide* side : {&hosts, &servers})
    count = std::accumulate(side->breaches.begin(), side->breaches.end(), count);
  return count;
}

Result<Audit> AuditRequests(Files& files, const std::string& directory,
                            const AuditOptions& options) {
  MEGURI_TRY(const LogFolder folder, FindLogs(files, directory));
  RequestChecker checker(options);
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  for (const LogFile& log : folder.logs) {
    const std::string path = fmt::format("{}/{}", folder.path, log.name);
    MEGURI_TRY(const std::unique_ptr<ReadableFile> file, files.OpenToRead(path));
    MEGURI_TRY(RequestLogReader reader, RequestLogReader::Open(*file));
    checker.BeginFile(log.name);
    RequestLogLine line;
    for (;;) {
      auto more = reader.Next(line);
      if (!more && more.error().code == ErrorCode::kUnsupported) {
        return Fail(more.error().code,
                    fmt::format("{}: {}", Printable(path), more.error().context));
      }
      MEGURI_TRY(const bool has_line, std::move(more));
      if (!has_line) break;
      checker.Take(line, reader.promise());
      if (options.progress && line.line % 1024 == 0) {
        options.progress(lines + line.line, bytes + reader.bytes_read());
      }
    }
    checker.EndFile(reader);
    lines += reader.lines();
    bytes += reader.bytes_read();
  }
  return checker.Finish();
}

}  // namespace meguri
