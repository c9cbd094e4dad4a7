// Man pages: roff that says what was meant, and in the program's own ones all that --help says.
#include "app/cli/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/listed_commands.h"
#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(RoffTextTest, NoCharacterIsACommand) {
  EXPECT_EQ(RoffText("--out"), "\\-\\-out");
  EXPECT_EQ(RoffText(".mgraph"), "\\&.mgraph");
  EXPECT_EQ(RoffText("a\n.b\n'c'"), "a\n\\&.b\n\\&\\(aqc\\(aq");
  EXPECT_EQ(RoffText("a.b"), "a.b");
  EXPECT_EQ(RoffText("a,b, c"), "a,\\:b, c") << "it may break there";
  EXPECT_EQ(RoffText(R"(\n)"), "\\(rsn");
  EXPECT_EQ(RoffText("`x^y~\""), "\\(gax\\(hay\\(ti\\(dq");
}

std::string PageOf(Command& command) { return ManPage(command, "prog 1.2.3"); }

TEST(ManPageTest, HasASectionForEachKindOfFact) {
  Command program("prog", "A program.\nTry: prog list .");
  Command& list = program.AddCommand("list", "Lists what there is");
  Command& other = program.AddCommand("other", "Another");
  std::string from;
  int count = 3;
  bool hidden = false;
  list.AddOption("FROM", from, ".hidden files, too").Required();
  list.AddOption("-n,--count", count, "how many").Between(1, 9).ShowDefault().Group("Limits");
  list.AddFlag("--secret", hidden, "not for all").Hidden();
  list.SetFooter("\nExample: prog list .\nProse.\nExit code: 0 always.");
  EXPECT_EQ(ManPageName(list), "prog-list");
  const std::string page = PageOf(list);
  EXPECT_THAT(page, StartsWith(".TH PROG\\-LIST 1 \"\" \"prog 1.2.3\" \"User Commands\"\n"));
  EXPECT_THAT(page, HasSubstr(".SH NAME\nprog\\-list \\- Lists what there is\n"));
  EXPECT_THAT(page, HasSubstr("\\fBprog list\\fR [\\fIOPTIONS\\fR] \\fIFROM\\fR\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fIFROM\\fR\n\\&.hidden files, too\n"));
  EXPECT_THAT(page, HasSubstr(".SS \"Limits\"\n.TP\n\\fB\\-n\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\n"
                              "how many (1 to 9) [3]\n"));
  EXPECT_THAT(page, Not(HasSubstr("secret")));
  EXPECT_THAT(page, HasSubstr(".nf\nExample: prog list .\n.fi\n.PP\nProse.\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\nExit code: 0 always.\n"));
  EXPECT_THAT(page, EndsWith(".SH SEE ALSO\n\\fBprog\\fR(1),\n\\fBprog\\-other\\fR(1)\n"));
  EXPECT_THAT(PageOf(other), HasSubstr(".TP\n.B 2\nAn error"));
  EXPECT_THAT(PageOf(program), HasSubstr("prog \\- A program\n"));
  EXPECT_THAT(PageOf(program), HasSubstr(".SH COMMANDS\n.TP\n\\fBprog\\-list\\fR(1)\n"));
}

class ManCommandTest : public ProgramTest {};

TEST_F(ManCommandTest, EveryOptionOfEveryCommandStandsInItsPage) {
  ASSERT_EQ(Meguri("man pages/man1").exit_code, 0);
  const auto commands =
      ListCommands([this](const std::string& words) { return Meguri(words + " --help").lines(); });
  EXPECT_GT(commands.size(), 40U);
  EXPECT_EQ(Names("pages/man1").size(), commands.size());
  for (const ListedCommand& command : commands) {
    const std::string page = Bytes("pages/man1/" + command.Name('-') + ".1");
    ASSERT_THAT(page, StartsWith(".TH MEGURI")) << command.Name();
    for (const std::string& option : command.options)
      EXPECT_THAT(page, HasSubstr("\\fB" + RoffText(option) + "\\fR")) << command.Name();
    for (const std::string& below : command.below)
      EXPECT_THAT(page, HasSubstr(RoffText(command.Name('-') + "-" + below) + "\\fR(1)"));
  }
}

TEST_F(ManCommandTest, TheSamePagesEachTime) {
  ASSERT_EQ(Meguri("man a").exit_code, 0);
  ASSERT_EQ(Meguri("man b").exit_code, 0);
  for (const std::string& name : Names("a"))
    EXPECT_EQ(Bytes("a/" + name), Bytes("b/" + name));
}

TEST_F(ManCommandTest, AFolderThatCantBeIsAnError) {
  Put("file", "");
  ExpectError("man", "file/below");
  ExpectError("man", "");
}

}  // namespace
}  // namespace meguri::app
