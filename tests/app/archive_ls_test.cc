// `meguri archive ls` and `cat`: the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/app/test_archive.h"

namespace meguri::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ArchiveLsTest : public ProgramTest {
 protected:
  void SetUp() override {
    archive_.Response("http://a.example/", "2020-01-02T03:04:05Z", "<p>one")
        .Response("http://a.example/gone", "2020-06-01T00:00:00Z", "no",
                  "Content-Type: text/plain; charset=utf-8\r\n", "404 Not Found")
        .Resource("http://b.example/i.png", "2021-01-01T00:00:00Z", "image/png", "PNG")
        .Add(warc::RequestRecord("http://a.example/", TestArchive::Date("2020-01-02T03:04:05Z"),
                                 "GET / HTTP/1.1\r\n\r\n"));
    Put("a.warc", archive_.bytes());
  }

  // The URLs that `ls --json` lists.
  std::vector<std::string> Urls(const std::string& arguments) const {
    const Outcome outcome = Meguri("archive ls --json " + arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    std::vector<std::string> urls;
    for (const nlohmann::json& line : outcome.json()) {
      urls.push_back(line["type"].get<std::string>() + " " + line["url"].get<std::string>());
    }
    return urls;
  }

  TestArchive archive_;
};

constexpr const char* kPage = "response http://a.example/";
constexpr const char* kGone = "response http://a.example/gone";
constexpr const char* kImage = "resource http://b.example/i.png";
constexpr const char* kRequest = "request http://a.example/";

TEST_F(ArchiveLsTest, LinesForPeople) {
  const Outcome outcome = Meguri("archive ls a.warc");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, IsEmpty());
  ASSERT_EQ(outcome.lines().size(), 4U);
  EXPECT_THAT(outcome.lines()[0], StartsWith("response     2020-01-02T03:04:05Z 200 text/html  "));
  EXPECT_THAT(outcome.lines()[0], testing::EndsWith(" http://a.example/"));
  EXPECT_THAT(outcome.lines()[2], StartsWith("resource     2021-01-01T00:00:00Z   - image/png  "));
}

TEST_F(ArchiveLsTest, JsonSaysWhereARecordIs) {
  const std::vector<nlohmann::json> lines = Meguri("archive ls a.warc --json").json();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["offset"], 0);
  EXPECT_EQ(lines[0]["status"], 200);
  EXPECT_EQ(lines[2]["status"], nullptr);
  EXPECT_EQ(lines[2]["size"], 3);
  EXPECT_EQ(lines[2]["format"], "warc/1.1");
  EXPECT_EQ(lines[1]["mime"], "text/plain");
  EXPECT_EQ(lines[3]["whole"], true);
  const std::string second = archive_.bytes().substr(lines[1]["offset"]);
  EXPECT_THAT(second, StartsWith("WARC/1.1\r\n"));
  EXPECT_THAT(second.substr(0, lines[1]["length"]), testing::EndsWith("\r\n\r\nno"));
}

TEST_F(ArchiveLsTest, Filters) {
  EXPECT_THAT(Urls("a.warc"), ElementsAre(kPage, kGone, kImage, kRequest));
  EXPECT_THAT(Urls("a.warc --url http://a.example/g"), ElementsAre(kGone));
  EXPECT_THAT(Urls("a.warc --url http://b --url http://a.example/g"), ElementsAre(kGone, kImage));
  EXPECT_THAT(Urls("a.warc --type response,request"), ElementsAre(kPage, kGone, kRequest));
  EXPECT_THAT(Urls("a.warc --status 4xx"), ElementsAre(kGone));
  EXPECT_THAT(Urls("a.warc --status 200,300-404"), ElementsAre(kPage, kGone));
  EXPECT_THAT(Urls("a.warc --mime text/"), ElementsAre(kPage, kGone));
  EXPECT_THAT(Urls("a.warc --mime image/png"), ElementsAre(kImage));
  EXPECT_THAT(Urls("a.warc --from 2020-06"), ElementsAre(kGone, kImage));
  EXPECT_THAT(Urls("a.warc --to 2020-01-02"), ElementsAre(kPage, kRequest));
  EXPECT_THAT(Urls("a.warc --from 2020-01-02T03:04:06Z --to 2020"), ElementsAre(kGone));
  EXPECT_THAT(Urls("a.warc --from 2022"), IsEmpty());
}

TEST_F(ArchiveLsTest, SeveralFilesHaveTheirNames) {
  Put("b/b.warc", archive_.bytes());
  const Outcome outcome = Meguri("archive ls a.warc b --type resource");
  ASSERT_EQ(outcome.lines().size(), 5U) << outcome.output;
  EXPECT_EQ(outcome.lines()[0], "a.warc:");
  EXPECT_EQ(outcome.lines()[2], "");
  EXPECT_EQ(outcome.lines()[3], "b/b.warc:");
}

TEST_F(ArchiveLsTest, Stdin) {
  EXPECT_THAT(Urls("- <a.warc"), ElementsAre(kPage, kGone, kImage, kRequest));
  EXPECT_EQ(Meguri("archive cat - <a.warc").output, archive_.bytes());
}

