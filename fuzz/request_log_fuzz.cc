// A request log of any bytes: lines that make sense, and an audit that counts each of them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/mem_files.h"
#include "crawl/audit/audit.h"
#include "crawl/audit/request_log_reader.h"
#include "fuzz/check.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

struct Seen {
  std::uint64_t damaged = 0;
  std::uint64_t starts = 0;
};

// False if the reader gave up.
bool ReadThrough(const ReadableFile& file, Seen& seen) {
  auto reader = RequestLogReader::Open(file);
  Check(reader.has_value(), "a file in memory can be opened");
  RequestLogLine line;
  std::uint64_t last = 0;
  for (;;) {
    const auto more = reader->Next(line);
    if (!more) {
      Check(more.error().code == ErrorCode::kUnsupported, "only a version stops it");
      return false;
    }
    if (!*more) return true;
    Check(line.line > last, "lines are numbered");
    last = line.line;
    if (line.kind == RequestLogLine::Kind::kDamaged) {
      ++seen.damaged;
      Check(!line.damage.empty(), "what is wrong is said");
    }
    if (line.kind != RequestLogLine::Kind::kStart) continue;
    ++seen.starts;
    Check(line.start.time.count() >= 0 && line.start.host_interval.length.count() >= 0,
          "times are some");
    for (const std::string_view text : {line.start.host, line.start.url})
      Check(text.find_first_of("\t\n") == text.npos, "fields are apart");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MemFiles files;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Two files, cut where the input says so.
  const std::size_t cut = std::min(bytes.find('\x01'), bytes.size());
  const std::string_view first = bytes.substr(0, cut);
  const std::string_view second = bytes.substr(std::min(cut + 1, bytes.size()));
  Seen seen;
  bool whole = true;
  for (const auto& [name, text] :
       {std::pair("requests-00000.log", first), std::pair("requests-00001.log", second)}) {
    auto file = files.OpenToWrite(name, OpenMode::kCreate);
    Check(file && (*file)->Append(text), "memory is written");
    const auto readable = files.OpenToRead(name);
    Check(readable.has_value(), "and read");
    whole = ReadThrough(**readable, seen) && whole;
  }
  const auto audit = AuditRequests(files, ".", {.max_listed = 3, .longest_waits = 2});
  Check(audit.has_value() == whole, "a log that can be read can be audited");
  if (!audit) return 0;
  Check(audit->requests <= seen.starts, "each request counts once at most");
  Check(audit->damaged >= seen.damaged, "no damage is overlooked");
  Check(audit->unfinished <= audit->requests, "what has not ended began");
  Check(audit->breaches.size() <= 3 && audit->damages.size() <= 3 && audit->longest.size() <= 2,
        "lists are as long as asked for");
  Check(audit->clean() || audit->breach_count() + audit->damaged + audit->missing > 0,
        "there is a reason");
  return 0;
}
