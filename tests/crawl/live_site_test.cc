// A site that is read over real sockets: what is made of its answers, and with what manners.
#include "crawl/site/live_site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fetch/live_fetcher.h"
#include "tests/crawl/bad_web.h"
#include "tests/lab/served_web.h"

namespace meguri {
namespace {

using moved::SiteAnswer;
using moved::SiteLink;
using moved::SitePage;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_crawl::AnswerHtml;
using testing_crawl::BadHost;
using testing_crawl::BadWeb;

constexpr milliseconds kInterval{30};

void AnswerText(std::string body, WebAnswer& answer) {
  answer.status = 200;
  answer.fields = "Content-Type: text/plain\r\n";
  answer.body = std::move(body);
}

class LiveSiteTest : public testing::Test {
 protected:
  using Answerer = std::function<void(const WebRequest& request, WebAnswer& answer)>;

  void Serve(Answerer answer) { Serve({{.answer = std::move(answer)}}); }
  void Serve(std::vector<BadHost> hosts, std::uint32_t addresses = 0) {
    lab_ = std::make_unique<testing_lab::ServedWeb>(BadWeb(std::move(hosts), addresses));
    options_.manners.interval = kInterval;
    options_.manners.download_factor = 0;
    options_.manners.first_back_off = milliseconds(200);
    options_.addresses = AddressRule({*IpRange::Parse("127.1.0.0/16")}, false);
    options_.user_agent = "meguri-test/1";
    auto fetcher = LiveFetcher::Create(
        {.resolver = lab_->resolver(), .rule = options_.addresses, .ca_file = lab_->ca_file()},
        clock_);
    ASSERT_TRUE(fetcher) << ToString(fetcher.error());
    fetcher_ = *std::move(fetcher);
  }
  LiveSite& Site() {
    if (site_) return *site_;
    client_ = std::make_unique<PoliteClient>(options_, clock_, *fetcher_,
                                             PoliteClientHooks{.stop = [this] { return stop_; }});
    site_ = std::make_unique<LiveSite>(*client_, sites_, *url::Url::Parse(Url("/")));
    return *site_;
  }
  std::string Url(std::string_view target, std::string_view host = "bad.test") const {
    return lab_->UrlOf(host, target);
  }
  SitePage Read(std::string_view target, std::string_view host = "bad.test") {
    const SitePage* page = Site().Read(Url(target, host));
    EXPECT_NE(page, nullptr) << target;
    return page == nullptr ? SitePage() : *page;
  }
  // "/robots.txt", …, as the server saw them.
  std::vector<std::string> Asked() {
    std::vector<std::string> targets;
    for (const auto& request : lab_->Requests())
      targets.push_back(request.url.substr(request.url.find('/', 8)));
    return targets;
  }

