// The files of web/, put into the program by cmake/MeguriEmbed.cmake. Constant.
#pragma once

#include <string_view>

namespace meguri::report {

std::string_view ReportStyle();   // CSS
std::string_view ReportScript();  // JavaScript

}  // namespace meguri::report
