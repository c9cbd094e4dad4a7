// `meguri find-moved` as a program, against real sites that have moved and sites that mislead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/moved_site.h"
#include "tests/app/program_fixture.h"
#include "tests/app/test_archive.h"
#include "tests/crawl/bad_web.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_crawl::AnswerHtml;
using testing_crawl::BadHost;
using testing_crawl::BadWeb;

constexpr std::chrono::milliseconds kInterval{20};

struct MovedCase {
  const char* snap;
  std::vector<std::string> hosts;
  const char* from;
  const char* to;
  // It is there once more for readers of the newest manual: it can't be sure.
  bool has_copies = false;
};

class FindMovedTest : public ProgramTest {
 protected:
  Outcome Find(const testing_lab::ServedWeb& lab, const std::string& arguments) const {
    return Meguri(fmt::format(
        "find-moved --allow-address 127.0.0.0/8 --interval 20ms --back-off 200ms --resolver {} {}",
        lab.resolver(), arguments));
  }
};

// --- Real sites.

class FindMovedOnRealSites : public FindMovedTest, public testing::WithParamInterface<MovedCase> {};

TEST_P(FindMovedOnRealSites, ByWhatACrawlKnewAndByItsHtml) {
  MEGURI_NEED_SHARED("moved/cases.json");
  const MovedCase& moved = GetParam();
  MovedSite site(moved.snap, moved.hosts);
  const std::string old_url = site.Url(moved.from);
  const Outcome crawl = Meguri(fmt::format(
      "crawl {} --dir before --interval 0 --allow-address 127.0.0.0/8 --resolver {} --quiet "
      "--content text/html --no-requisites --max-pages 1500",
      site.Url("/"), site.lab().resolver()));
  ASSERT_EQ(crawl.exit_code, 0) << crawl.errors;
  site.Move();
  Put("old.html", site.OldHtml(moved.from));
  const Outcome by_html = Find(site.lab(), old_url + " --content old.html --json");
  const Outcome by_crawl = Find(site.lab(), fmt::format("{} --archive before --json", old_url));
  for (const Outcome* found : {&by_html, &by_crawl}) {
    ASSERT_EQ(found->lines().size(), 1U) << found->errors;
    const nlohmann::json json = found->json()[0];
    if (!moved.has_copies) {
      EXPECT_EQ(found->exit_code, 0) << found->output << found->errors;
      EXPECT_EQ(json["verdict"], "found");
    }
    ASSERT_FALSE(json["candidates"].empty());
    EXPECT_EQ(json["candidates"][0]["url"], site.Url(moved.to));
    EXPECT_LE(json["requests"], 100);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sites, FindMovedOnRealSites,
    testing::Values(MovedCase{"hiveA",
                              {"hive.apache.org"},
                              "/docs/latest/languagemanual-sortby_27362045/",
                              "/docs/latest/language/languagemanual-sortby/"},
                    MovedCase{"arquillianA",
                              {"arquillian.org", "www.arquillian.org"},
                              "/modules/openshift-express-container-adapter/",
                              "/modules/arquillian-openshift-express-container-adapter/"},
                    MovedCase{"groongaA",
                              {"groonga.org", "www.groonga.org"},
                              "/docs/commands/column_create.html",
                              "/docs/reference/commands/column_create.html"},
                    MovedCase{"felixA",
                              {"felix.apache.org"},
                              "/documentation/subprojects/apache-felix-dependency-manager/"
                              "apache-felix-dependency-manager-background.html",
                              "/documentation/subprojects/apache-felix-dependency-manager/guides/"
                              "background.html"},
                    MovedCase{"mynewtA",
                              {"mynewt.apache.org"},
                              "/v1_5_0/network/docs/ble_hs/ble_hs_id.html",
                              "/v1_5_0/network/ble_hs/ble_hs_id.html",
                              true}),
    [](const auto& of) { return std::string(of.param.snap); });

TEST_F(FindMovedTest, IsPoliteAsTheServerSeesIt) {
  MEGURI_NEED_SHARED("moved/cases.json");
  MovedSite site("groongaA", {"groonga.org", "www.groonga.org"});
  site.Move();
  Put("old.html", site.OldHtml("/docs/executables/grntest.html"));
  Find(site.lab(), site.Url("/docs/executables/grntest.html") + " --content old.html");
  site.lab().Stop();
  const Outcome judged =
      Meguri(fmt::format("lab judge {} --interval 20ms --json", site.lab().log_path()));
  EXPECT_EQ(judged.exit_code, 0) << judged.output << judged.errors;
  const auto requests = site.lab().Requests();
  ASSERT_GT(requests.size(), 2U);
  EXPECT_THAT(requests[0].url, HasSubstr("/robots.txt"));
  EXPECT_THAT(requests[1].url, HasSubstr("/docs/executables/grntest.html"));
  EXPECT_TRUE(site.lab().Judge(kInterval).clean());
}

// --- Made-up ones.

constexpr const char* kOldHtml =
    "<html><head><title>The keeper of the lighthouse</title></head><body><h1>The keeper</h1>"
    "<p>For forty years she climbed the stairs each evening, trimmed the wick, wound the clockwork "
    "and wrote into the book which ships had passed and what the weather was.</p>"
    "<p>When the lamp was changed to electric light, she stayed as a guide, and told the children "
    "of the storm in which the bell rang by itself.</p></body></html>";

class FindMovedOnMadeUpSites : public FindMovedTest {
 protected:
  using Answerer = std::function<void(const WebRequest& request, WebAnswer& answer)>;

  void Serve(Answerer answer) {
    lab_ = std::make_unique<testing_lab::ServedWeb>(BadWeb({{.answer = std::move(answer)}}));
    Put("old.html", kOldHtml);
  }
  // With all that can be known of the page, in words and as JSON.
  Outcome FindKeeper(const std::string& more = "") const {
    return Find(*lab_,
                fmt::format("{} --content old.html {}", lab_->UrlOf("bad.test", "/keeper"), more));
  }
  static std::string Links(int pages) {
    std::string links = "<title>Home</title><p>All that there is on the island, page by page.</p>";
    for (int i = 0; i < pages; ++i)
      links += fmt::format("<a href=/{0}>page {0}</a> ", i);
    return links;
  }

  std::unique_ptr<testing_lab::ServedWeb> lab_;
};

TEST_F(FindMovedOnMadeUpSites, SaysWhereItIsAndWhy) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") AnswerHtml(Links(3) + "<a href=/people/>The keeper</a>", answer);
    if (request.target == "/people/") {
      answer.status = 200;
      answer.fields = "Content-Type: text/html\r\n";
      answer.body = kOldHtml;
    }
  });
  const Outcome found = FindKeeper();
  EXPECT_EQ(found.exit_code, 0) << found.output << found.errors;
  EXPECT_THAT(found.output, HasSubstr("Found: where " + lab_->UrlOf("bad.test", "/keeper")));
  EXPECT_THAT(found.output, HasSubstr(lab_->UrlOf("bad.test", "/people/")));
  EXPECT_THAT(found.output, HasSubstr("title"));
  EXPECT_THAT(found.output, HasSubstr(" requests\n"));
  EXPECT_EQ(found.errors, "");
}

