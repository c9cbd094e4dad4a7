// A web that is served while the test runs: pages over real sockets, names by real DNS, and a log
// from the servers' side.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "lab/dns/dns_server.h"
#include "lab/http/lab_server.h"
#include "lab/judge/judge.h"
#include "lab/judge/log_reader.h"
#include "lab/log/access_log.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"
#include "tests/support/temporary_directory.h"

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

class ServedWeb {
 public:
  // Made for the ports that it is served at.
  using MakeWeb = std::function<VirtualWeb(const WebPorts& ports)>;

  explicit ServedWeb(const MakeWeb& make, double speed = 1)
      : output_(real_, sink_, {.level = LogLevel::kOff}) {
    LabServerOptions options;
    options.ca_folder = folder_.path();
    server_ = *LabServer::Start(options, Logger(output_, "lab"));
    web_ = std::make_unique<VirtualWeb>(make(server_->ports()));
    names_ = *DnsServer::Start(*web_, {});
    clock_ = std::make_unique<LabClock>(real_, web_->start(), speed);
    RealFiles files;
    log_ = std::make_unique<AccessLog>(*files.OpenToWrite(log_path(), OpenMode::kCreate), *clock_,
                                       web_->forbidden_address(), "");
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run(*web_, *clock_, log_.get())); });
  }
  explicit ServedWeb(const WebSpec& spec) : ServedWeb(BuilderOf(spec)) {}
  ~ServedWeb() { Stop(); }
  ServedWeb(const ServedWeb&) = delete;
  ServedWeb& operator=(const ServedWeb&) = delete;

  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    log_.reset();
  }

  const VirtualWeb& web() const { return *web_; }
  WebPorts ports() const { return server_->ports(); }
  std::string log_path() const { return folder_.path() + "/access.log"; }
  std::uint16_t dns_port() const { return names_->port(); }
  std::string resolver() const { return "127.0.0.1:" + std::to_string(dns_port()); }
  std::string ca_file() const { return server_->ca_certificate_path(); }
  DnsCounters dns_counters() const { return names_->counters(); }
  // "http://HOST:PORT/…"
  std::string UrlOf(std::string_view host, std::string_view target = "/",
                    bool https = false) const {
    std::string url;
    AppendOrigin(https, host, ports(), url);
    return url += target;
  }

  // Both stop the lab first.
  Judgement Judge(std::chrono::microseconds interval) {
    Stop();
    RealFiles files;
    const auto file = files.OpenToRead(log_path());
    EXPECT_TRUE(file);
    auto log = LogReader::Open(**file, log_path());
    EXPECT_TRUE(log) << ToString(log.error());
    auto judgement = JudgeLog(*log, {.interval = interval, .max_fetches = 1}, web_.get());
    EXPECT_TRUE(judgement) << ToString(judgement.error());
    return *std::move(judgement);
  }
  std::vector<SeenRequest> Requests() {
    Stop();
    RealFiles files;
    const auto file = files.OpenToRead(log_path());
    EXPECT_TRUE(file);
    auto log = LogReader::Open(**file, log_path());
    EXPECT_TRUE(log) << ToString(log.error());
    std::vector<SeenRequest> requests;
    meguri::LogLine line;
    while (log->Next(line).value_or(false)) {
      requests.push_back({std::string(line.server), std::string(line.host), std::string(line.url),
                          line.status, std::chrono::microseconds(line.start),
                          std::chrono::microseconds(line.end)});
    }
    return requests;
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

  testing_support::TemporaryDirectory folder_;
  RealClock real_;
  StderrSink sink_;
  LogOutput output_;
  std::unique_ptr<LabServer> server_;
  std::unique_ptr<VirtualWeb> web_;
  std::unique_ptr<DnsServer> names_;
  std::unique_ptr<LabClock> clock_;
  std::unique_ptr<AccessLog> log_;
  std::thread thread_;
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
