// `meguri completions`: what makes a shell complete its commands and options.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/completions.h"
#include "app/commands.h"

namespace meguri::app {
namespace {

Result<int> PrintCompletions(const Command& program, const std::string& shell) {
  if (shell == "bash") {
    fmt::print("{}", BashCompletions(program));
  } else if (shell == "zsh") {
    fmt::print("{}", ZshCompletions(program));
  } else {
    fmt::print("{}", FishCompletions(program));
  }
  return kExitYes;
}

}  // namespace

void AddCompletionsCommand(Command& app) {
  auto shell = std::make_shared<std::string>();
  Command& command =
      app.AddCommand("completions", "Print what makes a shell complete commands and options");
  command.AddOption("SHELL", *shell, "for which shell").OneOf({"bash", "zsh", "fish"}).Required();
  command.SetFooter(
      "\nExamples:\n"
      "  source <(meguri completions bash)\n"
      "  meguri completions zsh > ~/.zfunc/_meguri          a folder of $fpath\n"
      "  meguri completions fish > ~/.config/fish/completions/meguri.fish\n"
      "The Debian package brings them along.");
  command.Does([&app, shell] { return PrintCompletions(app, *shell); });
}

}  // namespace meguri::app
