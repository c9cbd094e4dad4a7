// A page's tokens in the form of html5lib's tokenizer tests.
#pragma once

#include <optional>
#include <string_view>

#include "app/json_lines.h"
#include "html/tokenizer.h"

namespace meguri::app {

// [["StartTag", "a", {"href": "x"}], ["Character", "…"], …]; neighbouring texts as one.
Answer TokensJson(std::string_view page, html::TokenizerState state,
                  std::string_view last_start_tag);

// "Data state", "RCDATA state", …: as those tests name them.
std::optional<html::TokenizerState> TokenizerStateOfName(std::string_view name);

}  // namespace meguri::app
