// "prescan a byte stream to determine its encoding" step by step, in the HTML Standard's own
// words and order: for tests and fuzzers to compare with.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "encoding/encoding.h"

namespace meguri::html {

class SlowPrescan {
 public:
  explicit SlowPrescan(std::string_view bytes) : bytes_(bytes) {}

  std::optional<encoding::Encoding> Run() {
    try {
      return Loop();
    } catch (const OutOfBytes&) {
      try {
        return XmlEncoding();
      } catch (const OutOfBytes&) {
        return std::nullopt;
      }
    }
  }

 private:
  using Encoding = encoding::Encoding;
  struct OutOfBytes {};
  struct Attribute {
    std::string name, value;
  };

  unsigned char At(std::size_t i) const {
    if (i >= bytes_.size()) throw OutOfBytes();  // NOLINT(bugprone-std-exception-baseclass)
    return static_cast<unsigned char>(bytes_[i]);
  }
  bool Matches(std::size_t i, std::string_view what) const {
    return bytes_.substr(i, what.size()) == what;
  }
  static bool In(unsigned char byte, std::string_view set) {
    return set.find(static_cast<char>(byte)) != std::string_view::npos;
  }
  static char Lower(unsigned char byte) {
    return static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + 0x20 : byte);
  }
  static bool IsLetter(unsigned char byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
  }

  std::optional<Encoding> Loop() {
    using std::string_view_literals::operator""sv;
    if (Matches(0, "<\0?\0x\0"sv)) return Encoding::kUtf16Le;
    if (Matches(0, "\0<\0?\0x"sv)) return Encoding::kUtf16Be;
    for (;; ++position_) {
      At(position_);
      if (Matches(position_, "<!--")) {
        const std::size_t start = position_;
        do {
          ++position_;
        } while (!(At(position_) == '>' && position_ >= start + 3 && At(position_ - 1) == '-' &&
                   At(position_ - 2) == '-'));
      } else if (IsMeta()) {
        position_ += 5;
        if (const auto found = Meta()) return found;
      } else if (IsTag()) {
        while (!In(At(position_), "\t\n\f\r >"))
          ++position_;
        while (GetAttribute()) {
        }
      } else if (Matches(position_, "<!") || Matches(position_, "</") || Matches(position_, "<?")) {
        while (At(position_) != '>')
          ++position_;
      }
    }
  }

  bool IsMeta() const {
    if (bytes_.size() - position_ < 6) return false;
    std::string lower;
    for (std::size_t i = 0; i < 5; ++i)
      lower += Lower(At(position_ + i));
    return lower == "<meta" && In(At(position_ + 5), "\t\n\f\r /");
  }
  bool IsTag() const {
    if (bytes_[position_] != '<') return false;
    std::size_t name = position_ + 1;
    if (name < bytes_.size() && bytes_[name] == '/') ++name;
    return name < bytes_.size() && IsLetter(static_cast<unsigned char>(bytes_[name]));
  }

  // NOLINTNEXTLINE(readability-function-cognitive-complexity): as the standard has it
  std::optional<Encoding> Meta() {
    enum class State { kNull, kFailure, kSet };
    std::set<std::string> attributes;
    bool got_pragma = false;
    std::optional<bool> need_pragma;
    State charset = State::kNull;
    Encoding value{};
    while (const auto attribute = GetAttribute()) {
      if (!attributes.insert(attribute->name).second) continue;
      if (attribute->name == "http-equiv") {
        if (attribute->value == "content-type") got_pragma = true;
      } else if (attribute->name == "content") {
        const auto found = Extract(attribute->value);
        if (found && charset == State::kNull) {
          charset = State::kSet;
          value = *found;
          need_pragma = true;
        }
      } else if (attribute->name == "charset") {
        const auto found = encoding::FindEncoding(attribute->value);
        charset = found ? State::kSet : State::kFailure;
        if (found) value = *found;
        need_pragma = false;
      }
    }
    if (!need_pragma) return std::nullopt;
    if (*need_pragma && !got_pragma) return std::nullopt;
    if (charset == State::kFailure) return std::nullopt;
    if (value == Encoding::kUtf16Be || value == Encoding::kUtf16Le) return Encoding::kUtf8;
    if (value == Encoding::kXUserDefined) return Encoding::kWindows1252;
    return value;
  }

