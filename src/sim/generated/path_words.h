// The words that paths of generated pages are made of. Those of a list differ from each other, and
// none is the name of what else a host has ("img", "files", "go").
#pragma once

#include <array>
#include <string_view>

namespace meguri {

inline constexpr std::array<std::string_view, 48> kFolderWords = {
    "news",     "sport",      "culture", "science",    "travel",    "health",   "business",
    "politics", "technology", "food",    "music",      "film",      "books",    "history",
    "nature",   "garden",     "animals", "weather",    "events",    "people",   "opinion",
    "local",    "world",      "economy", "education",  "community", "projects", "products",
    "services", "support",    "guides",  "reviews",    "articles",  "stories",  "topics",
    "reports",  "notes",      "letters", "interviews", "recipes",   "games",    "photos",
    "videos",   "museum",     "library", "market",     "harbour",   "village"};
// What the name of a folder that has moved ends in.
inline constexpr std::array<std::string_view, 10> kMovedWords = {
    "archive", "new", "online", "portal", "hub", "zone", "world", "plus", "desk", "room"};
inline constexpr std::array<std::string_view, 64> kSlugWords = {
    "autumn",   "harbour",  "bridge",  "morning", "silver",  "garden",   "river",   "winter",
    "letter",   "market",   "stone",   "candle",  "forest",  "island",   "lantern", "meadow",
    "northern", "old",      "paper",   "quiet",   "railway", "summer",   "tower",   "valley",
    "window",   "yellow",   "amber",   "copper",  "distant", "early",    "field",   "golden",
    "hidden",   "iron",     "journey", "kitchen", "little",  "mountain", "narrow",  "ocean",
    "painted",  "question", "red",     "school",  "train",   "under",    "village", "water",
    "young",    "across",   "between", "city",    "daily",   "east",     "first",   "green",
    "house",    "inside",   "last",    "music",   "night",   "open",     "plain",   "road"};
// 記事, 新聞, 文化 …
inline constexpr std::array<std::string_view, 16> kJapaneseFolders = {
    "%E8%A8%98%E4%BA%8B", "%E6%96%B0%E8%81%9E", "%E6%96%87%E5%8C%96", "%E7%A7%91%E5%AD%A6",
    "%E6%97%85%E8%A1%8C", "%E5%81%A5%E5%BA%B7", "%E7%B5%8C%E6%B8%88", "%E6%94%BF%E6%B2%BB",
    "%E6%8A%80%E8%A1%93", "%E6%96%99%E7%90%86", "%E9%9F%B3%E6%A5%BD", "%E6%98%A0%E7%94%BB",
    "%E6%AD%B4%E5%8F%B2", "%E8%87%AA%E7%84%B6", "%E5%9C%B0%E5%9F%9F", "%E6%95%99%E8%82%B2"};
// café, straße …
inline constexpr std::array<std::string_view, 16> kEncodedLatinFolders = {
    "caf%C3%A9",  "stra%C3%9Fe", "gr%C3%B6%C3%9Fe", "%C3%BCber-uns", "f%C3%AAte", "no%C3%ABl",
    "ni%C3%B1o",  "se%C3%B1al",  "a%C3%B1o",        "d%C3%A9cor",    "%C3%A9lan", "z%C3%BCrich",
    "m%C3%BCsli", "cr%C3%A8me",  "pi%C3%B1ata",     "a%C3%A7a%C3%AD"};

}  // namespace meguri
