// `meguri archive index`: the program itself.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::string_view kTorn =
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/torn\r\n"
    "WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http\r\n"
    "Content-Length: 1000\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nto";

std::string Record(std::string_view url) {
  return fmt::format(
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {}\r\n"
      "WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n"
      "hi\r\n\r\n",
      url);
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ArchiveIndexTest : public testing::Test {
 protected:
  struct Outcome {
    int exit_code = -1;
    std::string output;
    std::string errors;
  };

  std::string Path(std::string_view name) const {
    return fmt::format("{}/{}", folder_.path(), name);
  }

  void Put(std::string_view name, std::string_view bytes) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }

  // `arguments` may redirect; stderr goes to a file.
  Outcome Index(const std::string& arguments) const {
    const testing_support::TemporaryDirectory scratch;
    const std::string errors = scratch.path() + "/errors";
    const std::string command = fmt::format("cd {}; exec 2>{}; " MEGURI_PROGRAM " archive index {}",
                                            folder_.path(), errors, arguments);
    Outcome outcome;
    std::FILE* pipe = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own command line
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
      outcome.output.append(buffer.data(), got);
    }
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    outcome.errors = Bytes(errors);
    return outcome;
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }

 private:
  testing_support::TemporaryDirectory folder_;
};

TEST_F(ArchiveIndexTest, FilesAndFoldersInOneSortedIndex) {
  Put("z/b.warc", Record("http://b.example/") + Record("http://a.example/"));
  Put("z/deep/c.warc.open", Record("http://c.example/"));
  Put("z/no.txt", Record("http://no.example/"));
  Put("d.other", Record("http://d.example/"));
  const Outcome outcome = Index("z d.other");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, IsEmpty());
  const auto line = [](std::string_view key, std::string_view file, int offset) {
    return fmt::format(
        R"(example,{})/ 20200102030405 {{"url": "http://{}.example/", "mime": "text/plain", )"
        R"("digest": "YIVV7ELYGQTASQUNN5I3FRNPJQF542SC", "length": "149", "offset": "{}", )"
        R"("filename": "{}"}})"
        "\n",
        key, key, offset, file);
  };
  EXPECT_EQ(outcome.output, line("a", "b.warc", 153) + line("b", "b.warc", 0) +
                                line("c", "c.warc.open", 0) + line("d", "d.other", 0));
}

TEST_F(ArchiveIndexTest, TheSameFileTwiceIsOneEntry) {
  Put("a.warc", Record("http://a.example/"));
  EXPECT_EQ(Index("a.warc a.warc .").output, Index("a.warc").output);
}

TEST_F(ArchiveIndexTest, Stdin) {
  Put("a.warc", Record("http://a.example/"));
  const Outcome outcome = Index("- <a.warc");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr(R"("filename": "-"})"));
}

TEST_F(ArchiveIndexTest, NothingGivesAnEmptyIndex) {
  Put("a.warc", "");
  EXPECT_EQ(Index(". -o index").exit_code, 0);
  EXPECT_EQ(Bytes(Path("index")), "");
}

TEST_F(ArchiveIndexTest, DamageIsToldAndTheRestIndexed) {
  Put("a.warc", Record("http://a.example/") + std::string(kTorn));
  Put("b.warc", Record("http://b.example/"));
  const Outcome outcome = Index("a.warc b.warc -o index");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.errors, StartsWith("meguri archive index: a.warc: offset 153: "));
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
  const std::string index = Bytes(Path("index"));
  EXPECT_EQ(std::ranges::count(index, '\n'), 3) << index;
  EXPECT_THAT(index, HasSubstr("example,a)/torn "));
}

TEST_F(ArchiveIndexTest, ARecordWithoutUrlIsToldWithItsPlace) {
  std::string record = Record("http://a.example/");
  record.replace(record.find("WARC-Target-URI"), 15, "WARC-Target-XXX");
  Put("a.warc", Record("http://b.example/") + record);
  const Outcome outcome = Index("a.warc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(
      outcome.errors,
      "meguri archive index: a.warc: offset 153: a record without WARC-Target-URI: not indexed\n");
  EXPECT_THAT(outcome.output, StartsWith("example,b)/ "));
}

TEST_F(ArchiveIndexTest, LittleMemoryGivesTheSameIndex) {
  std::string archive;
  for (int i = 0; i < 3000; ++i) {
    archive += Record(fmt::format("http://a.example/{}", i * 7919 % 3001));
  }
  Put("a.warc", archive);
  Put("tmp/x", "");
  const std::string expected = Index("a.warc").output;
  EXPECT_EQ(std::ranges::count(expected, '\n'), 3000);
  EXPECT_EQ(Index("a.warc --memory 1K").output, expected);
  EXPECT_EQ(Index("a.warc --memory 64K --tmp tmp -o index").exit_code, 0);
  EXPECT_EQ(Bytes(Path("index")), expected);
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index", "tmp"));
}

TEST_F(ArchiveIndexTest, AnIndexIsReplacedWholeOrNotAtAll) {
  Put("a.warc", Record("http://a.example/"));
  Put("index", "old");
  Put("index.tmp", "left by a crash");
  EXPECT_EQ(Index("a.warc missing.warc -o index").exit_code, 2);
  EXPECT_EQ(Bytes(Path("index")), "old");
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index"));
  EXPECT_EQ(Index("a.warc -o index").exit_code, 0);
  EXPECT_THAT(Bytes(Path("index")), StartsWith("example,a)/ "));
  EXPECT_THAT(Names(), testing::ElementsAre("a.warc", "index"));
}

TEST_F(ArchiveIndexTest, ErrorsAreOneLine) {
  Put("a.warc", Record("http://a.example/"));
  for (const std::string arguments :
       {"", "missing.warc", "a.warc --memory 1X", "a.warc -o /dev/null", "a.warc -o no/index",
        "a.warc --no-such-flag", "a.warc >/dev/full", "a.warc >&-"}) {
    const Outcome outcome = Index(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_THAT(outcome.errors, StartsWith("meguri archive index: ")) << arguments;
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
  }
}

TEST_F(ArchiveIndexTest, WhoReadsNoFurtherIsNoError) {
  std::string archive;
  for (int i = 0; i < 5000; ++i) {
    archive += Record(fmt::format("http://a.example/{}", i));
  }
  Put("a.warc", archive);
  Put("run", MEGURI_PROGRAM " archive index a.warc; echo $? >code\n");
  EXPECT_EQ(std::system(fmt::format("cd {}; sh ./run | head -1 >/dev/null", Path(".")).c_str()), 0);
  EXPECT_EQ(Bytes(Path("code")), "0\n");
}

TEST_F(ArchiveIndexTest, PywbsArchivesAsPywbHasThem) {
  MEGURI_NEED_SHARED("conformance/warc");
  const auto archive = testing_support::SharedPath("conformance/warc/pywb/warcs/iana.warc.gz");
  const Outcome outcome = Index(*archive);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            testing_support::SharedText("conformance/warc/pywb/cdxj/iana.cdxj").value());
}

}  // namespace
}  // namespace meguri::app