TEST_F(FindMovedOnMadeUpSites, WhatTheSiteSaysCannotMoveTheCursor) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") {
      AnswerHtml("<a href='/people/'>The \x1b[2J\x1b]0;keeper\x07 keeper</a>", answer);
    }
    if (request.target == "/people/") {
      answer.status = 200;
      answer.fields = "Content-Type: text/html\r\n";
      answer.body = kOldHtml;
    }
  });
  const Outcome found = FindKeeper();
  EXPECT_THAT(found.output, Not(HasSubstr("\x1b")));
  EXPECT_THAT(found.output, Not(HasSubstr("\x07")));
}

TEST_F(FindMovedOnMadeUpSites, StillThere) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target != "/keeper") return;
    answer.status = 200;
    answer.fields = "Content-Type: text/html\r\n";
    answer.body = kOldHtml;
  });
  const Outcome found = FindKeeper();
  EXPECT_EQ(found.exit_code, 0);
  EXPECT_THAT(found.output, HasSubstr("Not gone: "));
}

TEST_F(FindMovedOnMadeUpSites, TheSiteAnswers200ToEverything) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    AnswerHtml(
        "<title>Welcome</title><h1>Welcome</h1><p>We are sorry, or glad, that you are here, "
        "whatever it was that you looked for on our island.</p>" +
            Links(30),
        answer);
  });
  const Outcome found = FindKeeper("--json");
  EXPECT_EQ(found.exit_code, 1) << found.output;
  EXPECT_EQ(found.json()[0]["verdict"], "not-found") << found.output;
  EXPECT_THAT(FindKeeper().output, HasSubstr("Not found: "));
}

