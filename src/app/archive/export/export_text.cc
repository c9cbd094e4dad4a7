#include "app/archive/export/export_text.h"

#include <functional>
#include <string_view>

#include "app/archive/export/captured_page.h"
#include "app/json_lines.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {
namespace {

bool IsPage(html::PageKind kind) {
  return kind == html::PageKind::kHtml || kind == html::PageKind::kXhtml ||
         kind == html::PageKind::kText;
}

std::string JsonOf(const warc::RecordHead& head, const html::PageReader& page) {
  const auto or_null = [](std::string_view text) {
    return text.empty() ? Answer(nullptr) : Answer(text);
  };
  Answer line;
  line["url"] = or_null(head.target_uri());
  line["date"] = head.date() ? Answer(FormatIso8601(*head.date())) : Answer(nullptr);
  line["title"] = or_null(page.text().title());
  line["language"] = or_null(page.language().code);
  line["text"] = page.text().text();
  return line.dump(-1, ' ', false, Answer::error_handler_t::replace);
}

}  // namespace

Status ExportText(Files& disk, const std::vector<std::string>& archives, const RecordFilter& filter,
                  LineOutput& output, DamageReport& damage) {
  CapturedPage captured;
  html::PageReader page;
  url::Url url;
  const auto visit = [&](const std::string& file, warc::RecordReader& reader) -> Result<bool> {
    const warc::RecordHead& head = reader.head();
    const bool is_capture =
        head.type() == warc::RecordType::kResponse || head.type() == warc::RecordType::kResource;
    if (!is_capture || !filter.MayMatch(head)) return true;
    MEGURI_CHECK_STATUS(captured.Read(reader));
    if (!captured.is_good() || !captured.is_readable() ||
        !filter.Matches(head, captured.status(), captured.mime())) {
      return true;
    }
    if (!captured.Decode()) {
      damage(file, {reader.extent().offset, std::string(CapturedPage::kTooLarge)});
      return true;
    }
    // Links of what has no URL are of no interest here.
    if (!url.Assign(head.target_uri()) && !url.Assign("about:blank")) return true;
    page.Read(captured.Source(url));
    if (!IsPage(page.kind())) return true;
    MEGURI_CHECK_STATUS(output.Write(JsonOf(head, page)));
    return true;
  };
  return ScanArchives(disk, archives, visit, std::ref(damage));
}

}  // namespace meguri::app
