// The rules of the audit, fed with the log's lines in their order.
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "crawl/audit/audit.h"
#include "crawl/audit/interval_promise.h"
#include "crawl/audit/request_log_reader.h"

namespace meguri {

class RequestChecker {
 public:
  explicit RequestChecker(const AuditOptions& options) : options_(options) {}

  void BeginFile(std::string name) { file_names_.push_back(std::move(name)); }
  // `promise`: the reader's, by now.
  void Take(const RequestLogLine& line, const std::optional<IntervalPromise>& promise);
  void EndFile(const RequestLogReader& reader);
  // At the end of all.
  Audit Finish();

 private:
  struct Place {
    std::uint32_t file = 0;  // from 1
    std::uint64_t line = 0;  // 0: none
  };
  // A host or server in the present process.
  struct Group {
    std::chrono::microseconds last_end{0};
    Place last;  // the request that ended then
    Place flying;
    std::uint32_t in_flight = 0;
  };
  struct KeyHash {
    std::size_t operator()(const HashValue128& key) const { return key.low; }
  };
  using Groups = std::unordered_map<HashValue128, Group, KeyHash>;
  struct Flight {
    HashValue128 host;
    HashValue128 server;
    std::chrono::microseconds start{0};
    Place place;
  };

  void BeginProcess(const RequestLogLine& line);
  void ContinueProcess(const RequestLogLine& line);
  void ForgetProcess();
  void TakeStart(const LoggedStart& start, const Place& place);
  void TakeEnd(const RequestLogLine& line);
  // One side's part of a start.
  void CheckSide(const LoggedStart& start, const Place& place, bool server,
                 const HashValue128& key);
  void NoteWait(const LoggedStart& start, const Place& place, bool server);
  void AddDamage(std::uint64_t line, std::string_view what);
  LogPlace Named(const Place& place) const;

  const AuditOptions options_;
  // Of names: 128 bits instead of the name, and no two are taken for one.
  const KeyedHash hash_{0x6d65677572692d61};
  Audit audit_;
  std::vector<std::string> file_names_;
  std::optional<IntervalPromise> promise_;
  std::string process_;      // its wall time; "": none yet
  bool from_start_ = false;  // all of the process is there
  std::optional<std::uint64_t> next_number_;
  Groups hosts_;
  Groups servers_;
  std::unordered_map<std::uint64_t, Flight> flights_;
};

}  // namespace meguri
