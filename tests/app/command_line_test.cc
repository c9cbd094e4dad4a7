// How a command line is read, and what is said of one that is wrong: app/cli.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/closest_name.h"
#include "app/cli/command.h"
#include "app/cli/help_text.h"
#include "app/cli/parse_arguments.h"

namespace meguri::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<int> Nothing() { return 0; }

// A program with a command of each kind.
struct Sample {
  Sample() : program("prog", "A program") {
    Command& copy = program.AddCommand("copy", "Copies");
    copy.AddOption("FROM", from, "what").Required();
    copy.AddOption("TO", to, "whither");
    copy.AddOption("-o,--out", out, "the file").Type("FILE");
    copy.AddOption("--count", count, "how often").Between(1, 10).ShowDefault();
    copy.AddOption("--port", port, "where");
    copy.AddOption("--share", share, "of all").Between(0, 1);
    copy.AddOption("--names", names, "several").Separator(',');
    copy.AddOption("--kind", kind, "which").OneOf({"big", "small"});
    Option& silent = copy.AddFlag("-q,--quiet", quiet, "say nothing");
    copy.AddFlag("--loud", loud, "say all").Excludes(silent);
    copy.AddOption("--level", level, "how loud").Needs(*FindOption(copy, "--loud"));
    copy.SetFooter("\nExample: prog copy a");
    copy.Does(Nothing);
    Command& list = program.AddCommand("list", "Lists");
    list.AddOption("PATH", paths, "these");
    list.Does(Nothing);
    Command& group = program.AddCommand("group", "Has others");
    group.AddCommand("one", "The first").Does(Nothing);
    group.AddCommand("two", "The second").Does(Nothing);
    program.Does(Nothing);
  }

  static Option* FindOption(Command& command, std::string_view name) {
    for (Option& option : command.options()) {
      if (option.facts().name() == name) return &option;
    }
    return nullptr;
  }

  Result<ParsedArguments> Parse(const std::vector<std::string>& arguments) {
    return ParseArguments(program, arguments);
  }

  Command program;
  std::string from;
  std::string to;
  std::string out = "none";
  unsigned count = 3;
  std::uint16_t port = 0;
  std::optional<double> share;
  std::vector<std::string> names;
  std::string kind;
  bool quiet = false;
  bool loud = false;
  int level = 0;
  std::vector<std::string> paths;
};

std::string ErrorOf(const std::vector<std::string>& arguments) {
  Sample sample;
  const auto parsed = sample.Parse(arguments);
  return parsed ? "" : parsed.error().context;
}

TEST(CommandLineTest, OptionsStandAnywhereInAnyForm) {
  Sample sample;
  const auto parsed =
      sample.Parse({"copy", "-o", "x", "a", "--count=7", "-q", "b", "--share", "0.25"});
  ASSERT_TRUE(parsed) << parsed.error().context;
  EXPECT_EQ(parsed->command->FullName(), "prog copy");
  EXPECT_FALSE(parsed->help);
  EXPECT_EQ(sample.from, "a");
  EXPECT_EQ(sample.to, "b");
  EXPECT_EQ(sample.out, "x");
  EXPECT_EQ(sample.count, 7U);
  EXPECT_EQ(sample.share, 0.25);
  EXPECT_TRUE(sample.quiet);
}

TEST(CommandLineTest, ShortOptionsTakeTheirValueInTheSameWord) {
  Sample sample;
  ASSERT_TRUE(sample.Parse({"copy", "a", "-ofile"}));
  EXPECT_EQ(sample.out, "file");
}

TEST(CommandLineTest, SeveralValuesWithCommasOrAgain) {
  Sample sample;
  ASSERT_TRUE(sample.Parse({"copy", "a", "--names", "x,y", "--names=z"}));
  EXPECT_THAT(sample.names, ElementsAre("x", "y", "z"));
}

TEST(CommandLineTest, BehindTwoDashesNothingIsAnOption) {
  Sample sample;
  ASSERT_TRUE(sample.Parse({"list", "--", "--quiet", "-", "-5"}));
  EXPECT_THAT(sample.paths, ElementsAre("--quiet", "-", "-5"));
}

TEST(CommandLineTest, ADashAndNegativeNumbersAreWords) {
  Sample sample;
  ASSERT_TRUE(sample.Parse({"list", "-", "-5"}));
  EXPECT_THAT(sample.paths, ElementsAre("-", "-5"));
}

TEST(CommandLineTest, NegativeNumbersAreValues) {
  Sample sample;
  ASSERT_TRUE(sample.Parse({"copy", "a", "--loud", "--level", "-2"}));
  EXPECT_EQ(sample.level, -2);
}

