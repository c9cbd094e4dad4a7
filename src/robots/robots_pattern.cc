#include "robots/robots_pattern.h"

#include <cstring>

namespace meguri::robots {
namespace {

// string_view::find is quadratic for a text and a piece of many equal letters; memmem is
// linear in glibc. It is given one window after the other, since a sanitizer looks at all
// of the text before memmem runs, which many short pieces would make quadratic again.
std::size_t Find(std::string_view text, std::string_view piece) {
  if (piece.size() == 1) return text.find(piece.front());
  const std::size_t step = 4096 + piece.size();
  const std::size_t window_size = step + piece.size() - 1;  // nothing falls between windows
  for (std::size_t at = 0; at < text.size() && text.size() - at >= piece.size(); at += step) {
    const std::string_view window = text.substr(at, window_size);
    const void* const found = memmem(window.data(), window.size(), piece.data(), piece.size());
    if (found != nullptr) {
      return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    }
  }
  return std::string_view::npos;
}

}  // namespace

bool Matches(const RobotsPattern& pattern, std::string_view path, std::size_t& searched) {
  std::string_view rest = pattern.octets;
  std::size_t star = rest.find('*');
  const std::string_view head = rest.substr(0, star);
  if (!path.starts_with(head)) return false;
  path.remove_prefix(head.size());
  if (star == std::string_view::npos) return !pattern.to_end || path.empty();

  for (;;) {
    rest.remove_prefix(star + 1);
    star = rest.find('*');
    const std::string_view piece = rest.substr(0, star);
    const bool last = star == std::string_view::npos;
    if (last && pattern.to_end) return path.ends_with(piece);
    if (!piece.empty()) {
      const std::size_t at = Find(path, piece);
      if (at == std::string_view::npos) {
        searched += path.size();
        return false;
      }
      searched += at + piece.size();
      path.remove_prefix(at + piece.size());
    }
    if (last) return true;
  }
}

}  // namespace meguri::robots
