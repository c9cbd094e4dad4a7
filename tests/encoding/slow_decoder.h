// The decoders word for word as the Encoding Standard states them: byte by byte, with a queue
// that bytes can be restored to. Slow; for tests and fuzzers to compare with. Shares only the
// indexes with the real ones, and these have tests of their own.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "encoding/encoding.h"
#include "encoding/index_tables.h"

namespace meguri::encoding {

class SlowDecoder {
 public:
  SlowDecoder(Encoding encoding, std::string_view bytes) : encoding_(encoding) {
    for (const char byte : bytes) {
      queue_.push_back(static_cast<unsigned char>(byte));
    }
  }

  std::string Run() {
    std::string out;
    for (bool at_end = false; !at_end;) {
      int byte = kEnd;
      if (!queue_.empty()) {
        byte = queue_.front();
        queue_.pop_front();
      }
      result_.clear();
      Handle(byte);
      // The end is handled again until nothing is left to restore.
      at_end = finished_ || (byte == kEnd && queue_.empty() && result_.empty());
      for (const char32_t c : result_) {
        AppendUtf8(c, out);
      }
    }
    return out;
  }

 private:
  static constexpr int kEnd = -1;

  static bool In(int byte, int first, int last) { return byte >= first && byte <= last; }
  static bool IsAsciiByte(int byte) { return In(byte, 0, 0x7F); }
  void Restore(std::vector<int> bytes) {
    queue_.insert(queue_.begin(), bytes.begin(), bytes.end());
  }
  void Put(int code_point) { result_.push_back(static_cast<char32_t>(code_point)); }
  void Error() { result_.push_back(kReplacementCharacter); }
  template <class Index>
  static int At(const Index& index, int pointer) {
    if (pointer < 0 || pointer >= static_cast<int>(index.size())) return 0;
    return static_cast<int>(index[static_cast<std::size_t>(pointer)]);
  }
  // The last steps of most multi-byte handlers; 0: no code point.
  void PutOrError(int code_point, int byte) {
    if (code_point != 0) return Put(code_point);
    if (IsAsciiByte(byte)) Restore({byte});
    Error();
  }

  void Handle(int byte) {
    switch (encoding_) {
      case Encoding::kUtf8:
        return Utf8(byte);
      case Encoding::kGbk:
      case Encoding::kGb18030:
        return Gb(byte);
      case Encoding::kBig5:
        return Big(byte);
      case Encoding::kEucJp:
        return EucJp(byte);
      case Encoding::kIso2022Jp:
        return Iso2022Jp(byte);
      case Encoding::kShiftJis:
        return ShiftJis(byte);
      case Encoding::kEucKr:
        return Korean(byte);
      case Encoding::kReplacement:
        if (byte != kEnd) Error();
        finished_ = true;
        return;
      case Encoding::kUtf16Be:
      case Encoding::kUtf16Le:
        return Utf16(byte);
      case Encoding::kXUserDefined:
        if (byte != kEnd) Put(byte < 0x80 ? byte : 0xF780 + byte - 0x80);
        return;
      default:
        if (byte == kEnd) return;
        if (IsAsciiByte(byte)) return Put(byte);
        const int c = At(SingleByte(encoding_), byte - 0x80);
        return c == 0 ? Error() : Put(c);
    }
  }

  void Utf8(int byte) {
    if (byte == kEnd) {
      if (needed_ != 0) Error();
      needed_ = 0;
      return;
    }
    if (needed_ == 0) {
      if (IsAsciiByte(byte)) return Put(byte);
      if (In(byte, 0xC2, 0xDF)) {
        needed_ = 1;
        code_point_ = byte & 0x1F;
      } else if (In(byte, 0xE0, 0xEF)) {
        if (byte == 0xE0) lower_ = 0xA0;
        if (byte == 0xED) upper_ = 0x9F;
        needed_ = 2;
        code_point_ = byte & 0xF;
      } else if (In(byte, 0xF0, 0xF4)) {
        if (byte == 0xF0) lower_ = 0x90;
        if (byte == 0xF4) upper_ = 0x8F;
        needed_ = 3;
        code_point_ = byte & 0x7;
      } else {
        Error();
      }
      return;
    }
    const bool fits = In(byte, lower_, upper_);
    lower_ = 0x80;
    upper_ = 0xBF;
    if (!fits) {
      code_point_ = needed_ = seen_ = 0;
      Restore({byte});
      return Error();
    }
    code_point_ = (code_point_ << 6) | (byte & 0x3F);
    if (++seen_ != needed_) return;
    Put(code_point_);
    code_point_ = needed_ = seen_ = 0;
  }

