// `meguri archive cat`: records, or parts of them, as they are stored.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/record_filter.h"
#include "app/cli/command.h"
#include "app/commands.h"

namespace meguri::app {
namespace {

struct CatOptions {
  std::vector<std::string> paths;
  FilterFlags filter;
  std::optional<std::uint64_t> offset;
  std::string part = "record";
};

// The block is written as it is read, so that a record of any size goes through; but status and
// type, which the filter may ask for, stand at its front: that much is held back.
class Printer {
 public:
  Printer(const RecordFilter& filter, std::string_view part) : filter_(filter), part_(part) {}

  // False: nobody reads any more.
  Result<bool> Print(warc::RecordReader& reader) {
    if (!filter_.MayMatch(reader.head())) return true;
    block_.Begin(reader.head());
    bool begun = false;
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      const std::string_view payload = block_.Add(piece);
      if (piece.empty()) block_.End();
      const bool front_known = piece.empty() || block_.has_head() || !payload.empty();
      if (!begun && front_known) {
        begun = true;
        if (!Matches(reader.head())) return true;
        MEGURI_TRY(const bool wanted, WriteFront(reader));
        if (!wanted) return false;
      }
      if (piece.empty()) break;
      MEGURI_TRY(const bool wanted, part_ == "head" ? true : WriteOut(payload));
      if (!wanted) return false;
    }
    if (part_ != "record") return true;
    return WriteOut(reader.head().is_arc() ? "\n" : "\r\n\r\n");
  }

 private:
  bool Matches(const warc::RecordHead& head) const {
    const http::ResponseHead* response = block_.has_head() ? block_.response() : nullptr;
    return filter_.Matches(head, response == nullptr ? 0 : response->status,
                           PayloadMime(head, block_));
  }

  // What stands before the payload.
  Result<bool> WriteFront(const warc::RecordReader& reader) {
    if (part_ == "record" || part_ == "head") {
      MEGURI_TRY(const bool wanted, WriteOut(reader.head_bytes()));
      if (!wanted || part_ == "head") return wanted;
    }
    if (part_ == "payload") return true;
    return WriteOut(block_.head_bytes());
  }

  const RecordFilter& filter_;
  std::string_view part_;
  warc::HttpBlock block_;
};

Result<int> PrintOne(Files& disk, const std::string& path, std::uint64_t offset, Printer& printer,
                     DamageReport& damage) {
  MEGURI_TRY(const std::unique_ptr<warc::ByteSource> source, OpenArchive(disk, path));
  warc::RecordReader reader(*source, offset);
  MEGURI_TRY(const bool there, reader.Next());
  if (!there || reader.extent().offset != offset) {
    return Fail(ErrorCode::kInvalidArgument, path + ": no record begins at offset " +
                                                 std::to_string(offset) +
                                                 "; meguri archive ls --json shows where they do");
  }
  MEGURI_TRY([[maybe_unused]] const bool more, printer.Print(reader));
  for (const warc::Damage& one : reader.damage()) {
    damage(path, one);
  }
  return damage.any() ? kExitNo : kExitYes;
}

Result<int> Run(const CatOptions& options) {
  RealFiles disk;
  MEGURI_TRY(const RecordFilter filter, RecordFilter::Create(options.filter));
  MEGURI_TRY(const std::vector<std::string> files, FindArchives(disk, options.paths));
  DamageReport damage("meguri archive cat");
  Printer printer(filter, options.part);
  if (options.offset) {
    if (files.size() != 1) {
      return Fail(ErrorCode::kInvalidArgument, "--offset wants one archive, not several");
    }
    return PrintOne(disk, files.front(), *options.offset, printer, damage);
  }
  MEGURI_CHECK_STATUS(ScanArchives(
      disk, files,
      [&](const std::string&, warc::RecordReader& reader) { return printer.Print(reader); },
      std::ref(damage)));
  return damage.any() ? kExitNo : kExitYes;
}

}  // namespace

void AddArchiveCat(Command& archive) {
  auto options = std::make_shared<CatOptions>();
  Command& command =
      archive.AddCommand("cat", "Write records as they are stored, unpacked, to stdout");
  command.SetFooter(
      "\nExample: meguri archive cat a.warc.gz --offset 784 --part payload\n"
      "         meguri archive cat crawl/ --mime text/html | meguri archive ls -");
  command.AddOption("PATH", options->paths, "archives, folders of them, or - for stdin").Required();
  AddFilterFlags(command, options->filter);
  command.AddOption("--offset", options->offset, "only the record that begins here");
  command
      .AddOption("--part", options->part,
                 "record: all of it; head: its head; block: what it holds; payload: that "
                 "without the HTTP head")
      .OneOf({"record", "head", "block", "payload"})
      .ShowDefault();
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
