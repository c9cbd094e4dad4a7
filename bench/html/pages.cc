#include "bench/html/pages.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace meguri::bench {

std::vector<PageFile> PageFiles(const std::vector<std::string>& folders, std::size_t wanted) {
  std::vector<PageFile> files;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::filesystem::path& path = entry.path();
      if (!entry.is_regular_file() || entry.is_symlink() || path.extension() != ".html") continue;
      files.push_back(
          {path.string(), "http://docs.example/" + path.lexically_relative(folder).string()});
    }
  }
  std::ranges::sort(files, {}, &PageFile::path);
  if (wanted == 0 || files.size() <= wanted) return files;
  std::vector<PageFile> some;
  for (std::size_t i = 0; i < wanted; ++i) {
    some.push_back(files[i * files.size() / wanted]);
  }
  return some;
}

std::string ReadPage(const PageFile& file) {
  std::ifstream in(file.path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace meguri::bench
