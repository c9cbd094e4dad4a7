#include "moved/paper/page_urls.h"

#include <algorithm>

namespace meguri::moved {
namespace {

constexpr std::string_view kIndexFile = "/index.html";

std::string_view WithoutQuery(std::string_view url) {
  return url.substr(0, url.find_first_of("?#"));
}

// Where the path begins: behind the host's name.
std::size_t PathAt(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  return std::min(url.find('/', host), url.size());
}

}  // namespace

std::string_view PageIdentity(std::string_view url) {
  url = WithoutQuery(url);
  const std::size_t path = PathAt(url);
  if (url.substr(path).ends_with(kIndexFile)) url.remove_suffix(kIndexFile.size() - 1);
  if (url.size() > path && url.ends_with('/')) url.remove_suffix(1);
  return url;
}

int DirectoryLength(std::string_view url) {
  url = WithoutQuery(url);
  const std::string_view path = url.substr(PathAt(url));
  return std::max(1, static_cast<int>(std::ranges::count(path, '/')));
}

bool IsIndexPage(std::string_view url) {
  url = WithoutQuery(url);
  const std::string_view path = url.substr(PathAt(url));
  return path.empty() || path.ends_with('/') ||
         path.substr(path.rfind('/') + 1).starts_with("index.");
}

std::vector<std::string> ParentDirectories(std::string_view url) {
  url = WithoutQuery(url);
  const std::string_view self = PageIdentity(url);
  std::vector<std::string> directories;
  for (std::size_t at = url.find('/', PathAt(url) + 1); at < url.size();
       at = url.find('/', at + 1)) {
    const std::string_view directory = url.substr(0, at + 1);
    if (PageIdentity(directory) != self) directories.emplace_back(directory);
  }
  return directories;
}

std::string SiteRoot(std::string_view url) {
  url = WithoutQuery(url);
  return std::string(url.substr(0, PathAt(url))) + '/';
}

}  // namespace meguri::moved
