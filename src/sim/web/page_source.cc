#include "sim/web/page_source.h"

#include <fmt/format.h>

#include <iterator>

namespace meguri {

void AppendOrigin(bool https, std::string_view host, const WebPorts& ports, std::string& out) {
  out += https ? "https://" : "http://";
  out += host;
  const std::uint16_t port = https ? ports.https : ports.http;
  if (port != (https ? 443 : 80)) fmt::format_to(std::back_inserter(out), ":{}", port);
}

}  // namespace meguri
