#include "sim/moved/snapshot_site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/mem_files.h"
#include "sim/moved/moved_cases.h"
#include "tests/sim/tar_member.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(SnapshotSiteTest, RealSnapshots) {
  MEGURI_NEED_SHARED("moved");
  const std::string folder = *testing_support::SharedPath("moved");
  RealFiles files;
  const auto cases = ReadMovedCases(files, folder);
  ASSERT_TRUE(cases) << cases.error().context;
  EXPECT_THAT(cases->snaps, SizeIs(9));
  ASSERT_THAT(cases->cases, SizeIs(46));
  EXPECT_EQ(cases->cases[0].old_path, "/docs/latest/subqueries-in-select_68717850/");

  const auto snapshot = SiteSnapshot::Read(files, folder + "/hiveA.new", cases->snaps[0].hosts,
                                           /*with_html=*/true);
  ASSERT_TRUE(snapshot) << snapshot.error().context;
  EXPECT_THAT((*snapshot)->paths(), SizeIs(300));
  SnapshotSite site(**snapshot, {.budget = 7, .free_url = "http://hive.apache.org/gone/"});
  const moved::SitePage* const page =
      site.Read("http://hive.apache.org/development/desingdocs/subqueries-in-select/");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->answer, moved::SiteAnswer::kPage);
  EXPECT_EQ(page->title, "Apache Hive : Subqueries in SELECT");
  EXPECT_FALSE(page->headings.empty());
  EXPECT_THAT(page->text, HasSubstr("SELECT"));
  EXPECT_GT(page->links.size(), 5U);
  EXPECT_EQ(site.requests(), 1);
  // The same page by other names, and the one that is known to be gone.
  for (const char* name : {"https://hive.apache.org/development/desingdocs/subqueries-in-select",
                           "http://HIVE.apache.org/development/desingdocs/subqueries-in-select/"
                           "index.html?a#b",
                           "http://hive.apache.org/gone/"}) {
    EXPECT_NE(site.Read(name), nullptr);
  }
  EXPECT_EQ(site.requests(), 1);
  EXPECT_EQ(site.Read("http://hive.apache.org/none")->answer, moved::SiteAnswer::kGone);
  EXPECT_EQ(site.Read("http://hive.apache.org/none/")->status, 404);
  EXPECT_EQ(site.requests(), 2);
  EXPECT_GT(site.Sitemap(5).size(), 200U);  // after robots.txt, which isn't there
  EXPECT_EQ(site.requests(), 4);
  site.Sitemap(5);
  EXPECT_EQ(site.Read("http://example.com/")->answer, moved::SiteAnswer::kDown);
  EXPECT_EQ(site.Read("http://hive.apache.org/")->answer, moved::SiteAnswer::kPage);
  EXPECT_EQ(site.RequestsUntil(std::vector<std::string>{"http://hive.apache.org/index.html",
                                                        "http://hive.apache.org/none"}),
            6);
  EXPECT_NE(site.Read("http://hive.apache.org/a"), nullptr);
  EXPECT_EQ(site.Read("http://hive.apache.org/b"), nullptr);  // the budget
}

TEST(SnapshotSiteTest, RobotsTxtIsObeyedIfAskedTo) {
  MEGURI_NEED_SHARED("moved");
  RealFiles files;
  const auto snapshot =
      SiteSnapshot::Read(files, *testing_support::SharedPath("moved") + "/mynewtB.new",
                         {"mynewt.apache.org"}, /*with_html=*/true);
  ASSERT_TRUE(snapshot) << snapshot.error().context;
  const std::string url = "http://mynewt.apache.org/v1_3_0/newt/command_list/newt_pkg/";
  SnapshotSite any(**snapshot);
  EXPECT_EQ(any.Read(url)->answer, moved::SiteAnswer::kPage);
  EXPECT_EQ(any.requests(), 1);
  SnapshotSite obeying(**snapshot, {.obey_robots = true});
  EXPECT_EQ(obeying.Read(url)->answer, moved::SiteAnswer::kForbidden);
  EXPECT_EQ(obeying.requests(), 1);  // robots.txt
  EXPECT_EQ(obeying.RequestsUntil(std::vector{url}), std::nullopt);
}

