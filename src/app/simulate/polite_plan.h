// What the commands that simulate politeness are told, made into a plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/simulate/graph_flags.h"
#include "app/simulate/polite_experiment_run.h"
#include "base/files.h"
#include "base/result.h"

namespace meguri::app {

class Command;

// Several of each: every combination that makes a difference.
struct PoliteChoices {
  std::vector<std::string> schedulers = {"paper", "wheel", "irlbot", "bf", "opt"};
  std::vector<std::uint32_t> queues = {1024};
  std::vector<std::uint32_t> slots = {1024};
  std::vector<std::string> forms = {"max"};
  std::vector<std::string> overflows;   // empty: paper discards, wheel spills
  std::vector<std::string> strategies;  // empty: paper fifo, wheel meguri
  bool budgets = false;
  std::uint32_t connections = 0;  // wheel: servers asked at once; 0: no bound
};

// The flags that all of them have.
struct PoliteFlags : GraphFlags {
  std::string seeds = "random:1";
  std::string interval = "1s";
  std::string download = "200ms";
  std::string hosts_file;

  void AddTo(Command& command, const std::string& line_of);
  // All but the setups and points; kInvalidArgument names the flag.
  Status Apply(Files& files, PolitePlan& plan) const;
  // The flags that say how servers are, for a command that does the same again.
  std::string ServersText() const;
  Result<std::vector<PoliteSetup>> Setups(const PoliteChoices& choices) const;
};

// The table, or JSON; and on stderr whether it was stopped.
void PrintOutcome(const GraphFlags& flags, const GraphOfSites& graph, const PolitePlan& plan,
                  const PoliteOutcome& outcome, const std::vector<double>& at);

}  // namespace meguri::app
