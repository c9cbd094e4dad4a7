#include "app/archive/export/export_names.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/random.h"

namespace meguri::app {
namespace {

using testing::MatchesRegex;

std::string NameOf(std::string_view url, std::string_view mime = "text/html") {
  return ExportNames().Add(url, mime);
}

TEST(ExportNamesTest, PlainOnes) {
  EXPECT_EQ(NameOf("http://a.example/"), "a.example/index.html");
  EXPECT_EQ(NameOf("http://a.example"), "a.example/index.html");
  EXPECT_EQ(NameOf("http://a.example/x/y.html#z"), "a.example/x/y.html");
  EXPECT_EQ(NameOf("http://a.example/x/"), "a.example/x/index.html");
  EXPECT_EQ(NameOf("http://a.example:8080/x"), "a.example_8080/x.html");
  EXPECT_EQ(NameOf("http://me:secret@a.example/x"), "a.example/x.html");
  EXPECT_EQ(NameOf("http://[::1]/"), "___1_/index.html");
}

TEST(ExportNamesTest, EndingsByType) {
  EXPECT_EQ(NameOf("http://a/x.php"), "a/x.php.html");
  EXPECT_EQ(NameOf("http://a/x.HTM"), "a/x.HTM");
  EXPECT_EQ(NameOf("http://a/x", "image/png"), "a/x.png");
  EXPECT_EQ(NameOf("http://a/x.jpeg", "image/jpeg"), "a/x.jpeg");
  EXPECT_EQ(NameOf("http://a/x.html", "image/jpeg"), "a/x.html.jpg");
  EXPECT_EQ(NameOf("http://a/x.bin", "application/octet-stream"), "a/x.bin");
  EXPECT_EQ(NameOf("http://a/x", ""), "a/x");
  EXPECT_EQ(NameOf("http://a/", "text/plain"), "a/index.txt");
}

TEST(ExportNamesTest, QueriesAreHashes) {
  ExportNames names;
  EXPECT_THAT(names.Add("http://a/s.css?v=1", "text/css"), MatchesRegex("a/s-[0-9a-f]{16}\\.css"));
  EXPECT_THAT(names.Add("http://a/s.css?", "text/css"), MatchesRegex("a/s-[0-9a-f]{16}\\.css"));
  EXPECT_EQ(names.Add("http://a/s.css", "text/css"), "a/s.css");
  EXPECT_THAT(names.Add("http://a/?q=/../x", "text/html"),
              MatchesRegex("a/index-[0-9a-f]{16}\\.html"));
}

TEST(ExportNamesTest, FilesAndFoldersDontClash) {
  ExportNames names;
  EXPECT_EQ(names.Add("http://a/x", ""), "a/x");
  EXPECT_THAT(names.Add("http://a/x/y", ""), MatchesRegex("a/x-[0-9a-f]{16}/y"));
  EXPECT_EQ(names.Add("http://a/d/y", ""), "a/d/y");
  EXPECT_THAT(names.Add("http://a/D", ""), MatchesRegex("a/D-[0-9a-f]{16}"));
  EXPECT_THAT(names.Add("http://index.html/", "text/html"),
              MatchesRegex("index\\.html-[0-9a-f]{16}/index\\.html"));
}

TEST(ExportNamesTest, OneNameForOneUrl) {
  ExportNames names;
  EXPECT_EQ(names.Add("http://a/Case", "text/html"), "a/Case.html");
  for (const std::string_view url : {"http://a/case", "https://a/Case", "http://a/Case"}) {
    EXPECT_THAT(names.Add(url, "text/html"), MatchesRegex("a/[Cc]ase-[0-9a-f]{16}\\.html")) << url;
  }
}

TEST(ExportNamesTest, HostileOnes) {
  EXPECT_EQ(NameOf("http://../../etc/passwd", ""), "__/__/etc/passwd");
  EXPECT_EQ(NameOf("/etc/passwd", ""), "_/etc/passwd");
  EXPECT_EQ(NameOf("http://a//x", ""), "a/_/x");
  EXPECT_EQ(NameOf("http://a/.htaccess", ""), "a/_htaccess");
  EXPECT_EQ(NameOf("http://a/nul.txt", "text/plain"), "a/_nul.txt");
  EXPECT_EQ(NameOf("http://a/COM1/x", ""), "a/_COM1/x");
  EXPECT_EQ(NameOf("http://a/x\ny\\..\\z", ""), "a/x_y_.._z");
  EXPECT_EQ(NameOf("http://a/%2e%2e/%00", ""), "a/%2e%2e/%00");
  EXPECT_EQ(NameOf("", ""), "_/index");
}

// What holds of every path, whatever the URL.
void ExpectSafe(const std::string& path) {
  EXPECT_LE(path.size(), ExportNames::kMaxPathBytes) << path;
  EXPECT_EQ(std::filesystem::path(path).lexically_normal().string(), path);
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    EXPECT_FALSE(part.empty()) << path;
    EXPECT_LE(part.size(), ExportNames::kMaxPartBytes) << path;
    EXPECT_NE(part.front(), '.') << path;
    EXPECT_TRUE(std::ranges::all_of(part, [](char c) {
      return IsAsciiAlphanumeric(c) ||
             std::string_view("-._~%+,=@").find(c) != std::string_view::npos;
    })) << path;
    at = end + 1;
  }
}

// Paths as on a disk that knows no case: no file is another or another's folder.
class Disk {
 public:
  void Put(const std::string& path) {
    const std::string key = AsciiLowered(path);
    EXPECT_TRUE(files_.insert(key).second) << "two of " << path;
    EXPECT_FALSE(folders_.contains(key)) << "a folder is " << path;
    for (std::size_t at = key.find('/'); at != std::string::npos; at = key.find('/', at + 1)) {
      EXPECT_FALSE(files_.contains(key.substr(0, at))) << "a file is above " << path;
      folders_.insert(key.substr(0, at));
    }
  }

