// What a page asks of those who fetched it: <meta name=robots content="…"> and the
// X-Robots-Tag header. What each does in the crawl: docs/design/links.md.
#pragma once

#include <string_view>

namespace meguri::html {

// Requests add up: whoever asks for more keeps it, the general and the agent's own alike.
struct RobotsDirectives {
  bool noindex = false;    // don't offer it in a search index
  bool nofollow = false;   // don't follow, nor count, its links
  bool noarchive = false;  // don't show copies of it

  bool operator==(const RobotsDirectives&) const = default;
};

// Adds the words of a <meta> element's content: "noindex, nofollow". Unknown words are passed
// over; "all", "index" and "follow" ask for nothing.
void AddRobotsMeta(std::string_view content, RobotsDirectives& directives);

// True if a <meta> of that name speaks to `agent`, a product token ("" for none): its name is
// "robots" or the agent's own, in any case.
bool IsRobotsMetaFor(std::string_view name, std::string_view agent);

// Adds one X-Robots-Tag header: "noindex", "otherbot: noindex, nofollow", "a: noindex, b:
// nofollow". A name holds for what follows it, up to the next one.
void AddXRobotsTag(std::string_view value, std::string_view agent, RobotsDirectives& directives);

}  // namespace meguri::html
