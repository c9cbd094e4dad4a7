// A page as an archive stores it, and what a browser would have seen of it. For the commands that
// hand pages out. No state: any thread may call.
#pragma once

#include <cstdint>
#include <string>

#include "http/content_coding.h"

namespace meguri::app {

// What ReadBlock() gave.
struct StoredPage {
  std::string http_head;  // "" if it is not one of HTTP
  std::string payload;
};

struct DecodedPage {
  std::string bytes;
  // kTooLarge, kBomb: there is more, of which these bytes are the beginning.
  http::DecodeMark mark = http::DecodeMark::kComplete;

  bool cut() const {
    return mark == http::DecodeMark::kTooLarge || mark == http::DecodeMark::kBomb;
  }
};

// Chunks and content codings undone, as far as they are there: archives may be cut, or hold what
// was undone before. Holds up to three copies of the payload while it works.
DecodedPage DecodePage(StoredPage stored, std::uint64_t max_bytes);

}  // namespace meguri::app
