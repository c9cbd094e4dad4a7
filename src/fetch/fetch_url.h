// A URL cut into what a request needs of it, byte for byte as it was given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/lifetime.h"

namespace meguri {

struct FetchUrl {
  bool https = false;
  std::string_view host;       // "[::1]" with its brackets
  std::string_view authority;  // host and port, if one is given; no user, no password
  std::uint16_t port = 0;
  std::string target;  // for the request line: "/path?query"
};

// nullopt if it is none of http or https, has a blank or a control character anywhere, or a port
// that is none. Views into `url`. A fragment is left off.
std::optional<FetchUrl> SplitFetchUrl(std::string_view url MEGURI_LIFETIME_BOUND);

}  // namespace meguri