  RealClock clock_;
  url::SiteList sites_ = url::SiteList::System();
  PoliteClientOptions options_;
  bool stop_ = false;
  std::unique_ptr<testing_lab::ServedWeb> lab_;
  std::unique_ptr<LiveFetcher> fetcher_;
  std::unique_ptr<PoliteClient> client_;
  std::unique_ptr<LiveSite> site_;
};

TEST_F(LiveSiteTest, PagesAreReadOnceAfterRobotsTxt) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/") {
      AnswerHtml(
          "<title>Home</title><link rel=canonical href=/index><h1>One</h1><h4>Four</h4>"
          "<a href='/people/#top'> Our\n staff </a><a href=/people/>Our staff</a>"
          "<a href=http://elsewhere.test/>out</a><img src=/a.png>"
          "<a href=/logo><img src=/l.png alt=Logo></a>",
          answer);
    }
    if (request.target == "/image") {
      answer.status = 200;
      answer.fields = "Content-Type: image/png\r\n";
    }
    if (request.target == "/old") {
      answer.status = 301;
      answer.fields = "Location: /new\r\n";
    }
    if (request.target == "/lost") {
      AnswerHtml("<a href=/map>Site map</a>", answer);
      answer.status = 404;
    }
    if (request.target == "/secret") answer.status = 403;
    if (request.target == "/broken") answer.status = 500;
  });
  const SitePage home = Read("/");
  EXPECT_EQ(home.answer, SiteAnswer::kPage);
  EXPECT_EQ(home.status, 200);
  EXPECT_EQ(home.title, "Home");
  EXPECT_EQ(home.canonical, Url("/index"));
  EXPECT_THAT(home.headings, ElementsAre("One"));
  EXPECT_THAT(home.links,
              ElementsAre(SiteLink{Url("/people/"), "Our staff"}, SiteLink{Url("/logo"), "Logo"}));
  EXPECT_EQ(Site().requests(), 2);
  EXPECT_EQ(Read("/#again").title, "Home");
  EXPECT_EQ(Site().requests(), 2);
  EXPECT_EQ(Read("/image").answer, SiteAnswer::kOther);
  const SitePage moved = Read("/old");
  EXPECT_EQ(moved.answer, SiteAnswer::kRedirect);
  EXPECT_EQ(moved.location, Url("/new"));
  const SitePage lost = Read("/lost");
  EXPECT_EQ(lost.answer, SiteAnswer::kGone);
  EXPECT_THAT(lost.links, ElementsAre(SiteLink{Url("/map"), "Site map"}));
  EXPECT_EQ(Read("/secret").answer, SiteAnswer::kRefused);
  EXPECT_EQ(Read("/broken").answer, SiteAnswer::kDown);
  EXPECT_EQ(Site().Read("no URL")->answer, SiteAnswer::kGone);
  EXPECT_THAT(Asked(),
              ElementsAre("/robots.txt", "/", "/image", "/old", "/lost", "/secret", "/broken"));
  EXPECT_TRUE(lab_->Judge(kInterval).clean());
}

TEST_F(LiveSiteTest, WhatRobotsTxtForbidsIsNotAskedFor) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml("<p>Hello.", answer);
    if (request.target == "/robots.txt") {
      AnswerText("User-agent: meguri-test\nDisallow: /private/\nCrawl-delay: 0.3\n", answer);
    }
  });
  EXPECT_EQ(Read("/private/a").answer, SiteAnswer::kForbidden);
  EXPECT_THAT(Site().trouble(), HasSubstr("Disallow: /private/"));
  EXPECT_EQ(Read("/public").answer, SiteAnswer::kPage);
  EXPECT_EQ(Read("/private/b").answer, SiteAnswer::kForbidden);
  EXPECT_THAT(Asked(), ElementsAre("/robots.txt", "/public"));
  EXPECT_TRUE(lab_->Judge(milliseconds(300)).clean()) << "the Crawl-delay";
}

TEST_F(LiveSiteTest, ARobotsTxtThatCannotBeHadClosesTheSite) {
  for (const auto& [status, answer] :
       {std::pair(503, SiteAnswer::kDown), std::pair(500, SiteAnswer::kDown),
        std::pair(429, SiteAnswer::kRefused)}) {
    site_.reset();
    Serve([status = status](const WebRequest& request, WebAnswer& web_answer) {
      AnswerHtml("<p>Hello.", web_answer);
      if (request.target == "/robots.txt") web_answer.status = status;
    });
    EXPECT_EQ(Read("/").answer, answer) << status;
    EXPECT_EQ(Read("/a").answer, answer) << status;
    EXPECT_THAT(Site().trouble(), HasSubstr("robots.txt could not be had"));
    EXPECT_THAT(Asked(), ElementsAre("/robots.txt"));
  }
}

