// The pages that the HTML benchmarks read: every .html file below some folders.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace meguri::bench {

struct PageFile {
  std::string path;
  std::string url;  // as if its folder were a site's root
};

// All of them in the order of their paths, or every n-th so that about `wanted` are left.
std::vector<PageFile> PageFiles(const std::vector<std::string>& folders, std::size_t wanted = 0);
std::string ReadPage(const PageFile& file);

}  // namespace meguri::bench
