// `meguri archive repair`: what is whole of a damaged archive, in a new one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_scan.h"
#include "app/archive/spooled_stdin.h"
#include "app/cli/command.h"
#include "app/commands.h"
#include "base/printable.h"
#include "base/whole_file.h"
#include "warc/write/archive_repair.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCommand = "meguri archive repair";

struct RepairOptions {
  std::string path;
  std::string output;
};

// "a.repaired.warc.gz" for "a.warc.gz" and for "a.warc.gz.open".
std::string RepairedName(std::string_view path) {
  constexpr std::string_view kOpen = ".open";
  if (path.ends_with(kOpen)) path.remove_suffix(kOpen.size());
  for (const std::string_view end : {".warc.gz", ".warc.zst", ".warc", ".arc.gz", ".arc"}) {
    if (path.ends_with(end)) {
      return std::string(path.substr(0, path.size() - end.size())) + ".repaired" + std::string(end);
    }
  }
  return std::string(path) + ".repaired";
}

Result<int> Run(const RepairOptions& options) {
  RealFiles files;
  std::vector<std::string> paths = {options.path};
  if (options.path == "-" && options.output.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "stdin needs -o FILE, where the repaired archive goes");
  }
  if (options.output == "-") {
    return Fail(ErrorCode::kInvalidArgument,
                "stdout can't be the repaired archive; -o wants a file");
  }
  MEGURI_TRY(const SpooledStdin spool, SpooledStdin::Replace(paths));
  const std::string output = options.output.empty() ? RepairedName(options.path) : options.output;
  // An archive that is there is never written over, least of all the one that is repaired.
  if (files.OpenToRead(output)) {
    return Fail(ErrorCode::kAlreadyExists, output + " is there already; name another with -o");
  }
  MEGURI_TRY([[maybe_unused]] const auto readable, files.OpenToRead(paths.front()));
  MEGURI_TRY(WholeFile to, WholeFile::Create(files, output));
  DamageReport damage(kCommand);
  MEGURI_TRY(const warc::RepairReport report,
             warc::RepairArchive(files, paths.front(), to.out(),
                                 [&](const warc::Damage& one) { damage(options.path, one); }));
  const bool nothing = report.damage == 0 && report.dropped == 0;
  const bool none_whole = report.copied + report.repacked == 0;
  if (nothing || none_whole) {
    fmt::print("{}: {}; nothing is written\n", Printable(options.path),
               none_whole ? "no record in it is whole" : "every record is whole");
    return none_whole ? kExitNo : kExitYes;
  }
  MEGURI_CHECK_STATUS(to.Commit());
  fmt::print("{}: {} records kept, {} of them packed anew; {} left out\n", Printable(output),
             report.copied + report.repacked, report.repacked, report.dropped);
  return kExitYes;
}

}  // namespace

void AddArchiveRepair(Command& archive) {
  auto options = std::make_shared<RepairOptions>();
  Command& command =
      archive.AddCommand("repair", "Write what is whole of a damaged archive into a new one");
  command.SetFooter(
      "\nExample: meguri archive repair torn.warc.gz     (writes torn.repaired.warc.gz)\n"
      "The damaged archive is not touched. Whole records are copied byte by byte; complete ones "
      "in gzip\nmembers that are cut in the wrong places are packed anew.");
  command.AddOption("FILE", options->path, "the damaged archive; - for stdin").Required();
  command
      .AddOption("-o,--output", options->output,
                 "the new archive, which must not be there yet; else FILE's name with "
                 ".repaired in it")
      .Type("FILE");
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
