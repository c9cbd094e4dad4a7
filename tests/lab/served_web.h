// A web that is served while the test runs: pages over real sockets, names by real DNS, and a log
// from the servers' side.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "lab/dns/dns_server.h"
#include "lab/judge/judge.h"
#include "lab/judge/log_reader.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"
#include "tests/lab/lab_thread.h"

namespace meguri::testing_lab {

// A request as the server saw it; times since the lab's start.
struct SeenRequest {
  std::string server;
  std::string host;
  std::string url;
  int status = 0;
  std::chrono::microseconds start{0};
  std::chrono::microseconds end{0};
};

class ServedWeb : public LabThread {
 public:
  explicit ServedWeb(const MakeWeb& make, double speed = 1)
      : LabThread(make, {}, speed), names_(*DnsServer::Start(web(), {})) {}
  explicit ServedWeb(const WebSpec& spec) : ServedWeb(BuilderOf(spec)) {}

  std::uint16_t dns_port() const { return names_->port(); }
  std::string resolver() const { return "127.0.0.1:" + std::to_string(dns_port()); }
  DnsCounters dns_counters() const { return names_->counters(); }
  // "http://HOST:PORT/…"
  std::string UrlOf(std::string_view host, std::string_view target = "/",
                    bool https = false) const {
    std::string url;
    AppendOrigin(https, host, ports(), url);
    return url += target;
  }

  // All stop the lab first. Calls `use` with the log that it has kept.
  template <class Use>
  auto WithLog(const Use& use) {
    Stop();
    RealFiles files;
    const std::string path = log_path();
    const auto file = files.OpenToRead(path);
    EXPECT_TRUE(file);
    auto log = LogReader::Open(**file, path);
    EXPECT_TRUE(log) << ToString(log.error());
    return use(*log);
  }
  Judgement Judge(std::chrono::microseconds interval) {
    return WithLog([&](LogReader& log) {
      auto judgement = JudgeLog(log, {.interval = interval, .max_fetches = 1}, &web());
      EXPECT_TRUE(judgement) << ToString(judgement.error());
      return *std::move(judgement);
    });
  }
  std::vector<SeenRequest> Requests() {
    return WithLog([](LogReader& log) {
      std::vector<SeenRequest> requests;
      meguri::LogLine line;
      while (log.Next(line).value_or(false)) {
        requests.push_back({std::string(line.server), std::string(line.host), std::string(line.url),
                            line.status, std::chrono::microseconds(line.start),
                            std::chrono::microseconds(line.end)});
      }
      return requests;
    });
  }

 private:
  static MakeWeb BuilderOf(WebSpec spec) {
    return [spec = std::move(spec)](const WebPorts& ports) mutable {
      spec.ports = ports;
      RealFiles files;
      auto web = BuildWeb(spec, files);
      EXPECT_TRUE(web) << ToString(web.error());
      return *std::move(web);
    };
  }

  std::unique_ptr<DnsServer> names_;
};

// A web with a host for every misbehaviour, and two that behave.
inline WebSpec EveryMisbehaviour() {
  WebSpec spec;
  spec.sources.emplace_back();
  spec.sources.back().generated.hosts = 2;
  spec.sources.back().generated.pages = 10;
  for (const MisbehaviourInfo& info : Misbehaviours())
    spec.misbehaviours.push_back({.kind = info.kind});
  return spec;
}

}  // namespace meguri::testing_lab