  std::optional<Attribute> GetAttribute() {
    while (In(At(position_), "\t\n\f\r /"))
      ++position_;
    if (At(position_) == '>') return std::nullopt;
    Attribute attribute;
    for (;; ++position_) {
      const unsigned char byte = At(position_);
      if (byte == '=' && !attribute.name.empty()) {
        ++position_;
        return GetValue(attribute);
      }
      if (In(byte, "\t\n\f\r ")) break;
      if (byte == '/' || byte == '>') return attribute;
      attribute.name += Lower(byte);
    }
    while (In(At(position_), "\t\n\f\r "))
      ++position_;
    if (At(position_) != '=') return attribute;
    ++position_;
    return GetValue(attribute);
  }

  Attribute GetValue(Attribute attribute) {
    while (In(At(position_), "\t\n\f\r "))
      ++position_;
    const unsigned char byte = At(position_);
    if (byte == '"' || byte == '\'') {
      for (;;) {
        ++position_;
        if (At(position_) == byte) {
          ++position_;
          return attribute;
        }
        attribute.value += Lower(At(position_));
      }
    }
    if (byte == '>') return attribute;
    attribute.value += Lower(byte);
    ++position_;
    for (; !In(At(position_), "\t\n\f\r >"); ++position_)
      attribute.value += Lower(At(position_));
    return attribute;
  }

  // "extracting a character encoding from a meta element"; `s` is in lower case already.
  static std::optional<Encoding> Extract(const std::string& s) {
    std::size_t position = 0;
    for (;;) {
      position = s.find("charset", position);
      if (position == std::string::npos) return std::nullopt;
      position += 7;
      while (position < s.size() && In(static_cast<unsigned char>(s[position]), "\t\n\f\r "))
        ++position;
      if (position < s.size() && s[position] == '=') break;
    }
    ++position;
    while (position < s.size() && In(static_cast<unsigned char>(s[position]), "\t\n\f\r "))
      ++position;
    if (position >= s.size()) return std::nullopt;
    if (s[position] == '"' || s[position] == '\'') {
      const std::size_t end = s.find(s[position], position + 1);
      if (end == std::string::npos) return std::nullopt;
      return encoding::FindEncoding(s.substr(position + 1, end - position - 1));
    }
    return encoding::FindEncoding(
        s.substr(position, s.find_first_of("\t\n\f\r ;", position) - position));
  }

  std::optional<Encoding> XmlEncoding() const {
    if (!Matches(0, "<?xml")) return std::nullopt;
    const std::size_t end = bytes_.find('>');
    if (end == std::string_view::npos) return std::nullopt;
    std::size_t position = bytes_.find("encoding");
    if (position == std::string_view::npos || position + 8 > end) return std::nullopt;
    position += 8;
    while (At(position) <= 0x20)
      ++position;
    if (At(position) != '=') return std::nullopt;
    ++position;
    while (At(position) <= 0x20)
      ++position;
    const unsigned char quote = At(position);
    if (quote != '"' && quote != '\'') return std::nullopt;
    std::string label;
    for (++position; At(position) != quote; ++position)
      label += static_cast<char>(At(position));
    for (const char c : label) {
      if (static_cast<unsigned char>(c) <= 0x20) return std::nullopt;
    }
    const auto found = encoding::FindEncoding(label);
    if (found == Encoding::kUtf16Be || found == Encoding::kUtf16Le) return Encoding::kUtf8;
    return found;
  }

  std::string_view bytes_;
  std::size_t position_ = 0;
};

inline std::optional<encoding::Encoding> SlowPrescanCharset(std::string_view bytes) {
  return SlowPrescan(bytes).Run();
}

}  // namespace meguri::html
