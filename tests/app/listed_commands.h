// The program's commands and options as --help lists them: what man pages and completions must
// have.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace meguri::app {

struct ListedCommand {
  std::string words;  // "archive ls"; "" for the program itself
  std::vector<std::string> below;
  std::vector<std::string> options;  // "--out", and "-o"

  // "meguri archive ls", with `between` for the blanks.
  std::string Name(char between = ' ') const {
    std::string name = words.empty() ? "meguri" : "meguri " + words;
    for (char& c : name)
      if (c == ' ') c = between;
    return name;
  }
};

// `help`: what `meguri WORDS --help` prints.
inline ListedCommand ParseHelp(const std::string& words, const std::vector<std::string>& help) {
  static const std::regex kOption("^  (?:    )?(-[-a-zA-Z0-9]+(?:, -[-a-zA-Z0-9]+)*)(?: .*|$)");
  static const std::regex kSpelling("-[-a-zA-Z0-9]+");
  static const std::regex kBelow("^  ([a-z][a-z-]*) .*");
  ListedCommand command{.words = words};
  bool in_commands = false;
  bool in_options = false;
  for (const std::string& line : help) {
    std::smatch found;
    if (!line.empty() && !line.starts_with(' ')) {
      in_commands = line == "Commands:";
      in_options = line.ends_with(':') && !in_commands && line != "Examples:";
    }
    if (in_commands && std::regex_match(line, found, kBelow)) command.below.push_back(found[1]);
    if (!in_options || !std::regex_match(line, found, kOption)) continue;
    const std::string spellings = found[1];
    for (auto at = std::sregex_iterator(spellings.begin(), spellings.end(), kSpelling);
         at != std::sregex_iterator(); ++at) {
      command.options.push_back(at->str());
    }
  }
  return command;
}

// All of them. `help_of`: the lines that a command's --help prints.
inline std::vector<ListedCommand> ListCommands(
    const std::function<std::vector<std::string>(const std::string& words)>& help_of) {
  std::vector<ListedCommand> all;
  std::vector<std::string> left = {""};
  while (!left.empty()) {
    const std::string words = left.back();
    left.pop_back();
    all.push_back(ParseHelp(words, help_of(words)));
    for (const std::string& name : all.back().below)
      left.push_back(words.empty() ? name : fmt::format("{} {}", words, name));
  }
  return all;
}

}  // namespace meguri::app
