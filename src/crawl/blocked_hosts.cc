#include "crawl/blocked_hosts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/printable.h"
#include "url/url.h"

namespace meguri {
namespace {

std::string PathIn(const std::string& directory) { return directory + "/blocked.tsv"; }

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
  size_ = text->size();
  reasons_.clear();
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const std::size_t tab = std::min(line.find('\t'), line.size());
    if (tab > 0) {
      reasons_[std::string(line.substr(0, tab))] = line.substr(std::min(tab + 1, line.size()));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
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
  // As URLs have it: lower case, punycode.
  const auto url = url::Url::Parse("http://" + std::string(host) + "/");
  if (!url || url->path() != "/" || url->host().empty() || !url->username().empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "'" + Printable(host) + "' is no host; want one such as www.example.org");
  }
  MEGURI_TRY(const auto file, files.OpenToWrite(PathIn(directory), OpenMode::kCreateOrAppend));
  MEGURI_CHECK_STATUS(file->Append(fmt::format("{}\t{}\n", url->host(), OneLine(reason))));
  return file->Sync();
}

}  // namespace meguri