  void Gb(int byte) {
    if (byte == kEnd) {
      if (first_ != 0 || second_ != 0 || third_ != 0) Error();
      first_ = second_ = third_ = 0;
      return;
    }
    if (third_ != 0) {
      if (!In(byte, 0x30, 0x39)) {
        Restore({second_, third_, byte});
        first_ = second_ = third_ = 0;
        return Error();
      }
      const int pointer = (first_ - 0x81) * (10 * 126 * 10) + (second_ - 0x30) * (10 * 126) +
                          (third_ - 0x81) * 10 + byte - 0x30;
      first_ = second_ = third_ = 0;
      const int c = static_cast<int>(Gb18030RangesCodePoint(static_cast<std::uint32_t>(pointer)));
      return c == 0 ? Error() : Put(c);
    }
    if (second_ != 0) {
      if (In(byte, 0x81, 0xFE)) {
        third_ = byte;
        return;
      }
      Restore({second_, byte});
      first_ = second_ = 0;
      return Error();
    }
    if (first_ != 0) {
      if (In(byte, 0x30, 0x39)) {
        second_ = byte;
        return;
      }
      const int lead = first_;
      first_ = 0;
      const int offset = byte < 0x7F ? 0x40 : 0x41;
      int pointer = -1;
      if (In(byte, 0x40, 0x7E) || In(byte, 0x80, 0xFE)) {
        pointer = (lead - 0x81) * 190 + (byte - offset);
      }
      return PutOrError(At(Gb18030(), pointer), byte);
    }
    if (IsAsciiByte(byte)) return Put(byte);
    if (byte == 0x80) return Put(0x20AC);
    if (In(byte, 0x81, 0xFE)) {
      first_ = byte;
      return;
    }
    Error();
  }

  // True if the byte was dealt with: the end, or the first of a sequence.
  bool FirstByte(int byte, bool is_lead) {
    if (byte == kEnd) {
      if (lead_ != 0) Error();
      lead_ = 0;
      return true;
    }
    if (lead_ != 0) return false;
    if (IsAsciiByte(byte)) {
      Put(byte);
    } else if (is_lead) {
      lead_ = byte;
    } else {
      Error();
    }
    return true;
  }

  void Big(int byte) {
    if (FirstByte(byte, In(byte, 0x81, 0xFE))) return;
    const int lead = lead_;
    lead_ = 0;
    int pointer = -1;
    const int offset = byte < 0x7F ? 0x40 : 0x62;
    if (In(byte, 0x40, 0x7E) || In(byte, 0xA1, 0xFE)) {
      pointer = (lead - 0x81) * 157 + (byte - offset);
    }
    if (pointer == 1133) return Put(0xCA), Put(0x304);
    if (pointer == 1135) return Put(0xCA), Put(0x30C);
    if (pointer == 1164) return Put(0xEA), Put(0x304);
    if (pointer == 1166) return Put(0xEA), Put(0x30C);
    PutOrError(At(Big5(), pointer), byte);
  }

  void EucJp(int byte) {
    if (lead_ == 0x8E && In(byte, 0xA1, 0xDF)) {
      lead_ = 0;
      return Put(0xFF61 - 0xA1 + byte);
    }
    if (lead_ == 0x8F && In(byte, 0xA1, 0xFE)) {
      jis0212_ = true;
      lead_ = byte;
      return;
    }
    if (FirstByte(byte, byte == 0x8E || byte == 0x8F || In(byte, 0xA1, 0xFE))) return;
    const int lead = lead_;
    lead_ = 0;
    int c = 0;
    if (In(lead, 0xA1, 0xFE) && In(byte, 0xA1, 0xFE)) {
      const int pointer = (lead - 0xA1) * 94 + byte - 0xA1;
      c = jis0212_ ? At(Jis0212(), pointer) : At(Jis0208(), pointer);
    }
    jis0212_ = false;
    PutOrError(c, byte);
  }

  void ShiftJis(int byte) {
    if (lead_ == 0 && byte == 0x80) return Put(0x80);
    if (lead_ == 0 && In(byte, 0xA1, 0xDF)) return Put(0xFF61 - 0xA1 + byte);
    if (FirstByte(byte, In(byte, 0x81, 0x9F) || In(byte, 0xE0, 0xFC))) return;
    const int lead = lead_;
    lead_ = 0;
    const int offset = byte < 0x7F ? 0x40 : 0x41;
    const int lead_offset = lead < 0xA0 ? 0x81 : 0xC1;
    int pointer = -1;
    if (In(byte, 0x40, 0x7E) || In(byte, 0x80, 0xFC)) {
      pointer = (lead - lead_offset) * 188 + byte - offset;
    }
    if (In(pointer, 8836, 10715)) return Put(0xE000 - 8836 + pointer);
    PutOrError(At(Jis0208(), pointer), byte);
  }

