#include "app/cli/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "app/cli/help_text.h"

namespace meguri::app {
namespace {

constexpr std::string_view kExitStatus =
    ".TP\n.B 0\nIt went well, or the answer is yes.\n"
    ".TP\n.B 1\nThe answer is no.\n"
    ".TP\n.B 2\nAn error, which is said in one line on standard error.\n";

std::string UpperCase(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string Section(std::string_view title, std::string_view body) {
  return body.empty() ? "" : fmt::format(".SH {}\n{}", title, body);
}

std::string Reference(const Command& command) {
  return fmt::format("\\fB{}\\fR(1)", RoffText(ManPageName(command)));
}

// Options, in bold, with what they take in italics: "\fB\-o\fR, \fB\-\-out\fR \fIFILE\fR".
std::string Spellings(const OptionFacts& option) {
  std::string out;
  for (const std::string& spelling : option.spellings)
    out += fmt::format("{}\\fB{}\\fR", out.empty() ? "" : ", ", RoffText(spelling));
  if (!option.is_flag() && !option.type.empty())
    out += fmt::format(" \\fI{}\\fR{}", RoffText(option.type), option.takes_many ? "..." : "");
  return out;
}

std::string ArgumentName(const OptionFacts& facts) {
  return fmt::format("\\fI{}\\fR{}", RoffText(facts.name()), facts.takes_many ? "..." : "");
}

std::string Synopsis(const Command& command) {
  std::string out = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", RoffText(command.FullName()));
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (!facts.is_positional() || facts.hidden) continue;
    const std::string name = ArgumentName(facts);
    out += facts.required ? " " + name : " [" + name + "]";
  }
  if (!command.commands().empty())
    out += command.action() ? " [\\fICOMMAND\\fR]" : " \\fICOMMAND\\fR";
  return out + '\n';
}

std::string Entry(std::string_view name, std::string_view about) {
  return fmt::format(".TP\n{}\n{}\n", name, about.empty() ? "\\&" : RoffText(about));
}

std::string Arguments(const Command& command) {
  std::string out;
  for (const Option& option : command.options()) {
    const OptionFacts& facts = option.facts();
    if (facts.is_positional() && !facts.hidden) out += Entry(ArgumentName(facts), AboutText(facts));
  }
  return out;
}

std::string Options(const Command& command) {
  std::vector<std::string> groups;
  for (const Option& option : command.options()) {
    const std::string& group = option.facts().group;
    if (!std::ranges::count(groups, group)) groups.push_back(group);
  }
  std::string out;
  for (const std::string& group : groups) {
    std::string entries;
    for (const Option& option : command.options()) {
      const OptionFacts& facts = option.facts();
      if (facts.group != group || facts.hidden || facts.is_positional()) continue;
      entries += Entry(Spellings(facts), AboutText(facts));
    }
    if (!entries.empty() && !group.empty()) out += fmt::format(".SS \"{}\"\n", RoffText(group));
    out += entries;
  }
  return out;
}

// Prose is filled; lines that begin with blanks, and those of examples, stay as they are.
class Prose {
 public:
  void Add(std::string_view line) {
    const bool kept = line.starts_with("  ") || line.starts_with("Example");
    if (line.empty()) return;
    if (kept != kept_) Turn(kept);
    out_ += RoffText(line) + '\n';
  }
  std::string Text() {
    if (kept_) Turn(false);
    return std::exchange(out_, {});
  }

 private:
  void Turn(bool kept) {
    out_ += kept ? ".PP\n.nf\n" : ".fi\n.PP\n";
    kept_ = kept;
  }

  std::string out_;
  bool kept_ = false;
};

// What stands below the options, but for how it exits, which has a section of its own.
std::string Notes(const Command& command) {
  const std::string_view footer = command.footer();
  Prose prose;
  for (const std::string_view line : LinesOf(footer.substr(0, footer.find("\nExit code"))))
    prose.Add(line);
  return prose.Text();
}

std::string ExitStatus(const Command& command) {
  const std::string_view footer = command.footer();
  const std::size_t said = footer.find("\nExit code");
  if (said == std::string_view::npos) return std::string(kExitStatus);
  Prose prose;
  for (const std::string_view line : LinesOf(footer.substr(said + 1)))
    prose.Add(line);
  return prose.Text();
}

std::string SeeAlso(const Command& command) {
  std::vector<std::string> others;
  for (const Command* above = command.parent(); above != nullptr; above = above->parent())
    others.push_back(Reference(*above));
  std::ranges::reverse(others);
  if (command.parent() != nullptr && command.commands().empty()) {
    for (const Command& beside : command.parent()->commands())
      if (&beside != &command) others.push_back(Reference(beside));
  }
  for (const Command& below : command.commands())
    others.push_back(Reference(below));
  std::string out;
  for (const std::string& other : others)
    out += fmt::format("{}{}", out.empty() ? "" : ",\n", other);
  return out + '\n';
}

std::string Commands(const Command& command) {
  std::string out;
  for (const Command& below : command.commands())
    out += Entry(Reference(below), below.about());
  return out;
}

}  // namespace

std::string ManPageName(const Command& command) {
  std::string name = command.FullName();
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string RoffText(std::string_view text) {
  std::string out;
  bool line_begins = true;
  bool after_comma = false;
  for (const char c : text) {
    if (after_comma && c != ' ' && c != '\n') out += "\\:";  // a list without blanks breaks here
    after_comma = c == ',';
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\':
        out += "\\(rs";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '"':
        out += "\\(dq";
        break;
      default:
        out += c;
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string ManPage(const Command& command, std::string_view version) {
  const std::string name = ManPageName(command);
  const std::string_view about = command.about();
  const std::size_t first = about.find('\n');
  std::string summary(about.substr(0, first));
  if (summary.ends_with('.')) summary.pop_back();
  Prose more;
  if (first != std::string_view::npos) {
    for (const std::string_view line : LinesOf(about.substr(first + 1)))
      more.Add("  " + std::string(line));
  }
  // Words are neither broken nor spread out: options and URLs are copied from here.
  std::string out = fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.nh\n.ad l\n",
                                RoffText(UpperCase(name)), RoffText(version));
  out += Section("NAME", fmt::format("{} \\- {}\n", RoffText(name), RoffText(summary)));
  out += Section("SYNOPSIS", Synopsis(command));
  out += Section("DESCRIPTION", RoffText(summary + ".") + '\n' + more.Text());
  out += Section("ARGUMENTS", Arguments(command));
  out += Section("COMMANDS", Commands(command));
  out += Section("OPTIONS", Options(command));
  out += Section("NOTES", Notes(command));
  out += Section("EXIT STATUS", ExitStatus(command));
  out += Section("SEE ALSO", SeeAlso(command));
  return out;
}

}  // namespace meguri::app
