// A command of the program and those below it: `meguri`, `meguri archive`, `meguri archive ls`. It
// says what may stand behind it and what it does; parse_arguments.h reads a command line by it, and
// help_text.h, man_page.h and completions.h write down the same.
//
//   auto flags = std::make_shared<Flags>();
//   Command& command = app.AddCommand("audit", "Was a crawl polite?");
//   command.AddOption("DIR", flags->directory, "the folder of a crawl").Required();
//   command.AddFlag("--json", flags->json, "a line of JSON");
//   command.Does([flags] { return Run(*flags); });
//
// A command that has no action of its own wants one of those below it. Options and commands keep
// their addresses. --help and -h are options of every command.
#pragma once

#include <functional>
#include <list>
#include <string>
#include <string_view>

#include "app/cli/option.h"
#include "app/cli/option_value.h"
#include "base/result.h"

namespace meguri::app {

class Command {
 public:
  // What it does: its exit code, or an error that is said in one line.
  using Action = std::function<Result<int>()>;

  Command(std::string_view name, std::string_view about, const Command* parent = nullptr);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command& AddCommand(std::string_view name, std::string_view about);
  // `target` is of a type that Into() knows, and outlives the parsing.
  template <class Target>
  Option& AddOption(std::string_view spellings, Target& target, std::string_view about) {
    return AddValue(spellings, Into(target), about);
  }
  Option& AddValue(std::string_view spellings, OptionValue value, std::string_view about);
  Option& AddFlag(std::string_view spellings, bool& target, std::string_view about);
  Option& AddFlag(std::string_view spellings, std::function<void()> said, std::string_view about);
  void SetFooter(std::string_view footer) { footer_ = footer; }  // below the options: examples
  void Does(Action action) { action_ = std::move(action); }

  const std::string& name() const { return name_; }
  const std::string& about() const { return about_; }
  const std::string& footer() const { return footer_; }
  const Command* parent() const { return parent_; }
  const Action& action() const { return action_; }
  const std::list<Command>& commands() const { return commands_; }
  std::list<Command>& commands() { return commands_; }
  const std::list<Option>& options() const { return options_; }
  std::list<Option>& options() { return options_; }

  std::string FullName() const;  // "meguri archive ls"

 private:
  std::string name_;
  std::string about_;
  std::string footer_;
  const Command* parent_;
  Action action_;
  std::list<Command> commands_;
  std::list<Option> options_;
};

}  // namespace meguri::app
