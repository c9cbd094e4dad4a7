// `meguri lab`: a small internet on loopback, to crawl and to be judged by.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/lab/lab_commands.h"
#include "app/lab/lab_plan.h"
#include "app/lab/lab_serve.h"
#include "app/read_input.h"
#include "sim/web/misbehaviour.h"

namespace meguri::app {
namespace {

void ListMisbehaviours() {
  for (const MisbehaviourInfo& info : Misbehaviours())
    fmt::print("{:<20} {}\n", info.name, info.about);
}

Result<int> Run(const LabFlags& flags) {
  std::string config;
  if (!flags.config.empty()) {
    MEGURI_TRY(config, ReadInput(flags.config));
  }
  MEGURI_TRY(const LabPlan plan, MakeLabPlan(flags, config));
  return ServeLab(plan);
}

void AddWebFlags(Command& command, LabFlags& flags) {
  const std::string group = "The web";
  command.AddOption("--hosts", flags.hosts, "generated hosts (100)").Group(group);
  command.AddOption("--pages", flags.pages, "generated pages, of all hosts together (10000)")
      .Group(group);
  command.AddOption("--max-host-pages", flags.max_host_pages, "of any one host (no limit)")
      .Group(group);
  command.AddOption("--languages", flags.languages, "of the pages: en, ja, de, fr, es (en,ja)")
      .Separator(',')
      .Group(group);
  command.AddOption("--ips", flags.ips, "servers, that is addresses (one per host)").Group(group);
  command.AddOption("--seed", flags.seed, "another seed, another web (7)").Group(group);
  command
      .AddOption("--graph", flags.graphs,
                 "pages of a graph: NAME.urls.gz and NAME.adj.gz, NAME.graph, NAME.mgraph …")
      .Type("NAME")
      .Group(group);
  command.AddOption("--folder", flags.folders, "a site from a folder: [HOST=]DIR")
      .Type("DIR")
      .Group(group);
  command.AddOption("--tar", flags.tars, "a site from a tar: [HOST=]FILE")
      .Type("FILE")
      .Group(group);
  command.AddOption("--warc", flags.warcs, "the pages of an archive").Type("FILE").Group(group);
  command
      .AddOption("--misbehave", flags.misbehave,
                 "hosts that misbehave, one of each KIND, or all: KIND.bad.test")
      .Separator(',')
      .Type("all|KIND,…")
      .Group(group);
}

void AddLabFlags(Command& command, LabFlags& flags) {
  const std::string group = "The lab";
  command.AddOption("--config", flags.config, "all of this in a TOML file; flags win over it")
      .Type("FILE")
      .Group(group);
  command.AddOption("--http-port", flags.http_port, "plain, and the proxy (8080; 0: any)")
      .Group(group);
  command.AddOption("--https-port", flags.https_port, "TLS (8443; 0: any)").Group(group);
  command.AddOption("--dns-port", flags.dns_port, "names (5300; 0: any)").Group(group);
  command.AddOption("--speed", flags.speed, "virtual seconds that go by in a second (1)")
      .Group(group);
  command.AddOption("--start", flags.start, "when virtual time begins (2026-01-01T00:00:00Z)")
      .Type("TIME")
      .Group(group);
  command.AddOption("--dir", flags.dir, "for ca.pem, ca.key, hosts and access.log (meguri-lab)")
      .Type("DIR")
      .Group(group);
  Option& log =
      command.AddOption("--log", flags.log, "the access log (DIR/access.log); a new one each time")
          .Type("FILE")
          .Group(group);
  command.AddFlag("--no-log", flags.no_log, "none").Excludes(log).Group(group);
  command.AddOption("--for", flags.run_for, "stop by itself after this time: 30s, 10m")
      .Type("TIME")
      .Group(group);
  command
      .AddFlag("--json", flags.json,
               "a line of JSON when the lab is up, with ports and seeds, and one at its end")
      .Group(group);
}

}  // namespace

void AddLabCommand(Command& app) {
  auto flags = std::make_shared<LabFlags>();
  auto list = std::make_shared<bool>(false);
  Command& command =
      app.AddCommand("lab", "Serve a virtual web on loopback to try a crawler on, and judge it");
  command.SetFooter(
      "\nExamples:\n"
      "  meguri lab                                   100 hosts, 10,000 pages\n"
      "  meguri lab --hosts 1000 --pages 1000000 --ips 200 --speed 3600\n"
      "  meguri lab --folder docs.test=site/ --misbehave gzip-bomb,redirect-loop\n"
      "  meguri lab --misbehave all --json --for 10m\n"
      "  meguri lab judge meguri-lab/access.log --interval 200ms\n"
      "It says how to get in: through a proxy, by address, with a browser. Nobody outside of this\n"
      "machine can reach it. The same settings give the same web, byte by byte.");
  AddWebFlags(command, *flags);
  AddLabFlags(command, *flags);
  command.AddFlag("--list-misbehaviours", *list, "what hosts can do wrong").Group("The web");
  AddLabJudge(command);
  command.Does([flags, list]() -> Result<int> {
    if (*list) {
      ListMisbehaviours();
      return kExitYes;
    }
    return Run(*flags);
  });
}

}  // namespace meguri::app
