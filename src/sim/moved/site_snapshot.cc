#include "sim/moved/site_snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/ascii.h"
#include "graph/files/packed_file.h"
#include "html/page_reader.h"
#include "moved/likeness/page_spelling.h"
#include "moved/read_page.h"

namespace meguri {
namespace {

using Json = nlohmann::json;

constexpr int kOk = 200;
constexpr int kDeepestHeading = 3;

// "/a" without a file's extension is a folder that somebody wrote without its slash.
bool NamesFolder(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return !name.empty() && name.find('.') == std::string_view::npos;
}

std::string FileOf(std::string_view path) {
  std::string file(path.substr(1));
  if (file.empty() || file.ends_with('/')) file += "index.html";
  return file;
}

// As URLs have it: what isn't ASCII, and what may not stand in a path, as %XX in capitals. Graphs
// are written with either.
std::string Escaped(std::string_view path) {
  static constexpr std::string_view kNever = " \"<>^`{|}";
  std::string escaped;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto octet = static_cast<unsigned char>(path[i]);
    const bool is_escape = path[i] == '%' && i + 2 < path.size() && IsAsciiHexDigit(path[i + 1]) &&
                           IsAsciiHexDigit(path[i + 2]);
    if (is_escape) {
      escaped += '%';
      escaped += AsciiToUpper(path[++i]);
      escaped += AsciiToUpper(path[++i]);
    } else if (octet <= 0x1F || octet >= 0x7F || kNever.find(path[i]) != std::string_view::npos) {
      escaped += '%';
      escaped += kHexDigitsUpper[octet >> 4U];
      escaped += kHexDigitsUpper[octet & 0xFU];
    } else {
      escaped += path[i];
    }
  }
  return escaped;
}

}  // namespace

std::string PagePath(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  constexpr std::string_view kIndex = "/index.html";
  if (path.ends_with(kIndex)) path.remove_suffix(kIndex.size() - 1);
  return path.empty() ? "/" : Escaped(path);
}

Result<std::unique_ptr<SiteSnapshot>> SiteSnapshot::Read(Files& files, const std::string& stem,
                                                         std::vector<std::string> hosts,
                                                         bool with_html) {
  std::unique_ptr<SiteSnapshot> snapshot(new SiteSnapshot);
  snapshot->hosts_ = std::move(hosts);
  MEGURI_CHECK_STATUS(snapshot->ReadGraph(files, stem + ".jsonl.zst"));
  if (with_html) {
    MEGURI_TRY(snapshot->html_, ReadSnapshotTar(files, stem + ".html.tar.zst"));
  }
  snapshot->read_ = std::deque<std::once_flag>(snapshot->pages_.size());
  return snapshot;
}

Status SiteSnapshot::ReadGraph(Files& files, const std::string& path) {
  MEGURI_TRY(PackedLines lines, PackedLines::Open(files, path));
  std::string_view line;
  MEGURI_TRY(bool more, lines.Next(line));
  const Json head = more ? Json::parse(line, nullptr, /*allow_exceptions=*/false)
                         : Json(Json::value_t::discarded);
  if (!head.is_object() || !head.contains("root") || !head["root"].is_string())
    return Fail(ErrorCode::kCorrupt, path + ":1: no {\"root\": …, \"pages\": …} of a link graph");
  root_ = PagePath(head["root"].get<std::string>());
  for (;;) {
    MEGURI_TRY(more, lines.Next(line));
    if (!more) break;
    if (line.empty()) continue;
    const std::string_view wrong = TakePage(line);
    if (!wrong.empty()) return lines.FailHere(wrong);
  }
  if (head.contains("pages") && head["pages"] != pages_.size()) {
    return Fail(ErrorCode::kCorrupt, fmt::format("{}: has {} pages, and says that it has {}", path,
                                                 pages_.size(), head["pages"].dump()));
  }
  root_ = KeyOf(UrlOf(root_)).value_or(root_);
  if (!by_path_.contains(root_)) return Fail(ErrorCode::kCorrupt, path + ": has no root page");
  NameFolders();
  return {};
}

