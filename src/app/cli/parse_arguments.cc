#include "app/cli/parse_arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>

#include "app/cli/closest_name.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

bool LooksLikeOption(std::string_view argument) {
  if (argument.size() < 2 || argument.front() != '-') return false;
  const char next = argument[1];
  return (next < '0' || next > '9') && next != '.';
}

std::string KindsOf(const Command& command) {
  std::string kinds;
  for (const Command& kind : command.commands())
    kinds += (kinds.empty() ? "" : ", ") + kind.name();
  return kinds;
}

class Parser {
 public:
  Parser(Command& program, const std::vector<std::string>& arguments)
      : command_(&program), arguments_(arguments) {}

  Result<ParsedArguments> Parse() {
    bool options_end = false;
    for (; at_ < arguments_.size(); ++at_) {
      const std::string& argument = arguments_[at_];
      if (!options_end && argument == "--") {
        options_end = true;
      } else if (!options_end && LooksLikeOption(argument)) {
        MEGURI_TRY(const bool help, TakeOption(argument));
        if (help) return ParsedArguments{command_, true};
      } else {
        MEGURI_CHECK_STATUS(TakeWord(argument, options_end));
      }
    }
    MEGURI_CHECK_STATUS(Finish());
    return ParsedArguments{command_, false};
  }

 private:
  tl::unexpected<Error> Wrong(std::string_view what) const {
    const std::string name = command_->FullName();
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: {}; see {} --help", name, what, name));
  }

  Option* FindOption(std::string_view spelling) const {
    for (Option& option : command_->options()) {
      if (option.facts().is_positional()) continue;
      for (const std::string& known : option.facts().spellings) {
        if (known == spelling) return &option;
      }
    }
    return nullptr;
  }

  // True if it asks for help.
  Result<bool> TakeOption(std::string_view argument) {
    std::string_view spelling = argument;
    std::optional<std::string_view> text;
    if (!argument.starts_with("--")) {
      if (argument.size() > 2) text = argument.substr(argument[2] == '=' ? 3 : 2);
      spelling = argument.substr(0, 2);
    } else if (const std::size_t equals = argument.find('='); equals != std::string_view::npos) {
      text = argument.substr(equals + 1);
      spelling = argument.substr(0, equals);
    }
    Option* option = FindOption(spelling);
    if (option == nullptr) return Unknown(spelling);
    if (spelling == "-h" || spelling == "--help") return true;
    if (option->facts().is_flag()) {
      if (text) return Wrong(fmt::format("{} takes no value", spelling));
      option->Take("");
      return false;
    }
    if (!text) {
      const bool there = at_ + 1 < arguments_.size();
      if (!there || FindOption(arguments_[at_ + 1]) != nullptr) {
        std::string wrong =
            fmt::format("{} needs a value: {} {}", spelling, spelling, option->facts().type);
        if (there) wrong += fmt::format(", and {} is an option", arguments_[at_ + 1]);
        return Wrong(wrong);
      }
      text = arguments_[++at_];
    }
    option->Take(*text);
    return false;
  }

  tl::unexpected<Error> Unknown(std::string_view spelling) const {
    std::vector<std::string_view> known;
    for (const Option& option : command_->options()) {
      if (option.facts().is_positional() || option.facts().hidden) continue;
      known.insert(known.end(), option.facts().spellings.begin(), option.facts().spellings.end());
    }
    std::string what = fmt::format("{} is not an option", Printable(spelling));
    if (const auto meant = ClosestName(spelling, known))
      what += fmt::format("; did you mean {}?", *meant);
    return Wrong(what);
  }

  Status TakeWord(const std::string& word, bool options_end) {
    if (!options_end && !took_word_) {
      for (Command& below : command_->commands()) {
        if (below.name() != word) continue;
        MEGURI_CHECK_STATUS(FinishOptions(*command_));
        command_ = &below;
        return {};
      }
    }
    for (Option& option : command_->options()) {
      if (!option.facts().is_positional() || (option.given() && !option.facts().takes_many))
        continue;
      option.Take(word);
      took_word_ = true;
      return {};
    }
    if (command_->commands().empty())
      return Wrong(fmt::format("'{}' is one argument too many", Printable(word)));
    std::vector<std::string_view> known;
    for (const Command& below : command_->commands())
      known.push_back(below.name());
    const auto meant = ClosestName(word, known);
    return Wrong(fmt::format(
        "'{}' is not a command; {}", Printable(word),
        meant ? fmt::format("did you mean {}?", *meant) : "want one of " + KindsOf(*command_)));
  }

  Status FinishOptions(const Command& command) const {
    for (const Option& option : command.options()) {
      if (const Status finished = option.Finish(); !finished)
        return Wrong(finished.error().context);
    }
    return {};
  }

  Status Finish() const {
    MEGURI_CHECK_STATUS(FinishOptions(*command_));
    if (!command_->action()) return Wrong("want one of " + KindsOf(*command_));
    return {};
  }

  Command* command_;
  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  bool took_word_ = false;  // then a command's name is an ordinary argument
};

}  // namespace

Result<ParsedArguments> ParseArguments(Command& program,
                                       const std::vector<std::string>& arguments) {
  return Parser(program, arguments).Parse();
}

}  // namespace meguri::app
