#include "app/cli/option_value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <system_error>
#include <utility>

#include "base/printable.h"

namespace meguri::app {
namespace {

tl::unexpected<Error> Wrong(const std::string& text, std::string_view what) {
  return Fail(ErrorCode::kInvalidArgument, fmt::format("'{}' {}", Printable(text), what));
}

Status Parse(const std::string& text, std::string& value) {
  value = text;
  return {};
}

Status Parse(const std::string& text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) return Wrong(text, "is too large a number");
  if (error != std::errc() || at != end || !std::isfinite(value))
    return Wrong(text, "is not a number");
  return {};
}

template <std::integral Number>
Status Parse(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range)
    return Wrong(text,
                 fmt::format("is too large; the most is {}", std::numeric_limits<Number>::max()));
  if (error == std::errc() && at == end) return {};
  const bool negative = std::unsigned_integral<Number> && text.starts_with('-');
  return Wrong(
      text, negative ? "is negative; want a whole number of 0 or more" : "is not a whole number");
}

std::string Shown(const std::string& value) { return value; }
template <class Number>
std::string Shown(const Number& value) {
  return fmt::format("{}", value);
}

template <class Value>
constexpr const char* kTypeOf = std::integral<Value> ? "N" : "NUMBER";
template <>
constexpr const char* kTypeOf<std::string> = "TEXT";

template <class Value>
OptionValue Single(Value& target) {
  return {.type = kTypeOf<Value>,
          .takes_many = false,
          .store = [&target](const std::vector<std::string>& texts) -> Status {
            return Parse(texts.back(), target);
          },
          .shown = [&target] { return Shown(target); }};
}

template <class Value>
OptionValue Optional(std::optional<Value>& target) {
  return {.type = kTypeOf<Value>,
          .takes_many = false,
          .store = [&target](const std::vector<std::string>& texts) -> Status {
            return Parse(texts.back(), target.emplace());
          },
          .shown = [&target] { return target ? Shown(*target) : std::string(); }};
}

template <class Value>
OptionValue Many(std::vector<Value>& target) {
  return {.type = kTypeOf<Value>,
          .takes_many = true,
          .store = [&target](const std::vector<std::string>& texts) -> Status {
            target.clear();
            for (const std::string& text : texts) {
              Value value{};
              MEGURI_CHECK_STATUS(Parse(text, value));
              target.push_back(std::move(value));
            }
            return {};
          },
          .shown =
              [&target] {
                std::string all;
                for (const Value& value : target)
                  all += (all.empty() ? "" : ",") + Shown(value);
                return all;
              }};
}

OptionValue Handed(TextsTaken take, bool many) {
  return {.type = "TEXT",
          .takes_many = many,
          .store = [take = std::move(take)](const std::vector<std::string>& texts) -> Status {
            take(texts);
            return {};
          },
          .shown = [] { return std::string(); }};
}

}  // namespace

OptionValue Into(std::string& target) { return Single(target); }
OptionValue Into(double& target) { return Single(target); }
OptionValue Into(int& target) { return Single(target); }
OptionValue Into(std::int64_t& target) { return Single(target); }
OptionValue Into(std::uint16_t& target) { return Single(target); }
OptionValue Into(std::uint32_t& target) { return Single(target); }
OptionValue Into(std::uint64_t& target) { return Single(target); }
OptionValue Into(std::optional<std::string>& target) { return Optional(target); }
OptionValue Into(std::optional<double>& target) { return Optional(target); }
OptionValue Into(std::optional<int>& target) { return Optional(target); }
OptionValue Into(std::optional<std::int64_t>& target) { return Optional(target); }
OptionValue Into(std::optional<std::uint16_t>& target) { return Optional(target); }
OptionValue Into(std::optional<std::uint32_t>& target) { return Optional(target); }
OptionValue Into(std::optional<std::uint64_t>& target) { return Optional(target); }
OptionValue Into(std::vector<std::string>& target) { return Many(target); }
OptionValue Into(std::vector<double>& target) { return Many(target); }
OptionValue Into(std::vector<int>& target) { return Many(target); }
OptionValue Into(std::vector<std::uint32_t>& target) { return Many(target); }
OptionValue Into(std::vector<std::uint64_t>& target) { return Many(target); }

OptionValue IntoOneText(TextsTaken take) { return Handed(std::move(take), false); }
OptionValue IntoTexts(TextsTaken take) { return Handed(std::move(take), true); }

Result<double> ParseNumber(const std::string& text) {
  double value = 0;
  MEGURI_CHECK_STATUS(Parse(text, value));
  return value;
}

}  // namespace meguri::app
