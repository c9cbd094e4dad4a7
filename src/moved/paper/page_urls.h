// What the URL of a page tells by its form: its directories, and whether two URLs are one page.
//
// Of absolute http URLs; any bytes have an answer. No state: any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"

namespace meguri::moved {

// What /x/index.html, /x/ and /x have in common, with any query and fragment: an identity, not what
// is asked for.
std::string_view PageIdentity(std::string_view url MEGURI_LIFETIME_BOUND);

// How deep it lies: 1 for http://a/ and http://a/x.html, 4 for http://a/b/c/d/.
int DirectoryLength(std::string_view url);

// True if it is what a directory shows: http://a/b/, http://a/b/index.php.
bool IsIndexPage(std::string_view url);

// The directories that it lies in, outermost first, without the site's root and without itself:
// http://a/b/ and http://a/b/c/ for http://a/b/c/dog.html.
std::vector<std::string> ParentDirectories(std::string_view url);

// "http://a/" of "http://a/b".
std::string SiteRoot(std::string_view url);

}  // namespace meguri::moved
