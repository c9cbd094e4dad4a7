// What the user configured of intervals, as it is written into the request log and held against us
// by the audit: how long a host and a server are left alone at least, whatever else is learnt.
// A value; any thread may read it.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "crawl/crawl_settings.h"

namespace meguri {

struct RangePromise {
  std::string text;  // "10.0.0.0/8"
  IpRange range;
  std::chrono::microseconds interval{0};
};

struct HostPromise {
  std::string host;  // and all below it
  std::chrono::microseconds interval{0};
};

struct IntervalPromise {
  std::chrono::microseconds interval{0};
  std::vector<RangePromise> shared;  // servers of many: for the server, never for a host
  std::vector<RangePromise> named;  // by the user: for the server and the hosts that lie there; may
                                    // be 0
  std::vector<HostPromise> hosts;   // longer ones

  // The first range that has the address counts: of `named`, then of `shared`.
  std::chrono::microseconds LeastForServer(const IpAddress& server) const;
  // Of all names above `host` the longest counts; it counts in named ranges too.
  std::chrono::microseconds LeastForHost(std::string_view host, const IpAddress& server) const;
};

// Of settings: `interval`, `shared` and `hosts`. `named` is for the caller to fill, if it has an
// interval of its own for the addresses that the user allows. Fails with kInvalidArgument on a
// range or host that is none.
Result<IntervalPromise> PromiseOf(const CrawlSettings& settings);

// Lines of the log's head: "#interval\t5000000\n#shared\t10.0.0.0/8\t1000000\n…".
void AppendPromise(const IntervalPromise& promise, std::string& out);
// Takes one such line, without its end, into `promise`. False if it is another one, or broken.
bool ReadPromiseLine(std::string_view line, IntervalPromise& promise);

}  // namespace meguri
