#include "sim/sources/snapshot_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "http/content_coding.h"
#include "tests/sim/source_probe.h"
#include "tests/sim/tar_member.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ask;
using testing_support::PagesOf;
using testing_support::TemporaryDirectory;

constexpr std::string_view kHost = "site.test";

Result<std::unique_ptr<SnapshotPages>> FromTar(const std::string& tar,
                                               std::uint64_t max = kMaxSnapshotTarBytes) {
  MemFiles files;
  testing_support::WriteFile(files, "s.tar", tar);
  auto store = ReadSnapshotTar(files, "s.tar", max);
  if (!store) return tl::unexpected(store.error());
  return SnapshotPages::Create(*std::move(store), std::string(kHost), {});
}

void Put(const std::string& path, std::string_view bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << bytes;
}

Result<std::unique_ptr<SnapshotPages>> FromFolder(const std::string& folder) {
  auto store = OpenSnapshotFolder(folder);
  if (!store) return tl::unexpected(store.error());
  return SnapshotPages::Create(*std::move(store), std::string(kHost), {});
}

// The same site both ways.
class SnapshotPagesTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"index.html", "<p>home"}, {"a/index.html", "<p>a"},
        {"a/b c.htm", "<p>b"},     {"a/100%.txt", std::string(1000, 'x')},
        {"style.css", "p{}"},      {"empty.bin", ""},
    };
    std::string tar;
    for (const auto& [name, bytes] : files) {
      Put(directory_.path() + "/site/" + name, bytes);
      tar += TarMember("./" + name, bytes);
    }
    Put(directory_.path() + "/secret.html", "<p>secret");
    auto pages = GetParam() ? FromTar(tar + kTarEnd) : FromFolder(directory_.path() + "/site");
    ASSERT_TRUE(pages) << pages.error().context;
    pages_ = *std::move(pages);
  }

  WebAnswer Get(std::string_view target) const { return Ask(*pages_, 0, target); }

  TemporaryDirectory directory_;
  std::unique_ptr<SnapshotPages> pages_;
};

TEST_P(SnapshotPagesTest, ServesFilesAsAPlainServerDoes) {
  EXPECT_EQ(Get("/").body, "<p>home");
  EXPECT_EQ(Get("/index.html").body, "<p>home");
  EXPECT_EQ(Get("/a/").body, "<p>a");
  EXPECT_EQ(Get("/a/?x=1").body, "<p>a");
  EXPECT_EQ(Get("/a").status, 301);
  EXPECT_THAT(Get("/a").fields, HasSubstr("Location: /a/\r\n"));
  EXPECT_EQ(Get("/a/b%20c.htm").body, "<p>b");
  EXPECT_EQ(Get("/a/100%25.txt").status, 200);
  EXPECT_EQ(Get("/none").status, 404);
  EXPECT_EQ(Get("/index.html/").status, 404);
  EXPECT_EQ(Get("/robots.txt").status, 404);
  EXPECT_EQ(Get("/empty.bin").status, 200);
  EXPECT_THAT(Get("/").fields, HasSubstr("Content-Type: text/html\r\n"));
  EXPECT_THAT(Get("/style.css").fields, HasSubstr("Content-Type: text/css\r\n"));
  EXPECT_THAT(Get("/empty.bin").fields, HasSubstr("Content-Type: application/octet-stream\r\n"));
}

TEST_P(SnapshotPagesTest, ListsItsPages) {
  EXPECT_EQ(pages_->PageCount(0, {}), 3U);
  EXPECT_THAT(PagesOf(*pages_, 0),
              testing::UnorderedElementsAre("http://site.test/", "http://site.test/a/",
                                            "http://site.test/a/b%20c.htm"));
  EXPECT_EQ(pages_->SeedUrl(), "http://site.test/");
}

TEST_P(SnapshotPagesTest, AnswersConditionsAndPacks) {
  const WebAnswer whole = Get("/a/100%25.txt");
  EXPECT_THAT(whole.fields, HasSubstr("Last-Modified: "));
  const std::size_t at = whole.fields.find("ETag: ") + 6;
  const std::string etag = whole.fields.substr(at, whole.fields.find('\r', at) - at);
  EXPECT_EQ(Ask(*pages_, 0, {.target = "/a/100%25.txt", .if_none_match = "W/" + etag}).status, 304);
  EXPECT_THAT(Get("/style.css").fields, Not(HasSubstr(etag)));
  const WebAnswer packed = Ask(*pages_, 0, {.target = "/a/100%25.txt", .accepts_gzip = true});
  EXPECT_THAT(packed.fields, HasSubstr("Content-Encoding: gzip"));
  EXPECT_EQ(http::DecodeContent(packed.body, "gzip").content, whole.body);
}

TEST_P(SnapshotPagesTest, NothingOutsideIsServed) {
  for (const char* const target :
       {"/../secret.html", "/%2e%2e/secret.html", "/a/../../secret.html", "/..%2fsecret.html",
        "/a/%2e%2e%2f%2e%2e%2fsecret.html", "/index.html%00", "/..", "/a/.."}) {
    EXPECT_EQ(Get(target).status, 404) << target;
  }
}

