// `meguri archive check`: is everything in these archives what it says it is?
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/progress.h"
#include "base/hash.h"
#include "base/printable.h"
#include "warc/read/batch_checker.h"

namespace meguri::app {
namespace {

struct CheckOptions {
  std::vector<std::string> paths;
  bool partial = false;
  bool json = false;
};

// Which records point to which, over all archives: 32 bytes a reference, eight a record.
class References {
 public:
  void Add(std::size_t file, const warc::RecordReader& reader) {
    const warc::RecordHead& head = reader.head();
    const std::uint64_t id = StableHash64(head.FindId("WARC-Record-ID"));
    ids_.push_back(id);
    const std::string_view to = head.FindId("WARC-Refers-To");
    if (to.empty()) return;
    const std::uint64_t wanted = StableHash64(to);
    wanted_.push_back({wanted, file, reader.extent().offset, wanted == id});
  }

  struct Reference {
    std::uint64_t to = 0;
    std::size_t file = 0;
    std::uint64_t offset = 0;
    bool to_itself = false;
  };

  // Those that lead nowhere or to themselves, in the archives' order.
  std::vector<Reference> Dangling() {
    std::ranges::sort(ids_);
    std::erase_if(wanted_, [&](const Reference& reference) {
      return !reference.to_itself && std::ranges::binary_search(ids_, reference.to);
    });
    return std::move(wanted_);
  }

 private:
  std::vector<std::uint64_t> ids_;
  std::vector<Reference> wanted_;
};

class Check {
 public:
  explicit Check(const CheckOptions& options) : options_(options) {}
  Check(const Check&) = delete;  // checker_ points to it
  Check& operator=(const Check&) = delete;

  Result<int> Run() {
    RealFiles disk;
    MEGURI_TRY(files_, FindArchives(disk, options_.paths));
    Progress progress("checked");
    const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
      MEGURI_CHECK_STATUS(CheckRecord(file, reader));
      progress.Update(records_, bytes_);
      return true;
    };
    const auto damaged = [&](const std::string& file, const warc::Damage& damage) {
      checker_.Flush();  // what was found before it
      progress.Clear();
      Say(file, damage.offset, damage.what);
    };
    MEGURI_CHECK_STATUS(ScanArchives(disk, files_, visit, damaged));
    checker_.Flush();
    progress.Clear();
    if (!options_.partial) {
      for (const References::Reference& reference : references_.Dangling()) {
        Say(files_[reference.file], reference.offset,
            reference.to_itself ? "WARC-Refers-To leads to the record itself"
                                : "WARC-Refers-To leads to a record that is not in these archives");
      }
    }
    Summarise();
    return problems_ == 0 ? kExitYes : kExitNo;
  }

 private:
  Status CheckRecord(const std::string& file, warc::RecordReader& reader) {
    if (files_[file_] != file)
      file_ = static_cast<std::size_t>(std::ranges::find(files_, file) - files_.begin());
    references_.Add(file_, reader);
    checker_.Begin(reader.head());
    for (;;) {
      MEGURI_TRY(const std::string_view piece, reader.NextPiece());
      if (piece.empty()) break;
      checker_.Add(piece);
      bytes_ += piece.size();
    }
    checker_.End(file_, reader.extent().offset, reader.complete());
    ++records_;
    return {};
  }

  void Count(std::size_t file, std::uint64_t offset, const warc::RecordVerdict& verdict) {
    for (const std::string& problem : verdict.problems) {
      Say(files_[file], offset, problem);
    }
    for (const warc::DigestVerdict digest : {verdict.block_digest, verdict.payload_digest}) {
      digests_right_ += digest == warc::DigestVerdict::kPass ? 1 : 0;
      digests_wrong_ += digest == warc::DigestVerdict::kFail ? 1 : 0;
    }
  }

  void Say(const std::string& file, std::uint64_t offset, std::string_view what) {
    ++problems_;
    if (options_.json) {
      Answer line;
      line["file"] = file;
      line["offset"] = offset;
      line["problem"] = what;
      fmt::print("{}\n", line.dump(-1, ' ', false, Answer::error_handler_t::replace));
    } else {
      fmt::print("{}: offset {}: {}\n", Printable(file), offset, what);
    }
  }

  void Summarise() const {
    if (options_.json) {
      Answer line;
      line["archives"] = files_.size();
      line["records"] = records_;
      line["digests_right"] = digests_right_;
      line["digests_wrong"] = digests_wrong_;
      line["problems"] = problems_;
      fmt::print("{}\n", line.dump());
      return;
    }
    fmt::print("{} {} in {} {}, {} {} right: {}\n", records_, records_ == 1 ? "record" : "records",
               files_.size(), files_.size() == 1 ? "archive" : "archives", digests_right_,
               digests_right_ == 1 ? "digest" : "digests",
               problems_ == 0   ? "all is well"
               : problems_ == 1 ? "1 problem"
                                : fmt::format("{} problems", problems_));
  }

  const CheckOptions& options_;
  std::vector<std::string> files_;
  std::size_t file_ = 0;
  References references_;
  warc::BatchChecker checker_{
      [this](std::size_t file, std::uint64_t offset, const warc::RecordVerdict& verdict) {
        Count(file, offset, verdict);
      }};
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t digests_right_ = 0;
  std::uint64_t digests_wrong_ = 0;
  std::uint64_t problems_ = 0;
};

}  // namespace

void AddArchiveCheck(Command& archive) {
  auto options = std::make_shared<CheckOptions>();
  Command& command = archive.AddCommand(
      "check", "Check every length, digest, member and reference; exit code 1 if one is wrong");
  command.SetFooter(
      "\nExample: meguri archive check crawl/\n"
      "Each problem is a line with file, offset and what is wrong; meguri archive repair keeps "
      "what "
      "is whole.");
  command.AddOption("PATH", options->paths, "archives, folders of them, or - for stdin").Required();
  command.AddFlag("--partial", options->partial,
                  "these are not all archives of a collection: references may lead elsewhere");
  command.AddFlag("--json", options->json, "a line of JSON per problem, and one for the sum");
  command.Does([options] { return Check(*options).Run(); });
}

}  // namespace meguri::app
