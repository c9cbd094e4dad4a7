// `meguri archive index`: a sorted CDXJ index of archives.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive_commands.h"
#include "app/archive_inputs.h"
#include "app/byte_size.h"
#include "app/commands.h"
#include "app/line_output.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/printable.h"
#include "base/result.h"
#include "warc/cdxj.h"
#include "warc/external_sort.h"
#include "warc/record_indexer.h"
#include "warc/record_reader.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCommand = "meguri archive index";

struct IndexOptions {
  std::vector<std::string> paths;
  std::string output;
  std::string memory = "256M";
  std::string tmp;
};

// One line on a terminal that is written over, once the work has taken a second.
class ProgressLine {
 public:
  ProgressLine(const Clock& clock, std::size_t files)
      : clock_(clock),
        files_(files),
        next_(clock.Now() + kInterval),
        on_(isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Cheap enough for every record.
  void Show(std::size_t file, std::uint64_t records) {
    if (!on_ || clock_.Now() < next_) return;
    next_ = clock_.Now() + kInterval;
    Write(fmt::format("file {} of {}, {} records", file + 1, files_, records));
  }
  void ShowSorting(std::uint64_t lines) {
    if (on_ && shown_) Write(fmt::format("sorting {} lines", lines));
  }
  // For other text on the terminal.
  void Clear() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
  }

 private:
  static constexpr std::chrono::seconds kInterval{1};

  void Write(std::string_view text) {
    fmt::print(stderr, "\r\x1b[K{}: {}", kCommand, text);
    std::fflush(stderr);
    shown_ = true;
  }

  const Clock& clock_;
  std::size_t files_;
  TimePoint next_;
  bool on_;
  bool shown_ = false;
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

// Indexes one archive after the other into the sorter.
class ArchiveIndexer {
 public:
  ArchiveIndexer(Files& files, warc::ExternalSorter& sorter, ProgressLine& progress)
      : files_(files), sorter_(sorter), progress_(progress) {}

  Status Index(std::size_t number, const ArchiveInput& input) {
    MEGURI_TRY(const std::unique_ptr<warc::ByteSource> source, Open(files_, input));
    warc::RecordReader reader(*source);
    warc::RecordIndexer indexer(BaseName(input.path));
    std::size_t told = 0;  // of the reader's damage
    for (;;) {
      MEGURI_TRY(const bool there, reader.Next());
      for (; told < reader.damage().size(); ++told) {
        Tell(input, reader.damage()[told].offset, reader.damage()[told].what);
      }
      if (!there) return {};
      progress_.Show(number, ++records_);
      MEGURI_CHECK_STATUS(IndexRecord(input, reader, indexer));
    }
  }

  bool found_damage() const { return found_damage_; }

 private:
  Status IndexRecord(const ArchiveInput& input, warc::RecordReader& reader,
                     warc::RecordIndexer& indexer) {
    const warc::IndexVerdict verdict = indexer.Begin(reader.head());
    if (verdict == warc::IndexVerdict::kNotIndexed) return {};
    const bool take = verdict == warc::IndexVerdict::kTake;
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      if (take) indexer.Add(piece);
    }
    if (!take) {
      Tell(input, reader.extent().offset, WhyNotIndexed(verdict));
      return {};
    }
    line_.clear();
    warc::AppendCdxjLine(indexer.End(reader.extent()), line_);
    return sorter_.Add(line_);
  }

  void Tell(const ArchiveInput& input, std::uint64_t offset, std::string_view what) {
    found_damage_ = true;
    progress_.Clear();
    // Nobody may listen; fmt::print() would throw.
    std::fputs(
        fmt::format("{}: {}: at {}: {}\n", kCommand, Printable(input.path), offset, Printable(what))
            .c_str(),
        stderr);
  }

  Files& files_;
  warc::ExternalSorter& sorter_;
  ProgressLine& progress_;
  std::uint64_t records_ = 0;
  std::string line_;
  bool found_damage_ = false;
};

// Beside the output, where there should be space, or where all programs have such files.
std::string SpillFolder(const IndexOptions& options) {
  if (!options.tmp.empty()) return options.tmp;
  if (!options.output.empty()) return DirectoryOf(options.output);
  const char* const folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): one thread
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

Result<int> Run(const IndexOptions& options) {
  MEGURI_TRY(const std::uint64_t memory, ParseByteSize("--memory", options.memory));
  RealFiles files;
  MEGURI_TRY(const std::vector<ArchiveInput> inputs, FindArchives(files, options.paths));
  MEGURI_TRY(LineOutput output, LineOutput::Open(files, options.output));
  const RealClock clock;
  ProgressLine progress(clock, inputs.size());
  warc::ExternalSorter sorter(files, {.directory = SpillFolder(options),
                                      .name = fmt::format("meguri-index-{}", ::getpid()),
                                      .memory_bytes = static_cast<std::size_t>(memory),
                                      .drop_duplicates = true});
  ArchiveIndexer indexer(files, sorter, progress);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    MEGURI_CHECK_STATUS(indexer.Index(i, inputs[i]));
  }
  progress.ShowSorting(sorter.lines());
  Status written = sorter.Finish([&](std::string_view line) { return output.Write(line); });
  if (written) written = output.Commit();
  if (!written && !output.reader_left()) return tl::unexpected<Error>(written.error());
  return indexer.found_damage() ? kExitNo : kExitYes;
}

}  // namespace

void AddArchiveIndex(CLI::App& archive, int& exit_code) {
  auto options = std::make_shared<IndexOptions>();
  CLI::App* command = archive.add_subcommand(
      "index", "Write a sorted CDXJ index: which capture of which URL lies where");
  command->footer(
      "\nExample: meguri archive index crawl/archive -o index.cdxj\n"
      "  org,iana)/ 20140126200624 {\"url\": \"http://www.iana.org/\", \"mime\": \"text/html\", …\n"
      "Archives may be damaged: what can be read is indexed, what can't is told on stderr, and "
      "the\n"
      "exit code is 1. The format: docs/formats/cdxj.md.");
  command
      ->add_option("PATH", options->paths, "WARC or ARC files, folders with them, or - for stdin")
      ->required();
  command->add_option("-o,--output", options->output,
                      "the file to write, which appears when it is whole; else stdout");
  command->add_option("--memory", options->memory, "for sorting; beyond it goes to disk")
      ->capture_default_str();
  command->add_option("--tmp", options->tmp,
                      "where it does: else beside the output, or in $TMPDIR or /tmp");
  command->callback([options, &exit_code] { exit_code = ExitCodeOf(kCommand, Run(*options)); });
}

}  // namespace meguri::app
