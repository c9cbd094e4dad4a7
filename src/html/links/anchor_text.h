// The text of a link as a reader sees it: white space collapsed, the alt of images in place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/lifetime.h"

namespace meguri::html {

class AnchorText {
 public:
  // Text beyond this is dropped: an <a> that is never closed must not swallow the page.
  static constexpr std::size_t kMaxBytes = 1024;

  void Clear();
  // ASCII white space, no-break and ideographic spaces become one space; none at the ends.
  void Append(std::string_view text);
  // A word boundary: <br>, the edges of a block or of an image.
  void Break() { pending_space_ = true; }
  std::string_view view() const MEGURI_LIFETIME_BOUND { return text_; }

 private:
  std::string text_;
  bool pending_space_ = false;
  bool full_ = false;
};

}  // namespace meguri::html
