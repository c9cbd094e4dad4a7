// usage: lab_page_server FOLDER HTTP_PORT HTTPS_PORT [BYTES]: the lab with a web of 1,000 hosts
// whose pages are copied from memory, so that what the server itself costs can be measured. The
// authority goes to FOLDER, the access log to FOLDER/access.log. Until SIGTERM or SIGINT.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "lab/http/lab_server.h"

namespace {

using namespace meguri;

class CopiedPages final : public PageSource {
 public:
  explicit CopiedPages(std::size_t bytes) : page_(bytes, 'x') {}

  std::uint32_t host_count() const override { return 1000; }
  std::string HostName(std::uint32_t host) const override { return fmt::format("h{}.test", host); }
  void Answer(std::uint32_t /*host*/, const WebRequest& /*request*/, WallTime /*now*/,
              WebAnswer& answer) const override {
    answer.fields = "Content-Type: text/html; charset=utf-8\r\nETag: \"5f2a-1\"\r\n";
    answer.body = page_;
  }
  std::uint64_t PageCount(std::uint32_t /*host*/, WallTime /*now*/) const override { return 1; }
  void ForEachPage(std::uint32_t host, WallTime /*now*/,
                   const std::function<void(std::string_view url)>& visit) const override {
    visit("http://" + HostName(host) + "/");
  }
  std::string SeedUrl() const override { return "http://" + HostName(0) + "/"; }

 private:
  std::string page_;
};

LabServer* running = nullptr;
void StopRunning(int /*signal*/) { running->Stop(); }

Status Serve(const std::string& folder, std::uint16_t http, std::uint16_t https,
             std::size_t bytes) {
  const RealClock real;
  StderrSink sink;
  LogOutput output(real, sink);
  const Logger logger(output, "lab");
  MEGURI_TRY(
      const auto server,
      LabServer::Start({.http_port = http, .https_port = https, .ca_folder = folder}, logger));
  std::vector<VirtualWeb::Source> sources;
  sources.push_back({std::make_unique<CopiedPages>(bytes), {}});
  MEGURI_TRY(const VirtualWeb web,
             VirtualWeb::Create({}, server->ports(), real.WallNow(), std::move(sources)));
  const LabClock clock(real, web.start(), 1);
  RealFiles files;
  MEGURI_TRY(auto file, files.OpenToWrite(folder + "/access.log", OpenMode::kCreateOrAppend));
  AccessLog log(std::move(file), clock, web.forbidden_address(), "");
  running = server.get();
  std::signal(SIGTERM, StopRunning);
  std::signal(SIGINT, StopRunning);
  std::printf("http %u https %u\n", server->ports().http, server->ports().https);
  std::fflush(stdout);
  return server->Run(web, clock, &log);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: lab_page_server FOLDER HTTP_PORT HTTPS_PORT [BYTES]\n");
    return 2;
  }
  const auto port = [&](int i) { return static_cast<std::uint16_t>(std::atoi(argv[i])); };
  const Status served =
      Serve(argv[1], port(2), port(3), argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 20'000);
  if (served) return 0;
  std::fprintf(stderr, "lab_page_server: %s\n", ToString(served.error()).c_str());
  return 1;
}