  void Korean(int byte) {
    if (FirstByte(byte, In(byte, 0x81, 0xFE))) return;
    const int lead = lead_;
    lead_ = 0;
    const int pointer = In(byte, 0x41, 0xFE) ? (lead - 0x81) * 190 + (byte - 0x41) : -1;
    PutOrError(At(EucKr(), pointer), byte);
  }

  void Utf16(int byte) {
    if (byte == kEnd) {
      if (half_ != kEnd || surrogate_ != 0) Error();
      half_ = kEnd;
      surrogate_ = 0;
      return;
    }
    if (half_ == kEnd) {
      half_ = byte;
      return;
    }
    const int unit = encoding_ == Encoding::kUtf16Be ? (half_ << 8) + byte : (byte << 8) + half_;
    const int first = half_;
    half_ = kEnd;
    if (surrogate_ != 0) {
      const int lead = surrogate_;
      surrogate_ = 0;
      if (In(unit, 0xDC00, 0xDFFF)) {
        return Put(0x10000 + ((lead - 0xD800) << 10) + (unit - 0xDC00));
      }
      Restore({first, byte});
      return Error();
    }
    if (In(unit, 0xD800, 0xDBFF)) {
      surrogate_ = unit;
      return;
    }
    return In(unit, 0xDC00, 0xDFFF) ? Error() : Put(unit);
  }

  enum class State { kAscii, kRoman, kKatakana, kLead, kTrail, kEscapeStart, kEscape };

  void Plain(std::optional<int> code_point, int byte) {
    if (byte == kEnd) return;
    output_ = false;
    code_point ? Put(*code_point) : Error();
  }

  void Iso2022Jp(int byte) {
    const bool is_text =
        state_ != State::kEscapeStart && state_ != State::kEscape && state_ != State::kTrail;
    if (is_text && byte == 0x1B) {
      state_ = State::kEscapeStart;
      return;
    }
    const bool plain = IsAsciiByte(byte) && byte != 0x0E && byte != 0x0F;
    switch (state_) {
      case State::kAscii:
        return Plain(plain ? std::optional(byte) : std::nullopt, byte);
      case State::kRoman:
        if (byte == 0x5C) return Plain(0xA5, byte);
        if (byte == 0x7E) return Plain(0x203E, byte);
        return Plain(plain ? std::optional(byte) : std::nullopt, byte);
      case State::kKatakana:
        return Plain(In(byte, 0x21, 0x5F) ? std::optional(0xFF61 - 0x21 + byte) : std::nullopt,
                     byte);
      case State::kLead:
        if (!In(byte, 0x21, 0x7E)) return Plain(std::nullopt, byte);
        output_ = false;
        lead_ = byte;
        state_ = State::kTrail;
        return;
      case State::kTrail:
        return Trail(byte);
      case State::kEscapeStart:
        if (byte == 0x24 || byte == 0x28) {
          lead_ = byte;
          state_ = State::kEscape;
          return;
        }
        if (byte != kEnd) Restore({byte});
        output_ = false;
        state_ = output_state_;
        return Error();
      case State::kEscape:
        return Escape(byte);
    }
  }

  void Trail(int byte) {
    if (byte == 0x1B) {
      state_ = State::kEscapeStart;
      return Error();
    }
    state_ = State::kLead;
    if (!In(byte, 0x21, 0x7E)) return Error();
    const int c = At(Jis0208(), (lead_ - 0x21) * 94 + byte - 0x21);
    return c == 0 ? Error() : Put(c);
  }

  void Escape(int byte) {
    const int lead = lead_;
    lead_ = 0;
    std::optional<State> state;
    if (lead == 0x28 && byte == 0x42) state = State::kAscii;
    if (lead == 0x28 && byte == 0x4A) state = State::kRoman;
    if (lead == 0x28 && byte == 0x49) state = State::kKatakana;
    if (lead == 0x24 && (byte == 0x40 || byte == 0x42)) state = State::kLead;
    if (state) {
      state_ = output_state_ = *state;
      const bool output = output_;
      output_ = true;
      if (output) Error();
      return;
    }
    byte == kEnd ? Restore({lead}) : Restore({lead, byte});
    output_ = false;
    state_ = output_state_;
    Error();
  }

  Encoding encoding_;
  std::deque<int> queue_;
  std::vector<char32_t> result_;
  bool finished_ = false;
  int needed_ = 0, seen_ = 0, code_point_ = 0, lower_ = 0x80, upper_ = 0xBF;  // UTF-8
  int first_ = 0, second_ = 0, third_ = 0;                                    // gb18030
  int lead_ = 0;
  bool jis0212_ = false;             // EUC-JP
  int half_ = kEnd, surrogate_ = 0;  // UTF-16
  State state_ = State::kAscii, output_state_ = State::kAscii;
  bool output_ = false;
};

inline std::string SlowDecode(Encoding encoding, std::string_view bytes) {
  return SlowDecoder(encoding, bytes).Run();
}

}  // namespace meguri::encoding
