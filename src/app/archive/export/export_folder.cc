#include "app/archive/export/export_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/archive/export/captured_page.h"
#include "app/archive/export/export_captures.h"
#include "app/archive/export/export_html.h"
#include "app/archive/export/export_names.h"
#include "base/printable.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {
namespace {

// Counts the records of a scan.
class PlaceCounter {
 public:
  explicit PlaceCounter(const std::vector<std::string>& archives) : archives_(archives) {}

  // `file`: of the archives themselves, no copy: a path may be there twice.
  RecordPlace Next(const std::string& file, const warc::RecordReader& reader) {
    const auto index = static_cast<std::size_t>(&file - archives_.data());
    number_ = index == file_ ? number_ + 1 : 0;
    file_ = index;
    return {.file = index, .number = number_, .offset = reader.extent().offset};
  }

 private:
  const std::vector<std::string>& archives_;
  std::size_t file_ = static_cast<std::size_t>(-1);
  std::uint64_t number_ = 0;
};

// Text for HTML.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

class FolderExporter {
 public:
  FolderExporter(Files& disk, const std::vector<std::string>& archives,
                 const ExportFolderOptions& options, DamageReport& damage)
      : disk_(disk),
        archives_(archives),
        folder_(options.directory),
        damage_(damage),
        captures_(options.at) {}

  Status CheckFolder() {
    const auto entries = disk_.List(folder_);
    if (entries && !entries->empty()) {
      return Fail(ErrorCode::kAlreadyExists,
                  Printable(folder_) + ": not empty; want a new folder or an empty one");
    }
    if (!entries && entries.error().code != ErrorCode::kNotFound) {
      return tl::unexpected<Error>(entries.error());
    }
    return disk_.MakeDirectories(folder_);
  }

  Status Choose(const RecordFilter& filter) {
    PlaceCounter places(archives_);
    warc::HttpBlock block;
    const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
      const RecordPlace place = places.Next(file, reader);
      const warc::RecordHead& head = reader.head();
      if (head.type() != warc::RecordType::kResponse &&
          head.type() != warc::RecordType::kResource && head.type() != warc::RecordType::kRevisit) {
        return true;
      }
      MEGURI_TRY([[maybe_unused]] const bool all, ReadBlock(reader, block, nullptr, 0));
      const http::ResponseHead* response = block.has_head() ? block.response() : nullptr;
      const std::string mime = PayloadMime(head, block);
      const std::uint16_t status = response == nullptr ? 0 : response->status;
      captures_.Add(
          place, head,
          {.status = status,
           .mime = mime,
           .location = response == nullptr ? std::string_view()
                                           : response->headers.Find("Location").value_or(""),
           .wanted = filter.Matches(head, status, mime)});
      return true;
    };
    MEGURI_CHECK_STATUS(ScanArchives(disk_, archives_, visit, std::ref(damage_)));
    for (const RecordPlace& lost : captures_.Settle()) {
      damage_(archives_[lost.file],
              {lost.offset, "a revisit whose original is not in these archives: left out"});
    }
    return {};
  }

