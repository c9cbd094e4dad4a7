#include "sim/web/toml_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

// pkg-config would have us use the compiled library, which throws.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// Its parser asserts what only its next lines check: "[[[" would end a debug build.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "base/duration_text.h"
#include "base/printable.h"
#include "warc/warc_date.h"

namespace meguri {

struct TomlTable::Node {
  const toml::node* value = nullptr;  // null: there is none

  explicit operator bool() const { return value != nullptr; }
  const toml::node* operator->() const { return value; }
};
struct TomlTable::Table {
  const toml::table& value;
};

namespace {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::optional<WallTime> TimeOf(const toml::node& node) {
  if (const auto text = node.value_exact<std::string_view>()) return warc::ParseWarcDate(*text);
  toml::date date;
  toml::time time{};
  std::chrono::minutes offset{0};
  if (const auto both = node.value_exact<toml::date_time>()) {
    date = both->date;
    time = both->time;
    if (both->offset) offset = std::chrono::minutes(both->offset->minutes);
  } else if (const auto alone = node.value_exact<toml::date>()) {
    date = *alone;
  } else {
    return std::nullopt;
  }
  const std::chrono::sys_days day = std::chrono::year(date.year) / date.month / date.day;
  return day + std::chrono::hours(time.hour) + std::chrono::minutes(time.minute) +
         std::chrono::seconds(time.second) + std::chrono::microseconds(time.nanosecond / 1000) -
         offset;
}

}  // namespace

std::string_view NearestName(std::string_view name, const std::vector<std::string>& names) {
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(name.size() / 2, 2) + 1;
  if (name.size() > 100) return nearest;
  for (const std::string& candidate : names) {
    const std::size_t distance = EditDistance(name, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

void TomlTable::Read(std::string_view key, bool& into) {
  const Node node = Find(key);
  if (!node) return;
  const auto value = node->value_exact<bool>();
  if (!value) return Wrong(node, key, "true or false");
  into = *value;
}

void TomlTable::Read(std::string_view key, double& into, double max) {
  const Node node = Find(key);
  if (!node) return;
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !(*value >= 0) || !(*value <= max)) {
    return Wrong(node, key,
                 max < std::numeric_limits<double>::max()
                     ? fmt::format("a number from 0 to {}", max)
                     : "a number from 0 on");
  }
  into = *value;
}

void TomlTable::Read(std::string_view key, std::string& into) {
  const Node node = Find(key);
  if (!node) return;
  const auto value = node->value_exact<std::string>();
  if (!value) return Wrong(node, key, "a string");
  into = *value;
}

void TomlTable::Read(std::string_view key, std::chrono::microseconds& into) {
  const Node node = Find(key);
  if (!node) return;
  const auto text = node->value_exact<std::string_view>();
  const auto duration = text ? ParseDuration(*text) : std::nullopt;
  if (!duration) return Wrong(node, key, R"(a time such as "200ms", "5s", "10m", "1h" or "30d")");
  into = *duration;
}

void TomlTable::Read(std::string_view key, WallTime& into) {
  const Node node = Find(key);
  if (!node) return;
  const auto time = TimeOf(*node.value);
  if (!time) return Wrong(node, key, "a moment such as 2026-01-01T00:00:00Z");
  into = *time;
}

void TomlTable::Read(std::string_view key, std::vector<std::string>& into) {
  const Node node = Find(key);
  if (!node) return;
  constexpr std::string_view kWant = R"(strings, such as ["a", "b"])";
  if (const auto one = node->value_exact<std::string>()) {
    into = {*one};
    return;
  }
  const toml::array* const array = node->as_array();
  if (array == nullptr) return Wrong(node, key, kWant);
  std::vector<std::string> values;
  for (const toml::node& element : *array) {
    const auto value = element.value_exact<std::string>();
    if (!value) return Wrong({&element}, key, kWant);
    values.push_back(*value);
  }
  into = std::move(values);
}

void TomlTable::ReadUnsigned(std::string_view key, std::uint64_t& into, std::uint64_t max) {
  const Node node = Find(key);
  if (!node) return;
  std::uint64_t number = 0;
  bool right = false;
  if (const auto integer = node->value_exact<std::int64_t>()) {
    right = *integer >= 0;
    number = static_cast<std::uint64_t>(*integer);
  } else if (const auto text = node->value_exact<std::string_view>()) {
    const char* const end = text->data() + text->size();
    const auto [at, error] = std::from_chars(text->data(), end, number);
    right = error == std::errc() && at == end;
  }
  if (!right || number > max) {
    return Wrong(node, key, fmt::format("a whole number from 0 to {}", max));
  }
  into = number;
}

void TomlTable::ReadName(std::string_view key, const std::vector<std::string_view>& names,
                         std::size_t& into) {
  const Node node = Find(key);
  if (!node) return;
  const auto text = node->value_exact<std::string_view>();
  const auto found = text ? std::ranges::find(names, *text) : names.end();
  if (found == names.end()) {
    return Wrong(node, key, fmt::format("one of {}", fmt::join(names, ", ")));
  }
  into = static_cast<std::size_t>(found - names.begin());
}

void TomlTable::ReadTables(std::string_view key, const std::function<void(TomlTable&)>& read) {
  const Node node = Find(key);
  if (!node) return;
  const toml::array* const array = node->as_array();
  if (array == nullptr) return Wrong(node, key, fmt::format("tables that begin with [[{}]]", key));
  for (const toml::node& element : *array) {
    const toml::table* const table = element.as_table();
    if (table == nullptr) {
      return Wrong({&element}, key, fmt::format("tables that begin with [[{}]]", key));
    }
    const Table wrapped{*table};
    TomlTable inner(wrapped, file_, error_);
    read(inner);
    inner.CheckAllKnown();
  }
}

void TomlTable::CheckAllKnown() {
  // In the order of the file, so that the first mistake is the one that is named.
  std::optional<std::pair<std::uint32_t, std::string_view>> first;
  for (const auto& [key, node] : table_.value) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const std::uint32_t line = key.source().begin.line;
    if (!first || line < first->first) first.emplace(line, key.str());
  }
  if (!first) return;
  const std::string_view nearest = NearestName(first->second, known_);
  FailAtLine(first->first,
             fmt::format("unknown key '{}'; {}", Printable(first->second),
                         nearest.empty() ? fmt::format("want one of {}", fmt::join(known_, ", "))
                                         : fmt::format("did you mean '{}'?", nearest)));
}

bool TomlTable::Has(std::string_view key) const { return table_.value.contains(key); }

void TomlTable::FailAt(std::string_view key, std::string_view what) {
  const toml::node* const node = table_.value.get(key);
  FailAtLine(node == nullptr ? table_.value.source().begin.line : node->source().begin.line, what);
}

TomlTable::Node TomlTable::Find(std::string_view key) {
  known_.emplace_back(key);
  return {table_.value.get(key)};
}

void TomlTable::Wrong(const Node& node, std::string_view key, std::string_view want) {
  FailAtLine(node->source().begin.line, fmt::format("{}: want {}", key, want));
}

void TomlTable::FailAtLine(std::uint32_t line, std::string_view what) {
  if (error_) return;
  error_ =
      Error{ErrorCode::kInvalidArgument, fmt::format("{}:{}: {}", Printable(file_), line, what)};
}

Status ReadToml(std::string_view toml, std::string_view file,
                const std::function<void(TomlTable&)>& read) {
  const toml::parse_result parsed = toml::parse(toml, file);
  if (!parsed) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{}:{}: this is no TOML: {}", Printable(file),
                    parsed.error().source().begin.line, Printable(parsed.error().description())));
  }
  std::optional<Error> error;
  const TomlTable::Table wrapped{parsed.table()};
  TomlTable table(wrapped, file, error);
  read(table);
  table.CheckAllKnown();
  if (error) return tl::unexpected<Error>(*std::move(error));
  return {};
}

}  // namespace meguri
