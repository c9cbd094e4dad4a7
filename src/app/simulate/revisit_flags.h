// What `simulate revisit` is told, made into pages and a plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "sim/revisit/revisit_experiment.h"

namespace meguri::app {

class Command;

struct RevisitFlags {
  std::string traces;
  std::vector<std::string> poisson;   // mean intervals between changes
  std::uint64_t pages = 1000;         // of each
  std::vector<std::string> policies;  // empty: all
  std::vector<double> budgets = {7, 30, 90};
  std::string goal = "versions";
  bool ignore_trivial = false;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::string report;
  std::string figures;
  bool no_report = false;
  bool json = false;

  // Adds them to the command. They must outlive the parsing.
  void AddTo(Command& command);
  // kInvalidArgument names the flag.
  Result<RevisitPlan> Plan() const;
  Result<RevisitPages> Pages(Files& files) const;
  // "traces", "Poisson pages".
  std::string SourceName() const;
  // For a report: a command that does the same again, without the file's folder.
  std::string CommandText() const;
};

}  // namespace meguri::app