  Status Write() {
    std::vector<Chosen> left;
    for (const auto& [url, capture] : captures_.chosen()) {
      left.push_back({&url, &capture});
    }
    std::ranges::stable_sort(left, {}, [](const Chosen& one) { return one.capture->place; });
    PlaceCounter places(archives_);
    auto next = left.begin();
    const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
      const RecordPlace place = places.Next(file, reader);
      next = std::find_if(next, left.end(),
                          [&](const Chosen& one) { return one.capture->place >= place; });
      const auto end = std::find_if(next, left.end(),
                                    [&](const Chosen& one) { return one.capture->place != place; });
      if (next != end) MEGURI_CHECK_STATUS(WriteRecord(file, reader, {next, end}));
      next = end;
      return next != left.end();
    };
    // Damage was told when they were read first.
    return ScanArchives(disk_, archives_, visit, [](const auto&, const auto&) {});
  }

  Status WriteIndex() {
    std::ranges::sort(pages_, {}, [](const Page& page) { return std::string_view(*page.url); });
    std::string index = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
        "<style>body {{ font-family: sans-serif }} td {{ padding: 0.2em 0.8em 0.2em 0; "
        "vertical-align: top }}</style>\n<h1>{0}</h1>\n<table>\n",
        pages_.size() == 1 ? "1 page" : fmt::format("{} pages", pages_.size()));
    for (const Page& page : pages_) {
      index += fmt::format("<tr><td><a href=\"{}\">{}</a><td>{}<td>{}\n",
                           RelativeLink("index.html", page.capture->path),
                           Escaped(page.title.empty() ? *page.url : page.title), Escaped(*page.url),
                           page.capture->date ? FormatIso8601(*page.capture->date) : "");
    }
    index += "</table>\n</html>\n";
    return WriteFile("index.html", index);
  }

 private:
  struct Chosen {
    const std::string* url;
    const ExportCapture* capture;
  };
  struct Page {
    const std::string* url;
    const ExportCapture* capture;
    std::string title;
  };

  // One payload, for all URLs that it is the page of.
  Status WriteRecord(const std::string& file, warc::RecordReader& reader,
                     std::span<const Chosen> chosen) {
    const std::uint64_t offset = reader.extent().offset;
    MEGURI_CHECK_STATUS(captured_.Read(reader));
    if (!captured_.Decode()) {
      damage_(file, {offset, std::string(CapturedPage::kTooLarge)});
      return {};
    }
    for (const Chosen& one : chosen) {
      MEGURI_CHECK_STATUS(WritePage(one));
    }
    return {};
  }

  Status WritePage(const Chosen& chosen) {
    if (!captured_.is_readable() || !url_.Assign(*chosen.url)) {
      return WriteFile(chosen.capture->path, captured_.bytes());
    }
    page_.Read(captured_.Source(url_));
    if (page_.kind() != html::PageKind::kCss && page_.kind() != html::PageKind::kOther) {
      pages_.push_back({chosen.url, chosen.capture, std::string(page_.text().title())});
    }
    const auto find = [&](std::string_view url) -> std::optional<std::string> {
      const ExportCapture* target = captures_.Find(url);
      if (target == nullptr) return std::nullopt;
      return RelativeLink(chosen.capture->path, target->path);
    };
    return WriteFile(chosen.capture->path, RewriteLinks({.bytes = captured_.bytes(),
                                                         .kind = page_.kind(),
                                                         .charset = page_.charset(),
                                                         .url = &url_,
                                                         .base = &page_.base()},
                                                        find));
  }

  Status WriteFile(std::string_view path, std::string_view bytes) {
    const std::string full = fmt::format("{}/{}", folder_, path);
    std::string folder = DirectoryOf(full);
    if (made_.insert(folder).second) MEGURI_CHECK_STATUS(disk_.MakeDirectories(folder));
    MEGURI_TRY(const std::unique_ptr<WritableFile> file,
               disk_.OpenToWrite(full, OpenMode::kCreate));
    return file->Append(bytes);
  }

  Files& disk_;
  const std::vector<std::string>& archives_;
  const std::string folder_;
  DamageReport& damage_;
  ExportCaptures captures_;
  std::vector<Page> pages_;
  std::unordered_set<std::string> made_;
  CapturedPage captured_;
  html::PageReader page_;
  url::Url url_;
};

}  // namespace

Status ExportFolder(Files& disk, const std::vector<std::string>& archives,
                    const RecordFilter& filter, const ExportFolderOptions& options,
                    DamageReport& damage) {
  FolderExporter exporter(disk, archives, options, damage);
  MEGURI_CHECK_STATUS(exporter.CheckFolder());
  MEGURI_CHECK_STATUS(exporter.Choose(filter));
  MEGURI_CHECK_STATUS(exporter.Write());
  return exporter.WriteIndex();
}

}  // namespace meguri::app
