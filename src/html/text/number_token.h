// Numbers in running text as one sees them: "12/3/2024", "10:30pm", "1,234", "k8J2mQ9xT4bW7cZ1".
// ASCII digits and full-width ones. Each function is linear in what it looks at, without state.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace meguri::html {

// What surrounds a digit: letters, digits and single signs between them.
struct NumberToken {
  static constexpr std::size_t kMaxFields = 6;

  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t fields = 0;  // runs of digits at its start; 0: it starts with a letter
  std::array<unsigned, kMaxFields> value{};
  std::array<unsigned, kMaxFields> digits{};
  std::array<char, kMaxFields> sign{};  // between field i and i + 1
  std::string_view tail;                // what follows the fields: "th", "T10:30Z"

  bool Plain(std::size_t count) const { return fields == count && tail.empty(); }
  bool IsYear(std::size_t i) const { return digits[i] == 4 && value[i] >= 1900 && value[i] < 2100; }
  bool IsUpTo(std::size_t i, unsigned max) const {
    return digits[i] <= 2 && value[i] >= 1 && value[i] <= max;
  }
};

// Bytes of the digit at `at`: 1, or 3 if it is full-width; 0 if it is none.
std::size_t DigitBytes(std::string_view text, std::size_t at);

// Where the next digit is from `at` on; text.size() if there is none.
std::size_t FindDigit(std::string_view text, std::size_t at);

// The token around the digit at `at`, from `floor` on, where the token before ended.
// REQUIRES: a digit at `at`; floor <= at.
NumberToken ReadToken(std::string_view text, std::size_t at, std::size_t floor);

// 2024-03-12, 12.3.2024, 3/12/2024, 12/03/24, 20240312, and what goes on with a time.
bool IsDate(const NumberToken& token);

// 10:30, 10:30:05, 10:30pm, 5pm.
bool IsTime(const NumberToken& token);

// Letters and digits mixed as no word is, or a UUID.
bool IsSessionId(std::string_view token);

}  // namespace meguri::html