TEST_F(FindMovedOnMadeUpSites, AllThatIsLostIsSentHome) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") return;
    if (request.target == "/") return AnswerHtml(Links(30), answer);
    answer.status = 302;
    answer.fields = "Location: /\r\n";
  });
  const Outcome found = FindKeeper("--json");
  EXPECT_EQ(found.exit_code, 1) << found.output;
  EXPECT_EQ(found.json()[0]["verdict"], "not-found") << found.output;
}

TEST_F(FindMovedOnMadeUpSites, WhatIsUnlikelyIsShownAndWhatWouldHelp) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") AnswerHtml("<a href=/staff/keepers/>Keepers</a>", answer);
    if (request.target == "/staff/keepers/") AnswerHtml("<p>Three of them.</p>", answer);
  });
  const Outcome found = Find(*lab_, lab_->UrlOf("bad.test", "/keeper"));
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.output, HasSubstr(lab_->UrlOf("bad.test", "/staff/keepers/")));
  EXPECT_THAT(found.output, HasSubstr("Only the URL is known of the page: its HTML (--content)"));
  EXPECT_THAT(FindKeeper().output, Not(HasSubstr("Only the URL")));
}

TEST_F(FindMovedOnMadeUpSites, NobodyIsAskedThatMayNotBe) {
  const Outcome found = Meguri("find-moved http://127.9.1.1:9/old --contact a@b.test");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.output, HasSubstr("nobody could be asked about http://127.9.1.1:9/old"));
  EXPECT_THAT(found.output, HasSubstr("may not be asked (--allow-address)"));
  EXPECT_THAT(found.output, HasSubstr("0 requests\n"));
}

TEST_F(FindMovedOnMadeUpSites, TheSiteIsDown) {
  Serve([](const WebRequest&, WebAnswer& answer) { answer.status = 503; });
  const Outcome busy = FindKeeper();
  EXPECT_EQ(busy.exit_code, 1);
  EXPECT_THAT(busy.output, HasSubstr("doesn't answer"));
  EXPECT_THAT(busy.output, HasSubstr("the server said 503"));
  EXPECT_THAT(busy.output, HasSubstr("1 request\n"));
  const Outcome dead = Find(*lab_, "http://127.1.0.1:1/keeper --content old.html --json");
  EXPECT_EQ(dead.exit_code, 1);
  EXPECT_EQ(dead.json()[0]["verdict"], "down");
  EXPECT_NE(dead.json()[0]["trouble"], "");
  const Outcome nowhere = Find(*lab_, "http://nosuch.test/keeper --json");
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_EQ(nowhere.json()[0]["verdict"], "down");
  EXPECT_EQ(nowhere.json()[0]["requests"], 0);
}

TEST_F(FindMovedOnMadeUpSites, TheSiteBansAfterSomeRequests) {
  for (const int status : {403, 429}) {
    Serve([status](const WebRequest& request, WebAnswer& answer) {
      if (request.target == "/") AnswerHtml(Links(60), answer);
      if (request.target.size() <= 3 && request.target != "/") {
        AnswerHtml(fmt::format("<title>{0}</title><p>A page about number {0}.</p>", request.target),
                   answer);
      }
      if (request.ordinal >= 20) answer.status = status;
    });
    const Outcome found = FindKeeper("--json --max-back-off 200ms");
    EXPECT_EQ(found.exit_code, 1) << found.output;
    const nlohmann::json json = found.json()[0];
    EXPECT_EQ(json["verdict"], "refused") << found.output;
    EXPECT_THAT(json["trouble"].get<std::string>(), HasSubstr(std::to_string(status)));
    EXPECT_LE(json["requests"], 30) << "it goes on asking";
  }
}

TEST_F(FindMovedOnMadeUpSites, RobotsTxtForbidsItAll) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml(Links(3), answer);
    if (request.target == "/robots.txt") answer.body = "User-agent: *\nDisallow: /\n";
  });
  const Outcome found = FindKeeper("--json");
  EXPECT_EQ(found.exit_code, 1) << found.output;
  EXPECT_EQ(found.json()[0]["verdict"], "refused") << found.output;
  EXPECT_EQ(found.json()[0]["requests"], 1);
}

