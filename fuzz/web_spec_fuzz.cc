// A web's description of any bytes: what is read is written so that it is read as the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "sim/web/web_spec_toml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto config = meguri::ParseLabConfig(bytes, "lab.toml");
  const auto web = meguri::ParseWebSpec(bytes, "lab.toml");
  Check(config.has_value() == web.has_value(), "a web is read as a lab is");
  if (!config) {
    Check(config.error().context.starts_with("lab.toml:"), "errors name the file");
    return 0;
  }
  Check(config->web == *web, "and is the same");
  const std::string written = meguri::FormatWebSpec(*web);
  Check(std::ranges::all_of(written, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F); }),
        "what is written is ASCII");
  const auto again = meguri::ParseWebSpec(written, "lab.toml");
  Check(again.has_value(), "what is written can be read");
  Check(*again == *web, "and is the same web");
  return 0;
}
