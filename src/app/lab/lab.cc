// `meguri lab`: a small internet on loopback, to crawl and to be judged by.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

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

void AddWebFlags(CLI::App& command, LabFlags& flags) {
  const std::string group = "The web";
  command.add_option("--hosts", flags.hosts, "generated hosts (100)")->group(group);
  command.add_option("--pages", flags.pages, "generated pages, of all hosts together (10000)")
      ->group(group);
  command.add_option("--max-host-pages", flags.max_host_pages, "of any one host (no limit)")
      ->group(group);
  command.add_option("--languages", flags.languages, "of the pages: en, ja, de, fr, es (en,ja)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--ips", flags.ips, "servers, that is addresses (one per host)")->group(group);
  command.add_option("--seed", flags.seed, "another seed, another web (7)")->group(group);
  command
      .add_option("--graph", flags.graphs,
                  "pages of a graph: NAME.urls.gz and NAME.adj.gz, NAME.graph, NAME.mgraph …")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--folder", flags.folders, "a site from a folder: [HOST=]DIR")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--tar", flags.tars, "a site from a tar: [HOST=]FILE")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--warc", flags.warcs, "the pages of an archive")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--misbehave", flags.misbehave,
                  "hosts that misbehave, one of each KIND, or all: KIND.bad.test")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("all|KIND,…")
      ->group(group);
}

void AddLabFlags(CLI::App& command, LabFlags& flags) {
  const std::string group = "The lab";
  command.add_option("--config", flags.config, "all of this in a TOML file; flags win over it")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--http-port", flags.http_port, "plain, and the proxy (8080; 0: any)")
      ->group(group);
  command.add_option("--https-port", flags.https_port, "TLS (8443; 0: any)")->group(group);
  command.add_option("--dns-port", flags.dns_port, "names (5300; 0: any)")->group(group);
  command.add_option("--speed", flags.speed, "virtual seconds that go by in a second (1)")
      ->group(group);
  command.add_option("--start", flags.start, "when virtual time begins (2026-01-01T00:00:00Z)")
      ->type_name("TIME")
      ->group(group);
  command.add_option("--dir", flags.dir, "for ca.pem, ca.key, hosts and access.log (meguri-lab)")
      ->type_name("DIR")
      ->group(group);
  CLI::Option* log =
      command
          .add_option("--log", flags.log, "the access log (DIR/access.log); a new one each time")
          ->type_name("FILE")
          ->group(group);
  command.add_flag("--no-log", flags.no_log, "none")->excludes(log)->group(group);
  command.add_option("--for", flags.run_for, "stop by itself after this time: 30s, 10m")
      ->type_name("TIME")
      ->group(group);
  command
      .add_flag("--json", flags.json,
                "a line of JSON when the lab is up, with ports and seeds, and one at its end")
      ->group(group);
}

}  // namespace

void AddLabCommand(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<LabFlags>();
  auto list = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "lab", "Serve a virtual web on loopback to try a crawler on, and judge it");
  command->footer(
      "\nExamples:\n"
      "  meguri lab                                   100 hosts, 10,000 pages\n"
      "  meguri lab --hosts 1000 --pages 1000000 --ips 200 --speed 3600\n"
      "  meguri lab --folder docs.test=site/ --misbehave gzip-bomb,redirect-loop\n"
      "  meguri lab --misbehave all --json --for 10m\n"
      "  meguri lab judge meguri-lab/access.log --interval 200ms\n"
      "It says how to get in: through a proxy, by address, with a browser. Nobody outside of this\n"
      "machine can reach it. The same settings give the same web, byte by byte.");
  command->require_subcommand(0, 1);
  AddWebFlags(*command, *flags);
  AddLabFlags(*command, *flags);
  command->add_flag("--list-misbehaviours", *list, "what hosts can do wrong")->group("The web");
  AddLabJudge(*command, exit_code);
  command->callback([command, flags, list, &exit_code] {
    if (!command->get_subcommands().empty()) return;  // it has run
    if (*list) {
      ListMisbehaviours();
      exit_code = kExitYes;
    } else {
      exit_code = ExitCodeOf("meguri lab", Run(*flags));
    }
  });
}

}  // namespace meguri::app
