#include "app/cli/command.h"

#include <utility>
#include <vector>

namespace meguri::app {

Command::Command(std::string_view name, std::string_view about, const Command* parent)
    : name_(name), about_(about), parent_(parent) {
  AddFlag(
      "-h,--help", [] {}, "show this help");
}

Command& Command::AddCommand(std::string_view name, std::string_view about) {
  return commands_.emplace_back(name, about, this);
}

Option& Command::AddValue(std::string_view spellings, OptionValue value, std::string_view about) {
  return options_.emplace_back(spellings, std::move(value), about);
}

Option& Command::AddFlag(std::string_view spellings, bool& target, std::string_view about) {
  return AddFlag(
      spellings, [&target] { target = true; }, about);
}

Option& Command::AddFlag(std::string_view spellings, std::function<void()> said,
                         std::string_view about) {
  OptionValue value{.type = "",
                    .takes_many = false,
                    .store = [said = std::move(said)](const std::vector<std::string>&) -> Status {
                      said();
                      return {};
                    },
                    .shown = [] { return std::string(); }};
  return options_.emplace_back(spellings, std::move(value), about);
}

std::string Command::FullName() const {
  return parent_ == nullptr ? name_ : parent_->FullName() + " " + name_;
}

}  // namespace meguri::app