 private:
  std::set<std::string> files_ = {"index.html"};
  std::set<std::string> folders_;
};

TEST(ExportNamesTest, NoUrlLeavesTheFolderOrTakesAnothersName) {
  const std::vector<std::string_view> pieces = {
      "/",   "..",  ".",  "a",    "A",  "b",    "index", ".html", "index.html", "?", "x=1",
      "%2e", "%2F", "\\", ":",    "\n", " ",    "@",     "http",  "://",        "-", "..",
      "con", "nul", "é",  "\xff", "#f", "html", "h.x",   "//",    "&",          "_", "\0x"};
  constexpr std::array<std::string_view, 5> kMimes = {"text/html", "", "image/png", "text/css",
                                                      "x/y"};
  Random random(7);
  ExportNames names;
  Disk disk;
  for (int round = 0; round < 20'000; ++round) {
    std::string url = random.Uniform(3) == 0 ? "" : "http://h.x/";
    for (auto left = random.Uniform(8); left > 0; --left) {
      url += pieces[random.Uniform(pieces.size())];
    }
    const std::string path = names.Add(url, kMimes[random.Uniform(kMimes.size())]);
    ExpectSafe(path);
    disk.Put(path);
    if (HasFailure()) FAIL() << url;
  }
}

TEST(ExportNamesTest, LongOnes) {
  ExportNames names;
  Disk disk;
  for (const std::size_t size : {150U, 190U, 199U, 200U, 201U, 900U, 5000U, 1U << 20U}) {
    const std::string run(size, 'x');
    std::string deep;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 5000); ++i) {
      deep += "d/";
    }
    for (const std::string_view url :
         {"http://a/{0}", "http://a/{0}y", "http://a/{0}/z", "http://a/{1}", "http://a/{1}e",
          "http://a/b/{0}?{0}", "http://{0}/{0}", "http://a/x.{0}", "http://a/{0}/{0}/{0}/{0}"}) {
      const std::string path = names.Add(fmt::format(fmt::runtime(url), run, deep), "text/html");
      ExpectSafe(path);
      disk.Put(path);
    }
  }
}

TEST(ExportNamesTest, RelativeLinks) {
  EXPECT_EQ(RelativeLink("a/b.html", "a/c.html"), "c.html");
  EXPECT_EQ(RelativeLink("a/b.html", "a/b.html"), "b.html");
  EXPECT_EQ(RelativeLink("a/b/c.html", "a/d/e.html"), "../d/e.html");
  EXPECT_EQ(RelativeLink("ab/x", "ac/x"), "../ac/x");
  EXPECT_EQ(RelativeLink("index.html", "a/%20+@.html"), "a/%2520%2B%40.html");
}

}  // namespace
}  // namespace meguri::app