void SiteSnapshot::NameFolders() {
  for (moved::SitePage& page : pages_) {
    for (moved::SiteLink& link : page.links) {
      if (!NamesFolder(link.url)) continue;
      if (const auto key = KeyOf(link.url)) link.url = UrlOf(*key);
    }
  }
}

std::string_view SiteSnapshot::TakePage(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  const auto is_path = [](const Json& text) {
    return text.is_string() && text.get_ref<const std::string&>().starts_with('/');
  };
  if (!json.is_object() || !json.contains("p") || !is_path(json["p"]))
    return "no page: no object with a path \"p\"";
  moved::SitePage page{.answer = moved::SiteAnswer::kPage, .status = kOk};
  if (const auto title = json.find("t"); title != json.end() && title->is_string())
    page.title = title->get<std::string>();
  const auto links = json.find("l");
  if (links == json.end() || !links->is_array()) return "no links: no list \"l\"";
  for (const Json& link : *links) {
    if (!link.is_array() || link.size() != 2 || !is_path(link[0]) || !link[1].is_string())
      return "no link: no pair of a path and an anchor's text";
    page.links.push_back({.url = UrlOf(link[0].get_ref<const std::string&>()),
                          .anchor = link[1].get<std::string>()});
  }
  std::string path = PagePath(json["p"].get_ref<const std::string&>());
  if (!by_path_.emplace(path, pages_.size()).second) return "a page that was there before";
  paths_.push_back(std::move(path));
  pages_.push_back(std::move(page));
  return "";
}

std::optional<std::string> SiteSnapshot::KeyOf(std::string_view url) const {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  const std::string name = AsciiLowered(url.substr(0, scheme));
  if (name != "http" && name != "https") return std::nullopt;
  url.remove_prefix(scheme + 3);
  const std::size_t end = std::min(url.find_first_of("/?#"), url.size());
  if (std::ranges::find(hosts_, AsciiLowered(url.substr(0, end))) == hosts_.end())
    return std::nullopt;
  std::string path = PagePath(url.substr(end));
  if (by_path_.contains(path)) return path;
  if (path.ends_with('/')) {
    const std::string_view file = std::string_view(path).substr(0, path.size() - 1);
    if (by_path_.contains(file)) return std::string(file);
    return path;
  }
  if (by_path_.contains(path + '/') || NamesFolder(path)) path += '/';
  return path;
}

std::string SiteSnapshot::UrlOf(std::string_view path) const {
  return fmt::format("http://{}{}", hosts_.front(), PagePath(path));
}

const moved::SitePage* SiteSnapshot::Find(const std::string& key) const {
  const auto found = by_path_.find(key);
  if (found == by_path_.end()) return nullptr;
  if (html_ != nullptr) std::call_once(read_[found->second], [&] { ReadText(found->second); });
  return &pages_[found->second];
}

void SiteSnapshot::ReadText(std::size_t page) const {
  const std::string name = FileOf(paths_[page]);
  auto file = html_->Read(moved::ReadableSegment(name));
  if (!file) file = html_->Read(name);
  const auto url = url::Url::Parse(UrlOf(paths_[page]));
  if (!file || !url) return;
  html::PageReader reader;
  reader.Read({.bytes = file->bytes, .url = &*url, .content_type = "text/html"});
  moved::SitePage& into = pages_[page];
  for (const html::Heading& heading : reader.text().headings()) {
    if (heading.level <= kDeepestHeading) into.headings.emplace_back(heading.text);
  }
  into.text = reader.text().main_text();
  if (const std::string_view refresh = moved::RefreshTarget(reader, url->href());
      !refresh.empty()) {
    const auto to = KeyOf(refresh);
    into.refresh = to ? UrlOf(*to) : std::string(refresh);
  }
  if (reader.canonical().empty()) return;
  const auto key = KeyOf(reader.canonical());
  into.canonical = key ? UrlOf(*key) : std::string(reader.canonical());
}

std::optional<std::string> SiteSnapshot::File(std::string_view path) const {
  if (html_ == nullptr) return std::nullopt;
  auto file = html_->Read(path);
  if (!file) return std::nullopt;
  return std::move(file->bytes);
}

}  // namespace meguri
