// `meguri archive export`: pages for other programs: their text, or files for a browser.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/capture_time.h"
#include "app/archive/export/export_folder.h"
#include "app/archive/export/export_text.h"
#include "app/archive/line_output.h"
#include "app/archive/record_filter.h"
#include "app/archive/spooled_stdin.h"
#include "app/cli/command.h"
#include "app/commands.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCommand = "meguri archive export";

struct ExportOptions {
  std::vector<std::string> paths;
  FilterFlags filter;
  bool text = false;
  std::string output;
  std::string html;
  std::string at;
};

Result<int> Run(const ExportOptions& options) {
  RealFiles disk;
  if (!options.text && options.html.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "what for? want --text or --html DIR");
  }
  MEGURI_TRY(const RecordFilter filter, RecordFilter::Create(options.filter));
  MEGURI_TRY(const std::optional<WallTime> at, ParseAtFlag(options.at));
  MEGURI_TRY(std::vector<std::string> archives, FindArchives(disk, options.paths));
  DamageReport damage(kCommand);
  if (options.text) {
    MEGURI_TRY(LineOutput output, LineOutput::Open(disk, options.output, archives));
    Status written = ExportText(disk, archives, filter, output, damage);
    if (written) written = output.Commit();
    if (!written && !output.reader_left()) return tl::unexpected<Error>(written.error());
  } else {
    MEGURI_TRY(const SpooledStdin spool, SpooledStdin::Replace(archives));
    spool.NameThem(damage);
    MEGURI_CHECK_STATUS(
        ExportFolder(disk, archives, filter, {.directory = options.html, .at = at}, damage));
  }
  return damage.any() ? kExitNo : kExitYes;
}

}  // namespace

void AddArchiveExport(Command& archive) {
  auto options = std::make_shared<ExportOptions>();
  Command& command = archive.AddCommand(
      "export", "Write the text of all pages as JSON lines, or files that a browser can open");
  command.SetFooter(
      "\nExample: meguri archive export crawl/ --text -o pages.jsonl\n"
      "  {\"url\":\"http://example.com/\",\"date\":…,\"title\":…,\"language\":\"en\",\"text\":…}\n"
      "         meguri archive export crawl/ --html offline && firefox offline/index.html\n"
      "Exported are responses with status 200 and resources. Files hold the last capture of each "
      "URL;\nlinks lead from one to the other, or to the web where there is no file. What is left "
      "out, as\npages of over 64 MiB are, is told on stderr, and the exit code is 1.");
  command.AddOption("PATH", options->paths, "archives, folders of them, or - for stdin").Required();
  Option& text = command.AddFlag("--text", options->text, "a line of JSON per HTML or text page");
  Option& html =
      command
          .AddOption("--html", options->html,
                     "files below this folder, which must be new or empty, and an index.html")
          .Type("DIR")
          .Excludes(text);
  command
      .AddOption("-o,--output", options->output,
                 "the file for --text, which appears when it is whole; else stdout")
      .Type("FILE")
      .Needs(text);
  command
      .AddOption("--at", options->at,
                 "for --html: the captures nearest to this time, not the last: 2024-05-31, …")
      .Needs(html);
  AddFilterFlags(command, options->filter);
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
