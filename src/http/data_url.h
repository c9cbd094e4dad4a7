// data: URLs (Fetch Standard, "data: URL processor"): a small resource in place of its address.
//
// Linear in the URL's length. No state: any thread may call these functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/mime_type.h"
#include "url/url.h"

namespace meguri::http {

struct DataUrl {
  MimeType type;  // text/plain;charset=US-ASCII if the URL names none that is one
  std::string body;
};

// nullopt if `url` is no data: URL, has no comma, or says base64 and isn't.
std::optional<DataUrl> ParseDataUrl(const url::Url& url);
// The same for text that is not parsed yet.
std::optional<DataUrl> ParseDataUrl(std::string_view text);

}  // namespace meguri::http