TEST_F(LiveSiteTest, WhoSaysLaterIsAskedLater) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml("<p>Hello.", answer);
    if (request.target == "/soon" && request.ordinal < 2) {
      answer.status = 503;
      answer.fields += "Retry-After: 1\r\n";
    }
    if (request.target == "/never") {
      answer.status = 429;
      answer.fields += "Retry-After: 3600\r\n";
    }
  });
  EXPECT_EQ(Read("/soon").answer, SiteAnswer::kPage);
  EXPECT_EQ(Read("/never").answer, SiteAnswer::kRefused);
  EXPECT_EQ(Read("/other").answer, SiteAnswer::kRefused) << "within that hour";
  EXPECT_THAT(Site().trouble(), HasSubstr("429")) << "the cause, not what comes of it";
  const auto requests = lab_->Requests();
  ASSERT_EQ(requests.size(), 4U);
  EXPECT_GE(requests[2].start - requests[1].end, seconds(1));
}

TEST_F(LiveSiteTest, WhoRefusesAgainAndAgainIsLeftAlone) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    answer.status = request.ordinal < 3 ? 404 : 403;
  });
  for (int i = 0; i < 20; ++i)
    Read("/" + std::to_string(i));
  EXPECT_EQ(Read("/last").answer, SiteAnswer::kRefused);
  EXPECT_EQ(Read("/last").status, 403);
  EXPECT_EQ(Site().requests(), 3 + LiveSite::kMaxRefusals);
}

TEST_F(LiveSiteTest, HostsOfOneServerWaitForEachOther) {
  const auto answer = [](const WebRequest& request, WebAnswer& web_answer) {
    AnswerHtml("<a href=http://b.bad.test:PORT/x>other host</a>", web_answer);
    if (request.target == "/robots.txt") web_answer.status = 404;
  };
  Serve({{.name = "a.bad.test", .answer = answer}, {.name = "b.bad.test", .answer = answer}}, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Read("/" + std::to_string(i), "a.bad.test").answer, SiteAnswer::kPage);
    EXPECT_EQ(Read("/" + std::to_string(i), "b.bad.test").answer, SiteAnswer::kPage);
  }
  EXPECT_EQ(Read("/0", "a.bad.test").links.size(), 1U) << "another host, the same site";
  EXPECT_TRUE(lab_->Judge(kInterval).clean());
}

TEST_F(LiveSiteTest, OnlyAllowedAddressesAreAsked) {
  Serve([](const WebRequest&, WebAnswer& answer) { AnswerHtml("<p>Hello.", answer); });
  for (const char* url : {"http://127.0.0.1:1/", "http://10.0.0.1/", "http://[::1]/"}) {
    const SitePage* page = Site().Read(url);
    ASSERT_NE(page, nullptr);
    EXPECT_EQ(page->answer, SiteAnswer::kDown) << url;
    EXPECT_THAT(Site().trouble(), HasSubstr("may not be asked"));
  }
  EXPECT_EQ(Site().Read("http://nosuch.test/")->answer, SiteAnswer::kDown);
  EXPECT_EQ(Site().requests(), 0);
}

TEST_F(LiveSiteTest, NobodyListens) {
  Serve([](const WebRequest&, WebAnswer& answer) { AnswerHtml("<p>Hello.", answer); });
  EXPECT_EQ(Site().Read("http://127.1.0.1:1/")->answer, SiteAnswer::kDown);
  EXPECT_EQ(Site().Read("http://127.1.0.1:1/a")->answer, SiteAnswer::kDown);
  EXPECT_EQ(Site().requests(), 1);
  EXPECT_NE(Site().trouble(), "");
}

TEST_F(LiveSiteTest, TheBudgetAndTheUserHaveTheLastWord) {
  options_.max_requests = 3;
  Serve([](const WebRequest&, WebAnswer& answer) { AnswerHtml("<p>Hello.", answer); });
  Read("/1");
  Read("/2");
  EXPECT_EQ(Site().Read(Url("/3")), nullptr);
  EXPECT_NE(Site().Read(Url("/1")), nullptr) << "read before";
  EXPECT_EQ(Site().requests(), 3);
  site_.reset();
  options_.max_requests = 100;
  stop_ = true;
  EXPECT_EQ(Site().Read(Url("/1")), nullptr);
  EXPECT_EQ(Site().requests(), 0);
}

