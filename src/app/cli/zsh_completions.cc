#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/completions.h"

namespace meguri::app {
namespace {

// For what stands in [brackets] or between colons of a specification.
std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string FunctionName(const Command& command) {
  return command.parent() == nullptr
             ? "_" + command.name()
             : fmt::format("{}_{}", FunctionName(*command.parent()), command.name());
}

// ":FILE:_files"
std::string ValueSpec(const OptionFacts& option) {
  const std::string name = Escaped(option.is_positional() ? option.name() : option.type);
  switch (CompletedOf(option)) {
    case Completed::kNothing:
      return fmt::format(":{}: ", name);
    case Completed::kChoices:
      return fmt::format(":{}:({})", name, fmt::join(option.choices, " "));
    case Completed::kFiles:
      return fmt::format(":{}:_files", name);
    case Completed::kFolders:
      return fmt::format(":{}:_files -/", name);
  }
  return "";
}

std::string OptionSpecs(const OptionFacts& option) {
  std::string out;
  for (const std::string& spelling : option.spellings) {
    std::string spec;
    if (option.takes_many) {
      spec = "*";
    } else if (option.spellings.size() > 1) {
      spec = fmt::format("({})", fmt::join(option.spellings, " "));
    }
    spec += spelling;
    if (!option.is_flag()) spec += spelling.starts_with("--") ? "=" : "+";
    spec += fmt::format("[{}]", Escaped(ShortAbout(option.about)));
    if (!option.is_flag()) spec += ValueSpec(option);
    out += fmt::format(" \\\n    {}", ShellQuoted(spec));
  }
  return out;
}

// "1:DIR:_files -/", "2::URL: ", "*:PATH:_files"
std::string ArgumentSpec(const OptionFacts& option, int place) {
  const std::string value = ValueSpec(option);
  if (option.takes_many) return "*" + value;
  return fmt::format("{}{}{}", place, option.required ? "" : ":", value);
}

std::string Function(const Command& command) {
  const bool has_commands = !command.commands().empty();
  std::string out = fmt::format("\n{}() {{\n", FunctionName(command));
  if (has_commands) {
    out += "  local curcontext=$curcontext state line\n  typeset -A opt_args\n";
    out += "  local -a commands=(";
    for (const Command& below : command.commands()) {
      out += fmt::format(
          "\n    {}", ShellQuoted(fmt::format("{}:{}", below.name(), ShortAbout(below.about()))));
    }
    out += "\n  )\n";
  }
  out += fmt::format("  _arguments {}-s -S", has_commands ? "-C " : "");
  int place = 0;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (facts.hidden) continue;
    if (!facts.is_positional()) {
      out += OptionSpecs(facts);
    } else if (!has_commands) {
      out += fmt::format(" \\\n    {}", ShellQuoted(ArgumentSpec(facts, ++place)));
    }
  }
  if (!has_commands) return out + "\n}\n";
  out += " \\\n    '1: :->command' '*:: :->rest' && return\n  case $state in\n";
  out += fmt::format("  command) _describe -t commands 'command of {}' commands ;;\n",
                     command.FullName());
  out += "  rest)\n    case $line[1] in\n";
  for (const Command& below : command.commands())
    out += fmt::format("    {}) {} ;;\n", below.name(), FunctionName(below));
  return out + "    esac\n    ;;\n  esac\n}\n";
}

}  // namespace

std::string ZshCompletions(const Command& program) {
  std::string out = fmt::format(
      "#compdef {0}\n# Completions of {0} for zsh, written by `{0} "
      "completions zsh`: the file _{0} in a folder of $fpath.\n",
      program.name());
  for (const Command* command : AllCommands(program))
    out += Function(*command);
  out += fmt::format(
      "\nif [[ $funcstack[1] == _{0} ]]; then\n  _{0} \"$@\"\nelse\n  compdef _{0} {0}\nfi\n",
      program.name());
  return out;
}

}  // namespace meguri::app
