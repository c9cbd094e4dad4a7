#include "app/cli/completions.h"

#include <algorithm>
#include <array>

namespace meguri::app {
namespace {

constexpr std::array kFiles = {std::string_view("FILE"),  std::string_view("PATH"),
                               std::string_view("GRAPH"), std::string_view("TRACES"),
                               std::string_view("LOG"),   std::string_view("IN"),
                               std::string_view("OUT"),   std::string_view("DATA")};

void AddAll(const Command& command, std::vector<const Command*>& into) {
  into.push_back(&command);
  for (const Command& below : command.commands())
    AddAll(below, into);
}

}  // namespace

Completed CompletedOf(const OptionFacts& option) {
  if (option.is_flag()) return Completed::kNothing;
  if (!option.choices.empty()) return Completed::kChoices;
  std::string_view type = option.is_positional() ? option.name() : option.type;
  bool folders = false;
  while (!type.empty()) {  // "DIR|FILE"
    const std::size_t end = std::min(type.find('|'), type.size());
    const std::string_view kind = type.substr(0, end);
    if (std::ranges::count(kFiles, kind)) return Completed::kFiles;
    folders = folders || kind == "DIR";
    type.remove_prefix(std::min(end + 1, type.size()));
  }
  return folders ? Completed::kFolders : Completed::kNothing;
}

std::vector<const Command*> AllCommands(const Command& program) {
  std::vector<const Command*> all;
  AddAll(program, all);
  return all;
}

std::string ShellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string ShortAbout(std::string_view about) {
  std::string line(about.substr(0, about.find('\n')));
  if (const std::size_t end = line.find("; "); end != std::string::npos) line.resize(end);
  return line;
}

}  // namespace meguri::app
