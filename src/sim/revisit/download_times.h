// How long a page of each site takes to download, where traces don't say: drawn, or given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

// Seconds, as the refresh crawler's paper found them.
inline constexpr double kMeanDownload = 0.845;

// By site, in seconds: log-normal with that mean; the logarithm's deviation is 1, by which three
// servers of four are below a second. Drawn of the seed and the site's name alone.
std::vector<double> DrawDownloadTimes(const std::vector<std::string>& sites, std::uint64_t seed);

// Of a file, plain or packed, with a line "SITE MILLISECONDS" for each site; empty lines and those
// that begin with # are left out, other sites may be there. kCorrupt: "FILE:LINE: what is wrong
// there"; kInvalidArgument: names a site that has no line.
Result<std::vector<double>> ReadDownloadTimes(Files& files, const std::string& path,
                                              const std::vector<std::string>& sites);

}  // namespace meguri
