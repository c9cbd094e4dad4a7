// `meguri archive index`: a sorted CDXJ index of archives.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/line_output.h"
#include "app/byte_size.h"
#include "app/cli/command.h"
#include "app/commands.h"
#include "app/progress.h"
#include "app/temporary_folder.h"
#include "base/files.h"
#include "base/result.h"
#include "warc/index/cdxj.h"
#include "warc/index/external_sort.h"
#include "warc/index/record_indexer.h"
#include "warc/read/record_reader.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCommand = "meguri archive index";

struct IndexOptions {
  std::vector<std::string> paths;
  std::string output;
  std::string memory = "256M";
  std::string tmp;
};

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string_view WhyNotIndexed(warc::IndexVerdict verdict) {
  switch (verdict) {
    case warc::IndexVerdict::kNoTarget:
      return "a record without WARC-Target-URI: not indexed";
    case warc::IndexVerdict::kNoDate:
      return "a record without a WARC-Date that can be read: not indexed";
    default:
      return {};
  }
}

// Indexes one record after the other into the sorter.
class ArchiveIndexer {
 public:
  ArchiveIndexer(warc::ExternalSorter& sorter, DamageReport& damage)
      : sorter_(sorter), damage_(damage) {}

  Status Index(const std::string& file, warc::RecordReader& reader) {
    if (file != file_) indexer_.emplace(BaseName(file_ = file));
    ++records_;
    const warc::IndexVerdict verdict = indexer_->Begin(reader.head());
    if (verdict == warc::IndexVerdict::kNotIndexed) return {};
    if (verdict != warc::IndexVerdict::kTake) {
      damage_(file, {reader.extent().offset, std::string(WhyNotIndexed(verdict))});
      return {};
    }
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      indexer_->Add(piece);
      bytes_ += piece.size();
    }
    line_.clear();
    warc::AppendCdxjLine(indexer_->End(reader.extent()), line_);
    return sorter_.Add(line_);
  }

  std::uint64_t records() const { return records_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  warc::ExternalSorter& sorter_;
  DamageReport& damage_;
  std::string file_;
  std::optional<warc::RecordIndexer> indexer_;  // of that file
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  std::string line_;
};

// Beside the output, where there should be space, or where all programs have such files.
std::string SpillFolder(const IndexOptions& options) {
  if (!options.tmp.empty()) return options.tmp;
  if (!LineOutput::IsStdout(options.output)) return DirectoryOf(options.output);
  return TemporaryFolder();
}

Result<std::size_t> ParseMemory(const std::string& text) {
  MEGURI_TRY(const std::uint64_t memory, ParseByteSize("--memory", text));
  const auto all = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                   static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (memory <= all) return static_cast<std::size_t>(memory);
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("--memory {} is more than this machine has ({} MiB)", text, all >> 20U));
}

Result<int> Run(const IndexOptions& options) {
  MEGURI_TRY(const std::size_t memory, ParseMemory(options.memory));
  RealFiles files;
  MEGURI_TRY(const std::vector<std::string> archives, FindArchives(files, options.paths));
  MEGURI_TRY(LineOutput output, LineOutput::Open(files, options.output, archives));
  warc::ExternalSorter sorter(files, {.directory = SpillFolder(options),
                                      .name = fmt::format("meguri-index-{}", ::getpid()),
                                      .memory_bytes = memory,
                                      .drop_duplicates = true});
  Progress progress("indexed");
  DamageReport damage(kCommand, &progress);
  ArchiveIndexer indexer(sorter, damage);
  const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
    MEGURI_CHECK_STATUS(indexer.Index(file, reader));
    progress.Update(indexer.records(), indexer.bytes());
    return true;
  };
  MEGURI_CHECK_STATUS(ScanArchives(files, archives, visit, std::ref(damage)));
  progress.Clear();
  Status written = sorter.Finish([&](std::string_view line) { return output.Write(line); });
  if (written) written = output.Commit();
  if (!written && !output.reader_left()) return tl::unexpected<Error>(written.error());
  return damage.any() ? kExitNo : kExitYes;
}

}  // namespace

void AddArchiveIndex(Command& archive) {
  auto options = std::make_shared<IndexOptions>();
  Command& command = archive.AddCommand(
      "index", "Write a sorted CDXJ index: which capture of which URL lies where");
  command.SetFooter(
      "\nExample: meguri archive index crawl/archive -o index.cdxj\n"
      "  org,iana)/ 20140126200624 {\"url\": \"http://www.iana.org/\", \"mime\": \"text/html\", …\n"
      "Archives may be damaged: what can be read is indexed, what can't is told on stderr, and "
      "the\n"
      "exit code is 1. The format: docs/formats/cdxj.md.");
  command.AddOption("PATH", options->paths, "WARC or ARC files, folders with them, or - for stdin")
      .Required();
  command
      .AddOption("-o,--output", options->output,
                 "the file to write, which appears when it is whole; else stdout")
      .Type("FILE");
  command.AddOption("--memory", options->memory, "for sorting; beyond it goes to disk")
      .ShowDefault();
  command
      .AddOption("--tmp", options->tmp,
                 "where it does: else beside the output, or in $TMPDIR or /tmp")
      .Type("DIR");
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