// Nothing here crashes, and each says what is wrong and where.
class BrokenSnapshotTest : public testing::Test {
 protected:
  void Put(const std::string& path, std::string_view bytes) {
    static_cast<void>(files_.Remove(path));  // the one before, if there is any
    auto file = files_.OpenToWrite(path, OpenMode::kCreate);
    ASSERT_TRUE(file && (*file)->Append(bytes));
  }

  std::string ErrorOfCases(std::string_view text) {
    Put("cases.json", text);
    const auto cases = ReadMovedCases(files_, ".");
    return cases ? "" : cases.error().context;
  }

  std::string ErrorOfGraph(std::string_view text, bool with_html = false) {
    Put("s.jsonl.zst", text);
    const auto site = SiteSnapshot::Read(files_, "s", {"a"}, with_html);
    return site ? "" : site.error().context;
  }

  MemFiles files_;
};

TEST_F(BrokenSnapshotTest, Cases) {
  const std::string snaps = R"("snapshots": [{"snap": "s", "hosts": ["A"]}])";
  const auto with = [&](const std::string& fields) {
    return ErrorOfCases("{" + snaps + R"(, "cases": [{"id": "x", "snap": "s", )" + fields + "}]}");
  };
  EXPECT_EQ(with(R"("old": "/a", "new": ["/b"], "title_old": null)"), "");
  EXPECT_THAT(with(R"("old": "a", "new": ["/b"])"), HasSubstr("case x: \"old\" is no path"));
  EXPECT_THAT(with(R"("old": "/a", "new": [])"), HasSubstr("\"new\" is no list of paths"));
  EXPECT_THAT(with(R"("old": "/a", "new": [7])"), HasSubstr("\"new\" is no list of paths"));
  EXPECT_THAT(with(R"("old": "/a", "new": ["/b"], "root_old": 3)"), HasSubstr("\"root_old\""));
  EXPECT_THAT(ErrorOfCases("[]"), HasSubstr("is no JSON object"));
  EXPECT_THAT(ErrorOfCases("\xFF\xFE{"), HasSubstr("is no JSON object"));
  EXPECT_THAT(ErrorOfCases(std::string(100'000, '[')), HasSubstr("is no JSON object"));
  EXPECT_THAT(ErrorOfCases("{}"), HasSubstr("\"snapshots\""));
  EXPECT_THAT(ErrorOfCases("{" + snaps + "}"), HasSubstr("\"cases\""));
  EXPECT_THAT(ErrorOfCases("{" + snaps + R"(, "cases": [5]})"), HasSubstr("case 1: has no"));
  // A name that would lead out of the folder.
  EXPECT_THAT(ErrorOfCases(R"({"snapshots": [{"snap": "../s", "hosts": ["a"]}], "cases": [{}]})"),
              HasSubstr("snapshot 1: no name"));
  EXPECT_THAT(ErrorOfCases(R"({"snapshots": [{"snap": "s", "hosts": ["a/b"]}], "cases": [{}]})"),
              HasSubstr("\"hosts\""));
}

TEST_F(BrokenSnapshotTest, Graphs) {
  const std::string head = "{\"root\": \"/\", \"pages\": 1}\n";
  const std::string page = R"({"p":"/","t":"T","l":[["/x","a"]]})";
  EXPECT_EQ(ErrorOfGraph(head + page), "");
  EXPECT_THAT(ErrorOfGraph(""), HasSubstr("s.jsonl.zst:1: no {"));
  EXPECT_THAT(ErrorOfGraph("[]\n"), HasSubstr("s.jsonl.zst:1: no {"));
  EXPECT_THAT(ErrorOfGraph(head), HasSubstr("has 0 pages, and says that it has 1"));
  EXPECT_THAT(ErrorOfGraph(head + page + "\n" + page), HasSubstr(":3: a page that was there"));
  EXPECT_THAT(ErrorOfGraph(head + page.substr(0, 20)), HasSubstr("s.jsonl.zst:2: no page"));
  EXPECT_THAT(ErrorOfGraph(head + R"({"p":"/"})"), HasSubstr(":2: no links"));
  EXPECT_THAT(ErrorOfGraph(head + R"({"p":"/","l":[["/x"]]})"), HasSubstr(":2: no link"));
  EXPECT_THAT(ErrorOfGraph(head + R"({"p":"x","l":[]})"), HasSubstr(":2: no page"));
  EXPECT_THAT(ErrorOfGraph(head + R"({"p":"/x","l":[]})"), HasSubstr("has no root page"));
  EXPECT_THAT(ErrorOfGraph("\x28\xB5\x2F\xFD garbage"), HasSubstr("s.jsonl.zst: byte"));
}

TEST_F(BrokenSnapshotTest, Html) {
  const std::string graph = "{\"root\":\"/\"}\n{\"p\":\"/../x\",\"l\":[]}\n{\"p\":\"/\",\"l\":[]}";
  EXPECT_THAT(ErrorOfGraph(graph, true), HasSubstr("s.html.tar.zst"));
  Put("s.html.tar.zst", "no tar");
  EXPECT_THAT(ErrorOfGraph(graph, true), HasSubstr("no header of a tar member"));
  Put("s.html.tar.zst", std::string(1024, '\0'));  // without files
  const auto snapshot = SiteSnapshot::Read(files_, "s", {"a"}, true);
  ASSERT_TRUE(snapshot) << snapshot.error().context;
  SnapshotSite site(**snapshot);
  EXPECT_EQ(site.Read("http://a/../x")->answer, moved::SiteAnswer::kPage);  // its text is ""
  for (const char* url :
       {"", "/", "http://", "http://a", "ftp://a/", "http://a//", "http://a/\xFF"})
    EXPECT_NE(site.Read(url), nullptr);
  EXPECT_THAT(site.Sitemap(3), SizeIs(0));
}

// Graphs have paths as people write them or as URLs do, and HTML has links in both forms.
TEST_F(BrokenSnapshotTest, PathsBeyondAsciiInEitherForm) {
  for (const char* path : {"/概要/a b.html", "/%e6%a6%82%E8%A6%81/a%20b.html"}) {
    Put("s.jsonl.zst", std::string("{\"root\":\"/\"}\n{\"p\":\"/\",\"l\":[[\"") + path +
                           "\",\"a\"]]}\n{\"p\":\"" + path + "\",\"l\":[]}");
    Put("s.html.tar.zst",
        TarMember("概要/a b.html", "<link rel=canonical href='/概要/a b.html'><p>All of it") +
            kTarEnd);
    const auto snapshot = SiteSnapshot::Read(files_, "s", {"a"}, true);
    ASSERT_TRUE(snapshot) << snapshot.error().context;
    SnapshotSite site(**snapshot);
    const std::string link = site.Read("http://a/")->links.at(0).url;
    EXPECT_EQ(link, "http://a/%E6%A6%82%E8%A6%81/a%20b.html");
    EXPECT_EQ(site.Read(link)->text, "All of it");
    EXPECT_EQ(site.Read(link)->canonical, link);
    EXPECT_EQ(site.RequestsUntil(std::vector<std::string>{(*snapshot)->UrlOf(path)}), 2);
  }
}

TEST_F(BrokenSnapshotTest, TheRootMayBeWrittenWithoutItsSlash) {
  EXPECT_EQ(ErrorOfGraph("{\"root\":\"/en\"}\n{\"p\":\"/en/\",\"l\":[]}"), "");
}

TEST_F(BrokenSnapshotTest, ATruncatedPackedFile) {
  MEGURI_NEED_SHARED("moved/hiveB.new.jsonl.zst");
  const auto bytes = testing_support::SharedText("moved/hiveB.new.jsonl.zst");
  for (const std::size_t size : {std::size_t{5}, bytes->size() / 2, bytes->size() - 1})
    EXPECT_THAT(ErrorOfGraph(bytes->substr(0, size)), HasSubstr("s.jsonl.zst")) << size;
}

}  // namespace
}  // namespace meguri
