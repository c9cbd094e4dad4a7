// `meguri doctor`: would a crawl work on this machine, and what has to change if not?
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_flags.h"
#include "app/crawl/crawl_values.h"
#include "app/doctor/certificate_check.h"
#include "app/doctor/clock_check.h"
#include "app/doctor/crawl_folder_check.h"
#include "app/doctor/disk_check.h"
#include "app/doctor/findings.h"
#include "app/doctor/limits_check.h"
#include "app/doctor/memory_check.h"
#include "app/doctor/name_check.h"
#include "app/doctor/network_check.h"
#include "app/doctor/plan_check.h"
#include "app/doctor/site_list_check.h"
#include "app/doctor/time_limit.h"
#include "app/read_input.h"
#include "app/temporary_folder.h"
#include "base/clock.h"
#include "base/ip_address.h"
#include "base/printable.h"
#include "crawl/crawl_settings.h"
#include "fetch/http_client.h"
#include "url/host_name.h"

namespace meguri::app {
namespace {

constexpr std::size_t kLongestName = 253;  // of DNS

constexpr std::array<SharedFlag, 7> kShared = {{
    {"resolver", ""},
    {"ca-file", ""},
    {"insecure", ""},
    {"allow-address", ""},
    {"connections", ""},
    {"memory", ""},
    {"archive-file", ""},
}};

struct DoctorFlags {
  std::optional<std::string> directory;
  std::string host = "example.org";
  PlanQuestion plan;
  bool json = false;
};

Result<std::string> HostOf(const std::string& text) {
  auto host = CheckHost(text);
  if (!host) return Fail(ErrorCode::kInvalidArgument, "--host: " + host.error().context);
  if (IpAddress::Parse(*host) || host->starts_with('[')) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--host: {} is an address; want a name to look up, such as example.org",
                            Printable(text)));
  }
  if (url::IsHostName(*host) && host->size() <= kLongestName) return host;
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("--host: {} is no name that can be looked up; want one such as example.org",
                  Printable(text)));
}

Result<std::string> DirectoryFor(const DoctorFlags& flags, const CrawlSettings& settings) {
  if (!flags.directory) return settings.directory.empty() ? "." : settings.directory;
  if (!flags.directory->empty()) return *flags.directory;
  return Fail(ErrorCode::kInvalidArgument, "DIR is empty; want a folder, such as .");
}

// Reads at most until a step's end: a config may be a pipe that nobody writes to.
Result<std::string> ReadInTime(const std::string& path) {
  return WithinLimit<std::string>(fmt::format("reading {}", Printable(path)),
                                  [path] { return ReadInput(path); });
}

class Doctor {
 public:
  Doctor(CheckedPlan checked, std::string host, std::string directory)
      : settings_(std::move(checked.plan.settings)),
        host_(std::move(host)),
        directory_(std::move(directory)),
        findings_(std::move(checked.findings)) {}

  std::vector<Finding> Examine() {
    ExamineNetwork();
    ExamineFiles();
    ExamineMachine();
    ExamineDisk();
    return std::move(findings_);
  }

 private:
  void Add(Finding finding) { findings_.push_back(std::move(finding)); }
  void AddAll(std::vector<Finding> findings) {
    for (Finding& finding : findings)
      Add(std::move(finding));
  }

  void ExamineNetwork() {
    const NameQuestion question{.host = host_, .resolver = settings_.resolver};
    Add(JudgeNames(AskNameServers(question, clock_), question, RuleWithContact()));
    const NetworkFacts facts = ReadNetworkFacts();
    Add(JudgeRoute(facts));
    Add(JudgeV6(facts));
    Add(JudgePorts(facts, settings_.connections));
  }

