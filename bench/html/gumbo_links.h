// A page's links by way of gumbo's tree: the slow and plain reading that ours must agree with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace meguri::bench {

// "kind url text" of each link, in the tree's order.
std::vector<std::string> GumboLinks(std::string_view page, const url::Url& document);

}  // namespace meguri::bench
