// <meta http-equiv=refresh content="…"> and the Refresh header: HTML's shared declarative
// refresh steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/lifetime.h"

namespace meguri::html {

struct MetaRefresh {
  std::uint32_t delay_s;                // a fraction is cut off; huge numbers end at the type's
  std::optional<std::string_view> url;  // unresolved; nullopt: the same page again
};

// nullopt if `content` is no refresh at all.
std::optional<MetaRefresh> ParseMetaRefresh(std::string_view content MEGURI_LIFETIME_BOUND);

}  // namespace meguri::html