  void ExamineFiles() {
    if (settings_.insecure) {
      Add(FoundOk("certificates", "not looked at, as --insecure takes any"));
    } else {
      const bool own = !settings_.ca_file.empty();
      const std::string path = own ? settings_.ca_file : kSystemCaFile;
      const WallTime now = clock_.WallNow();
      Add(JudgeCertificates(
          WithinLimit<CertificateFacts>("reading the certificates",
                                        [path, now] { return ReadCertificates(path, now); }),
          own));
    }
    const std::string path(kSuffixListFile);
    Add(JudgeSiteList(
        WithinLimit<void>("reading the public suffix list", [path] { return ReadSiteList(path); }),
        path));
  }

  void ExamineMachine() {
    const LimitFacts limits = ReadLimits();
    Add(JudgeOpenFiles(limits.open_files, settings_.connections));
    Add(JudgeThreads(limits.threads));
    Add(JudgeFileSize(limits.file_bytes,
                      settings_.archive_file_bytes + settings_.fetch.max_body_bytes));
    Add(JudgeAddressSpace(limits.address_space, settings_.memory_bytes));
    Add(JudgeMemory(ReadMemoryFacts(), settings_.memory_bytes));
    AddAll(JudgeClocks(ReadClocks(clock_)));
  }

  void ExamineDisk() {
    const Result<DiskFacts> disk = Probe(directory_);
    AddAll(JudgeDisk(disk));
    if (disk) {
      const std::string directory = directory_;
      Add(JudgeFolder(WithinLimit<FolderFacts>("looking into the folder",
                                               [directory] { return LookIntoFolder(directory); })));
    }
    Add(JudgeTemporaryFolder(Probe(TemporaryFolder())));
  }

  static Result<DiskFacts> Probe(const std::string& directory) {
    return WithinLimit<DiskFacts>(fmt::format("writing to {}", Printable(directory)),
                                  [directory] { return ProbeDisk(directory, RealClock()); });
  }

  // Whether there is a contact has its own row.
  AddressRule RuleWithContact() const {
    CrawlSettings settings = settings_;
    settings.contact = "you@example.org";
    return AddressRuleOf(settings).value_or(AddressRule());
  }

  const RealClock clock_{};
  const CrawlSettings settings_;
  const std::string host_;
  const std::string directory_;
  std::vector<Finding> findings_;
};

Result<int> Run(const DoctorFlags& flags) {
  MEGURI_TRY(std::string host, HostOf(flags.host));
  MEGURI_TRY(CheckedPlan checked, CheckPlan(flags.plan, ReadInTime));
  MEGURI_TRY(std::string directory, DirectoryFor(flags, checked.plan.settings));
  Doctor doctor(std::move(checked), std::move(host), std::move(directory));
  const std::vector<Finding> findings = doctor.Examine();
  fmt::print("{}", flags.json ? FindingsAsJson(findings) : FindingsInWords(findings));
  return CanCrawl(findings) ? kExitYes : kExitNo;
}

}  // namespace

void AddDoctorCommand(Command& app) {
  auto flags = std::make_shared<DoctorFlags>();
  Command& command = app.AddCommand(
      "doctor", "Would a crawl work on this machine, and if not, what has to change?");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri doctor --contact you@example.org\n"
      "  meguri doctor /data/crawls --config crawl.toml\n"
      "  meguri doctor --host www.example.com --resolver 192.0.2.53:53 --json\n"
      "It asks the name servers for one name, writes a small file into the folder and removes it,\n"
      "and looks at limits, clock, memory and certificates. No step takes longer than 2 s.\n"
      "Exit code: 0 a crawl can run (warnings say what could be better); 1 it would fail; 2 the\n"
      "command line is wrong.");
  command
      .AddOption("DIR", flags->directory,
                 "the folder that a crawl would write to (dir of the config file, else the current "
                 "one)")
      .Type("");
  command.AddOption("--host", flags->host, "the name that is looked up").Type("NAME").ShowDefault();
  command
      .AddOption("--contact", flags->plan.contact,
                 "who answers for the crawl, as you would give it to meguri crawl")
      .Type("MAIL|URL");
  command.AddOption("--config", flags->plan.flags.config, "the settings of a crawl, in TOML")
      .Type("FILE");
  AddSharedFlags(command, kShared, flags->plan.flags);
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
