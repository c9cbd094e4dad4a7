// An archive served as the web that it is of: every capture at its URL, under its own host.
//
// At `now` a URL is its newest capture up to then, or the oldest there is. A revisit leads to its
// original, if that is in the same archives. http and https are different URLs; where one was never
// captured, the other stands in. Ports don't count. The status is that of the capture, of the
// fields those that speak of the content; a gzip coding stays if the client takes it, all other
// codings and chunks are undone. What wasn't captured is 404, robots.txt too. URLs whose host is an
// IP address are left out.
//
// The index is in memory, about 48 bytes a capture; records are read as they are asked for, so
// ForEachPage() reads one for each page. Damage in an archive is passed over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "sim/web/page_source.h"

namespace meguri {

// A capture in the index. Private to the .cc files.
struct WarcCapture {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::uint64_t url = 0;  // hash of scheme and target
  std::int64_t date = 0;  // microseconds since 1970; the least there is if not known
  std::uint64_t offset = 0;
  std::uint64_t id = 0;  // hash of the record's id: a member may hold several
  std::uint32_t host = 0;
  std::uint32_t file = 0;
  std::uint32_t original = kNone;  // of a revisit: which capture has its content
  bool revisit = false;
  bool page = false;  // 200 and HTML
};

class WarcPages final : public PageSource {
 public:
  // `path`: an archive, or a folder of them (*.warc, *.warc.gz, *.warc.zst, *.arc, *.arc.gz).
  // `files` must outlive it. Fails with Files' errors, or with kCorrupt if there is no capture.
  static Result<std::unique_ptr<WarcPages>> Create(Files& files, const std::string& path,
                                                   const WebPorts& ports);

  std::uint32_t host_count() const override { return static_cast<std::uint32_t>(hosts_.size()); }
  std::string HostName(std::uint32_t host) const override { return hosts_[host]; }
  void Answer(std::uint32_t host, const WebRequest& request, WallTime now,
              WebAnswer& answer) const override;
  std::uint64_t PageCount(std::uint32_t host, WallTime now) const override;
  void ForEachPage(std::uint32_t host, WallTime now,
                   const std::function<void(std::string_view url)>& visit) const override;
  // The first page in the archive.
  std::string SeedUrl() const override { return seed_url_; }

  std::uint64_t capture_count() const { return captures_.size(); }

 private:
  WarcPages(Files& files, const WebPorts& ports) : files_(files), ports_(ports) {}

  std::span<const WarcCapture> CapturesOf(std::uint32_t host) const;
  // Those of one URL, by date.
  std::span<const WarcCapture> CapturesOf(std::uint32_t host, std::uint64_t url) const;
  void ForEachCurrentPage(std::uint32_t host, WallTime now,
                          const std::function<void(const WarcCapture&)>& visit) const;

  Files& files_;
  WebPorts ports_;
  std::vector<std::string> paths_;
  std::vector<std::string> hosts_;
  std::vector<WarcCapture> captures_;       // by host, URL, date
  std::vector<std::uint32_t> host_starts_;  // in them, and the end
  std::string seed_url_;
};

}  // namespace meguri
