// One option, flag or positional argument of a command: what it is called, what may be said of it,
// and where its value goes. Made by Command::AddOption(), then described in a chain:
//
//   command.AddOption("-o,--out", flags.out, "the new file").Type("FILE").Required();
//
// Nothing is checked or stored while arguments are read, but all of it by Finish(), so that what an
// error says does not depend on the arguments' order.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/option_value.h"
#include "base/result.h"

namespace meguri::app {

// What help, man pages, completions and the parser need to know.
struct OptionFacts {
  std::vector<std::string> spellings;  // "-o", "--out"; of a positional its name: "FILE"
  std::string about;
  std::string type;                  // "FILE", "N"; "" for a flag
  std::string group;                 // the heading it stands below; "" for the common one
  std::string default_text;          // shown in brackets; "": not shown
  std::string range;                 // "1 to 100"; "": any
  std::vector<std::string> choices;  // empty: any text
  bool required = false;
  bool hidden = false;
  bool takes_many = false;

  bool is_flag() const { return type.empty() && !is_positional(); }
  bool is_positional() const { return !spellings.front().starts_with('-'); }
  // The one to use in messages: the first long one, "--out"; or "FILE".
  const std::string& name() const;
};

class Option {
 public:
  // `spellings`: "-o,--out", short ones first; or "FILE" for a positional argument.
  Option(std::string_view spellings, OptionValue value, std::string_view about);

  Option& Required();
  Option& Hidden();  // works, and is in no help
  Option& Type(std::string_view type);
  Option& Group(std::string_view group);
  Option& ShowDefault();  // in the help: what the variable holds now
  // The number, or each of them, lies between the two, which may be it.
  Option& Between(double least, double most);
  Option& OneOf(std::vector<std::string> choices);
  // Fails with what is wrong with one text.
  Option& Check(std::function<Status(const std::string& text)> check);
  Option& Separator(char separator);  // of several values in one text
  Option& Needs(const Option& other);
  Option& Excludes(const Option& other);

  const OptionFacts& facts() const { return facts_; }
  bool given() const { return times_ > 0; }

  // It stood in the arguments; a flag's text is "".
  void Take(std::string_view text);
  // When all arguments are read: checks, and stores if it was given. Fails with a message that
  // begins with the option's name.
  Status Finish() const;

 private:
  Status CheckTexts() const;

  OptionFacts facts_;
  OptionValue value_;
  char separator_ = 0;
  double least_ = -std::numeric_limits<double>::infinity();
  double most_ = std::numeric_limits<double>::infinity();
  std::vector<std::function<Status(const std::string&)>> checks_;
  std::vector<const Option*> needed_;
  std::vector<const Option*> excluded_;
  std::vector<std::string> texts_;
  std::size_t times_ = 0;
};

}  // namespace meguri::app
