#include "app/graph/bv_flags.h"

#include "app/cli/command.h"
#include "graph/bv_graph_writer.h"

namespace meguri::app {

void AddBvFlags(Command& command, BvFlags& flags) {
  const std::string group = "A BVGraph's settings (those that it has, else the format's own)";
  command.AddOption("--window", flags.window, "pages back that a list may refer to (7); 0: none")
      .Group(group);
  command
      .AddOption("--max-references", flags.max_references,
                 "lists that may have to be read for one (3)")
      .Group(group);
  command
      .AddOption("--min-interval", flags.min_interval,
                 "consecutive links that make an interval (4); 0: none do")
      .Group(group);
  command.AddOption("--zeta-k", flags.zeta_k, "of the zeta code, 1 to 16 (3)").Group(group);
  command
      .AddOption("--codes", flags.codes,
                 "as in .properties: 'RESIDUALS_DELTA | REFERENCES_GAMMA'; fields OUTDEGREES, "
                 "BLOCKS, RESIDUALS, REFERENCES, BLOCK_COUNT, OFFSETS; codes GAMMA, DELTA, UNARY, "
                 "ZETA, NIBBLE, and GOLOMB for residuals")
      .Type("FLAGS")
      .Group(group);
}

Result<BvProperties> ApplyBvFlags(const BvFlags& flags, BvProperties settings) {
  if (!flags.codes.empty()) MEGURI_CHECK_STATUS(ParseBvFlags(flags.codes, "--codes", settings));
  settings.window = flags.window.value_or(settings.window);
  settings.max_references = flags.max_references.value_or(settings.max_references);
  settings.min_interval_length = flags.min_interval.value_or(settings.min_interval_length);
  settings.zeta_k = flags.zeta_k.value_or(settings.zeta_k);
  MEGURI_CHECK_STATUS(CheckBvSettings(settings));
  return settings;
}

}  // namespace meguri::app
