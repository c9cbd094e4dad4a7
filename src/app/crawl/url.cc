// `meguri url DIR URL`: all that a crawl knows of a URL.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/crawl/crawl_folder_reader.h"
#include "app/crawl/crawl_seeds.h"
#include "app/crawl/url_facts.h"

namespace meguri::app {
namespace {

struct UrlFlags {
  std::string directory;
  std::string url;
  std::size_t links = 10;
  bool json = false;
};

Result<int> Run(const UrlFlags& flags) {
  RealFiles files;
  RealClock clock;
  MEGURI_TRY(const auto store, OpenCrawlFolder(flags.directory, files, clock));
  std::string url = flags.url;
  if (url.find("://") == std::string::npos) {  // as crawl takes it
    MEGURI_TRY(url, ParseSeed(url));
  }
  MEGURI_TRY(const UrlFacts facts, FindUrlFacts(*store, url));
  fmt::print("{}", flags.json ? UrlFactsAsJson(facts) : UrlFactsInWords(facts, flags.links));
  return facts.known ? kExitYes : kExitNo;
}

}  // namespace

void AddUrlCommand(Command& app) {
  auto flags = std::make_shared<UrlFlags>();
  Command& command =
      app.AddCommand("url", "What a crawl knows of a URL: state, score, visits, who links to it");
  command.SetFooter(
      "\nExample: meguri url crawl-www.example.org https://www.example.org/about\n"
      "Works while the crawl runs, on what it has written. Exit code 1 if the URL isn't known.\n"
      "Who links to it is looked for in the whole link log: that takes as long as it is large.");
  command.AddOption("DIR", flags->directory, "the crawl's folder").Required();
  command.AddOption("URL", flags->url, "as a link has it").Required();
  command.AddOption("--links", flags->links, "how many links to it are listed")
      .Between(0, 1e15)
      .ShowDefault();
  command.AddFlag("--json", flags->json, "all of it, as JSON");
  command.Does([flags] { return Run(*flags); });
}

}  // namespace meguri::app