TEST_F(LiveSiteTest, StoppingDoesNotWaitForWhoHangs) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    AnswerHtml("<p>Hello.", answer);
    answer.delivery.never = request.target != "/robots.txt";
  });
  const TimePoint start = clock_.Now();
  client_ = std::make_unique<PoliteClient>(
      options_, clock_, *fetcher_,
      PoliteClientHooks{.stop = [&] { return clock_.Now() - start > milliseconds(500); }});
  LiveSite site(*client_, sites_, *url::Url::Parse(Url("/")));
  EXPECT_EQ(site.Read(Url("/hangs")), nullptr);
  EXPECT_LT(clock_.Now() - start, seconds(5));
}

TEST_F(LiveSiteTest, SitemapsAreThoseThatRobotsTxtNames) {
  const auto with_url = [](std::string_view element, std::string_view entry, std::string_view url) {
    return fmt::format("<{0}><{1}><loc>{2}</loc></{1}></{0}>", element, entry, url);
  };
  Serve([with_url](const WebRequest& request, WebAnswer& answer) {
    const std::string_view target = request.target;
    if (target == "/robots.txt") {
      AnswerText("Sitemap: http://bad.test:PORT/index.xml\nSitemap: http://other.test/x\n", answer);
    } else if (target == "/index.xml") {
      AnswerText(with_url("sitemapindex", "sitemap", "http://bad.test:PORT/map.xml"), answer);
      answer.fields = "Content-Type: text/xml\r\n";
    } else if (target == "/map.xml") {
      AnswerText(with_url("urlset", "url", "http://bad.test:PORT/page"), answer);
      answer.fields = "Content-Type: text/xml\r\n";
    }
  });
  EXPECT_THAT(Site().Sitemap(5), ElementsAre(Url("/page")));
  EXPECT_EQ(Site().requests(), 3);
  EXPECT_THAT(Site().Sitemap(5), ElementsAre(Url("/page")));
  EXPECT_EQ(Site().requests(), 3);
}

TEST_F(LiveSiteTest, ASitemapThatIsNamedTwiceIsReadOnce) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/robots.txt") {
      for (int i = 0; i < 3; ++i)
        answer.body += "Sitemap: http://bad.test:PORT/index.xml\n";
      return AnswerText(answer.body, answer);
    }
    if (request.target == "/index.xml") {
      AnswerText(
          "<sitemapindex><sitemap><loc>http://bad.test:PORT/map.xml</loc></sitemap></sitemapindex>",
          answer);
    } else if (request.target == "/map.xml") {
      AnswerText("<urlset><url><loc>http://bad.test:PORT/page</loc></url></urlset>", answer);
    }
    answer.fields = "Content-Type: text/xml\r\n";
  });
  EXPECT_THAT(Site().Sitemap(2), ElementsAre(Url("/page")));
}

TEST_F(LiveSiteTest, TheSitemapIsThatOfTheSitesOwnHostIfItGivesPages) {
  const auto home = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/old") {
      answer.status = 302;
      answer.fields = "Location: http://sso.bad.test:PORT/login\r\n";
    } else if (request.target == "/") {
      AnswerHtml("<p>Hello.", answer);
    } else if (request.target == "/sitemap.xml") {
      AnswerText("<urlset><url><loc>http://bad.test:PORT/page</loc></url></urlset>", answer);
      answer.fields = "Content-Type: text/xml\r\n";
    }
  };
  const auto login = [](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/login") AnswerHtml("<p>Log in.", answer);
  };
  Serve({{.answer = home}, {.name = "sso.bad.test", .answer = login}});
  Read("/old");
  EXPECT_EQ(Read("/login", "sso.bad.test").answer, SiteAnswer::kPage);
  EXPECT_EQ(Read("/").answer, SiteAnswer::kPage);
  EXPECT_THAT(Site().Sitemap(3), ElementsAre(Url("/page")));
}

