// The encoders of the Encoding Standard: for what is sent back to a server in the encoding of
// its page (queries), and for tests.
//
//   Encoder encoder(Encoding::kShiftJis);
//   for each code point:  if (const auto lacking = encoder.Append(c, bytes)) …
//   encoder.Finish(bytes);
//
// UTF-16 and replacement have no encoder: what is sent is UTF-8 ("get an output encoding").
// Not thread-safe: ISO-2022-JP's keeps a state; make one for each text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::encoding {

// "get an output encoding".
constexpr Encoding OutputEncoding(Encoding encoding) {
  const bool is_read_only = encoding == Encoding::kReplacement || encoding == Encoding::kUtf16Be ||
                            encoding == Encoding::kUtf16Le;
  return is_read_only ? Encoding::kUtf8 : encoding;
}

class Encoder {
 public:
  explicit Encoder(Encoding encoding) : encoding_(OutputEncoding(encoding)) {}

  // Appends the bytes of `code_point` to `out`. If the encoding lacks it, the code point to
  // name in its place: itself, but U+FFFD for an escape in ISO-2022-JP. Bytes that switch back
  // to ASCII may have been appended even then, so that ASCII may follow.
  // REQUIRES: `code_point` is a scalar value.
  std::optional<char32_t> Append(char32_t code_point, std::string& out);

  // Appends what ends a text: in ISO-2022-JP, the way back to ASCII.
  void Finish(std::string& out);

 private:
  enum class State : std::uint8_t { kAscii, kRoman, kJis0208 };  // ISO-2022-JP only
  std::optional<char32_t> AppendIso2022Jp(char32_t code_point, std::string& out);
  void SwitchTo(State state, std::string& out);

  Encoding encoding_;
  State state_ = State::kAscii;
};

// Appends `text` (UTF-8; broken bytes count as U+FFFD) to `out`; what the encoding lacks becomes
// a decimal character reference ("html" error mode).
void Encode(Encoding encoding, std::string_view text, std::string& out);

}  // namespace meguri::encoding
