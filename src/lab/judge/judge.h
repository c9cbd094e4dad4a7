// Judges a crawler by the access log of the lab that it crawled (docs/formats/lab_log.md): was it
// polite to every host and server, did it keep out of where it must not go, did it obey robots.txt,
// did it fetch what it had already, and how much of the web did it find?
//
// The log is read twice. Memory: 48 bytes a request, and hosts, servers and sites; URLs are kept as
// 64-bit hashes (among 10⁸ of them expect 0.0003 collisions). About a second per million lines.
// Deterministic; not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/judge/log_reader.h"
#include "lab/judge/politeness.h"
#include "sim/web/virtual_web.h"

namespace meguri {

struct JudgeOptions {
  std::chrono::microseconds interval = std::chrono::milliseconds(200);
  std::uint64_t max_fetches = 0;  // of one URL; more are a breach. 0: as many as it likes
  std::size_t max_listed = 20;    // breaches of each kind that are listed, not only counted
  std::function<void(std::uint64_t lines, std::uint64_t bytes)> progress;  // may be empty
};

// A request that should not have been made.
struct WrongRequest {
  std::uint64_t line = 0;
  std::string url;  // or the host, if there was no request
  std::string why;

  bool operator==(const WrongRequest&) const = default;
};

struct WrongRequests {
  std::uint64_t count = 0;
  std::vector<WrongRequest> list;  // the first ones, by line
};

// A method and URL that was answered with 200 more than once. robots.txt may be, and isn't counted.
struct RepeatedFetch {
  std::uint64_t fetches = 0;
  std::uint64_t line = 0;  // of the first in the log
  std::string request;     // "GET http://…"

  bool operator==(const RepeatedFetch&) const = default;
};

struct Repeats {
  std::uint64_t urls = 0;           // fetched more than once
  std::uint64_t fetches = 0;        // beyond the first
  std::uint64_t over_limit = 0;     // URLs fetched more than max_fetches times
  std::vector<RepeatedFetch> list;  // the most fetched ones first
};

struct RobotsJudgement {
  std::uint64_t judged = 0;  // requests for anything but robots.txt
  WrongRequests forbidden;   // by robots.txt, or as it could not be had
  WrongRequests not_asked;   // before the site's robots.txt was asked for
};

// At the log's end.
struct Coverage {
  std::string agent;  // for whom robots.txt is read: who made the most requests
  std::uint64_t pages = 0;
  std::uint64_t fetched = 0;
  std::uint64_t allowed = 0;
  std::uint64_t allowed_fetched = 0;
};

struct Judgement {
  std::uint64_t lines = 0;
  std::uint64_t requests = 0;         // lines with a status or a method, but CONNECT's
  std::uint64_t connections = 0;      // that ended without a request
  std::uint64_t answered = 0;         // with a status
  std::chrono::microseconds span{0};  // from the first start to the last end
  bool cut_short = false;             // the last line had no end
  Politeness hosts;
  Politeness servers;
  WrongRequests forbidden_address;
  Repeats repeats;
  std::optional<RobotsJudgement> robots;  // if the web is known
  std::optional<Coverage> coverage;       // if the web is known

  bool clean() const;
};

// `web`: as the log's #spec describes it; null judges without robots.txt and coverage. Fails if the
// log can't be read or a line of it is none.
Result<Judgement> JudgeLog(LogReader& log, const JudgeOptions& options, const VirtualWeb* web);

}  // namespace meguri
