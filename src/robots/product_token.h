// The product token: the name by which a crawler is addressed in robots.txt
// (RFC 9309 section 2.2.1), letters, '_' and '-' only.
#pragma once

#include <string_view>

#include "base/lifetime.h"

namespace meguri::robots {

// The token that `agent` begins with, "" if it begins with something else. `agent` may be
// a whole User-Agent header, "FooBot/2.1 (+http://example.com/bot)", or what a site wrote
// in its user-agent line, "FooBot/1.2" or "Foo Bar".
std::string_view ProductToken(std::string_view agent MEGURI_LIFETIME_BOUND);

// True if `name` is a product token and nothing else: what a crawler may call itself.
bool IsProductToken(std::string_view name);

}  // namespace meguri::robots