TEST_F(FindMovedOnMadeUpSites, CtrlCPrintsWhatWasFound) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml(Links(50), answer);
    if (request.target == "/keeper") answer.status = 404;
    answer.delivery.never = request.ordinal > 3;
  });
  const Outcome stopped = FindKeeper("--json & sleep 1.5; kill -INT $!; wait $!; echo $?");
  ASSERT_EQ(stopped.lines().size(), 2U) << stopped.output << stopped.errors;
  EXPECT_EQ(nlohmann::json::parse(stopped.lines()[0])["stopped"], true);
  EXPECT_EQ(stopped.lines()[1], "1");
}

TEST_F(FindMovedOnMadeUpSites, MaxTimeIsKept) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml(Links(50), answer);
    if (request.target == "/keeper") answer.status = 404;
    answer.delivery.never = request.ordinal > 3;
  });
  const Outcome stopped = FindKeeper("--max-time 1s");
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_THAT(stopped.output, HasSubstr("stopped before the search was at its end"));
}

TEST_F(FindMovedOnMadeUpSites, WarcFilesKnowTheSiteToo) {
  auto moved = std::make_shared<std::atomic<bool>>(false);
  Serve([moved](const WebRequest& request, WebAnswer& answer) {
    const std::string_view place = *moved ? "/people/" : "/keeper";
    if (request.target == "/") {
      AnswerHtml(Links(3) + fmt::format("<a href={}>Her story</a>", place), answer);
    }
    if (request.target == place) {
      answer.status = 200;
      answer.fields = "Content-Type: text/html\r\n";
      answer.body = kOldHtml;
    }
  });
  const Outcome crawl = Meguri(fmt::format(
      "crawl {} --dir before --interval 0 --allow-address 127.0.0.0/8 --resolver {} --quiet",
      lab_->UrlOf("bad.test", "/"), lab_->resolver()));
  ASSERT_EQ(crawl.exit_code, 0) << crawl.errors;
  *moved = true;
  for (const char* archive : {"before", "before/archive"}) {
    const Outcome found = Find(
        *lab_, fmt::format("{} --archive {} --json", lab_->UrlOf("bad.test", "/keeper"), archive));
    EXPECT_EQ(found.exit_code, 0) << found.output << found.errors;
    EXPECT_EQ(found.json()[0]["candidates"][0]["url"], lab_->UrlOf("bad.test", "/people/"));
    EXPECT_EQ(found.errors, "");
  }
  const Outcome unknown =
      Find(*lab_, fmt::format("{} --archive before", lab_->UrlOf("bad.test", "/never-was")));
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.errors, HasSubstr("/never-was is not in the archive as a page"));
}

TEST_F(FindMovedOnMadeUpSites, AnArchiveThatWentOnLeadsToTheNewPlace) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") AnswerHtml(Links(60), answer);
    if (request.target != "/people/") return;
    answer.status = 200;
    answer.fields = "Content-Type: text/html\r\n";
    answer.body = kOldHtml;
  });
  const auto url = [&](std::string_view path) { return lab_->UrlOf("bad.test", path); };
  constexpr const char* kThen = "2024-01-01T00:00:00Z";
  constexpr const char* kLater = "2025-01-01T00:00:00Z";
  TestArchive archive;
  archive.Response(url("/"), kThen, "<a href=/keeper>Her story</a>")
      .Response(url("/keeper"), kThen, kOldHtml)
      .Response(url("/"), kLater, Links(60) + "<a href=/people/>Her story</a>")
      .Response(url("/people/"), kLater, kOldHtml);
  Put("both.warc", archive.bytes());
  const Outcome found = Find(*lab_, fmt::format("{} --archive both.warc --json", url("/keeper")));
  EXPECT_EQ(found.exit_code, 0) << found.output << found.errors;
  const nlohmann::json json = found.json()[0];
  EXPECT_EQ(json["candidates"][0]["url"], url("/people/"));
  EXPECT_THAT(json["candidates"][0]["reasons"].dump(), HasSubstr("a new URL"));
  EXPECT_EQ(json["requests"], 3) << "robots.txt, the old URL, the new one";
}

