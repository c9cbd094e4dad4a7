#include "sim/sources/snapshot_pages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sim/sources/file_type.h"
#include "sim/web/content_answer.h"
#include "url/char_class.h"
#include "url/percent.h"
#include "url/url.h"

namespace meguri {
namespace {

constexpr auto kIndexNames = std::to_array<std::string_view>({"index.html", "index.htm"});

// The folder "a/" of "a/index.html", or the path as it is.
std::string_view WithoutIndex(std::string_view path) {
  const std::size_t name = path.rfind('/') + 1;
  return std::ranges::count(kIndexNames, path.substr(name)) > 0 ? path.substr(0, name) : path;
}

std::string TargetOf(std::string_view path) {
  std::string target = "/";
  for (const char c : path) {
    // As the URL parser has it in paths; what begins an escape or would be a '/', besides.
    if (url::IsIn(c, url::kPathSet) || c == '%' || c == '\\') {
      url::AppendEscaped(static_cast<unsigned char>(c), target);
    } else {
      target += c;
    }
  }
  return target;
}

}  // namespace

Result<std::unique_ptr<SnapshotPages>> SnapshotPages::Create(std::unique_ptr<SnapshotStore> store,
                                                             const std::string& host,
                                                             const WebPorts& ports) {
  const auto url = url::Url::Parse("http://" + host + "/");
  if (!url || url->host() != host || url->host_kind() != url::HostKind::kDomain) {
    return Fail(ErrorCode::kInvalidArgument,
                "\"" + host + "\" can't be the name of a host; want one like www.example.test");
  }
  // The constructor is private: make_unique can't call it.
  std::unique_ptr<SnapshotPages> pages(new SnapshotPages(std::move(store), host, ports));
  MEGURI_CHECK_STATUS(pages->store_->ForEachFile([&](std::string_view path) {
    if (IsHtmlType(ContentTypeOfFile(path))) pages->pages_.push_back(TargetOf(WithoutIndex(path)));
  }));
  return pages;
}

void SnapshotPages::Answer(std::uint32_t /*host*/, const WebRequest& request, WallTime /*now*/,
                           WebAnswer& answer) const {
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  std::string decoded;
  url::AppendDecoded(path, decoded);
  const bool is_root = std::ranges::all_of(decoded, [](char c) { return c == '/'; });
  std::optional<std::string> name = CleanSnapshotPath(decoded);
  if (!name && !is_root) return AnswerStatus(404, "Not Found", answer);
  if (!name) name.emplace();
  std::optional<SnapshotFile> file;
  if (decoded.ends_with('/')) {
    for (const std::string_view index : kIndexNames) {
      const std::string inside = (name->empty() ? "" : *name + "/") + std::string(index);
      file = store_->Read(inside);
      if (!file) continue;
      name = inside;
      break;
    }
  } else {
    file = store_->Read(*name);
    if (!file && store_->IsFolder(*name)) {
      return AnswerRedirect(301, TargetOf(*name) + "/", answer);
    }
  }
  if (!file) return AnswerStatus(404, "Not Found", answer);
  const std::string etag = EtagOf(file->bytes);
  const ContentHead head{
      .content_type = ContentTypeOfFile(*name), .etag = etag, .last_modified = file->modified};
  if (AnswerNotModified(request, head, answer)) return;
  answer.body = std::move(file->bytes);
  FinishContent(request, head, answer);
}

void SnapshotPages::ForEachPage(std::uint32_t /*host*/, WallTime /*now*/,
                                const std::function<void(std::string_view url)>& visit) const {
  std::string url;
  for (const std::string& target : pages_) {
    url.clear();
    AppendOrigin(false, host_, ports_, url);
    url += target;
    visit(url);
  }
}

std::string SnapshotPages::SeedUrl() const {
  std::string url;
  AppendOrigin(false, host_, ports_, url);
  const bool has_root = pages_.empty() || std::ranges::count(pages_, "/") > 0;
  return url + (has_root ? "/" : pages_.front());
}

}  // namespace meguri
