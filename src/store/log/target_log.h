// The scored links of each page, 10 bytes each: targets.log. What passes a page's score on long
// after it was fetched needs no more than these, and has them by one short read.
//
// Append() is the loop's, when the page is submitted, so that Read() finds them at once
// (append_log.h). Grammar: docs/formats/crawl_folder.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "store/link_log.h"
#include "store/log/append_log.h"

namespace meguri {

inline constexpr std::size_t kTargetBytes = 10;
// More than any page has: a page's links are cut long before.
inline constexpr std::uint32_t kMaxTargets = std::uint32_t{1} << 24U;

class TargetLog {
 public:
  // What is behind `committed` is cut: no record knows of it. kCorrupt if the file is shorter.
  static Result<std::unique_ptr<TargetLog>> Open(Files& files, const std::string& path,
                                                 std::uint64_t committed);
  static Result<std::unique_ptr<TargetLog>> OpenToRead(Files& files, const std::string& path,
                                                       std::uint64_t committed);

  // Where they will lie. REQUIRES: at most kMaxTargets, shards below 65,536.
  std::uint64_t Append(std::span<const LinkTarget> targets);
  Status Flush() { return log_->Flush(); }

  Result<std::vector<LinkTarget>> Read(std::uint64_t place) const;

  std::uint64_t durable_end() const { return log_->durable_end(); }

 private:
  explicit TargetLog(std::unique_ptr<AppendLog> log) : log_(std::move(log)) {}

  std::unique_ptr<AppendLog> log_;
  std::string scratch_;  // Append()'s
};

}  // namespace meguri
