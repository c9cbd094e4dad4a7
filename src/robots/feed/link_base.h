// What a reference in a sitemap or feed is relative to, and links made absolute with it.
//
// A link that is absolute already stays as it is written, letter for letter: an entry's id must
// not change because we think that two spellings are the same, and whoever fetches it parses it
// anyway. Only a relative one goes through the URL parser.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "url/url.h"

namespace meguri::robots {

class LinkBase {
 public:
  // A longer base is no base: it would be copied into every link.
  static constexpr std::size_t kMaxBaseBytes = 8192;

  // Without a base: relative links stay relative.
  LinkBase() = default;
  // The base `written`, itself relative to `outer`; what makes no URL leaves `outer` in force.
  explicit LinkBase(std::string_view written, const LinkBase& outer = LinkBase());

  // Blanks around `reference` are taken off. What makes no URL stays as it is.
  std::string Resolve(std::string_view reference) const;

  // "" if there is none.
  const std::string& written() const MEGURI_LIFETIME_BOUND { return written_; }

 private:
  std::string written_;
  std::optional<url::Url> url_;
};

// True if `text` begins with a scheme and a colon.
bool HasScheme(std::string_view text);

}  // namespace meguri::robots
