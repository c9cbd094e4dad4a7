// Makes a page that lies in a folder lead to what lies beside it.
//
//   <a href="/x?y=1#z">       <a href="../a.example/x-3c1f….html#z">     there
//   <img src="gone.png">      <img src="http://a.example/gone.png">      not there
//
// Works on the page's own bytes: nothing but the values of attributes that hold URLs, and the URLs
// in style sheets, is changed, and whatever says which charset the page is in goes on doing so. New
// values are ASCII, which means the same in all charsets but UTF-16 and ISO-2022-JP; a page in one
// of these is written as UTF-8 with a byte order mark, which beats what the page says.
// Forms and rel=canonical lead to the web, <base> nowhere. Not found: URLs in scripts, in iframes'
// srcdoc, in CSS where they have escapes.
// Total and linear. No state: any thread may call.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "html/charset.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {

// The relative link to a URL, given without its fragment; nullopt if it is not there.
using OfflineLink = std::function<std::optional<std::string>(std::string_view url)>;

struct OnlinePage {
  std::string_view bytes;  // content codings undone
  html::PageKind kind = html::PageKind::kHtml;
  html::Charset charset;
  const url::Url* url = nullptr;
  const url::Url* base = nullptr;  // PageReader::base()
};

// The page for the folder. Kinds without links are as they were.
std::string RewriteLinks(const OnlinePage& page, const OfflineLink& find);

}  // namespace meguri::app
