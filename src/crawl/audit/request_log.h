// The log of every request, from which politeness is proved: docs/formats/request_log.md.
//
//   MEGURI_TRY(auto log, RequestLog::Open(files, directory, clock, promise));
//   const std::uint64_t number = log->Start({.time = now, .server = …});
//   if (const Status flushed = log->Flush(); !flushed) …   // then no task goes to the fetcher
//   fetcher.Fetch(task);
//   log->End(number, {.time = result.end, .status = 200, …});
//
// A request's start is in the file (written, not synced) before its first byte is sent, if Flush()
// comes first; so a process that is killed leaves no request unlogged. Lines wait in a buffer until
// Flush(), about 200 ns each. If that fails nothing is lost: what isn't written waits for the next.
//
// Files are DIR/requests/requests-00000.log and so on: a new one with each process, and when one is
// full. Owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/files.h"
#include "base/ip_address.h"
#include "base/result.h"
#include "crawl/audit/interval_promise.h"
#include "fetch/fetcher.h"
#include "polite/manners.h"

namespace meguri {

enum class RequestKind : std::uint8_t {
  kPage,
  kRobots,     // robots.txt, and the hops of its redirects
  kRedirect,   // the target of a page's redirect
  kRequisite,  // an image, a style sheet, …
  kSitemap,
};
inline constexpr std::size_t kRequestKinds = 5;
// "page", "robots", "redirect", "requisite", "sitemap".
std::string_view RequestKindName(RequestKind kind);
std::optional<RequestKind> ParseRequestKind(std::string_view name);

// Borrows its texts.
struct RequestStart {
  TimePoint time;    // not after the first byte is sent
  IpAddress server;  // as connected to
  std::string_view host;
  std::string_view url;
  RequestKind kind = RequestKind::kPage;
  Interval host_interval;  // that were waited for
  Interval server_interval;
  Duration waited{0};  // since the host could ask for its turn
};

struct RequestEnd {
  TimePoint time;            // not before the server could have seen the end: FetchResult::end
  std::uint16_t status = 0;  // 0: none
  std::uint64_t bytes = 0;   // received, head and body
  FetchOutcome outcome = FetchOutcome::kComplete;
};

struct RequestLogOptions {
  std::uint64_t max_file_bytes = std::uint64_t{1}
                                 << 30;  // then the next file; a buffer more or less
};

class RequestLog {
 public:
  // In the crawl's folder `directory`. Times in the log count from now.
  static Result<std::unique_ptr<RequestLog>> Open(Files& files, const std::string& directory,
                                                  const Clock& clock,
                                                  const IntervalPromise& promise,
                                                  const RequestLogOptions& options = {});
  ~RequestLog();  // tries to Flush()
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  // Returns the request's number, from 1 in each process.
  std::uint64_t Start(const RequestStart& start);
  void End(std::uint64_t number, const RequestEnd& end);

  // All lines so far are with the system. After an error they are kept, and the next call tries
  // again, with kDiskFull as with others.
  Status Flush();
  // Flush(), and safe from a crash of the machine: for the end of a crawl.
  Status Sync();

  std::size_t buffered_bytes() const { return buffer_.size(); }

 private:
  RequestLog(Files& files, std::string folder, const Clock& clock, const IntervalPromise& promise,
             const RequestLogOptions& options);
  // Opens the file of number next_file_, and puts its head before what waits.
  Status OpenNext(std::string_view what);
  std::uint64_t MicrosOf(TimePoint time) const;

  Files& files_;
  const std::string folder_;
  const RequestLogOptions options_;
  const TimePoint zero_;
  const std::string head_;  // of each file, up to the line that says what began it
  const std::string wall_;  // at zero_
  std::unique_ptr<WritableFile> file_;
  std::uint32_t next_file_ = 0;
  std::uint64_t next_number_ = 1;
  std::string buffer_;
  bool torn_ = false;  // the file may end within a line, whose rest is in buffer_
};

// "DIR/requests", where the files are.
std::string RequestLogFolder(std::string_view directory);
// The number of a file's name, "requests-00017.log"; nullopt if it is another file's.
std::optional<std::uint32_t> RequestLogNumber(std::string_view name);

}  // namespace meguri
