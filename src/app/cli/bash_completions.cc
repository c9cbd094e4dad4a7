#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "app/cli/completions.h"

namespace meguri::app {
namespace {

// The words before the one that is typed are read as the parser reads them: which command they
// name, which option waits for its value, how many arguments there were. Bash takes --name=value
// apart at the "=".
constexpr std::string_view kRest = R"BASH(
_@() {
  local word=${COMP_WORDS[COMP_CWORD]} command=@ option='' given=0 at ended=0 known=()
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; ++at)); do
    local before=${COMP_WORDS[at]}
    if [[ -n $option ]]; then
      [[ $before == = ]] || option=''
    elif ((ended)); then
      ((++given))
    elif [[ $before == -- ]]; then
      ended=1
    elif [[ $before == -?* ]]; then
      [[ $(_@_value "$command $before") == none ]] || option=$before
    elif ((given == 0)) && [[ " $(_@_commands "$command") " == *" $before "* ]]; then
      command="$command $before"
    else
      ((++given))
    fi
  done
  if [[ -n $option ]]; then
    [[ $word != = ]] || word=''
    _@_offer "$word" "$(_@_value "$command $option")"
    return
  fi
  if [[ $word == -* ]] && ((!ended)); then
    mapfile -t COMPREPLY < <(compgen -W "$(_@_options "$command")" -- "$word")
    return
  fi
  if ((given == 0)); then
    mapfile -t COMPREPLY < <(compgen -W "$(_@_commands "$command")" -- "$word")
    ((!${#COMPREPLY[*]})) || return 0
  fi
  read -ra known <<<"$(_@_arguments "$command")"
  ((${#known[*]})) || return 0
  if ((given >= ${#known[*]})); then
    [[ ${known[-1]} == *+ ]] || return 0
    given=$((${#known[*]} - 1))
  fi
  _@_offer "$word" "${known[given]%+}"
}

# _@_offer WORD KIND: files, folders, text, or the words that there are.
_@_offer() {
  case $2 in
  files)
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
    compopt -o filenames 2>/dev/null
    ;;
  folders)
    mapfile -t COMPREPLY < <(compgen -d -- "$1")
    compopt -o filenames 2>/dev/null
    ;;
  text) ;;
  *) mapfile -t COMPREPLY < <(compgen -W "${2//,/ }" -- "$1") ;;
  esac
}

complete -F _@ @
)BASH";

std::string Kind(const OptionFacts& option) {
  switch (CompletedOf(option)) {
    case Completed::kNothing:
      return "text";
    case Completed::kChoices:
      return fmt::format("{}", fmt::join(option.choices, " "));
    case Completed::kFiles:
      return "files";
    case Completed::kFolders:
      return "folders";
  }
  return "text";
}

// _PROGRAM_NAME() prints for each command what `words` makes of it.
std::string Table(const Command& program, std::string_view name, std::string_view about,
                  const std::function<std::string(const Command&)>& words) {
  std::string out = fmt::format("\n# {}\n_{}_{}() {{\n  case $1 in\n", about, program.name(), name);
  for (const Command* command : AllCommands(program)) {
    const std::string text = words(*command);
    if (!text.empty())
      out += fmt::format("  {}) echo {} ;;\n", ShellQuoted(command->FullName()), ShellQuoted(text));
  }
  return out + "  esac\n}\n";
}

std::string CommandWords(const Command& command) {
  std::string out;
  for (const Command& below : command.commands())
    out += (out.empty() ? "" : " ") + below.name();
  return out;
}

std::string OptionWords(const Command& command) {
  std::string out;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (facts.is_positional() || facts.hidden) continue;
    out += fmt::format("{}{}", out.empty() ? "" : " ", fmt::join(facts.spellings, " "));
  }
  return out;
}

std::string ArgumentKinds(const Command& command) {
  std::string out;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (!facts.is_positional() || facts.hidden) continue;
    std::string kind = Kind(facts);
    std::ranges::replace(kind, ' ', ',');  // in a list with blanks between
    out += (out.empty() ? "" : " ") + kind + (facts.takes_many ? "+" : "");
  }
  return out;
}

// _PROGRAM_value "COMMAND OPTION": what its value is, or "none" if it takes none.
std::string Values(const Command& program) {
  std::string out = fmt::format(
      "\n# What an option's value is: files, folders, text, words, or none.\n"
      "_{}_value() {{\n  case $1 in\n",
      program.name());
  for (const Command* command : AllCommands(program)) {
    for (const Option& option : command->options()) {
      const OptionFacts& facts = option.facts();
      if (facts.is_positional() || facts.hidden || facts.is_flag()) continue;
      std::string patterns;
      for (const std::string& spelling : facts.spellings) {
        patterns += (patterns.empty() ? "" : " | ") +
                    ShellQuoted(fmt::format("{} {}", command->FullName(), spelling));
      }
      out += fmt::format("  {}) echo {} ;;\n", patterns, ShellQuoted(Kind(facts)));
    }
  }
  return out + "  *) echo none ;;\n  esac\n}\n";
}

}  // namespace

std::string BashCompletions(const Command& program) {
  std::string out = fmt::format(
      "# Completions of {} for bash, written by `{} completions bash`. Source this file.\n",
      program.name(), program.name());
  out += Table(program, "commands", "The commands below one.", CommandWords);
  out += Table(program, "options", "A command's options.", OptionWords);
  out += Table(program, "arguments", "What its arguments are; the last with + if it is repeated.",
               ArgumentKinds);
  out += Values(program);
  for (const char c : kRest) {
    if (c == '@') {
      out += program.name();
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace meguri::app