TEST_F(FindMovedOnMadeUpSites, ThePageWasThereAsLongAsItWasAnswered) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") AnswerHtml(Links(3) + "<a href=/people/>Her story</a>", answer);
    if (request.target != "/people/") return;
    answer.status = 200;
    answer.fields = "Content-Type: text/html\r\n";
    answer.body = kOldHtml;
  });
  const auto url = [&](std::string_view path) { return lab_->UrlOf("bad.test", path); };
  // It was sent to itself, with a slash, and a year later it was unchanged: /people/ was beside it.
  TestArchive archive;
  archive.Response(url("/keeper"), "2024-01-01T10:00:00Z", kOldHtml);
  const std::string digest = archive.digest();
  archive
      .Response(url("/keeper/"), "2024-01-01T10:05:00Z", "", "Location: /keeper\r\n",
                "301 Moved Permanently")
      .Revisit(url("/keeper"), "2025-01-01T10:00:00Z", digest, {})
      .Response(url("/people/"), "2025-01-01T11:00:00Z", kOldHtml);
  Put("both.warc", archive.bytes());
  const Outcome found = Find(*lab_, fmt::format("{} --archive both.warc --json", url("/keeper")));
  const nlohmann::json json = found.json()[0];
  ASSERT_FALSE(json["candidates"].empty()) << found.output << found.errors;
  EXPECT_THAT(json["candidates"][0]["reasons"].dump(), HasSubstr("but it was there before"));
}

TEST_F(FindMovedOnMadeUpSites, LearnsFromMovesThatAreSolved) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") AnswerHtml(Links(60), answer);
    if (request.target != "/people/keeper") return;
    answer.status = 200;
    answer.fields = "Content-Type: text/html\r\n";
    answer.body = kOldHtml;
  });
  const auto url = [this](std::string_view path) {
    return lab_->UrlOf("bad.test", std::string(path));
  };
  Put("moves", fmt::format("\xEF\xBB\xBF# of the island\n{} {}\n{}\t{}", url("/cook"),
                           url("/people/cook"), url("/smith"), url("/people/smith")));
  for (int i = 0; i < 2; ++i) {  // the second time it is known
    const Outcome found = FindKeeper("--json --learn moves");
    EXPECT_EQ(found.exit_code, 0) << found.output << found.errors;
    EXPECT_EQ(found.json()[0]["candidates"][0]["url"], url("/people/keeper"));
    EXPECT_EQ(found.json()[0]["requests"], 3) << "robots.txt, the old URL, the guess";
    EXPECT_THAT(Bytes("moves"), testing::EndsWith(fmt::format("smith\n{} {}\n", url("/keeper"),
                                                              url("/people/keeper"))));
  }
  EXPECT_EQ(FindKeeper("--learn new-file").exit_code, 1) << "nothing links to it";
  EXPECT_EQ(FindKeeper("--learn moves/in-a-file").exit_code, 2);
}

TEST_F(FindMovedTest, MistakesAreOneLine) {
  Put("picture", std::string("\x89PNG\r\n\x1a\n\0\0\0\0", 12));
  Put("empty/nothing", "");
  Put("moves", "\nhttp://a.test/x\n");
  Put("noise.warc.gz", "this is no archive");
  Put("mails", "http://a.test/x mailto:me\n");
  ExpectErrors("find-moved", {{"http://a.test/", "--contact"},
                              {"", "URL is required"},
                              {"mailto:me --contact a@b.test", "no URL of http or https"},
                              {"a.test --contact a@b.test --interval 5ms", "--interval"},
                              {"a.test --contact a@b.test --budget 0", "--budget"},
                              {"a.test --contact a@b.test --threshold 2", "--threshold"},
                              {"a.test --contact a@b.test --content ''", "--content"},
                              {"a.test --contact a@b.test --archive ''", "--archive"},
                              {"a.test --contact a@b.test --learn ''", "--learn"},
                              {"a.test --contact a@b.test --threshold nan", "--threshold"},
                              {"a.test --contact a@b.test --content missing.html", "missing.html"},
                              {"a.test --contact a@b.test --archive missing", "missing"},
                              {"a.test --contact a@b.test --archive empty", "empty"},
                              {"a.test --contact a@b.test --archive /dev/zero", "a device"},
                              {"http://me:pw@a.test --contact a@b.test", "without user and"},
                              {"a.test --contact a@b.test --learn moves", "moves:2: want two"},
                              {"a.test --contact a@b.test --learn mails", "mails:1: 'mailto:me'"},
                              {"a.test --contact a@b.test --bogus", "--bogus"}});
  EXPECT_THAT(Meguri("find-moved --help").output, HasSubstr("Exit code: 0 found"));
  const Outcome noise = Meguri("find-moved a.test --contact a@b.test --archive noise.warc.gz");
  EXPECT_EQ(noise.exit_code, 2);
  EXPECT_THAT(noise.errors, HasSubstr("no record can be read in noise.warc.gz"));
}

}  // namespace
}  // namespace meguri::app
