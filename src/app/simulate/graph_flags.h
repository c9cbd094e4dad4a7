// The flags that all commands have which simulate crawls of a graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/simulate/order_experiment_run.h"
#include "base/result.h"

namespace meguri::app {

class Command;

struct GraphFlags {
  std::string graph;
  std::uint64_t generate = 0;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::string report;
  std::string figures;
  bool json = false;

  // Adds them to the command. They must outlive the parsing; what stands in them is the default.
  // `line_of`: what a line of JSON is of.
  void AddTo(Command& command, const std::string& line_of);
  // kInvalidArgument names the flag.
  Status Check() const;
  GraphChoice choice() const { return {.path = graph, .generate = generate, .seed = seed}; }
  // "meguri simulate order cnr-2000", for a report; without the file's folder.
  std::string CommandText(const std::string& command) const;
};

// Of --at: per cent. kInvalidArgument names the one that is none.
Status CheckPoints(const std::vector<double>& at);

}  // namespace meguri::app
