// Access logs written by hand, for tests of those who read them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/files.h"

namespace meguri {

class TextFile final : public ReadableFile {
 public:
  explicit TextFile(std::string text) : text_(std::move(text)) {}

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<char> into) const override {
    const std::size_t at = std::min<std::size_t>(offset, text_.size());
    const std::size_t size = std::min(into.size(), text_.size() - at);
    std::memcpy(into.data(), text_.data() + at, size);
    return size;
  }
  Result<std::uint64_t> Size() const override { return text_.size(); }

 private:
  std::string text_;
};

struct LoggedRequest {
  long start = 0;  // milliseconds
  long end = 0;
  std::string url;
  std::string server = "127.1.0.1";
  int status = 200;
  std::string method = "GET";
  std::string ended = "sent";
  std::string agent = "bot/1";
  long bytes = 100;
};

// The head has five lines: the first request is line 6.
inline constexpr std::string_view kLogHead =
    "#meguri-lab-log 1\n"
    "#clock\t1767225600000000\t1\n"
    "#forbidden\t127.66.66.66\n"
    "#later\tsomething\n"
    "#columns\tconnection\topened\tstart\tend\tserver\tscheme\thost\tmethod\turl\tstatus\tbytes\t"
    "ended\tagent\n";

inline std::string LogText(std::span<const LoggedRequest> requests) {
  std::string text(kLogHead);
  for (const LoggedRequest& request : requests) {
    const std::size_t slashes = request.url.find("://");
    const bool is_url = slashes != std::string::npos;
    const std::string scheme = is_url ? request.url.substr(0, slashes) : "http";
    std::string host = is_url ? request.url.substr(slashes + 3) : "-";
    host.resize(std::min(host.size(), host.find_first_of(":/")));
    text += fmt::format("1\t0\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", request.start * 1000,
                        request.end * 1000, request.server, scheme, host, request.method,
                        request.url, request.status, request.bytes, request.ended, request.agent);
  }
  return text;
}

}  // namespace meguri
