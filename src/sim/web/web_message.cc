#include "sim/web/web_message.h"

#include <algorithm>

namespace meguri {

std::vector<NumberPlace> NumberPlaces(std::string_view text) {
  std::vector<NumberPlace> places;
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at)) {
    const std::size_t end = std::min(text.find_first_not_of('#', at), text.size());
    places.push_back({at, end - at});
    at = end;
  }
  return places;
}

void WriteNumber(std::span<const NumberPlace> places, std::uint64_t number, std::string& text) {
  for (const NumberPlace& place : places) {
    std::uint64_t left = number;
    for (std::size_t i = place.digits; i > 0; left /= 10) {
      text[place.at + --i] = static_cast<char>('0' + left % 10);
    }
  }
}

}  // namespace meguri
