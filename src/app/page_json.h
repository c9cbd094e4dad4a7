// What was found in a page, as `meguri parse --json` and `meguri explain page` say it.
#pragma once

#include <string_view>

#include "app/json_lines.h"
#include "html/page_reader.h"

namespace meguri::app {

Answer PageJson(const html::PageReader& page, std::string_view url);

// "declared", "header", "detected", "none".
std::string_view LanguageSourceName(html::LanguageSource source);

}  // namespace meguri::app