TEST_F(LiveSiteTest, LinksThatTheirAuthorDoesNotWantFollowedAreNone) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    const std::string robots =
        request.target == "/all" ? "<meta name=robots content=nofollow>" : "";
    AnswerHtml(robots + "<a rel=nofollow href=/1>reply</a><a href=/2>next</a>", answer);
  });
  ASSERT_EQ(Read("/some").links.size(), 1U);
  EXPECT_EQ(Read("/some").links[0].url, Url("/2"));
  EXPECT_THAT(Read("/all").links, IsEmpty());
}

TEST_F(LiveSiteTest, RedirectsOfASitemapAreNoFilesOfIt) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target == "/loop.xml" || request.target == "/sitemap.xml") {
      answer.status = 301;
      answer.fields =
          request.target == "/loop.xml" ? "Location: /loop.xml\r\n" : "Location: /maps/all.xml\r\n";
    } else if (request.target == "/maps/all.xml") {
      AnswerText("<urlset><url><loc>http://bad.test:PORT/page</loc></url></urlset>", answer);
      answer.fields = "Content-Type: text/xml\r\n";
    } else if (request.target == "/robots.txt") {
      AnswerText(
          "Sitemap: http://bad.test:PORT/loop.xml\n"
          "Sitemap: http://bad.test:PORT/sitemap.xml\n",
          answer);
    }
  });
  EXPECT_THAT(Site().Sitemap(2), ElementsAre(Url("/page")));
  EXPECT_THAT(Asked(), ElementsAre("/robots.txt", "/loop.xml", "/sitemap.xml", "/maps/all.xml"));
}

TEST_F(LiveSiteTest, OfManySitemapsThoseNamedLikeTheOldPageAreReadFirst) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    std::string body;
    if (request.target == "/sitemap.xml") {
      for (const char* part : {"shop", "news", "docs", "blog"})
        body += fmt::format("<sitemap><loc>http://bad.test:PORT/map-{}.xml</loc></sitemap>", part);
      body = "<sitemapindex>" + body + "</sitemapindex>";
    } else if (request.target.ends_with(".xml")) {
      body = fmt::format("<urlset><url><loc>http://bad.test:PORT{}</loc></url></urlset>",
                         request.target.substr(0, request.target.size() - 4));
    } else {
      return;
    }
    AnswerText(std::move(body), answer);
    answer.fields = "Content-Type: text/xml\r\n";
  });
  client_ = std::make_unique<PoliteClient>(options_, clock_, *fetcher_, PoliteClientHooks{});
  LiveSite site(*client_, sites_, *url::Url::Parse(Url("/docs/install.html")));
  EXPECT_THAT(site.Sitemap(2), ElementsAre(Url("/map-docs")));
}

TEST_F(LiveSiteTest, SitemapsAreReadAsLinksAre) {
  Serve([](const WebRequest& request, WebAnswer& answer) {
    if (request.target != "/sitemap.xml") return;
    AnswerText(
        "<urlset><url><loc>http://BAD.test:PORT/über uns#x</loc></url>"
        "<url><loc>http://bad.test:PORT/a\nhttp://b.test/ http://c.test/</loc></url>"
        "<url><loc>/relative</loc></url></urlset>",
        answer);
    answer.fields = "Content-Type: text/xml\r\n";
  });
  EXPECT_THAT(Site().Sitemap(5),
              ElementsAre(Url("/%C3%BCber%20uns"), Url("/ahttp://b.test/%20http://c.test/"),
                          Url("/relative")));
}

TEST_F(LiveSiteTest, WithoutThatTheUsualPlaceIsTried) {
  Serve([](const WebRequest&, WebAnswer&) {});
  EXPECT_THAT(Site().Sitemap(5), IsEmpty());
  EXPECT_THAT(Asked(), ElementsAre("/robots.txt", "/sitemap.xml"));
}

}  // namespace
}  // namespace meguri
