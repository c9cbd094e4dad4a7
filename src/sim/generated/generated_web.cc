#include "sim/generated/generated_web.h"

#include "sim/draws.h"
#include "sim/generated/heavy_tail.h"
#include "sim/generated/page_paths.h"

namespace meguri {

std::uint32_t GeneratedWeb::BytesOf(std::uint64_t page_key) const {
  return static_cast<std::uint32_t>(DrawLogNormal(Draw(page_key, 0), mean_bytes));
}

void GeneratedWeb::AppendPagePath(const GeneratedHost& host, std::uint32_t page,
                                  std::uint32_t moves_done, std::string& out) const {
  AppendPath(host, page, moves.PlaceOf(host, page, moves_done), out);
}

void GeneratedWeb::AppendPageUrl(const GeneratedHost& host, std::uint32_t page,
                                 std::uint32_t moves_done, std::string& out) const {
  AppendOriginOf(host, out);
  AppendPagePath(host, page, moves_done, out);
}

}  // namespace meguri
