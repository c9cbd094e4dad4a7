// `meguri crawl`: fetches what the seeds reach, politely, the most important first.
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_flags.h"
#include "app/crawl/crawl_run.h"
#include "app/read_input.h"
#include "base/clock.h"
#include "base/files.h"

namespace meguri::app {
namespace {

Result<int> Run(const CrawlFlags& flags) {
  MEGURI_TRY(const CrawlPlan plan,
             MakeCrawlPlan(flags, [](const std::string& path) { return ReadInput(path); }));
  RealFiles files;
  const RealClock clock{};
  return RunCrawl(plan, CrawlEngine(), clock, files, StandardOutputs());
}

}  // namespace

void AddCrawlCommand(Command& app) {
  auto flags = std::make_shared<CrawlFlags>();
  Command& command = app.AddCommand(
      "crawl", "Fetch what URLs lead to, politely and the most important first, into an archive");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri crawl https://example.org/ --contact you@example.org\n"
      "  meguri crawl --seeds seeds.txt --scope site --max-pages 10000 --dir news \\\n"
      "      --contact https://example.org/crawler\n"
      "  meguri crawl https://example.org/docs/ --scope prefix --depth 5 --content text/html \\\n"
      "      --exclude 'regex:[?&]print=' --contact you@example.org\n"
      "  meguri crawl --config crawl.toml --max-time 2h\n"
      "  meguri crawl 127.0.0.1:8080 --allow-address 127.0.0.0/8 --interval 0\n"
      "Ctrl-C stops it in order; the same command goes on from there, and no page is fetched "
      "twice.\n"
      "--contact tells the servers' owners whom to ask; without it only addresses that\n"
      "--allow-address names are fetched from. Times: 200ms, 5s, 10m, 2h. Sizes: 500MB, 2GB, "
      "1.5GiB.\n"
      "Exit code: 0 it ended, or was stopped; 1 it failed; 2 the command line is wrong.");
  AddCrawlFlags(command, *flags);
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