INSTANTIATE_TEST_SUITE_P(FolderAndTar, SnapshotPagesTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Tar" : "Folder"; });

TEST(SnapshotFolderTest, FollowsNoLinkAndWaitsForNoPipe) {
  const TemporaryDirectory directory;
  const std::string site = directory.path() + "/site";
  Put(directory.path() + "/out/page.html", "<p>secret");
  Put(site + "/in/page.html", "<p>in");
  ASSERT_EQ(symlink((directory.path() + "/out").c_str(), (site + "/folder").c_str()), 0);
  ASSERT_EQ(symlink("../out/page.html", (site + "/link.html").c_str()), 0);
  ASSERT_EQ(symlink("in", (site + "/inner").c_str()), 0);
  ASSERT_EQ(mkfifo((site + "/pipe.html").c_str(), 0600), 0);
  const auto pages = FromFolder(site);
  ASSERT_TRUE(pages);
  for (const char* const target :
       {"/link.html", "/folder/page.html", "/folder", "/inner/page.html", "/pipe.html"}) {
    EXPECT_EQ(Ask(**pages, 0, target).status, 404) << target;
  }
  EXPECT_EQ(Ask(**pages, 0, "/in/page.html").status, 200);
  EXPECT_THAT(PagesOf(**pages, 0), ElementsAre("http://site.test/in/page.html"));
  EXPECT_EQ((*pages)->SeedUrl(), "http://site.test/in/page.html");
  EXPECT_THAT(OpenSnapshotFolder(site + "/none").error().code, ErrorCode::kNotFound);
}

TEST(SnapshotTarTest, KnowsLongNamesOfBothKinds) {
  const std::string gnu = std::string(150, 'g') + ".html";
  const std::string pax = std::string(180, 'p') + ".html";
  const std::string path_record = " path=" + pax + "\n";
  const std::string record = std::to_string(path_record.size() + 3) + path_record;
  const auto pages =
      FromTar(TarMember("././@LongLink", gnu + '\0', 'L') + TarMember("g", "G") +
              TarMember("x", record, 'x') + TarMember("p", "P") + TarMember("../up.html", "no") +
              TarMember("link.html", "", '2') + kTarEnd);
  ASSERT_TRUE(pages) << pages.error().context;
  EXPECT_EQ(Ask(**pages, 0, "/" + gnu).body, "G");
  EXPECT_EQ(Ask(**pages, 0, "/" + pax).body, "P");
  EXPECT_EQ((*pages)->PageCount(0, {}), 2U);
  EXPECT_EQ(Ask(**pages, 0, "/up.html").status, 404);
}

TEST(SnapshotTarTest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(FromTar("").error().context, "s.tar: is empty");
  EXPECT_EQ(FromTar(std::string(512, 'x')).error().context,
            "s.tar: byte 0: no header of a tar member");
  EXPECT_EQ(FromTar(TarMember("a", "A") + "rest").error().context,
            "s.tar: byte 1024: no header of a tar member");
  const std::string whole = TarMember("a", std::string(2000, 'a'));
  EXPECT_EQ(FromTar(whole.substr(0, 1500)).error().context,
            "s.tar: byte 0: ends in the middle of a member");
  // A size that, rounded up to blocks, would begin at 0 again.
  const std::string vast =
      TarMember("pax", "29 size=18446744073709551615\n", 'x') + TarMember("..", "");
  EXPECT_EQ(FromTar(vast + kTarEnd).error().context, "s.tar: byte 1024: a member without a size");
  const auto large = FromTar(whole + kTarEnd, 1999);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kUnsupported);
  EXPECT_TRUE(FromTar(whole + kTarEnd, 2000));
}

TEST(SnapshotPagesCreateTest, WantsAHostName) {
  for (const char* const name : {"", "A.test", "a b", "127.0.0.1", "a/b", "x:80"}) {
    MemFiles files;
    testing_support::WriteFile(files, "s.tar", TarMember("a", "A") + kTarEnd);
    auto store = ReadSnapshotTar(files, "s.tar");
    ASSERT_TRUE(store);
    EXPECT_FALSE(SnapshotPages::Create(*std::move(store), name, {})) << name;
  }
}

TEST(SnapshotPagesSharedTest, ServesARealSite) {
  MEGURI_NEED_SHARED("moved/arquillianA.new.html.tar.zst");
  RealFiles files;
  auto store =
      ReadSnapshotTar(files, *testing_support::SharedPath("moved/arquillianA.new.html.tar.zst"));
  ASSERT_TRUE(store) << store.error().context;
  const auto pages = SnapshotPages::Create(*std::move(store), "arquillian.test", {});
  ASSERT_TRUE(pages);
  EXPECT_GT((*pages)->PageCount(0, {}), 50U);
  const auto urls = PagesOf(**pages, 0);
  EXPECT_THAT(urls, testing::Contains("http://arquillian.test/"));
  for (const std::string& url : urls) {
    const auto parsed = url::Url::Parse(url);
    ASSERT_TRUE(parsed) << url;
    EXPECT_EQ(Ask(**pages, 0, parsed->path_and_query()).status, 200) << url;
  }
  EXPECT_EQ(Ask(**pages, 0, "/invasion").status, 301);
}

}  // namespace
}  // namespace meguri
