// From archives to what is known of a site: of crawls' folders by their logs, of WARC files by
// reading them.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/archive/archive_inputs.h"
#include "app/archive/archive_scan.h"
#include "app/archive/stored_page.h"
#include "app/crawl/crawl_folder_reader.h"
#include "app/find_moved/old_site.h"
#include "app/progress.h"
#include "base/printable.h"
#include "moved/read_page.h"
#include "warc/revisit_original.h"

namespace meguri::app {
namespace {

constexpr std::uint64_t kMaxPageBytes = std::uint64_t{16} << 20U;

bool IsRedirect(int status) { return status >= 300 && status < 400 && status != 304; }
bool IsGone(int status) { return status == 404 || status == 410; }

// A response of HTTP, read to its end.
struct ReadCapture {
  int status = 0;
  std::string content_type;
  std::string location;
  StoredPage page;
};

Result<ReadCapture> ReadOne(warc::RecordReader& reader) {
  ReadCapture capture;
  warc::HttpBlock block;
  MEGURI_TRY(const bool whole, ReadBlock(reader, block, &capture.page.payload, kMaxPageBytes));
  static_cast<void>(whole);  // the beginning of a page is enough
  if (!block.has_head() || block.response() == nullptr) return capture;
  capture.status = block.response()->status;
  capture.content_type = block.response()->headers.Find("Content-Type").value_or("");
  capture.location = block.response()->headers.Find("Location").value_or("");
  capture.page.http_head = block.head_bytes();
  return capture;
}

class WarcFiles {
 public:
  WarcFiles(Files& disk, OldSite& site) : disk_(disk), site_(site), damage_("meguri find-moved") {}

  // `only_the_page`: all else is known already.
  Status Read(const std::vector<std::string>& files, bool only_the_page) {
    Progress progress("read");
    const auto visit = [&](const std::string& /*file*/,
                           warc::RecordReader& reader) -> Result<bool> {
      progress.Update(++records_, reader.extent().offset);
      MEGURI_CHECK_STATUS(Take(reader, only_the_page));
      return true;
    };
    return ScanArchives(disk_, files, visit, std::ref(damage_));
  }

  std::uint64_t records() const { return records_; }

 private:
  Status Take(warc::RecordReader& reader, bool only_the_page) {
    const std::string url(reader.head().target_uri());
    if (!site_.IsOfSite(url)) return {};
    const bool is_it = site_.IsThePage(url);
    if (only_the_page && !is_it) return {};
    const WallTime date = reader.head().date().value_or(WallTime());
    if (is_it && reader.head().type() == warc::RecordType::kRevisit) site_.TakePresence(date);
    if (!warc::IsOriginal(reader.head().type())) return {};
    MEGURI_TRY(ReadCapture capture, ReadOne(reader));
    if (!base_.Assign(url)) return {};
    if (is_it && IsAbsence(capture)) site_.TakeAbsence(date);
    if (capture.status != 200) return {};
    site_.AddKnown(url, date);
    const DecodedPage decoded = DecodePage(std::move(capture.page), kMaxPageBytes);
    if (is_it) site_.TakeCapture(decoded.bytes, capture.content_type, date);
    if (!only_the_page) TakeLinks(url, decoded.bytes, capture.content_type, date);
    return {};
  }

  // From http to https, or to a slash at the end, it is sent to itself.
  bool IsAbsence(const ReadCapture& capture) {
    if (!IsRedirect(capture.status)) return IsGone(capture.status);
    url::Url target;
    return target.Assign(capture.location, &base_) && !site_.IsThePage(target.href());
  }

  void TakeLinks(const std::string& url, std::string_view bytes, std::string_view content_type,
                 WallTime date) {
    reader_.Read({.bytes = bytes, .url = &base_, .content_type = content_type});
    for (std::size_t i = 0; i < reader_.links().size(); ++i) {
      const html::Link link = reader_.links().at(i);
      if (moved::LeadsToPage(link.kind) && site_.IsOfSite(link.url))
        site_.AddLink(url, link.url, link.text, date);
    }
  }

