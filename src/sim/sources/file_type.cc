#include "sim/sources/file_type.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"

namespace meguri {
namespace {

struct TypeOfExtension {
  std::string_view extension;
  std::string_view type;
};

constexpr std::string_view kHtml = "text/html";
constexpr std::string_view kText = "text/plain";
constexpr std::string_view kUnknown = "application/octet-stream";

// Sorted by extension. Types are IANA's.
constexpr auto kTypes = std::to_array<TypeOfExtension>({
    {"7z", "application/x-7z-compressed"},
    {"asp", kHtml},
    {"aspx", kHtml},
    {"atom", "application/atom+xml"},
    {"avif", "image/avif"},
    {"bib", kText},
    {"bmp", "image/bmp"},
    {"bz2", "application/x-bzip2"},
    {"c", kText},
    {"cc", kText},
    {"cfm", kHtml},
    {"cgi", kHtml},
    {"cpp", kText},
    {"css", "text/css"},
    {"csv", "text/csv"},
    {"doc", "application/msword"},
    {"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    {"epub", "application/epub+zip"},
    {"gif", "image/gif"},
    {"gz", "application/gzip"},
    {"h", kText},
    {"htm", kHtml},
    {"html", kHtml},
    {"ico", "image/vnd.microsoft.icon"},
    {"jar", "application/java-archive"},
    {"java", kText},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript"},
    {"json", "application/json"},
    {"jsp", kHtml},
    {"map", "application/json"},
    {"md", "text/markdown"},
    {"mjs", "text/javascript"},
    {"mov", "video/quicktime"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"mpeg", "video/mpeg"},
    {"mpg", "video/mpeg"},
    {"odp", "application/vnd.oasis.opendocument.presentation"},
    {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
    {"odt", "application/vnd.oasis.opendocument.text"},
    {"ogg", "audio/ogg"},
    {"otf", "font/otf"},
    {"pdf", "application/pdf"},
    {"php", kHtml},
    {"pl", kText},
    {"png", "image/png"},
    {"pps", "application/vnd.ms-powerpoint"},
    {"ppt", "application/vnd.ms-powerpoint"},
    {"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
    {"ps", "application/postscript"},
    {"py", kText},
    {"rss", "application/rss+xml"},
    {"rtf", "application/rtf"},
    {"sh", kText},
    {"shtml", kHtml},
    {"svg", "image/svg+xml"},
    {"swf", "application/x-shockwave-flash"},
    {"tar", "application/x-tar"},
    {"tex", "application/x-tex"},
    {"tgz", "application/gzip"},
    {"tif", "image/tiff"},
    {"tiff", "image/tiff"},
    {"tsv", "text/tab-separated-values"},
    {"ttf", "font/ttf"},
    {"txt", kText},
    {"wasm", "application/wasm"},
    {"wav", "audio/wav"},
    {"webm", "video/webm"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xht", "application/xhtml+xml"},
    {"xhtml", "application/xhtml+xml"},
    {"xls", "application/vnd.ms-excel"},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {"xml", "application/xml"},
    {"zip", "application/zip"},
    {"zst", "application/zstd"},
});
static_assert(std::ranges::is_sorted(kTypes, {}, &TypeOfExtension::extension));
constexpr std::size_t kMaxExtension = 8;

// Without the dot; "" if there is none. Text behind a dot that is too long to be an extension, or
// has other characters than letters and digits, is none.
std::string_view ExtensionOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view extension = name.substr(dot + 1);
  const bool sound =
      extension.size() <= kMaxExtension && std::ranges::all_of(extension, IsAsciiAlphanumeric);
  return sound ? extension : std::string_view();
}

std::string_view TypeOf(std::string_view path, std::string_view without_extension) {
  const std::string_view extension = ExtensionOf(path);
  if (extension.empty()) return without_extension;
  std::array<char, kMaxExtension> lower{};
  std::ranges::transform(extension, lower.begin(), AsciiToLower);
  const std::string_view wanted(lower.data(), extension.size());
  const auto* const found =
      std::ranges::lower_bound(kTypes, wanted, {}, &TypeOfExtension::extension);
  return found != kTypes.end() && found->extension == wanted ? found->type : kUnknown;
}

}  // namespace

std::string_view ContentTypeOfUrl(std::string_view path) { return TypeOf(path, kHtml); }
std::string_view ContentTypeOfFile(std::string_view path) { return TypeOf(path, kUnknown); }

bool IsHtmlType(std::string_view content_type) {
  return content_type == kHtml || content_type == "application/xhtml+xml";
}

}  // namespace meguri
