// What a reference in a sitemap or feed is relative to, and links made absolute with it.
//
// A link that is absolute already stays as it is written, letter for letter: an entry's id must
// not change because we think that two spellings are the same, and whoever fetches it parses it
// anyway. Only a relative one goes through the URL parser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"
#include "url/url.h"

namespace meguri::robots {

class LinkBase {
 public:
  // A longer base is no base: it is copied into every link.
  static constexpr std::size_t kMaxBaseBytes = 8192;

  // Without a base: relative links stay relative.
  LinkBase() = default;
  // The base `written`, itself relative to `outer`; what makes no URL leaves `outer` in force.
  explicit LinkBase(std::string_view written, const LinkBase& outer = LinkBase());

  // Blanks around `reference` are taken off. What makes no URL stays as it is, and so does an
  // empty one: what a publisher leaves empty hardly ever means the document itself.
  std::string Resolve(std::string_view reference) const;

  // "" if there is none.
  const std::string& written() const MEGURI_LIFETIME_BOUND { return written_; }

 private:
  std::string written_;
  std::optional<url::Url> url_;
};

// Links of one document made absolute, as long as they grow by no more than kMaxGrowthBytes in
// all: with a long base a few bytes of the document would become kilobytes, again and again.
class LinkResolver {
 public:
  static constexpr std::size_t kMaxGrowthBytes = std::size_t{32} << 20;

  // base.Resolve(reference); "" for a relative one once there is no more room.
  std::string Resolve(const LinkBase& base, std::string_view reference);
  // The base itself: what an empty reference means, where it is meant.
  std::string Document(const LinkBase& base);

  // True if a link was left out.
  bool is_exhausted() const { return is_exhausted_; }

 private:
  std::string Counted(std::string link, std::size_t written_bytes);

  std::size_t growth_bytes_ = 0;
  bool is_exhausted_ = false;
};

// `text` without the blanks around it, those that nobody sees among them: no-break spaces and byte
// order marks come with what is pasted.
std::string_view TrimBlanks(std::string_view text);

}  // namespace meguri::robots
