// The lines of a file of change traces: when each page of real sites changed, and to what.
//
// The file: tab separated, plain or packed, a header line with the names of its columns, then one
// line per page. Of the columns these count, the others may be there or not:
//
//   t0    creation, seconds since 1970 UTC
//   dt    seconds between consecutive events, with commas between; empty if there is one event
//   v     the version that each event sets, with commas; 0: absent; "-" for 1, 2, …
//   site  whose page it is; may be missing
//   path  of the page, within its site; may be missing
//   end   observed until, seconds since 1970 UTC, no sooner than the last event; may be missing
//   sh    the version's simhash, hexadecimal, with commas, "" where it is not known; "-": of none;
//         may be missing
//
// Linear; the memory of a line. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "graph/files/packed_file.h"

namespace meguri {

// A page: events at `times`, ascending, several in one second perhaps.
struct TraceLine {
  std::string site;
  std::string path;
  std::uint64_t end = 0;  // that of the last event if the file has none
  std::vector<std::uint64_t> times;
  std::vector<std::uint64_t> versions;                     // as many
  std::vector<std::optional<std::uint64_t>> fingerprints;  // as many, or none
};

class TraceLines {
 public:
  // Fails if the header is not as above.
  static Result<TraceLines> Open(Files& files, const std::string& path);

  // The next page into `line`; false at the end. Fails with kCorrupt, "FILE:LINE: what is wrong
  // there".
  Result<bool> Next(TraceLine& line);

  // kCorrupt, unless the header names them all.
  Status Need(std::initializer_list<std::string_view> names) const;

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Columns {
    std::size_t t0 = kNone;
    std::size_t dt = kNone;
    std::size_t v = kNone;
    std::size_t site = kNone;
    std::size_t path = kNone;
    std::size_t end = kNone;
    std::size_t sh = kNone;
  };

  explicit TraceLines(PackedLines lines) : lines_(std::move(lines)) {}

  Status ReadHeader();
  std::string_view Field(std::size_t column) const { return fields_[column]; }
  Status ReadTimes(TraceLine& line) const;
  Status ReadVersions(TraceLine& line) const;
  Status ReadFingerprints(TraceLine& line) const;
  tl::unexpected<Error> NoNumber(std::string_view column, std::string_view text) const;

  PackedLines lines_;
  Columns columns_;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
};

}  // namespace meguri
