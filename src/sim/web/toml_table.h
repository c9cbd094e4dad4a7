// Reads a TOML table into values, key by key, and finds what is left over. toml_table.cc is the one
// place that includes toml++.
//
// The first error stays; what is read after it doesn't matter. Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace meguri {

class TomlTable {
 public:
  // Of toml++: known in the .cc alone.
  struct Node;
  struct Table;

  // All must outlive this. `error`: shared by all tables of a file.
  TomlTable(const Table& table, std::string_view file, std::optional<Error>& error)
      : table_(table), file_(file), error_(error) {}

  // Each leaves `into` alone if there is no such key.
  void Read(std::string_view key, bool& into);
  void Read(std::string_view key, double& into, double max);  // from 0 on
  void Read(std::string_view key, std::string& into);
  void Read(std::string_view key, std::chrono::microseconds& into);
  void Read(std::string_view key, WallTime& into);
  // An array of strings, or one string.
  void Read(std::string_view key, std::vector<std::string>& into);
  // A number above 2⁶³ is written as a string.
  void ReadUnsigned(std::string_view key, std::uint64_t& into,
                    std::uint64_t max = std::numeric_limits<std::uint64_t>::max());
  template <class Number>
  void ReadNumber(std::string_view key, Number& into) {
    std::uint64_t number = into;
    ReadUnsigned(key, number, std::numeric_limits<Number>::max());
    into = static_cast<Number>(number);
  }
  template <class Value>
  void ReadOptional(std::string_view key, std::optional<Value>& into) {
    if (!Has(key)) {
      known_.emplace_back(key);
      return;
    }
    Value value{};
    if constexpr (std::is_integral_v<Value>) {
      ReadNumber(key, value);
    } else {
      Read(key, value);
    }
    into = value;
  }
  // One of `names`, as its place among them.
  void ReadName(std::string_view key, const std::vector<std::string_view>& names,
                std::size_t& into);
  // [[key]]: `read` gets each of them.
  void ReadTables(std::string_view key, const std::function<void(TomlTable&)>& read);

  bool Has(std::string_view key) const;
  // Where the key stands, or the table itself.
  void FailAt(std::string_view key, std::string_view what);
  // A key that nobody has asked for is an error.
  void CheckAllKnown();

 private:
  // Notes that the key is known.
  Node Find(std::string_view key);
  void Wrong(const Node& node, std::string_view key, std::string_view want);
  void FailAtLine(std::uint32_t line, std::string_view what);

  const Table& table_;
  std::string_view file_;
  std::optional<Error>& error_;
  std::vector<std::string> known_;
};

// Parses `toml` and has `read` read it; fails with the first error of either, or if a key is left
// over. `file`: its name, for errors.
Status ReadToml(std::string_view toml, std::string_view file,
                const std::function<void(TomlTable&)>& read);

// The one of `names` that is the fewest letters away; "" if none is near.
std::string_view NearestName(std::string_view name, const std::vector<std::string>& names);

}  // namespace meguri
