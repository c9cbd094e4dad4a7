// Hosts that the user doesn't want asked any more: DIR/blocked.tsv, a line "HOST<tab>REASON" each,
// for the host and all below it. The file may grow while the crawl runs; it is read again then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

class BlockedHosts {
 public:
  BlockedHosts(Files& files, const std::string& directory);

  // True if the list has changed since the last call. A file that isn't there is an empty one.
  // Fails with kCorrupt, "FILE:LINE: what", on a line without a host; then the list is as it was.
  Result<bool> ReadAgain();
  // The reason, or nullptr.
  const std::string* Find(std::string_view host) const;

  // Adds a line, durably. Fails with kInvalidArgument on what is no host name.
  static Status Add(Files& files, const std::string& directory, std::string_view host,
                    std::string_view reason);

 private:
  Files& files_;
  std::string path_;
  std::uint64_t size_ = 0;
  std::unordered_map<std::string, std::string> reasons_;
};

}  // namespace meguri
