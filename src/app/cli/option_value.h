// Where the text that an option is given goes: one overload of Into() for each type that a flag's
// variable may have. The variable must outlive the parsing; what it holds before is the default.
//
// Numbers are decimal. "1,x", "", "0x10", "nan" and what the type can't hold are refused with a
// message that says what is wanted: "'1,x' is not a whole number".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace meguri::app {

struct OptionValue {
  std::string type;         // as the help calls it: "N", "NUMBER", "TEXT"; "": it takes none
  bool takes_many = false;  // else the last text alone counts
  // Fails with what is wrong with the text, which the option's name is put before.
  std::function<Status(const std::vector<std::string>& texts)> store;
  std::function<std::string()> shown;  // what the variable holds now, as it would be written
};

OptionValue Into(std::string& target);
OptionValue Into(double& target);
OptionValue Into(int& target);
OptionValue Into(std::int64_t& target);
OptionValue Into(std::uint16_t& target);
OptionValue Into(std::uint32_t& target);
OptionValue Into(std::uint64_t& target);
OptionValue Into(std::optional<std::string>& target);
OptionValue Into(std::optional<double>& target);
OptionValue Into(std::optional<int>& target);
OptionValue Into(std::optional<std::int64_t>& target);
OptionValue Into(std::optional<std::uint16_t>& target);
OptionValue Into(std::optional<std::uint32_t>& target);
OptionValue Into(std::optional<std::uint64_t>& target);
OptionValue Into(std::vector<std::string>& target);
OptionValue Into(std::vector<double>& target);
OptionValue Into(std::vector<int>& target);
OptionValue Into(std::vector<std::uint32_t>& target);
OptionValue Into(std::vector<std::uint64_t>& target);

// For what is looked into later: the texts as they were given.
using TextsTaken = std::function<void(const std::vector<std::string>& texts)>;
OptionValue IntoOneText(TextsTaken take);
OptionValue IntoTexts(TextsTaken take);

// A number as Into(double&) reads it.
Result<double> ParseNumber(const std::string& text);

}  // namespace meguri::app
