// What `simulate moved` and `simulate paper moved` are told, made into a plan; and the run of it.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "sim/moved/moved_experiment.h"

namespace meguri::app {

class Command;

struct MovedFlags {
  std::string data;
  std::vector<std::string> methods;  // empty: all
  bool learn = false;
  bool obey_robots = false;
  int budget = 1000;
  unsigned threads = 0;
  std::string report;
  std::string figures;
  bool no_report = false;
  bool json = false;

  // Both commands have these; only `simulate moved` those of AddMethodsTo(). They must outlive the
  // parsing. `report_path`: for the help.
  void AddTo(Command& command, const std::string& report_path);
  void AddMethodsTo(Command& command);
  // kInvalidArgument names the flag.
  Result<MovedPlan> Plan() const;
  bool wants_report() const { return !no_report && (!json || !report.empty() || !figures.empty()); }
  // The folder's own name: what a report may tell.
  std::string SourceName() const;
  // For a report: a command that does the same again, without the folder's folder.
  std::string CommandText(const std::string& command) const;
};

// With a live line, and until Ctrl-C.
Result<std::vector<MovedResult>> RunMovedPlan(Files& files, const MovedFlags& flags,
                                              const MovedCases& cases, const MovedPlan& plan);

}  // namespace meguri::app
