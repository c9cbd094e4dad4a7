// The one gzip of the virtual web.
#pragma once

#include <string>

namespace meguri {

// Packs the body at libdeflate's level 1: the same bytes on every CPU with the same libdeflate.
void GzipBody(std::string& body);

}  // namespace meguri
