// Any bytes give a key that fits into a line of an index.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "url/surt/ia_canonical.h"
#include "url/surt/ia_rules.h"
#include "url/surt/surt.h"

namespace {

using meguri::url::Surt;
using meguri::url::SurtOptions;
using meguri::url::SurtWriter;

void Require(bool condition) {
  if (!condition) std::abort();
}

bool BreaksLine(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7f;
}

void CheckKey(std::string_view url, const SurtOptions& options) {
  const std::string key = Surt(url, options);
  Require(!key.empty());
  Require(std::none_of(key.begin(), key.end(), BreaksLine));

  // A scheme is only put in front.
  SurtOptions with_scheme = options;
  with_scheme.with_scheme = true;
  Require(Surt(url, with_scheme).ends_with(key));

  // A writer that has seen other URLs gives the same, behind what was there.
  SurtWriter writer(options);
  std::string out;
  writer.Append("http://user@other.example:81/(a)/?b&a#c", out);
  const std::string before = out;
  writer.Append(url, out);
  Require(out == before + key);
}

template <class Step>
void CheckSettles(std::string text, Step step) {
  step(text);
  const std::string once = text;
  step(text);
  Require(text == once);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace ia = meguri::url::ia;
  const std::string text(reinterpret_cast<const char*>(data), size);
  CheckKey(text, {});
  CheckKey(text, {.trailing_comma = true,
                  .host_massage = false,
                  .reverse_ipaddr = false,
                  .query_lowercase = false,
                  .non_utf8_is_latin1 = true});

  // The whole form is not idempotent (session ids and ".." go once), but these steps are.
  CheckSettles(text, ia::UnescapeRepeatedly);
  CheckSettles(text, [](std::string& s) {
    ia::UnescapeRepeatedly(s);
    ia::EscapeUnsafe(s);
  });
  CheckSettles(text, [](std::string& s) { ia::QuerySorter().Sort(s); });
  return 0;
}