TEST(CommandLineTest, HelpIsAskedForBeforeAnythingIsMissing) {
  Sample sample;
  const auto parsed = sample.Parse({"copy", "--help"});
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->help);
  EXPECT_EQ(parsed->command->name(), "copy");
}

TEST(CommandLineTest, WhatIsWrongIsSaid) {
  const std::string see = "; see prog copy --help";
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"copy"}, "prog copy: FROM is required" + see},
      {{"copy", "a", "b", "c"}, "prog copy: 'c' is one argument too many" + see},
      {{"copy", "a", "--count", "0"},
       "prog copy: --count: '0' is out of range; want 1 to 10" + see},
      {{"copy", "a", "--count", "1,x"}, "prog copy: --count: '1,x' is not a number" + see},
      {{"copy", "a", "--count", "1.5"}, "prog copy: --count: '1.5' is not a whole number" + see},
      {{"copy", "a", "--port", "70000"},
       "prog copy: --port: '70000' is too large; the most is 65535" + see},
      {{"copy", "a", "--port", "-1"},
       "prog copy: --port: '-1' is negative; want a whole number of 0 or more" + see},
      {{"copy", "a", "--share", "nan"}, "prog copy: --share: 'nan' is not a number" + see},
      {{"copy", "a", "--share", ""}, "prog copy: --share: '' is not a number" + see},
      {{"copy", "a", "--kind", "b"},
       "prog copy: --kind: 'b' is unknown; want one of big, small" + see},
      {{"copy", "a", "--quiet=no"}, "prog copy: --quiet takes no value" + see},
      {{"copy", "a", "--out"}, "prog copy: --out needs a value: --out FILE" + see},
      {{"copy", "a", "--out", "--quiet"},
       "prog copy: --out needs a value: --out FILE, and --quiet is an option" + see},
      {{"copy", "a", "--out", "x", "-o", "y"},
       "prog copy: --out is given 2 times; give it once" + see},
      {{"copy", "a", "--loud", "-q"}, "prog copy: --loud and --quiet exclude each other" + see},
      {{"copy", "a", "--level", "2"}, "prog copy: --level needs --loud" + see},
      {{"copy", "a", "--otu", "x"}, "prog copy: --otu is not an option; did you mean --out?" + see},
      {{"copy", "a", "--elsewhere"}, "prog copy: --elsewhere is not an option" + see},
      {{"copy", "a", "-\x1b[2J"}, "prog copy: -\\u001b is not an option" + see},
      {{"cpoy"}, "prog: 'cpoy' is not a command; did you mean copy?; see prog --help"},
      {{"paint"}, "prog: 'paint' is not a command; want one of copy, list, group; see prog --help"},
      {{"group"}, "prog group: want one of one, two; see prog group --help"},
  };
  for (const auto& [arguments, line] : cases) {
    EXPECT_EQ(ErrorOf(arguments), line);
  }
}

TEST(CommandLineTest, HelpTellsAll) {
  const Sample sample;
  const std::string help = HelpText(sample.program.commands().front(), 60);
  EXPECT_THAT(help, HasSubstr("Usage: prog copy [OPTIONS] FROM [TO]\n"));
  EXPECT_THAT(help, HasSubstr("\n  -o, --out FILE"));
  EXPECT_THAT(help, HasSubstr("how often (1 to 10) [3]\n"));
  EXPECT_THAT(help, HasSubstr("which (big, small)\n"));
  EXPECT_THAT(help, HasSubstr("\n  -q, --quiet "));
  EXPECT_TRUE(help.ends_with("\nExample: prog copy a\n")) << help;
}

TEST(ClosestNameTest, FindsWhatWasMeant) {
  const std::vector<std::string_view> names = {"--scope", "--seeds", "--max-pages", "--max-time"};
  EXPECT_EQ(ClosestName("--sceop", names), "--scope");
  EXPECT_EQ(ClosestName("--seed", names), "--seeds");
  EXPECT_EQ(ClosestName("--maxpages", names), "--max-pages");
  EXPECT_EQ(ClosestName("--nothing-like-it", names), std::nullopt);
  EXPECT_EQ(ClosestName(std::string(100'000, 'x'), names), std::nullopt);
  EXPECT_EQ(ClosestName("x", {}), std::nullopt);
  EXPECT_EQ(ClosestName("--", names), std::nullopt);
  const std::vector<std::string_view> short_ones = {"-o", "url"};
  EXPECT_EQ(ClosestName("ur", short_ones), "url");
  EXPECT_EQ(ClosestName("-x", short_ones), std::nullopt);
}

}  // namespace
}  // namespace meguri::app
