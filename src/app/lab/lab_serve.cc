#include "app/lab/lab_serve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/commands.h"
#include "app/json_lines.h"
#include "app/lab/lab_reach.h"
#include "app/lab/lab_watch.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "base/owned_fd.h"
#include "lab/dns/dns_server.h"
#include "lab/http/lab_server.h"
#include "lab/lab_clock.h"
#include "lab/log/access_log.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"

namespace meguri::app {
namespace {

constexpr std::string_view kLogBegin = "#meguri-lab-log ";

// A port that can't be had: which flag gives another.
Error WithFlag(Error error, const LabPlan& plan) {
  const auto names = [&error](std::uint16_t port) {
    return error.context.find(fmt::format("port {}", port)) != std::string::npos;
  };
  if (names(plan.web.ports.http)) {
    error.context += "; --http-port gives another";
  } else if (names(plan.web.ports.https)) {
    error.context += "; --https-port gives another";
  }
  return error;
}

struct LockedLog {
  OwnedFd lock;  // as long as this lab writes
  std::unique_ptr<WritableFile> file;
};

// A new log in place of the last run's. Whatever else is there is left alone, and so is the log of
// a lab that runs.
Result<LockedLog> OpenLog(Files& files, const std::string& path) {
  MEGURI_CHECK_STATUS(files.MakeDirectories(DirectoryOf(path)));
  std::error_code ignored;  // what can't be looked at can't be opened either
  const std::filesystem::file_status about = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(about) && !std::filesystem::is_regular_file(about)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--log: {} is no plain file; --no-log writes none", path));
  }
  const auto old = files.OpenToRead(path);
  if (old) {
    std::string begin(kLogBegin.size(), '\0');
    MEGURI_TRY(const std::size_t got, (*old)->ReadAt(0, begin));
    begin.resize(got);
    if (!begin.empty() && begin != kLogBegin) {
      return Fail(
          ErrorCode::kAlreadyExists,
          fmt::format("--log: {} is there and is no access log of a lab; give another name", path));
    }
  }
  LockedLog log;
  MEGURI_TRY(log.file, files.OpenToWrite(path, OpenMode::kCreateOrAppend));
  log.lock = OwnedFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  // File systems without locks do without.
  if (log.lock && ::flock(log.lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Fail(
        ErrorCode::kAlreadyExists,
        fmt::format("another lab writes its log to {}; --dir or --log gives another", path));
  }
  MEGURI_CHECK_STATUS(log.file->Truncate(0));
  return log;
}

void PrintSummary(const LabPlan& plan, const lab::LabCounters& counters, const DnsCounters& names,
                  std::chrono::duration<double> took) {
  const std::uint64_t requests = counters.requests.value();
  const std::uint64_t queries = names.udp_queries + names.tcp_queries;
  if (plan.json) {
    Answer json;
    json["requests"] = requests;
    json["connections"] = counters.connections.value();
    json["failed_handshakes"] = counters.failed_handshakes.value();
    json["body_bytes"] = counters.body_bytes.value();
    for (std::size_t i = 0; i < counters.by_class.size(); ++i) {
      json[i == 0 ? "unanswered" : fmt::format("status_{}xx", i)] = counters.by_class[i].value();
    }
    json["dns_queries"] = queries;
    json["seconds"] = took.count();
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print(
      "Stopped after {:.1f} s: {} requests ({:.0f}/s) on {} connections, {:.1f} MB of bodies, "
      "{} DNS queries.\n",
      took.count(), requests, static_cast<double>(requests) / std::max(took.count(), 0.001),
      counters.connections.value(), static_cast<double>(counters.body_bytes.value()) / 1e6,
      queries);
  for (std::size_t i = 0; i < counters.by_class.size(); ++i) {
    if (counters.by_class[i].value() == 0) continue;
    fmt::print("  {:<11} {}\n", i == 0 ? "unanswered" : fmt::format("{}xx", i),
               counters.by_class[i].value());
  }
  if (plan.log) fmt::print("Judge the crawler: meguri lab judge {}\n", *plan.log);
}

}  // namespace

Result<int> ServeLab(const LabPlan& plan) {
  RealFiles files;
  const RealClock real{};
  StderrSink sink;
  LogOutput output(real, sink, {.level = LogLevel::kWarning});
  auto server = LabServer::Start(
      {.http_port = plan.web.ports.http, .https_port = plan.web.ports.https, .ca_folder = plan.dir},
      Logger(output, "lab"));
  if (!server) return tl::unexpected(WithFlag(server.error(), plan));
  WebSpec spec = plan.web;
  spec.ports = (*server)->ports();
  MEGURI_TRY(const VirtualWeb web, BuildWeb(spec, files));
  // Before there is any thread; until here, where a large archive may take its time, Ctrl-C ends it
  // at once.
  const StopSignals signals;
  auto names = DnsServer::Start(web, {.port = plan.dns_port});
  if (!names) {
    return Fail(names.error().code, names.error().context + "; --dns-port gives another");
  }
  const LabClock clock(real, spec.start, plan.speed);
  std::unique_ptr<AccessLog> log;
  OwnedFd log_lock;
  if (plan.log) {
    MEGURI_TRY(LockedLog opened, OpenLog(files, *plan.log));
    log_lock = std::move(opened.lock);
    log = std::make_unique<AccessLog>(std::move(opened.file), clock, web.forbidden_address(),
                                      FormatWebSpec(spec));
    log->Flush();
  }
  const std::string hosts_path = plan.dir + "/hosts";
  MEGURI_CHECK_STATUS(ReplaceFile(files, hosts_path, HostsFile(web)));
  const LabReach reach{.ports = spec.ports,
                       .dns_port = (*names)->port(),
                       .ca_path = (*server)->ca_certificate_path(),
                       .hosts_path = hosts_path,
                       .key_pin = (*server)->key_pin(),
                       .log = plan.log.value_or(""),
                       .has_v6 = (*server)->has_v6(),
                       .speed = plan.speed};
  fmt::print("{}", plan.json ? ReachAsJson(web, reach) : ReachInWords(web, reach));
  std::fflush(stdout);
  {
    const LabWatch watch(
        {.run_for = plan.run_for, .show = !plan.json && ::isatty(STDERR_FILENO) == 1}, signals,
        clock, (*server)->counters(), [&server] { (*server)->Stop(); });
    MEGURI_CHECK_STATUS((*server)->Run(web, clock, log.get()));
  }
  PrintSummary(plan, (*server)->counters(), (*names)->counters(), real.Now() - clock.begin());
  if (log) {
    log->Flush();
    if (log->error()) {
      return Fail(log->error()->code, "the log is not whole: " + log->error()->context);
    }
  }
  return kExitYes;
}

}  // namespace meguri::app
