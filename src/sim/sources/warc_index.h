// How WarcPages finds the captures of archives. Private to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "sim/sources/warc_pages.h"

namespace meguri {

struct WarcIndex {
  std::vector<std::string> hosts;     // by first occurrence
  std::vector<WarcCapture> captures;  // sorted by host, URL, date; originals found
  std::string first_page;             // URL without fragment; "" if there is none
};

Result<WarcIndex> IndexArchives(Files& files, const std::vector<std::string>& paths);

// What WarcCapture::url and ::id hold.
std::uint64_t UrlHashOf(bool https, std::string_view target);
std::uint64_t IdHashOf(std::string_view record_id);

}  // namespace meguri
