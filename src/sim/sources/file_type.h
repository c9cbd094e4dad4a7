// What a file is, by the end of its name: as a web server's table of MIME types has it.
// No state: any thread may call.
#pragma once

#include <string_view>

namespace meguri {

// "text/html" for ".html", and for names without an extension ("/about", "/a/"): what a URL
// without one mostly leads to. "application/octet-stream" for those that are not in the table.
// `path`: of a URL or a file, without query. Case doesn't count.
std::string_view ContentTypeOfUrl(std::string_view path);
// The same for files of a folder, where a name without extension says nothing.
std::string_view ContentTypeOfFile(std::string_view path);

// text/html or application/xhtml+xml.
bool IsHtmlType(std::string_view content_type);

}  // namespace meguri
