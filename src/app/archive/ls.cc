// `meguri archive ls`: one line per record.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/record_filter.h"
#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

struct LsOptions {
  std::vector<std::string> paths;
  FilterFlags filter;
  bool json = false;
};

struct Listed {
  const std::string& file;
  const warc::RecordReader& reader;
  std::uint16_t status;  // 0: none
  const std::string& mime;
};

Answer JsonOf(const Listed& record) {
  const warc::RecordHead& head = record.reader.head();
  const auto or_null = [](std::string_view text) {
    return text.empty() ? Answer(nullptr) : Answer(text);
  };
  Answer line;
  line["file"] = record.file;
  line["offset"] = record.reader.extent().offset;
  line["length"] = record.reader.extent().length;
  line["type"] = head.type_name();
  line["date"] = or_null(head.Find("WARC-Date"));
  line["status"] = record.status == 0 ? Answer(nullptr) : Answer(record.status);
  line["mime"] = or_null(record.mime);
  line["size"] = head.content_length();
  line["url"] = or_null(head.target_uri());
  line["id"] = or_null(head.FindId("WARC-Record-ID"));
  line["payload_digest"] = or_null(head.Find("WARC-Payload-Digest"));
  line["filename"] = or_null(head.Find("WARC-Filename"));
  line["format"] = head.is_arc() ? "arc" : "warc/" + std::string(head.version());
  line["whole"] = record.reader.whole();
  return line;
}

std::string LineOf(const Listed& record) {
  const warc::RecordHead& head = record.reader.head();
  const auto or_dash = [](std::string text) { return text.empty() ? std::string("-") : text; };
  return fmt::format("{:<12} {:<20} {:>3} {:<24} {:>9} {}", Printable(head.type_name()),
                     head.date() ? FormatIso8601(*head.date()) : "-",
                     record.status == 0 ? "-" : std::to_string(record.status),
                     or_dash(Printable(record.mime)), head.content_length(),
                     or_dash(Printable(head.target_uri().empty() ? head.Find("WARC-Filename")
                                                                 : head.target_uri())));
}

Result<int> Run(const LsOptions& options) {
  RealFiles disk;
  MEGURI_TRY(const RecordFilter filter, RecordFilter::Create(options.filter));
  MEGURI_TRY(const std::vector<std::string> files, FindArchives(disk, options.paths));
  DamageReport damage("meguri archive ls");
  warc::HttpBlock block;
  std::string shown;
  const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
    if (!filter.MayMatch(reader.head())) return true;
    MEGURI_TRY([[maybe_unused]] const bool all, ReadBlock(reader, block, nullptr, 0));
    const http::ResponseHead* response = block.has_head() ? block.response() : nullptr;
    const std::uint16_t status = response == nullptr ? 0 : response->status;
    const std::string mime = PayloadMime(reader.head(), block);
    if (!filter.Matches(reader.head(), status, mime)) return true;
    const Listed record{file, reader, status, mime};
    std::string line;
    if (options.json) {
      line = JsonOf(record).dump(-1, ' ', false, Answer::error_handler_t::replace);
    } else {
      if (files.size() > 1 && shown != file) {
        line = fmt::format("{}{}:\n", shown.empty() ? "" : "\n", Printable(file));
        shown = file;
      }
      line += LineOf(record);
    }
    line += '\n';
    return WriteOut(line);
  };
  MEGURI_CHECK_STATUS(ScanArchives(disk, files, visit, std::ref(damage)));
  return damage.any() ? kExitNo : kExitYes;
}

}  // namespace

void AddArchiveLs(Command& archive) {
  auto options = std::make_shared<LsOptions>();
  Command& command = archive.AddCommand(
      "ls", "List records: type, date, status, MIME type, size of the block, URL");
  command.SetFooter(
      "\nExample: meguri archive ls crawl/ --type response --status 4xx,5xx\n"
      "         meguri archive ls page.warc.gz --json | jq -r .url");
  command.AddOption("PATH", options->paths, "archives, folders of them, or - for stdin").Required();
  AddFilterFlags(command, options->filter);
  command.AddFlag("--json", options->json,
                  "a line of JSON per record, with file, offset, length, id and digest");
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
