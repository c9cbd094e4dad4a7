#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/completions.h"

namespace meguri::app {
namespace {

// The words before the one that is typed name the command; options and their values name none.
constexpr std::string_view kCommandBegins = R"(
function __@_command --description 'The command that is typed'
    set -l command @
    set -l words (commandline -opc)
    for word in $words[2..]
        switch "$command $word"
            case)";
constexpr std::string_view kCommandEnds = R"(
                set command "$command $word"
        end
    end
    echo $command
end

function __@_is --description 'Is it this command that is typed?'
    test (__@_command) = "$argv"
end

complete -c @ -f
)";

std::string ForProgram(std::string_view text, const Command& program) {
  std::string out;
  for (const char c : text) {
    if (c == '@') {
      out += program.name();
    } else {
      out += c;
    }
  }
  return out;
}

std::string ValueWords(const OptionFacts& option) {
  switch (CompletedOf(option)) {
    case Completed::kNothing:
      return "";
    case Completed::kChoices:
      return " -a " + ShellQuoted(fmt::format("{}", fmt::join(option.choices, " ")));
    case Completed::kFiles:
      return " -F";
    case Completed::kFolders:
      return " -a '(__fish_complete_directories)'";
  }
  return "";
}

std::string OptionLine(const OptionFacts& option) {
  std::string out;
  if (!option.is_positional()) {
    for (const std::string& spelling : option.spellings) {
      const bool is_long = spelling.starts_with("--");
      out += fmt::format(" -{} {}", is_long ? 'l' : 's', spelling.substr(is_long ? 2 : 1));
    }
    if (!option.is_flag()) out += " -r";
    out += " -d " + ShellQuoted(ShortAbout(option.about));
  }
  return out + ValueWords(option);
}

}  // namespace

std::string FishCompletions(const Command& program) {
  std::string out = fmt::format(
      "# Completions of {0} for fish, written by `{0} completions fish`.\n", program.name());
  out += ForProgram(kCommandBegins, program);
  for (const Command* command : AllCommands(program))
    if (command->parent() != nullptr) out += " " + ShellQuoted(command->FullName());
  out += ForProgram(kCommandEnds, program);
  for (const Command* command : AllCommands(program)) {
    const std::string when =
        fmt::format("complete -c {0} -n '__{0}_is {1}'", program.name(), command->FullName());
    out += '\n';
    for (const Command& below : command->commands()) {
      out += fmt::format("{} -a {} -d {}\n", when, below.name(),
                         ShellQuoted(ShortAbout(below.about())));
    }
    for (const Option& option : command->options()) {
      const std::string words = option.facts().hidden ? "" : OptionLine(option.facts());
      if (!words.empty()) out += when + words + '\n';
    }
  }
  return out;
}

}  // namespace meguri::app
