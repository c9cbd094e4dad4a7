// `meguri block DIR HOST`: a host is left alone from now on, also by a crawl that runs.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_folder_reader.h"
#include "base/printable.h"
#include "crawl/blocked_hosts.h"

namespace meguri::app {
namespace {

struct BlockFlags {
  std::string directory;
  std::string host;
  std::string reason;
};

Result<int> Run(const BlockFlags& flags) {
  RealFiles files;
  RealClock clock;
  if (const auto store = OpenCrawlFolder(flags.directory, files, clock); !store) {
    return Fail(store.error().code, store.error().context);
  }
  MEGURI_CHECK_STATUS(BlockedHosts::Add(files, flags.directory, flags.host, flags.reason));
  fmt::print("{} and all hosts below it are left alone from now on\n", Printable(flags.host));
  return kExitYes;
}

}  // namespace

void AddBlockCommand(Command& app) {
  auto flags = std::make_shared<BlockFlags>();
  Command& command =
      app.AddCommand("block", "A crawl leaves a host alone from now on, with a reason");
  command.SetFooter(
      "\nExample: meguri block crawl-www.example.org shop.example.org --reason 'they asked us to'\n"
      "Holds for the host and all below it, within seconds if the crawl runs; what waits for them\n"
      "gets the reason. To lift it, take the line out of DIR/blocked.tsv and start the crawl "
      "again.");
  command.AddOption("DIR", flags->directory, "the crawl's folder").Required();
  command.AddOption("HOST", flags->host, "www.example.org").Required();
  command.AddOption("--reason", flags->reason, "kept with every URL that is not fetched for it")
      .Required();
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
