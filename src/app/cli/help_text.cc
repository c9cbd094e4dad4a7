#include "app/cli/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace meguri::app {
namespace {

constexpr std::size_t kLongestName = 30;  // a longer one has its description on the next line

// One for every letter as far as a terminal is concerned: continuation bytes of UTF-8 take no room.
std::size_t Columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// `text`, whose line breaks are blanks, in lines that begin at `indent`; the first one is there.
std::string Wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    const std::size_t columns = Columns(word);
    if (column > indent && column + 1 + columns > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
  }
  return out;
}

struct Row {
  std::string name;
  std::string about;
};

std::string Table(const std::vector<Row>& rows, std::size_t width) {
  std::size_t widest = 0;
  for (const Row& row : rows) {
    const std::size_t columns = Columns(row.name);
    if (columns <= kLongestName) widest = std::max(widest, columns);
  }
  const std::size_t indent = widest + 4;
  std::string out;
  for (const Row& row : rows) {
    const std::size_t columns = Columns(row.name);
    out += "  " + row.name;
    if (!row.about.empty()) {
      out += columns > widest ? '\n' + std::string(indent, ' ')
                              : std::string(indent - columns - 2, ' ');
      out += Wrapped(row.about, indent, width);
    }
    out += '\n';
  }
  return out;
}

std::string OptionTables(const Command& command, std::size_t width) {
  std::vector<std::string> groups;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (!std::ranges::count(groups, facts.group)) groups.push_back(facts.group);
  }
  std::string out;
  for (const std::string& group : groups) {
    std::vector<Row> rows;
    for (const Option& option : command.options()) {
      const OptionFacts& facts = option.facts();
      if (facts.group != group || facts.hidden || facts.is_positional()) continue;
      rows.push_back({SpellingsText(facts), AboutText(facts)});
    }
    if (!rows.empty())
      out += fmt::format("\n{}:\n{}", group.empty() ? "Options" : group, Table(rows, width));
  }
  return out;
}

}  // namespace

std::string UsageLine(const Command& command) {
  std::string line = command.FullName() + " [OPTIONS]";
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (!facts.is_positional() || facts.hidden) continue;
    const std::string name = facts.name() + (facts.takes_many ? "..." : "");
    line += facts.required ? " " + name : " [" + name + "]";
  }
  if (!command.commands().empty()) line += command.action() ? " [COMMAND]" : " COMMAND";
  return line;
}

std::string SpellingsText(const OptionFacts& option) {
  std::string text = fmt::format("{}", fmt::join(option.spellings, ", "));
  if (option.spellings.front().starts_with("--")) text = "    " + text;
  if (option.is_flag() || option.type.empty()) return text;
  return text + " " + option.type + (option.takes_many ? "..." : "");
}

std::string AboutText(const OptionFacts& option) {
  std::string text = option.about;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
  if (!option.choices.empty()) add(fmt::format("({})", fmt::join(option.choices, ", ")));
  if (!option.range.empty()) add("(" + option.range + ")");
  if (!option.default_text.empty()) add("[" + option.default_text + "]");
  return text;
}

std::string HelpText(const Command& command, std::size_t width) {
  std::string out = fmt::format("{}\n\nUsage: {}\n", command.about(), UsageLine(command));
  std::vector<Row> rows;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (!facts.is_positional() || facts.hidden) continue;
    rows.push_back({facts.name() + (facts.takes_many ? "..." : ""), AboutText(facts)});
  }
  if (!rows.empty()) out += '\n' + Table(rows, width);
  rows.clear();
  for (const Command& below : command.commands())
    rows.push_back({below.name(), below.about()});
  if (!rows.empty()) out += "\nCommands:\n" + Table(rows, width);
  out += OptionTables(command, width);
  if (!command.footer().empty()) {
    out += command.footer().starts_with('\n') ? "" : "\n";
    out += command.footer() + '\n';
  }
  return out;
}

}  // namespace meguri::app
