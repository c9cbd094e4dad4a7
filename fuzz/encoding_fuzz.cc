// Decoders and encoders: input is one byte that names the encoding, then the bytes.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "encoding/encoder.h"
#include "encoding/encoding.h"
#include "fuzz/check.h"
#include "tests/encoding/slow_decoder.h"

namespace {

using namespace meguri::encoding;  // NOLINT(google-build-using-namespace): all of it is tested

std::string Decoded(Encoding encoding, std::string_view bytes) {
  std::string text = "kept";
  Decode(encoding, bytes, text);
  Check(text.starts_with("kept"), "what was there stays");
  return text.substr(4);
}

// Writes what can be written, and reads it again. What is written in place of another
// character (Japanese yen signs, minus signs, katakana; GB18030 of 2005) settles after one turn.
void CheckRoundTrip(Encoding encoding, std::string_view text) {
  Encoder encoder(encoding);
  std::string bytes;
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const meguri::Utf8Step step = meguri::DecodeUtf8(text, at);
    at += step.length;
    if (encoder.Append(step.code_point, bytes)) {
      bytes += '?';  // something must come between two escapes
    } else {
      meguri::AppendUtf8(step.code_point, kept);
    }
  }
  encoder.Finish(bytes);
  const Encoding output = OutputEncoding(encoding);
  const std::string once = Decoded(output, bytes);
  Check(kept.find("\xEF\xBF\xBD") != std::string::npos ||
            once.find("\xEF\xBF\xBD") == std::string::npos,
        "what is written can be read");
  std::string again;
  Encode(output, once, again);
  Check(again == bytes, "what is read again is written as before");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr unsigned kEncodings = static_cast<unsigned>(Encoding::kXUserDefined) + 1;
  const auto encoding = static_cast<Encoding>(data[0] % kEncodings);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  const std::string text = Decoded(encoding, bytes);
  Check(meguri::IsValidUtf8(text), "text is UTF-8");
  Check(text == SlowDecode(encoding, bytes), "the standard's own words agree");
  std::string scratch = "old";
  const std::string_view view = DecodedView(encoding, bytes, scratch);
  Check(view == text, "the view is the text");
  Check(view.data() == bytes.data() || view.data() == scratch.data(), "it points to one of them");
  Check(FindEncoding(EncodingName(encoding)) == encoding, "a name is a label");
  FindEncoding(bytes);
  CheckRoundTrip(encoding, text);
  CheckRoundTrip(encoding, bytes);
  return 0;
}
