// Pages of a host and their paths, in both directions, without a table: a path is written from the
// page's number, and carries it, so that it can be read back, written again and compared.
//
// No state: any thread may call these functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/draws.h"
#include "sim/generated/generated_hosts.h"
#include "sim/generated/page_moves.h"

namespace meguri {

// What is drawn for a page follows from this; also its title.
inline std::uint64_t PageKey(const GeneratedHost& host, std::uint32_t page) {
  return Draw(host.key, (std::uint64_t{1} << 40U) + page);  // apart from the draws for the host
}

// "/news/harbour-lights-1a2b.html": path and query, ASCII, at the end of `out`.
void AppendPath(const GeneratedHost& host, std::uint32_t page, const PagePlace& place,
                std::string& out);
// "/news/" or "/news.php": what the paths of all pages of the folder begin with. From 1.
void AppendFolderPath(const GeneratedHost& host, std::uint32_t folder, std::uint32_t move,
                      std::string& out);

// What is to be found at a path.
struct FoundPage {
  enum class Kind : std::uint8_t {
    kNothing,
    kPage,
    kMoved,      // it was there, and one is told where it went
    kNeedsSlash  // `page` is what is meant, but its path ends in "/"
  };

  Kind kind = Kind::kNothing;
  std::uint32_t page = 0;
};

// After the first `moves` of `all_moves`. `target`: path and query as requested.
FoundPage FindPage(const GeneratedHost& host, std::string_view target, const PageMoves& all_moves,
                   std::uint32_t moves);

}  // namespace meguri
