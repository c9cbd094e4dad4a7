// `meguri archive get`: a page as it was.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/archive/archive_commands.h"
#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/capture_time.h"
#include "app/archive/page_output.h"
#include "app/archive/spooled_stdin.h"
#include "app/cli/command.h"
#include "app/commands.h"
#include "base/printable.h"
#include "url/surt/surt.h"
#include "warc/revisit_original.h"

namespace meguri::app {
namespace {

using warc::RecordType;

struct GetOptions {
  std::string url;
  std::vector<std::string> paths;
  std::string at;
  bool raw = false;
  bool headers = false;
};

// A record that answers the question, and what it takes to read it again.
struct Capture {
  std::string file;
  std::uint64_t offset = 0;
  RecordType type = RecordType::kResponse;
  std::string url;
  std::optional<WallTime> date;
  std::string id;
  // Of a revisit: what it says of its original, and that in words.
  warc::RevisitKeys original{};
  std::string original_said;
};

Capture CaptureOf(const std::string& file, const warc::RecordReader& reader) {
  const warc::RecordHead& head = reader.head();
  Capture capture{.file = file,
                  .offset = reader.extent().offset,
                  .type = head.type(),
                  .url = std::string(head.target_uri()),
                  .date = head.date(),
                  .id = std::string(head.FindId("WARC-Record-ID"))};
  if (head.type() == RecordType::kRevisit) {
    capture.original = warc::KeysOfRevisit(head);
    capture.original_said = head.FindId("WARC-Refers-To-Target-URI");
    for (const std::string_view field : {"WARC-Refers-To", "WARC-Payload-Digest"}) {
      if (capture.original_said.empty()) capture.original_said = head.FindId(field);
    }
    if (capture.original_said.empty()) capture.original_said = "of which it says nothing";
  }
  return capture;
}

bool IsCapture(RecordType type) { return warc::IsOriginal(type) || type == RecordType::kRevisit; }

class PageFinder {
 public:
  PageFinder(Files& disk, std::vector<std::string> files, DamageReport& damage)
      : disk_(disk), files_(std::move(files)), damage_(damage) {}

  // The capture of `url` nearest to `at`, or the last one; nullopt if there is none.
  Result<std::optional<Capture>> Find(std::string_view url, std::optional<WallTime> at) {
    const std::string wanted = url::Surt(url);
    url::SurtWriter surts;
    std::string key;
    std::optional<Capture> best;
    const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
      const warc::RecordHead& head = reader.head();
      if (!IsCapture(head.type())) return true;
      key.clear();
      surts.Append(head.target_uri(), key);
      if (key != wanted) return true;
      Capture capture = CaptureOf(file, reader);
      if (!best || IsBetter(capture, *best, url, at)) best = std::move(capture);
      return true;
    };
    MEGURI_CHECK_STATUS(ScanArchives(disk_, files_, visit, std::ref(damage_)));
    return best;
  }

  // What a revisit leads to.
  Result<std::optional<Capture>> FindOriginal(const Capture& revisit) {
    std::optional<Capture> best;
    std::size_t best_match = warc::kNoMatch;
    const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
      if (!warc::IsOriginal(reader.head().type())) return true;
      const std::size_t match =
          warc::MatchOf(revisit.original, warc::KeysOfOriginal(reader.head()));
      if (match < best_match) {
        best_match = match;
        best = CaptureOf(file, reader);
      }
      return best_match > 0;
    };
    MEGURI_CHECK_STATUS(ScanArchives(disk_, files_, visit, [](const auto&, const auto&) {}));
    return best;
  }

 private:
  static bool IsBetter(const Capture& a, const Capture& b, std::string_view url,
                       std::optional<WallTime> at) {
    if (a.date && a.date == b.date) return a.url == url && b.url != url;
    return IsBetterTime(a.date, b.date, at);
  }

  Files& disk_;
  std::vector<std::string> files_;
  DamageReport& damage_;
};

Result<OpenedRecord> OpenRecord(Files& disk, const Capture& capture) {
  OpenedRecord record;
  MEGURI_TRY(record.source, OpenArchive(disk, capture.file));
  record.reader = std::make_unique<warc::RecordReader>(*record.source, capture.offset);
  // A member may hold several records: the one that was meant is known by its id.
  for (;;) {
    MEGURI_TRY(const bool there, record.reader->Next());
    if (!there) return Fail(ErrorCode::kCorrupt, capture.file + ": the record is gone");
    const warc::RecordHead& head = record.reader->head();
    if (head.FindId("WARC-Record-ID") == capture.id && head.target_uri() == capture.url) {
      return record;
    }
  }
}

std::string When(const Capture& capture) {
  return capture.date ? FormatIso8601(*capture.date) : "an unknown time";
}

Result<int> Run(const GetOptions& options) {
  RealFiles disk;
  MEGURI_TRY(const std::optional<WallTime> at, ParseAtFlag(options.at));
  MEGURI_TRY(std::vector<std::string> files, FindArchives(disk, options.paths));
  MEGURI_TRY(const SpooledStdin spool, SpooledStdin::Replace(files));
  DamageReport damage("meguri archive get");
  spool.NameThem(damage);
  PageFinder finder(disk, std::move(files), damage);
  MEGURI_TRY(const std::optional<Capture> capture, finder.Find(options.url, at));
  if (!capture) {
    fmt::print(stderr, "meguri archive get: {} is not in these archives\n", Printable(options.url));
    return kExitNo;
  }
  Capture original = *capture;
  if (capture->type == RecordType::kRevisit && !options.headers) {
    MEGURI_TRY(const std::optional<Capture> found, finder.FindOriginal(*capture));
    if (!found) {
      fmt::print(stderr,
                 "meguri archive get: the capture of {} is a revisit, and its original ({}) is not "
                 "in these archives\n",
                 When(*capture), Printable(capture->original_said));
      return kExitNo;
    }
    original = *found;
  }
  const auto open = [&] { return OpenRecord(disk, original); };
  if (options.headers || options.raw) {
    MEGURI_CHECK_STATUS(options.headers ? WriteHttpHead(open) : WriteStoredPage(open));
    return kExitYes;
  }
  MEGURI_TRY(const http::DecodeMark mark, WriteDecodedPage(open));
  if (mark != http::DecodeMark::kTooLarge && mark != http::DecodeMark::kBomb) return kExitYes;
  fmt::print(
      stderr,
      "meguri archive get: the page swells to more than is sane: this is its beginning; --raw "
      "has all of it\n");
  return kExitNo;
}

}  // namespace

void AddArchiveGet(Command& archive) {
  auto options = std::make_shared<GetOptions>();
  Command& command = archive.AddCommand("get", "Write a page as it was, to stdout");
  command.SetFooter(
      "\nExample: meguri archive get http://example.com/ crawl/ --at 2024-05 > page.html\n"
      "The URL may differ in what an index doesn't keep apart: http or https, www., a slash at "
      "the end.\nA revisit leads to its original, which must be in the same archives.");
  command.AddOption("URL", options->url, "the page").Required();
  command.AddOption("PATH", options->paths, "archives, folders of them, or - for stdin").Required();
  command.AddOption("--at", options->at,
                    "the capture nearest to this time, not the last: 2024, 2024-05-31, …");
  Option& raw = command.AddFlag("--raw", options->raw,
                                "head and body as stored, no chunks or codings undone");
  command.AddFlag("--headers", options->headers, "the HTTP head alone").Excludes(raw);
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
