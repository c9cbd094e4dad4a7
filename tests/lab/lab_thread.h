// A lab over real sockets that runs in a thread of the test, with a log in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/files.h"
#include "base/log.h"
#include "lab/http/lab_server.h"
#include "lab/log/access_log.h"
#include "sim/web/virtual_web.h"
#include "tests/support/temporary_directory.h"

namespace meguri::testing_lab {

class LabThread {
 public:
  // Made for the ports that it is served at.
  using MakeWeb = std::function<VirtualWeb(const WebPorts& ports)>;

  explicit LabThread(const MakeWeb& make, LabServerOptions options = {}, double speed = 1,
                     std::string_view log_settings = "")
      : output_(real_, sink_, {.level = LogLevel::kOff}) {
    options.ca_folder = folder_.path();
    auto server = LabServer::Start(options, Logger(output_, "lab"));
    EXPECT_TRUE(server) << ToString(server.error());
    server_ = *std::move(server);
    web_ = std::make_unique<VirtualWeb>(make(server_->ports()));
    clock_ = std::make_unique<LabClock>(real_, web_->start(), speed);
    auto file = RealFiles().OpenToWrite(log_path(), OpenMode::kCreate);
    EXPECT_TRUE(file);
    log_ = std::make_unique<AccessLog>(*std::move(file), *clock_, web_->forbidden_address(),
                                       log_settings);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run(*web_, *clock_, log_.get())); });
  }
  ~LabThread() { Stop(); }
  LabThread(const LabThread&) = delete;
  LabThread& operator=(const LabThread&) = delete;

  // All that it did is in its log then.
  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    log_.reset();
  }

  LabServer& server() { return *server_; }
  const VirtualWeb& web() const { return *web_; }
  WebPorts ports() const { return server_->ports(); }
  std::string log_path() const { return folder_.path() + "/access.log"; }
  std::string ca_file() const { return server_->ca_certificate_path(); }

 private:
  testing_support::TemporaryDirectory folder_;
  RealClock real_;
  StderrSink sink_;
  LogOutput output_;
  std::unique_ptr<LabServer> server_;
  std::unique_ptr<VirtualWeb> web_;
  std::unique_ptr<LabClock> clock_;
  std::unique_ptr<AccessLog> log_;
  std::thread thread_;
};

}  // namespace meguri::testing_lab
