// How alike two addresses look, and how to write one after the pattern of another.
//
// Whole trees move, so nothing is compared by its beginning alone: a path is a list of segments,
// "index.html" and the like left out and the last one's ending kept apart.
//
//   http://a/docs/commands/load.html        docs commands load, ending ".html"
//   http://a/docs/reference/commands/load/  docs reference commands load, ending "/"
//                                           overlap 6/7, common tail 2, same name
//
// All of it is linear in the URL's length but SegmentOverlap, which is bounded by kMaxSegments².
// Pure functions: any thread may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace meguri::moved {

struct PathParts {
  static constexpr std::size_t kMaxSegments = 24;  // what is deeper is cut off at the front

  std::string site;  // "http://host:port", lower case as it came
  // Of the path; of a script with a query that names the page, that name, too.
  std::vector<std::string> segments;
  std::size_t from_query = 0;  // of them
  std::string ending;          // "/", ".html", or "" for "/a/b"
  bool has_query = false;      // "/?page=7" is no home page

  std::span<const std::string> path() const {
    return std::span(segments).first(segments.size() - from_query);
  }
  bool is_home() const { return segments.empty() && !has_query; }
  // The last segment; "" for the home page.
  std::string_view name() const { return segments.empty() ? std::string_view() : segments.back(); }
};

// Of an absolute URL; one without "://" is taken for a path.
PathParts PartsOf(std::string_view url);

// The URL of these segments. Without segments it is the home page.
std::string UrlOf(std::string_view site, std::span<const std::string> segments,
                  std::string_view ending);

// True for endings of files that are no pages: images, archives, style sheets.
bool IsFileEnding(std::string_view ending);

// True for endings of pages, however they are made: "/", "", ".html", ".php" and the like.
bool IsPageEnding(std::string_view ending);

// Of PathParts::site, without scheme and "www.": what is left when a site goes over to https.
std::string_view BareHost(std::string_view site);

std::size_t CommonHead(std::span<const std::string> a, std::span<const std::string> b);
std::size_t CommonTail(std::span<const std::string> a, std::span<const std::string> b);

// 2 × (longest common subsequence of segments) ÷ (segments of both), 0 to 1.
double SegmentOverlap(std::span<const std::string> a, std::span<const std::string> b);

// Which segment is the folder of a version ("v1_3_0", "2.4", "latest") that `old` was not in.
std::optional<std::size_t> NewVersionAt(const PathParts& parts, const PathParts& old);
// True if `folder` is that of another version than the one that `page` is in by its segment `at`.
bool IsOtherVersion(const PathParts& folder, const PathParts& page, std::size_t at);

// Letters and digits of a name in threes, sorted: "getting-started" and "GettingStarted" are equal.
std::vector<std::uint32_t> NameTrigrams(std::string_view name);
// Dice's coefficient of two of these, 0 to 1.
double TrigramLikeness(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace meguri::moved