  Files& disk_;
  OldSite& site_;
  DamageReport damage_;
  std::uint64_t records_ = 0;
  html::PageReader reader_{{.want_text = false}};
  url::Url base_;
};

// The page as the store's record places it; false if it isn't there as it should be.
Result<bool> TakeFromPlace(Files& files, const std::string& path, const PageRecord& record,
                           OldSite& site) {
  auto source = OpenArchive(files, path);
  if (!source) source = OpenArchive(files, path + ".open");
  if (!source) return false;
  warc::RecordReader reader(**source, record.place->offset);
  MEGURI_TRY(const bool there, reader.Next());
  if (!there || !warc::IsOriginal(reader.head().type()) ||
      !site.IsThePage(reader.head().target_uri())) {
    return false;
  }
  MEGURI_TRY(ReadCapture capture, ReadOne(reader));
  if (capture.status != 200) return false;
  const DecodedPage decoded = DecodePage(std::move(capture.page), kMaxPageBytes);
  return site.TakeCapture(decoded.bytes, capture.content_type, record.visited);
}

Status ReadCrawlFolder(const std::string& directory, Files& files, const Clock& clock,
                       OldSite& site) {
  MEGURI_TRY(const auto store, OpenCrawlFolder(directory, files, clock));
  std::vector<UrlKey> pages;
  MEGURI_CHECK_STATUS(store->ReplayUrls([&](const StoredUrl& url, std::uint64_t /*place*/) {
    if (!site.IsOfSite(url.url)) return;
    if (url.seed) site.AddKnown(url.url, WallTime());
    if (site.IsThePage(url.url)) pages.push_back(url.key);
  }));
  Progress progress("read");
  std::uint64_t read = 0;
  MEGURI_CHECK_STATUS(store->ReplayLinks(0, [&](const LoggedPage& page) {
    progress.Update(++read, 0);
    if (!site.IsOfSite(page.url)) return;
    site.AddKnown(page.url, page.date);
    const bool is_sent_on = meguri::IsRedirect(page) && !site.IsThePage(page.links.back().url);
    if (is_sent_on && site.IsThePage(page.url)) site.TakeAbsence(page.date);
    for (const LoggedLink& link : page.links) {
      if (!site.IsOfSite(link.url)) continue;
      if (!link.redirect && moved::LeadsToPage(link.kind)) {
        site.AddLink(page.url, link.url, link.text, page.date);
      } else {
        site.AddKnown(link.url, page.date);
      }
    }
  }));
  bool scan = false;
  for (const UrlKey key : pages) {
    MEGURI_TRY(const auto record, store->ReadPage(key));
    if (!record) continue;
    if (IsGone(record->status)) site.TakeAbsence(record->visited);
    if (record->status == 200 || record->status == 304) site.TakePresence(record->visited);
    if (!record->place) {
      scan = true;
      continue;
    }
    MEGURI_TRY(const bool taken,
               TakeFromPlace(files,
                             fmt::format("{}/archive/{}", directory,
                                         store->archive_file_name(record->place->file)),
                             *record, site));
    scan = scan || !taken;
  }
  // The last visit may have found it gone, or unchanged: earlier ones know more.
  if (site.has_content() || !scan) return {};
  MEGURI_TRY(const auto archives, FindArchives(files, {directory + "/archive"}));
  return WarcFiles(files, site).Read(archives, true);
}

}  // namespace

Status ReadArchives(const std::vector<std::string>& paths, Files& files, const Clock& clock,
                    OldSite& site) {
  std::vector<std::string> warcs;
  for (const std::string& path : paths) {
    if (files.OpenToRead(path + "/crawl.json")) {
      MEGURI_CHECK_STATUS(ReadCrawlFolder(path, files, clock, site));
    } else {
      warcs.push_back(path);
    }
  }
  if (warcs.empty()) return {};
  MEGURI_TRY(const auto archives, FindArchives(files, warcs));
  WarcFiles reading(files, site);
  MEGURI_CHECK_STATUS(reading.Read(archives, false));
  if (reading.records() > 0) return {};
  return Fail(ErrorCode::kCorrupt,
              fmt::format("--archive: no record can be read in {}", Printable(warcs.front())));
}

}  // namespace meguri::app
