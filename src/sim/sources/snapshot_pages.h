// The pages of a real site, from a folder or a tar, under a host's name: what a plain web server
// makes of a folder.
//
//   /a/      a/index.html (or index.htm)       /a    301 to /a/, if a is a folder
//   /a.html  a.html                            else  404; robots.txt, if there is none: 404
//
// Types by extension, the charset left to the page; ETag by content, Last-Modified by the file's
// time, 304, gzip. The query doesn't count. No request gets out of the folder (snapshot_store.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/sources/snapshot_store.h"
#include "sim/web/page_source.h"

namespace meguri {

class SnapshotPages final : public PageSource {
 public:
  // Fails with kInvalidArgument if `host` is no host's name, or the store's error.
  static Result<std::unique_ptr<SnapshotPages>> Create(std::unique_ptr<SnapshotStore> store,
                                                       const std::string& host,
                                                       const WebPorts& ports);

  std::uint32_t host_count() const override { return 1; }
  std::string HostName(std::uint32_t /*host*/) const override { return host_; }
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  // The HTML files that were there at the start.
  std::uint64_t PageCount(std::uint32_t /*host*/, WallTime /*now*/) const override {
    return pages_.size();
  }
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override;
  // "/", or the first page if there is none.
  std::string SeedUrl() const override;

 private:
  SnapshotPages(std::unique_ptr<SnapshotStore> store, std::string host, const WebPorts& ports)
      : store_(std::move(store)), host_(std::move(host)), ports_(ports) {}

  std::unique_ptr<SnapshotStore> store_;
  std::string host_;
  WebPorts ports_;
  std::vector<std::string> pages_;  // targets, percent-encoded
};

}  // namespace meguri
