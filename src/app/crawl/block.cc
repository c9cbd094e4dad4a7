// `meguri block DIR HOST`: a host is left alone from now on, also by a crawl that runs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

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

void AddBlockCommand(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<BlockFlags>();
  CLI::App* command =
      app.add_subcommand("block", "A crawl leaves a host alone from now on, with a reason");
  command->footer(
      "\nExample: meguri block crawl-www.example.org shop.example.org --reason 'they asked us to'\n"
      "Holds for the host and all below it, within seconds if the crawl runs; what waits for them\n"
      "gets the reason. To lift it, take the line out of DIR/blocked.tsv and start the crawl "
      "again.");
  command->add_option("DIR", flags->directory, "the crawl's folder")->required();
  command->add_option("HOST", flags->host, "www.example.org")->required();
  command->add_option("--reason", flags->reason, "kept with every URL that is not fetched for it")
      ->required();
  command->callback([flags, &exit_code] { exit_code = ExitCodeOf("meguri block", Run(*flags)); });
}

}  // namespace meguri::app