TEST_F(ArchiveLsTest, HostileUrlsDontReachTheScreen) {
  Put("b.warc",
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\x1b[2J\r\n"
      "WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  EXPECT_THAT(Meguri("archive ls b.warc").output, HasSubstr("http://a/\\u001b[2J"));
}

TEST_F(ArchiveLsTest, DamageIsToldAndTheRestRead) {
  Put("b.warc", archive_.bytes() + "garbage\r\n" + archive_.bytes());
  Put("c.warc", archive_.bytes().substr(0, archive_.bytes().size() - 10));
  for (const std::string command :
       {"archive ls b.warc", "archive cat b.warc", "archive ls c.warc", "archive cat c.warc"}) {
    const Outcome outcome = Meguri(command);
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_THAT(outcome.errors, testing::ContainsRegex("meguri archive .*\\.warc: offset [0-9]+: "))
        << command;
    EXPECT_THAT(outcome.output, HasSubstr("http://b.example/i.png")) << command;
  }
  EXPECT_EQ(Meguri("archive ls b.warc").lines().size(), 8U);
}

TEST_F(ArchiveLsTest, NothingIsNoDamage) {
  Put("empty.warc", "");
  EXPECT_EQ(Meguri("archive ls empty.warc").exit_code, 0);
  EXPECT_EQ(Meguri("archive cat empty.warc").output, "");
  EXPECT_EQ(Meguri("archive check empty.warc").output,
            "0 records in 1 archive, 0 digests right: all is well\n");
}

TEST_F(ArchiveLsTest, CatGivesWhatIsStored) {
  EXPECT_EQ(Meguri("archive cat a.warc").output, archive_.bytes());
  EXPECT_EQ(Meguri("archive cat a.warc --type resource --part payload").output, "PNG");
  EXPECT_EQ(Meguri("archive cat a.warc --status 404 --part block").output,
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nno");
  EXPECT_EQ(Meguri("archive cat a.warc --status 404 --part payload").output, "no");
  const std::string head = Meguri("archive cat a.warc --mime image/ --part head").output;
  EXPECT_THAT(head, StartsWith("WARC/1.1\r\nWARC-Type: resource\r\n"));
  EXPECT_THAT(head, testing::EndsWith("\r\n\r\n"));
}

TEST_F(ArchiveLsTest, CatByOffset) {
  const auto offset = Meguri("archive ls a.warc --json").json()[2]["offset"].get<std::size_t>();
  const std::string place = "archive cat a.warc --offset " + std::to_string(offset);
  EXPECT_EQ(Meguri(place + " --part payload").output, "PNG");
  ExpectError("archive cat", "a.warc --offset " + std::to_string(offset + 1));
  ExpectError("archive cat", "a.warc --offset 1000000");
  ExpectError("archive cat", "a.warc a.warc --offset 0");
}

TEST_F(ArchiveLsTest, AFolderIsReadOnceWhereverLinksLead) {
  TestArchive archive;
  archive.Response("http://a.example/", "2024-01-01T00:00:00Z", "hi");
  Put("crawl/deep/a.warc", archive.bytes());
  std::filesystem::create_directory_symlink(Path("crawl"), Path("crawl/deep/up"));
  std::filesystem::create_directory_symlink(Path("crawl"), Path("way"));
  EXPECT_EQ(Meguri("archive ls crawl").lines().size(), 1U);
  EXPECT_EQ(Meguri("archive ls way").lines().size(), 1U);
}

TEST_F(ArchiveLsTest, ErrorsAreOneLine) {
  Put("none/x.txt", "");
  for (const std::string command : {"archive ls", "archive cat"}) {
    for (const std::string arguments :
         {"", "missing.warc", "none", "a.warc --no-such-flag", "a.warc --status 99999",
          "a.warc --status 500-400", "a.warc --from yesterday", "a.warc --to 2020-99",
          "a.warc --type page", "/proc/self/mem"}) {
      ExpectError(command, arguments);
    }
  }
  ExpectError("archive cat", "a.warc --part tail");
  ExpectError("archive cat", "a.warc --offset -1");
}

// Little of it is only seen to fail when the program ends, much of it while it is written.
TEST_F(ArchiveLsTest, AFullDiskIsAnErrorOnce) {
  std::string many;
  for (int i = 0; i < 200; ++i) {
    many += archive_.bytes();
  }
  Put("many.warc", many);
  for (const std::string command : {"ls a.warc", "cat a.warc", "ls many.warc", "cat many.warc",
                                    "get http://a.example/ a.warc"}) {
    const Outcome outcome = Meguri("archive " + command + " >/dev/full");
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_THAT(outcome.errors, StartsWith("meguri")) << command;
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << command << '\n' << outcome.errors;
  }
}

TEST_F(ArchiveLsTest, WhoReadsNoFurtherIsNoError) {
  std::string many;
  for (int i = 0; i < 2000; ++i) {
    many += archive_.bytes();
  }
  Put("many.warc", many);
  for (const std::string command : {"ls", "ls --json", "cat", "export --text"}) {
    EXPECT_EQ(ExitCodeBeforeHead("archive " + command + " many.warc"), 0) << command;
  }
}

}  // namespace
}  // namespace meguri::app
