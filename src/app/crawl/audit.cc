// `meguri audit`: was this crawl polite, by its own log of requests?
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/audit_report.h"
#include "app/progress.h"
#include "base/files.h"
#include "crawl/audit/audit.h"

namespace meguri::app {
namespace {

struct AuditFlags {
  std::string directory;
  std::size_t limit = 20;
  bool json = false;
};

Result<int> Run(const AuditFlags& flags) {
  RealFiles files;
  Progress progress("read");
  AuditOptions options{.max_listed = flags.limit};
  options.progress = [&progress](std::uint64_t lines, std::uint64_t bytes) {
    progress.Update(lines, bytes);
  };
  MEGURI_TRY(const Audit audit, AuditRequests(files, flags.directory, options));
  progress.Clear();
  fmt::print("{}", flags.json ? AuditAsJson(audit) : AuditInWords(audit));
  return audit.clean() ? kExitYes : kExitNo;
}

}  // namespace

void AddAuditCommand(Command& app) {
  auto flags = std::make_shared<AuditFlags>();
  Command& command =
      app.AddCommand("audit", "Was a crawl polite, by its own log of requests? Exit code 1 if not");
  command.SetFooter(
      "\nExample: meguri audit my-crawl\n"
      "A breach is a request to a host or server (an address; IPv6: its /64) while another was in "
      "flight,\nor sooner than the stated interval after the end of the last one or the start of "
      "the process; or a\nstated interval shorter than the configured one. A log that is damaged "
      "proves nothing: exit code 1.");
  command.AddOption("DIR", flags->directory, "the folder of a crawl").Required();
  command.AddOption("--limit", flags->limit, "how many breaches and damaged lines are listed")
      .Between(0, 1e15)
      .ShowDefault();
  command.AddFlag("--json", flags->json, "a line of JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
