// Completion scripts: what is offered where, in bash itself; and that no option is missing.
#include "app/cli/completions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/listed_commands.h"
#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAreArray;

OptionFacts Facts(std::vector<std::string> spellings, std::string type) {
  OptionFacts facts;
  facts.spellings = std::move(spellings);
  facts.type = std::move(type);
  return facts;
}

TEST(CompletedTest, ByTheTypeOfAnOptionOrTheNameOfAnArgument) {
  EXPECT_EQ(CompletedOf(Facts({"--out"}, "FILE")), Completed::kFiles);
  EXPECT_EQ(CompletedOf(Facts({"--dir"}, "DIR")), Completed::kFolders);
  EXPECT_EQ(CompletedOf(Facts({"--archive"}, "DIR|FILE")), Completed::kFiles);
  EXPECT_EQ(CompletedOf(Facts({"--seed"}, "N")), Completed::kNothing);
  EXPECT_EQ(CompletedOf(Facts({"--json"}, "")), Completed::kNothing);
  EXPECT_EQ(CompletedOf(Facts({"PATH"}, "TEXT")), Completed::kFiles);
  EXPECT_EQ(CompletedOf(Facts({"URL"}, "TEXT")), Completed::kNothing);
  OptionFacts part = Facts({"--part"}, "TEXT");
  part.choices = {"head", "block"};
  EXPECT_EQ(CompletedOf(part), Completed::kChoices);
}

TEST(CompletionWordsTest, QuotedAndShort) {
  EXPECT_EQ(ShellQuoted("the site's $x"), "'the site'\\''s $x'");
  EXPECT_EQ(ShortAbout("the first; and more"), "the first");
  EXPECT_EQ(ShortAbout("one line\nand another"), "one line");
}

std::string LinesThatBegin(const std::string& text, const std::string& begin) {
  std::string found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(begin)) found += line + '\n';
  return found;
}

class CompletionsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(Meguri("completions bash >script").exit_code, 0);
    Put("crawl/warc.gz", "");
    Put("page.html", "");
  }

  // What bash offers for each line, of words with blanks between, the last of which is typed.
  std::vector<std::vector<std::string>> Offered(const std::vector<std::string>& lines) const {
    std::string script = "set -u\nsource ./script\n";
    for (const std::string& line : lines) {
      script += fmt::format(
          "COMP_WORDS=(meguri {}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
          "_meguri meguri \"${{COMP_WORDS[COMP_CWORD]}}\"\necho \"${{COMPREPLY[*]-}}\"\n",
          line);
    }
    Put("ask", script + "complete -p meguri >&2\n");
    const Outcome outcome = Meguri(">/dev/null; bash ./ask 2>&1");
    std::vector<std::string> replies = outcome.lines();
    EXPECT_EQ(replies.size(), lines.size() + 1) << outcome.output;
    EXPECT_EQ(replies.back(), "complete -F _meguri meguri");
    std::vector<std::vector<std::string>> all;
    for (std::size_t i = 0; i < lines.size() && i < replies.size(); ++i) {
      std::istringstream words(replies[i]);
      all.emplace_back();
      for (std::string word; words >> word;)
        all.back().push_back(word);
    }
    return all;
  }
  std::vector<std::string> Offered(const std::string& line) const {
    return Offered(std::vector<std::string>{line}).front();
  }
  std::vector<ListedCommand> Commands() const {
    return ListCommands(
        [this](const std::string& words) { return Meguri(words + " --help").lines(); });
  }
};

TEST_F(CompletionsTest, BashOffersEveryCommandAndOption) {
  const std::vector<ListedCommand> commands = Commands();
  std::vector<std::string> lines;
  for (const ListedCommand& command : commands) {
    lines.push_back(command.words + " -");
    lines.push_back(command.words + " ''");
  }
  const auto offered = Offered(lines);
  ASSERT_EQ(offered.size(), lines.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    EXPECT_THAT(offered[2 * i], UnorderedElementsAreArray(commands[i].options))
        << commands[i].Name();
    EXPECT_THAT(offered[2 * i + 1], IsSupersetOf(commands[i].below)) << commands[i].Name();
  }
}

TEST_F(CompletionsTest, BashOffersWhatAValueCanBe) {
  EXPECT_THAT(Offered("archive cat --part ''"), ElementsAre("record", "head", "block", "payload"));
  EXPECT_THAT(Offered("archive cat --part = he"), ElementsAre("head")) << "--part=he";
  EXPECT_THAT(Offered("archive cat --part ="), Contains("payload"));
  EXPECT_THAT(Offered("crawl --config pa"), ElementsAre("page.html"));
  EXPECT_THAT(Offered("crawl --dir ''"), ElementsAre("crawl")) << "folders alone";
  EXPECT_THAT(Offered("crawl --depth ''"), IsEmpty());
  EXPECT_THAT(Offered("archive ls ''"), AllOf(Contains("crawl"), Contains("page.html")));
  EXPECT_THAT(Offered("archive ls page.html pa"), ElementsAre("page.html"))
      << "as many as one likes";
  EXPECT_THAT(Offered("url ''"), ElementsAre("crawl"));
  EXPECT_THAT(Offered("url crawl ''"), IsEmpty()) << "a URL";
  EXPECT_THAT(Offered("parse page.html ''"), IsEmpty()) << "one is enough";
}

TEST_F(CompletionsTest, BashReadsTheWordsBeforeAsTheProgramDoes) {
  EXPECT_THAT(Offered("arch"), ElementsAre("archive"));
  EXPECT_THAT(Offered("lab --dir judge --js"), ElementsAre("--json")) << "a value is no command";
  EXPECT_THAT(Offered("lab --dir = judge --folder ''"), ElementsAre("crawl"));
  EXPECT_THAT(Offered("completions ''"), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(Offered("archive ls -- --j"), IsEmpty()) << "no option behind --";
}

TEST_F(CompletionsTest, ZshAndFishKnowEveryOption) {
  const std::string zsh = Meguri("completions zsh").output;
  const std::string fish = Meguri("completions fish").output;
  EXPECT_TRUE(zsh.starts_with("#compdef meguri\n"));
  for (const ListedCommand& command : Commands()) {
    const std::string begin = "\n_" + command.Name('_') + "() {\n";
    const std::size_t at = zsh.find(begin);
    ASSERT_NE(at, std::string::npos) << command.Name();
    const std::string function = zsh.substr(at, zsh.find("\n}\n", at) - at);
    const std::string its_lines =
        LinesThatBegin(fish, "complete -c meguri -n '__meguri_is " + command.Name() + "'");
    for (const std::string& option : command.options) {
      const auto in_zsh = [&](const char* end) { return function.find(option + end); };
      EXPECT_NE(std::min({in_zsh("["), in_zsh("=["), in_zsh("+[")}), std::string::npos) << option;
      const bool is_long = option.starts_with("--");
      EXPECT_THAT(
          its_lines,
          HasSubstr((is_long ? " -l " + option.substr(2) : " -s " + option.substr(1)) + " "))
          << command.Name();
    }
    for (const std::string& below : command.below) {
      EXPECT_THAT(function, HasSubstr("\n    '" + below + ":"));
      EXPECT_THAT(fish, HasSubstr("__meguri_is " + command.Name() + "' -a " + below + " -d "));
    }
  }
}

TEST_F(CompletionsTest, AnotherShellIsAnError) { ExpectError("completions", "tcsh"); }

}  // namespace
}  // namespace meguri::app
