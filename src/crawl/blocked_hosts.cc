#include "crawl/blocked_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/printable.h"
#include "url/url.h"

namespace meguri {
namespace {

std::string PathIn(const std::string& directory) { return directory + "/blocked.tsv"; }

constexpr std::size_t kShownBytes = 60;

// As URLs have it: lower case, punycode.
std::optional<std::string> HostOf(std::string_view text) {
  const auto url = url::Url::Parse("http://" + std::string(text) + "/");
  const bool bare = url && url->path_and_query() == "/" && url->username().empty();
  const bool has_more =
      text.ends_with('/') || (!text.starts_with('[') && text.find(':') != text.npos);
  if (!bare || url->host().empty() || has_more) return std::nullopt;
  return std::string(url->host());
}

// A reason stays on its line.
std::string OneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(line, IsAsciiControl, ' ');
  return line;
}

}  // namespace

BlockedHosts::BlockedHosts(Files& files, const std::string& directory)
    : files_(files), path_(PathIn(directory)) {}

Result<bool> BlockedHosts::ReadAgain() {
  auto text = ReadWholeFile(files_, path_);
  if (!text && text.error().code == ErrorCode::kNotFound) text = std::string();
  if (!text) return Fail(text.error().code, text.error().context);
  if (text->size() == size_) return false;
  std::unordered_map<std::string, std::string> reasons;
  std::string_view rest = *text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const auto host = HostOf(line.substr(0, tab));
    if (!host) {
      return Fail(
          ErrorCode::kCorrupt,
          fmt::format("{}:{}: '{}' is no host; want lines as \"www.example.org<tab>why\"", path_,
                      number, Printable(line.substr(0, std::min(tab, kShownBytes)))));
    }
    reasons[*host] = line.substr(std::min(tab + 1, line.size()));
  }
  size_ = text->size();
  reasons_ = std::move(reasons);
  return true;
}

const std::string* BlockedHosts::Find(std::string_view host) const {
  if (reasons_.empty()) return nullptr;
  for (;;) {
    const auto found = reasons_.find(std::string(host));
    if (found != reasons_.end()) return &found->second;
    const std::size_t dot = host.find('.');
    if (dot == std::string_view::npos) return nullptr;
    host.remove_prefix(dot + 1);
  }
}

Status BlockedHosts::Add(Files& files, const std::string& directory, std::string_view host,
                         std::string_view reason) {
  const auto name = HostOf(host);
  if (!name) {
    return Fail(ErrorCode::kInvalidArgument,
                "'" + Printable(host) + "' is no host; want one such as www.example.org");
  }
  MEGURI_TRY(const auto file, files.OpenToWrite(PathIn(directory), OpenMode::kCreateOrAppend));
  MEGURI_CHECK_STATUS(file->Append(fmt::format("{}\t{}\n", *name, OneLine(reason))));
  return file->Sync();
}

}  // namespace meguri
