// Which records a command is to take: --url, --from, --to, --type, --status, --mime.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "warc/read/http_block.h"
#include "warc/record_head.h"

namespace meguri::app {

class Command;

// As the user wrote them.
struct FilterFlags {
  std::vector<std::string> urls;
  std::string from;
  std::string to;
  std::vector<std::string> types;
  std::vector<std::string> statuses;
  std::vector<std::string> mimes;
};

// Adds the flags to a command; `flags` must outlive the parsing.
void AddFilterFlags(Command& command, FilterFlags& flags);

class RecordFilter {
 public:
  // Fails with the flag that can't be read.
  static Result<RecordFilter> Create(const FilterFlags& flags);

  // By its head alone; true may become false once the block's head is known.
  bool MayMatch(const warc::RecordHead& head) const;
  // `status` 0: none.
  bool Matches(const warc::RecordHead& head, std::uint16_t status, std::string_view mime) const;

 private:
  struct StatusRange {
    std::uint16_t first = 0;
    std::uint16_t last = 0;
  };
  static Result<StatusRange> StatusRangeOf(std::string_view text);

  std::vector<std::string> urls_;
  std::optional<WallTime> from_;
  std::optional<WallTime> before_;
  std::vector<std::string> types_;
  std::vector<StatusRange> statuses_;
  std::vector<std::string> mimes_;
};

}  // namespace meguri::app
