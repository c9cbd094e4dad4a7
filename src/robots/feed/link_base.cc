#include "robots/feed/link_base.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "url/scheme.h"

namespace meguri::robots {

std::string_view TrimBlanks(std::string_view text) {
  constexpr std::array<std::string_view, 9> kBlanks = {
      "\u00A0", "\u200B", "\u200E", "\u200F", "\u2028", "\u2029", "\u202F", "\u3000", "\uFEFF"};
  for (std::size_t size = text.size() + 1; size != text.size();) {
    text = TrimAsciiSpace(text);
    size = text.size();
    for (const std::string_view blank : kBlanks) {
      if (text.starts_with(blank)) text.remove_prefix(blank.size());
      if (text.ends_with(blank)) text.remove_suffix(blank.size());
    }
  }
  return text;
}

LinkBase::LinkBase(std::string_view written, const LinkBase& outer) {
  written = TrimAsciiSpace(written);
  if (!written.empty() && written.size() <= kMaxBaseBytes) {
    const std::string absolute = outer.Resolve(written);
    url_ = url::Url::Parse(absolute);
    if (url_ && absolute.size() <= kMaxBaseBytes) written_ = absolute;
  }
  if (written_.empty()) {
    written_ = outer.written_;
    url_ = outer.url_;
  }
}

std::string LinkBase::Resolve(std::string_view reference) const {
  reference = TrimBlanks(reference);
  if (!url_ || reference.empty() || url::HasScheme(reference)) return std::string(reference);
  const std::optional<url::Url> absolute = url::Url::Parse(reference, &*url_);
  return absolute ? std::string(absolute->href()) : std::string(reference);
}

std::string LinkResolver::Resolve(const LinkBase& base, std::string_view reference) {
  if (is_exhausted_ && !url::HasScheme(TrimBlanks(reference))) return {};
  return Counted(base.Resolve(reference), reference.size());
}

std::string LinkResolver::Document(const LinkBase& base) {
  return is_exhausted_ ? std::string() : Counted(std::string(base.written()), 0);
}

std::string LinkResolver::Counted(std::string link, std::size_t written_bytes) {
  const std::size_t growth = link.size() - std::min(link.size(), written_bytes);
  if (growth > kMaxGrowthBytes - growth_bytes_) {
    is_exhausted_ = true;
    return {};
  }
  growth_bytes_ += growth;
  return link;
}

}  // namespace meguri::robots
