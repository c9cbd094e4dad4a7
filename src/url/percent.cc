#include "url/percent.h"

#include <cstddef>

#include "base/ascii.h"
#include "base/utf8.h"

namespace meguri::url {

void AppendEscaped(unsigned char byte, std::string& out) {
  const char escape[3] = {'%', kHexDigitsUpper[byte >> 4], kHexDigitsUpper[byte & 0xF]};
  out.append(escape, sizeof escape);
}

void AppendEncoded(std::string_view text, CharSet set, std::string& out) {
  std::size_t run = 0;  // start of what needs no escape and is not yet copied
  for (std::size_t at = 0; at < text.size();) {
    if (!IsIn(text[at], set)) {
      ++at;
      continue;
    }
    out.append(text, run, at - run);
    const Utf8Step step = DecodeUtf8(text, at);
    if (step.valid) {
      for (std::size_t i = 0; i < step.length; ++i) {
        AppendEscaped(static_cast<unsigned char>(text[at + i]), out);
      }
    } else {
      out += "%EF%BF%BD";
    }
    at += step.length;
    run = at;
  }
  out.append(text, run);
}

void AppendDecoded(std::string_view text, std::string& out) {
  std::size_t run = 0;
  for (std::size_t at = text.find('%'); at < text.size(); at = text.find('%', at + 1)) {
    if (text.size() - at < 3) break;
    const int high = HexDigitValue(text[at + 1]);
    const int low = HexDigitValue(text[at + 2]);
    if (high < 0 || low < 0) continue;
    out.append(text, run, at - run);
    out += static_cast<char>(high * 16 + low);
    at += 2;
    run = at + 1;
  }
  out.append(text, run);
}

}  // namespace meguri::url
