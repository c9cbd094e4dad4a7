// The URLs that a crawl begins with, as people give them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace meguri::app {

// "example.org" and "example.org:8080/a" are taken for http; the fragment goes. Fails with
// kInvalidArgument on what can't be crawled: no URL, another scheme, a password within.
Result<std::string> ParseSeed(std::string_view text);

// A file of them: one a line, blanks around it ignored; empty lines and those that begin with '#'
// are none. Bad lines fail with the first of them and the numbers of some more.
Result<std::vector<std::string>> ParseSeedFile(std::string_view text, std::string_view file);

// Where a crawl that begins here goes if nobody says otherwise: "crawl-www.example.org".
// REQUIRES: `seed` is one of ParseSeed().
std::string FolderFor(std::string_view seed);

}  // namespace meguri::app
