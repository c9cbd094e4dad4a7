#include "app/cli/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/printable.h"

namespace meguri::app {
namespace {

std::vector<std::string> SplitAt(char separator, std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

tl::unexpected<Error> Wrong(std::string what) {
  return Fail(ErrorCode::kInvalidArgument, std::move(what));
}

}  // namespace

const std::string& OptionFacts::name() const {
  const auto is_long = [](const std::string& spelling) { return spelling.starts_with("--"); };
  const auto found = std::ranges::find_if(spellings, is_long);
  return found == spellings.end() ? spellings.back() : *found;
}

Option::Option(std::string_view spellings, OptionValue value, std::string_view about)
    : value_(std::move(value)) {
  facts_.spellings = SplitAt(',', spellings);
  facts_.about = about;
  facts_.type = value_.type;
  facts_.takes_many = value_.takes_many;
}

Option& Option::Required() {
  facts_.required = true;
  return *this;
}

Option& Option::Hidden() {
  facts_.hidden = true;
  return *this;
}

Option& Option::Type(std::string_view type) {
  facts_.type = type;
  return *this;
}

Option& Option::Group(std::string_view group) {
  facts_.group = group;
  return *this;
}

Option& Option::ShowDefault() {
  facts_.default_text = value_.shown();
  return *this;
}

Option& Option::Between(double least, double most) {
  least_ = least;
  most_ = most;
  facts_.range =
      std::isinf(most) ? fmt::format("{} or more", least) : fmt::format("{} to {}", least, most);
  return *this;
}

Option& Option::OneOf(std::vector<std::string> choices) {
  facts_.choices = std::move(choices);
  return *this;
}

Option& Option::Check(std::function<Status(const std::string&)> check) {
  checks_.push_back(std::move(check));
  return *this;
}

Option& Option::Separator(char separator) {
  separator_ = separator;
  return *this;
}

Option& Option::Needs(const Option& other) {
  needed_.push_back(&other);
  return *this;
}

Option& Option::Excludes(const Option& other) {
  excluded_.push_back(&other);
  return *this;
}

void Option::Take(std::string_view text) {
  ++times_;
  if (facts_.is_flag()) return;
  if (separator_ == 0) {
    texts_.emplace_back(text);
    return;
  }
  for (std::string& part : SplitAt(separator_, text))
    texts_.push_back(std::move(part));
}

Status Option::Finish() const {
  const std::string& name = facts_.name();
  if (!given()) {
    if (facts_.required) return Wrong(name + " is required");
    return {};
  }
  // A repeated flag says the same again; a repeated value contradicts itself.
  if (!facts_.is_flag() && !facts_.takes_many && times_ > 1)
    return Wrong(fmt::format("{} is given {} times; give it once", name, times_));
  for (const Option* other : needed_) {
    if (!other->given()) return Wrong(fmt::format("{} needs {}", name, other->facts().name()));
  }
  for (const Option* other : excluded_) {
    if (other->given())
      return Wrong(fmt::format("{} and {} exclude each other", name, other->facts().name()));
  }
  Status stored = CheckTexts();
  if (stored) stored = value_.store(texts_);
  if (!stored) return Wrong(fmt::format("{}: {}", name, stored.error().context));
  return {};
}

Status Option::CheckTexts() const {
  for (const std::string& text : texts_) {
    if (!facts_.range.empty()) {
      MEGURI_TRY(const double number, ParseNumber(text));
      if (!(number >= least_ && number <= most_))
        return Wrong(fmt::format("'{}' is out of range; want {}", Printable(text), facts_.range));
    }
    if (!facts_.choices.empty() && !std::ranges::count(facts_.choices, text)) {
      return Wrong(fmt::format("'{}' is unknown; want one of {}", Printable(text),
                               fmt::join(facts_.choices, ", ")));
    }
    for (const auto& check : checks_)
      MEGURI_CHECK_STATUS(check(text));
  }
  return {};
}

}  // namespace meguri::app
