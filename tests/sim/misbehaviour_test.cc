#include "sim/web/misbehaviour.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <set>

#include "http/http_date.h"
#include "robots/robots_txt.h"
#include "sim/web/gzip_bomb.h"
#include "tests/sim/source_probe.h"

namespace meguri {
namespace {

using enum Misbehaviour;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::LinksOf;

constexpr WallTime kStart = ManualClock::kDefaultStart;
constexpr std::string_view kSourcePage =
    "<!DOCTYPE html><html><body><a href=\"/one?a=1\">1</a> <a class=x "
    "href=\"http://bad.test/two#f\">2"
    "</a> <a href=\"http://other.test/\">3</a> gar</body></html>";

// What a host of that kind answers, whose source has one page everywhere but at /missing.
WebAnswer AnswerOf(Misbehaviour kind, const WebRequest& asked, WallTime now = kStart) {
  WebRequest request = asked;
  request.host = "bad.test";
  const MisbehaviourContext context{.forbidden_host = "127.66.66.66", .start = kStart, .key = 5};
  WebAnswer answer;
  if (MisbehaveInstead(kind, request, now, context, answer)) return answer;
  std::string scratch;
  const WebRequest source = MisbehaviourRequest(kind, request, scratch);
  if (source.target == "/robots.txt") {
    answer.fields = "Content-Type: text/plain\r\n";
    answer.body = "User-agent: *\nDisallow:\n";
  } else {
    answer.status = source.target == "/missing" ? 404 : 200;
    answer.fields = "Content-Type: text/html; charset=utf-8\r\nX-Target: ";
    answer.fields += source.target;
    answer.fields += source.accepts_gzip ? " gzip\r\n" : "\r\n";
    answer.body = kSourcePage;
  }
  MisbehaveAfter(kind, request, now, context, answer);
  return answer;
}

WebAnswer AnswerOf(Misbehaviour kind, std::string_view target = "/") {
  return AnswerOf(kind, WebRequest{.target = target});
}

std::string LocationOf(const WebAnswer& answer) {
  constexpr std::string_view kName = "Location: ";
  const std::size_t at = answer.fields.find(kName);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + kName.size();
  return answer.fields.substr(begin, answer.fields.find('\r', begin) - begin);
}

std::uint64_t BytesOf(const WebAnswer& answer) {
  const Delivery& delivery = answer.delivery;
  return answer.body.size() + delivery.repeats * delivery.repeated.size() + delivery.trailer.size();
}

TEST(MisbehaviourTest, RobotsTxtIsNormalUnlessTheKindIsAboutIt) {
  const std::set<Misbehaviour> about{kRobotsHuge, kRobotsHtml, kRobots500, kRobotsHang};
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    if (about.contains(info.kind)) continue;
    const WebAnswer answer =
        AnswerOf(info.kind, WebRequest{.https = true, .target = "/robots.txt", .ordinal = 500});
    EXPECT_EQ(answer.status, 200) << info.name;
    EXPECT_EQ(answer.delivery, Delivery{}) << info.name;
    EXPECT_THAT(answer.body, StartsWith("User-agent: *")) << info.name;
  }
}

TEST(MisbehaviourTest, EveryKindOfPageOrDeliverySpoilsTheFirstPage) {
  const std::set<Misbehaviour> elsewhere{// robots.txt, TLS, names, other pages, later
                                         kRobotsHtml,   kRobots500,    kRobotsHang, kTlsBroken,
                                         kTlsExpired,   kTlsWrongName, kDnsTimeout, kDnsLies,
                                         kDnsRebinding, kMirror,       kSoft404,    kBan};
  for (const MisbehaviourInfo& info : Misbehaviours()) {
    const WebAnswer answer = AnswerOf(info.kind, WebRequest{.https = true, .target = "/"});
    const bool normal = answer.status == 200 && answer.delivery == Delivery{} &&
                        answer.body == kSourcePage &&
                        answer.fields.find("text/html; charset=utf-8") != std::string::npos;
    EXPECT_EQ(normal, elsewhere.contains(info.kind)) << info.name;
  }
}

TEST(MisbehaviourTest, Hang) { EXPECT_TRUE(AnswerOf(kHang).delivery.never); }

TEST(MisbehaviourTest, Drip) {
  EXPECT_EQ(AnswerOf(kDrip).delivery.bytes_per_second, 1U);
  EXPECT_EQ(AnswerOf(kDrip).body, kSourcePage);
}

TEST(MisbehaviourTest, HugeBodyHasTenGigabytes) {
  const WebAnswer answer = AnswerOf(kHugeBody);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(BytesOf(answer), 10'000'000'000U);
  EXPECT_LT(answer.body.size() + answer.delivery.repeated.size(), 1'000'000U);
  EXPECT_THAT(answer.fields, HasSubstr("text/html"));
}

TEST(MisbehaviourTest, GzipBombHasTenMegabytes) {
  const WebAnswer answer = AnswerOf(kGzipBomb);
  EXPECT_THAT(answer.fields, HasSubstr("Content-Encoding: gzip"));
  EXPECT_GT(BytesOf(answer), 9'000'000U);
  EXPECT_LT(BytesOf(answer), 11'000'000U);
  // ISIZE is the length modulo 2^32.
  const std::string& trailer = answer.delivery.trailer;
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < 4; ++i)
    length |= std::uint32_t{static_cast<unsigned char>(trailer[trailer.size() - 4 + i])} << 8 * i;
  EXPECT_EQ(length, 10'000'000'000U % (std::uint64_t{1} << 32U));
}

// zlib checks CRC and length of a member, and gives Z_STREAM_END only if they are right.
TEST(GzipBombTest, UnpacksToAsManyZerosAsItSays) {
  for (const std::uint32_t unit : {1U, 2U, 257U, 258U, 259U, 260U, 100'000U}) {
    for (const std::uint64_t units : {1U, 2U, 3U, 100U}) {
      const GzipBomb bomb = MakeGzipBomb(unit, units);
      std::string packed = bomb.head;
      for (std::uint64_t i = 0; i < bomb.repeats; ++i)
        packed += bomb.repeated;
      packed += bomb.trailer;
      z_stream stream{};
      ASSERT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
      stream.next_in = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_in = static_cast<uInt>(packed.size());
      std::string room(1 << 20, 'x');
      int result = Z_OK;
      bool zeros = true;
      while (result == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t got = room.size() - stream.avail_out;
        zeros = zeros && room.find_first_not_of('\0') >= got;
      }
      EXPECT_EQ(result, Z_STREAM_END)
          << unit << " * " << units << ": " << (stream.msg == nullptr ? "" : stream.msg);
      EXPECT_TRUE(zeros);
      EXPECT_EQ(stream.total_out, unit * units);
      EXPECT_EQ(stream.avail_in, 0U);
      inflateEnd(&stream);
    }
  }
}

TEST(GzipBombTest, SwellsAThousandfold) {
  EXPECT_LT(MakeGzipBomb(10'000'000, 1).repeated.size(), 9'800U);
}

TEST(MisbehaviourTest, EndlessHeaders) {
  EXPECT_TRUE(AnswerOf(kEndlessHeaders).delivery.endless_head);
}

TEST(MisbehaviourTest, FalseLengthsAndAReset) {
  const std::size_t size = kSourcePage.size();
  EXPECT_EQ(AnswerOf(kLengthTooLong).delivery.claimed_length, size + 1000);
  EXPECT_TRUE(AnswerOf(kLengthTooLong).delivery.close);
  EXPECT_EQ(AnswerOf(kLengthTooShort).delivery.claimed_length, size / 2);
  EXPECT_TRUE(AnswerOf(kLengthTooShort).delivery.close);
  EXPECT_EQ(AnswerOf(kResetBody).delivery.reset_after, size / 2);
}

TEST(MisbehaviourTest, EndlessRedirectsGoFromStepToStep) {
  EXPECT_EQ(AnswerOf(kEndlessRedirects).status, 302);
  std::set<std::string> seen;
  std::string target = "/";
  for (int i = 0; i < 100; ++i) {
    target = LocationOf(AnswerOf(kEndlessRedirects, target));
    EXPECT_TRUE(seen.insert(target).second) << target;
  }
}

TEST(MisbehaviourTest, Redirects) {
  EXPECT_EQ(LocationOf(AnswerOf(kRedirectLoop, "/")), "/a");
  EXPECT_EQ(LocationOf(AnswerOf(kRedirectLoop, "/a")), "/b");
  EXPECT_EQ(LocationOf(AnswerOf(kRedirectLoop, "/b")), "/a");
  EXPECT_EQ(LocationOf(AnswerOf(kRedirectForbidden)), "http://127.66.66.66/");
  EXPECT_EQ(LocationOf(AnswerOf(kRedirectFile)), "file:///etc/passwd");
}

TEST(MisbehaviourTest, HostsWithBadTlsAreHttpsOnly) {
  for (const Misbehaviour kind : {kTlsBroken, kTlsExpired, kTlsWrongName}) {
    const WebAnswer answer = AnswerOf(kind, "/x?y");
    EXPECT_EQ(answer.status, 301);
    EXPECT_EQ(LocationOf(answer), "https://bad.test/x?y");
    EXPECT_EQ(AnswerOf(kind, WebRequest{.https = true, .target = "/x"}).body, kSourcePage);
  }
}

TEST(MisbehaviourTest, TooManyRequests) {
  for (const Misbehaviour kind : {kTooManySeconds, kTooManyDate, kTooManyBare}) {
    EXPECT_EQ(AnswerOf(kind).status, 429);
  }
  EXPECT_THAT(AnswerOf(kTooManySeconds).fields, HasSubstr("Retry-After: 30\r\n"));
  EXPECT_THAT(AnswerOf(kTooManyDate).fields,
              HasSubstr("Retry-After: Thu, 01 Jan 2026 00:00:30 GMT\r\n"));
  EXPECT_THAT(AnswerOf(kTooManyBare).fields, Not(HasSubstr("Retry-After")));
}

TEST(MisbehaviourTest, StormBlowsEveryOtherMinute) {
  const auto at = [](int second) {
    return AnswerOf(kStorm503, WebRequest{.target = "/"}, kStart + seconds(second));
  };
  EXPECT_EQ(at(0).status, 503);
  EXPECT_THAT(at(0).fields, HasSubstr("Retry-After: 60\r\n"));
  EXPECT_THAT(at(59).fields, HasSubstr("Retry-After: 1\r\n"));
  EXPECT_EQ(at(60).status, 200);
  EXPECT_EQ(at(119).status, 200);
  EXPECT_EQ(at(120).status, 503);
  EXPECT_EQ(at(-1).status, 200);
}

TEST(MisbehaviourTest, BansFromTheHundredthRequestOn) {
  EXPECT_EQ(AnswerOf(kBan, WebRequest{.target = "/", .ordinal = 99}).status, 200);
  EXPECT_EQ(AnswerOf(kBan, WebRequest{.target = "/", .ordinal = 100}).status, 403);
  EXPECT_EQ(AnswerOf(kBan, WebRequest{.target = "/", .ordinal = 100'000}).status, 403);
}

TEST(MisbehaviourTest, HugeRobotsHasItsRuleInTheFirst500KiB) {
  const WebAnswer answer = AnswerOf(kRobotsHuge, "/robots.txt");
  EXPECT_EQ(answer.status, 200);
  EXPECT_NEAR(static_cast<double>(BytesOf(answer)), 10e6, 1e5);
  EXPECT_LT(answer.body.find("Disallow: /private/\n"), 500U << 10U);
  EXPECT_GT(answer.body.find("Disallow: /private/\n"), 300U << 10U);
  EXPECT_EQ(answer.delivery.repeated.back(), '\n');
  EXPECT_EQ(answer.delivery.repeated.front(), '#');
  // It is linked to, and would answer.
  EXPECT_THAT(LinksOf(AnswerOf(kRobotsHuge).body, "http://bad.test/"),
              testing::Contains("http://bad.test/private/"));
  EXPECT_EQ(AnswerOf(kRobotsHuge, "/private/").status, 200);
}

TEST(MisbehaviourTest, OtherRobots) {
  EXPECT_THAT(AnswerOf(kRobotsHtml, "/robots.txt").fields, HasSubstr("text/html"));
  EXPECT_THAT(AnswerOf(kRobotsHtml, "/robots.txt").body, StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(AnswerOf(kRobots500, "/robots.txt").status, 500);
  EXPECT_TRUE(AnswerOf(kRobotsHang, "/robots.txt").delivery.never);
  EXPECT_FALSE(AnswerOf(kRobotsHang).delivery.never);
}

TEST(MisbehaviourTest, CalendarHasEveryDay) {
  EXPECT_THAT(LinksOf(AnswerOf(kCalendar).body, "http://bad.test/"),
              testing::Contains("http://bad.test/calendar/2026-01-01"));
  const auto links = [](const std::string& day) {
    const WebAnswer answer = AnswerOf(kCalendar, "/calendar/" + day);
    std::vector<std::string> days = LinksOf(answer.body, "http://bad.test/calendar/" + day);
    for (std::string& url : days)
      url = url.substr(std::string_view("http://bad.test/calendar/").size());
    return days;
  };
  EXPECT_THAT(links("2024-02-29"), ElementsAre("2024-02-28", "2024-03-01", "2024-01-29",
                                               "2024-03-29", "2023-02-28", "2025-02-28"));
  EXPECT_THAT(links("2399-12-31"), ElementsAre("2399-12-30", "2400-01-01", "2399-11-30",
                                               "2400-01-31", "2398-12-31", "2400-12-31"));
  EXPECT_THAT(links("0001-01-01"),
              ElementsAre("0001-01-02", "0001-02-01", "0002-01-01"));  // nothing before it
  EXPECT_THAT(links("1234567-03-31"), testing::Contains("1234567-02-28"));
  // What is no day is the source's to answer.
  for (const char* const bad : {"2023-02-29", "x", "2023-1", "2023-13-01", "0000-01-01"}) {
    EXPECT_EQ(AnswerOf(kCalendar, std::string("/calendar/") + bad).body, kSourcePage) << bad;
  }
}

TEST(MisbehaviourTest, SessionMazeGivesEveryLinkANewId) {
  const std::vector<std::string> first = LinksOf(AnswerOf(kSessionMaze).body, "http://bad.test/");
  ASSERT_THAT(first, SizeIs(3));
  EXPECT_THAT(first[0], StartsWith("http://bad.test/one?a=1&sid="));
  EXPECT_THAT(first[1], StartsWith("http://bad.test/two?sid="));
  EXPECT_EQ(first[2], "http://other.test/");
  std::set<std::string> ids;
  std::string target = "/";
  for (int i = 0; i < 50; ++i) {
    const WebAnswer answer = AnswerOf(kSessionMaze, target);
    EXPECT_EQ(answer.status, 200);
    const auto links = LinksOf(answer.body, "http://bad.test" + target);
    EXPECT_TRUE(ids.insert(links[0].substr(links[0].find("sid="))).second);
    EXPECT_TRUE(ids.insert(links[1].substr(links[1].find("sid="))).second);
    target = links[0].substr(std::string_view("http://bad.test").size());
  }
  // The source knows the page without the id.
  EXPECT_THAT(AnswerOf(kSessionMaze, "/x?sid=1&a=b&sid=2&c").fields,
              HasSubstr("X-Target: /x?a=b&c\r\n"));
  EXPECT_THAT(AnswerOf(kSessionMaze, "/x?sid=1").fields, HasSubstr("X-Target: /x\r\n"));
}

TEST(MisbehaviourTest, AMillionLinks) {
  const WebAnswer answer = AnswerOf(kMillionLinks);
  EXPECT_EQ(answer.delivery.repeats, 1'000'000U);
  EXPECT_TRUE(answer.delivery.numbered);
  std::string link = answer.delivery.repeated;
  WriteNumber(NumberPlaces(link), 999'999, link);
  EXPECT_EQ(link, "<a href=\"/many/999999\">Link 999999</a>\n");
  EXPECT_EQ(AnswerOf(kMillionLinks, "/many").delivery, answer.delivery);
  EXPECT_EQ(AnswerOf(kMillionLinks, "/many/999999").status, 200);
  EXPECT_LT(AnswerOf(kMillionLinks, "/many/999999").body.size(), 1000U);
}

TEST(MisbehaviourTest, ALinkOfAMegabyte) {
  // Not by LinksOf(): our extractor takes no URL of that length.
  const std::string body = AnswerOf(kLongUrl).body;
  const std::size_t begin = body.find("/long/");
  ASSERT_NE(begin, std::string::npos);
  const std::string target = body.substr(begin, body.find('"', begin) - begin);
  EXPECT_GT(target.size(), 1'000'000U);
  EXPECT_EQ(AnswerOf(kLongUrl, target).status, 414);
}

TEST(MisbehaviourTest, Soft404AnswersWhateverIsAsked) {
  const WebAnswer answer = AnswerOf(kSoft404, "/missing");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.fields, HasSubstr("text/html"));
  EXPECT_NE(answer.body, kSourcePage);
  EXPECT_EQ(AnswerOf(kSoft404, "/there").body, kSourcePage);
  EXPECT_EQ(AnswerOf(kMirror, "/missing").status, 404);
}

TEST(MisbehaviourTest, LiesAboutCharsetAndType) {
  const WebAnswer lie = AnswerOf(kCharsetLie);
  EXPECT_THAT(lie.fields, HasSubstr("Content-Type: text/html; charset=windows-1252\r\n"));
  EXPECT_THAT(lie.fields, Not(HasSubstr("utf-8")));
  EXPECT_THAT(lie.body, HasSubstr("\xC3\xBC"));
  EXPECT_THAT(AnswerOf(kHtmlAsPdf).fields, HasSubstr("Content-Type: application/pdf\r\n"));
  EXPECT_EQ(AnswerOf(kHtmlAsPdf).body, kSourcePage);
  const WebAnswer pdf = AnswerOf(kPdfAsHtml);
  EXPECT_THAT(pdf.fields, HasSubstr("Content-Type: text/html"));
  EXPECT_THAT(pdf.body, StartsWith("%PDF-"));
  EXPECT_THAT(pdf.body, EndsWith("%%EOF\n"));
  // The table of contents leads to the objects.
  EXPECT_EQ(pdf.body.find("xref"), 164U);
  EXPECT_EQ(pdf.body.find("1 0 obj"), 9U);
  EXPECT_EQ(pdf.body.find("2 0 obj"), 52U);
  EXPECT_EQ(pdf.body.find("3 0 obj"), 101U);
}

TEST(MisbehaviourTest, PagesThatAreChangedComeUnpacked) {
  for (const Misbehaviour kind : {kCharsetLie, kSessionMaze, kHtmlAsPdf, kLongUrl, kRobotsHuge}) {
    const WebAnswer answer = AnswerOf(kind, WebRequest{.target = "/", .accepts_gzip = true});
    EXPECT_THAT(answer.fields, Not(HasSubstr("gzip"))) << MisbehaviourName(kind);
  }
  EXPECT_THAT(AnswerOf(kDrip, WebRequest{.target = "/", .accepts_gzip = true}).fields,
              HasSubstr("gzip"));
}

}  // namespace
}  // namespace meguri
