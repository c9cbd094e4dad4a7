// `meguri explain` and `meguri parse` as a user calls them: the program itself, its output and its
// exit code.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int exit_code;
  std::string output;  // stdout and stderr
};

// Runs `meguri ARGUMENTS` through a shell, with `input` on stdin. `after` follows on the
// command line: "| head -n 1".
Outcome Meguri(const std::string& arguments, const std::string& input = "",
               const std::string& after = "") {
  const testing_support::TemporaryDirectory directory;
  const std::string input_path = directory.path() + "/input";
  std::ofstream(input_path, std::ios::binary) << input;
  const std::string command =
      "exec 2>&1; " MEGURI_PROGRAM " " + arguments + " <" + input_path + " " + after;
  Outcome outcome{-1, ""};
  std::FILE* pipe = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own command line
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), got);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

TEST(MeguriTest, HelpAndVersion) {
  EXPECT_EQ(Meguri("").exit_code, 0);
  EXPECT_THAT(Meguri("").output, HasSubstr("explain"));
  EXPECT_EQ(Meguri("--help").output, Meguri("").output);
}

TEST(MeguriTest, VersionTellsTheCommitAndTheLibraries) {
  const std::string text = Meguri("--version").output;
  EXPECT_TRUE(std::regex_search(
      text, std::regex("^meguri [0-9]+\\.[0-9]+\\.[0-9]+ \\(([0-9a-f]{7,}\\+?|unknown)\\)\n")))
      << text;
  for (const char* name : {"compiler", "libcurl", "c-ares", "OpenSSL", "RocksDB", "zlib", "zstd",
                           "brotli", "ICU", "libpsl"}) {
    EXPECT_TRUE(std::regex_search(
        text, std::regex(std::string("\n  ") + name + " +[a-z+ ]*[0-9]+\\.[0-9]+")))
        << name << '\n'
        << text;
  }
}

TEST(MeguriTest, BadUsageIsOneLineAndExitCode2) {
  for (const char* arguments :
       {"nonsense", "--nonsense", "explain", "explain nonsense", "explain url --nonsense",
        "explain url --base http://a.example/", "explain robots /dev/null",
        "explain robots /nonexistent Bot http://a.example/",
        "explain robots /dev/null Bot not-a-url", "explain url x: --drop 'a*b'",
        "explain url x: --suffix-list /nonexistent", "explain url x --base nonsense",
        "explain page a.html", "parse /dev/null --url nonsense"}) {
    const Outcome outcome = Meguri(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1) << outcome.output;
    EXPECT_THAT(outcome.output, testing::StartsWith("meguri"));
  }
  EXPECT_THAT(Meguri("explain nonsense").output, HasSubstr("nonsense"));
  EXPECT_THAT(Meguri("explain nonsense").output, HasSubstr("want one of url, robots"));
  EXPECT_THAT(Meguri("explain page a.html").output, HasSubstr("meguri parse"));
}

TEST(ParseTest, SaysWhyLinksAreLeftOut) {
  const std::string too_long = "<a href=/" + std::string(20'000, 'x') + ">";
  const std::string page = "<a href=/a><a href=mailto:a@b.example><a href=javascript:0>";
  EXPECT_THAT(Meguri("parse - --url http://a.example/", page).output,
              HasSubstr("shown with; 2 left out: no http or https URL\n"));
  EXPECT_THAT(Meguri("parse - --url http://a.example/", page + too_long).output,
              HasSubstr("; 2 left out: no http or https URL; 1 left out: too long or too many\n"));
  EXPECT_THAT(Meguri("parse - --url http://a.example/", too_long).output,
              HasSubstr("shown with; 1 left out: too long or too many\n"));
}

TEST(ExplainUrlTest, InWords) {
  const Outcome outcome =
      Meguri("explain url '../b?utm_source=x&id=7#top' --base https://www.Example.co.uk/a/c");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("https://www.example.co.uk/b?utm_source=x&id=7#top\n"));
  EXPECT_THAT(outcome.output, HasSubstr(" example.co.uk\n"));
  EXPECT_THAT(outcome.output, HasSubstr(" https://www.example.co.uk/b?id=7\n"));
  EXPECT_THAT(outcome.output, HasSubstr(" uk,co,example)/b?id=7&utm_source=x\n"));
}

TEST(ExplainUrlTest, SaysWhyNot) {
  EXPECT_EQ(Meguri("explain url /a").exit_code, 1);
  EXPECT_THAT(Meguri("explain url /a").output, HasSubstr("--base"));
  EXPECT_THAT(Meguri("explain url http://a.example:x/").output, HasSubstr("port"));
  EXPECT_THAT(Meguri("explain url http://a%00b/").output, HasSubstr("host"));
}

TEST(ExplainUrlTest, ShowsInternationalNames) {
  EXPECT_THAT(Meguri("explain url http://xn--bcher-kva.example/").output,
              HasSubstr("bücher.example"));
}

TEST(ExplainUrlTest, JsonLines) {
  const Outcome outcome = Meguri("explain url",
                                 R"({"input":"../b?gclid=1#f","base":"http://www.a.co.uk:80/x/y"}
{"input":"http://["}
{"input":"http://127.1/","base":null}
{"input":"http://localhost/"}
{"input":"x","base":"not a base"}
{"input":"http://a.example/?†","encoding":"windows-1252"}
{"input":"http://a.example/","encoding":"nonsense"}
nonsense
{"input":"mailto:x"}
)");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(
      outcome.output,
      R"({"href":"http://www.a.co.uk/b?gclid=1#f","host":"www.a.co.uk","site":"a.co.uk","canonical":"http://www.a.co.uk/b","surt":"uk,co,a)/b?gclid=1"}
{"failure":true}
{"href":"http://127.0.0.1/","host":"127.0.0.1","site":"127.0.0.1","canonical":"http://127.0.0.1/","surt":"1,0,0,127)/"}
{"href":"http://localhost/","host":"localhost","site":null,"canonical":"http://localhost/","surt":"localhost)/"}
{"failure":true}
{"href":"http://a.example/?%86","host":"a.example","site":"a.example","canonical":"http://a.example/?%86","surt":"example,a)/?%86"}
{"error":"unknown \"encoding\" 'nonsense'"}
{"error":"not a JSON object"}
{"href":"mailto:x","host":"","site":null,"canonical":"mailto:x","surt":"mailto:x"}
)");
}

TEST(ExplainUrlTest, ManyLinesKeepTheirOrder) {
  std::string input;
  for (int i = 0; i < 20'000; ++i)
    input += fmt::format("{{\"input\":\"x:{}\"}}\n", i);
  const std::string output = Meguri("explain url", input).output;
  std::istringstream lines(output);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    ASSERT_THAT(line, testing::StartsWith(fmt::format("{{\"href\":\"x:{}\"", count)));
  }
  EXPECT_EQ(count, 20'000);
}

TEST(ExplainUrlTest, AReaderThatGoesAwayIsNoError) {
  std::string input;
  for (int i = 0; i < 100'000; ++i)
    input += "{\"input\":\"http://a.example/\"}\n";
  const Outcome outcome = Meguri("explain url", input, "| head -n 1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, Not(HasSubstr("meguri")));
}

TEST(ExplainUrlTest, DropTakesOneList) {
  const Outcome outcome = Meguri("explain url --drop ref,x 'http://a.example/?ref=1&x=2&utm_id=3'");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr(" http://a.example/?utm_id=3\n"));
  EXPECT_THAT(Meguri("explain url --drop '' 'http://a.example/?gclid=1'").output,
              HasSubstr("nothing to drop"));
}

TEST(MeguriTest, AFullDiskIsAnError) {
  for (const char* arguments : {"explain url http://a.example/",
                                "explain robots - Bot http://a.example/", "--help", "--version"}) {
    const Outcome outcome = Meguri(arguments, "", ">/dev/full");
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
  }
  EXPECT_EQ(Meguri("explain url", "{\"input\":\"x:\"}\n", ">/dev/full").exit_code, 2);
}

TEST(MeguriTest, ControlCharactersAreShownNotObeyed) {
  const Outcome robots = Meguri("explain robots - Bot 'http://a.example/%1b[31m'",
                                "User-agent: *\nDisallow: /\x1b[31m\nSitemap: \x1b]0;x\x07\n");
  EXPECT_THAT(robots.output, Not(HasSubstr("\x1b")));
  EXPECT_THAT(robots.output, HasSubstr("\\u001b]0;x"));
  EXPECT_THAT(Meguri("explain url 'http://a.example/\x1b[31m'").output, Not(HasSubstr("\x1b")));
}

TEST(ExplainHttpTest, InWords) {
  const Outcome outcome = Meguri("explain http -",
                                 "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"
                                 "Content-Type: Text/HTML; charset=utf-8\r\nno header\r\n"
                                 "X: \x1B[2J\r\nTransfer-Encoding: chunked\r\n\r\n"
                                 "5\r\nhello\r\n0\r\n\r\nmore");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, R"(status       200 OK (HTTP/1.1)
interim      1 before it
header       Content-Type: Text/HTML; charset=utf-8
header       X: \u001b[2J
header       Transfer-Encoding: chunked
note         1 lines that are no headers are ignored
type         text/html;charset=utf-8
body         5 bytes in chunks, complete
content      5 bytes, complete; undone: nothing
more         4 bytes behind it
)");
  EXPECT_EQ(Meguri("explain http -", "<html>").exit_code, 1);
  EXPECT_EQ(Meguri("explain http /nonexistent").exit_code, 2);
}

TEST(ExplainHttpTest, JsonLines) {
  const Outcome outcome = Meguri("explain http",
                                 R"({"raw":"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"}
{"raw_base64":"SFRUUC8xLjEgMjAwDQpBOiDpDQoNCg=="}
{"raw":"HTTP/1.1 200\nContent-Encoding: gzip\n\nplain"}
{"raw":"HTTP/1.1 200\nContent-Encoding: foo\n\nplain"}
{"raw":"HTTP/1.1 200\nContent-Length: 5\n\n","to_head_request":true}
{"raw":"<html>"}
{"raw":"","to_head_request":1}
)");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(
      outcome.output,
      R"({"ok":true,"status":200,"headers":[["Content-Length","9"]],"body_base64":"aGVsbG8=","truncated":true,"codings":[],"mark":"truncated","bytes":43}
{"ok":true,"status":200,"headers":[["A","é"]],"body_base64":"","truncated":false,"codings":[],"mark":"complete","bytes":22}
{"ok":false,"status":200,"headers":[["Content-Encoding","gzip"]],"body_base64":"","truncated":false,"error":"gzip: the body does not begin as gzip does","codings":["gzip"],"mark":"broken","bytes":42}
{"ok":true,"status":200,"headers":[["Content-Encoding","foo"]],"body_base64":"cGxhaW4=","truncated":false,"codings":[],"coding_left":"foo","mark":"complete","bytes":41}
{"ok":true,"status":200,"headers":[["Content-Length","5"]],"body_base64":"","truncated":false,"codings":[],"mark":"complete","bytes":32}
{"ok":false,"status":null,"headers":[],"body_base64":"","truncated":false,"error":"no status line: it begins otherwise"}
{"error":"\"to_head_request\" must be true or false"}
)");
}

TEST(ExplainRobotsTest, WhatCannotBeReadIsNoPermission) {
  EXPECT_EQ(Meguri("explain robots /tmp Bot http://a.example/").exit_code, 2);
  EXPECT_EQ(Meguri("explain robots '' Bot http://a.example/").exit_code, 2);
  EXPECT_EQ(Meguri("explain robots - Bot http://a.example/", "", "<&-").exit_code, 2);
  EXPECT_EQ(Meguri("explain robots - Bot http://a.example/", "", "</tmp").exit_code, 2);
  EXPECT_EQ(Meguri("explain robots - Bot mailto:x").exit_code, 2);
}

TEST(ExplainRobotsTest, InWords) {
  const std::string robots =
      "User-agent: *\nDisallow: /private/\nCrawl-delay: 2.5\n"
      "Sitemap: https://a.example/map.xml\n";
  const auto ask = [&](const std::string& url) {
    return Meguri("explain robots - Bot/1.0 " + url, robots);
  };
  const Outcome no = ask("https://a.example/private/x");
  EXPECT_EQ(no.exit_code, 1);
  EXPECT_THAT(no.output, HasSubstr("line 2"));
  EXPECT_THAT(no.output, HasSubstr("Disallow: /private/"));
  EXPECT_THAT(no.output, HasSubstr("2.5 s"));
  EXPECT_THAT(no.output, HasSubstr("https://a.example/map.xml"));
  EXPECT_EQ(ask("https://a.example/public").exit_code, 0);
}

TEST(ExplainRobotsTest, JsonLines) {
  const Outcome outcome = Meguri(
      "explain robots",
      R"({"robots":"User-agent: *\nDisallow: /p # private\nCrawl-delay: 1.5","agent":"Bot","url":"http://a.example/p?q"}
{"robots":"","agent":"Bot","url":"http://a.example/"}
{"robots_base64":"VXNlci1hZ2VudDogQm90CkRpc2FsbG93OiAvCg==","agent":"bot/2","url":"http://a.example/x"}
{"robots":"x","agent":"Bot","url":"/relative"}
{"agent":"Bot","url":"http://a.example/"}
)");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            R"({"allowed":false,"rule":"Disallow: /p","line":2,"crawl_delay":1.5}
{"allowed":true,"rule":null,"line":null,"crawl_delay":null}
{"allowed":false,"rule":"Disallow: /","line":2,"crawl_delay":null}
{"error":"'/relative' is no URL"}
{"error":"want one of \"robots\" and \"robots_base64\""}
)");
}

TEST(ExplainCharsetTest, InWords) {
  const Outcome declared = Meguri(
      "explain charset - --content-type 'text/html; x=\";charset=koi8-r\"; CharSet=\"SJIS\"'",
      "\x93\xFA\x96{\n\x1B[2J\n");
  EXPECT_EQ(declared.exit_code, 0);
  EXPECT_THAT(declared.output, HasSubstr("Shift_JIS: the Content-Type says so\n"));
  EXPECT_THAT(declared.output, HasSubstr(" 日本\n"));
  EXPECT_THAT(declared.output, HasSubstr("\\u001b[2J\n"));

  const Outcome unknown =
      Meguri("explain charset - --content-type 'text/html;charset=x-nonsense'", "日本語");
  EXPECT_THAT(unknown.output, HasSubstr("UTF-8: nothing says so, but the bytes look like it\n"));
  EXPECT_THAT(unknown.output, HasSubstr("'x-nonsense' is no encoding of the web\n"));

  const Outcome marked =
      Meguri("explain charset - --content-type 'text/html;charset=sjis'", "\xEF\xBB\xBFx");
  EXPECT_THAT(marked.output, HasSubstr("UTF-8: the byte order mark says so\n"));
  EXPECT_THAT(marked.output, HasSubstr("'sjis' gives way to it\n"));

  // A long line ends between two characters.
  const Outcome cut = Meguri("explain charset -", "x" + std::string(300, 'y') + "\n");
  EXPECT_THAT(cut.output, HasSubstr("y…\n"));
  std::string kana;
  for (int i = 0; i < 100; ++i) {
    kana += "あ";
  }
  EXPECT_THAT(Meguri("explain charset -", kana).output, HasSubstr("あ…\n"));

  EXPECT_EQ(Meguri("explain charset /nonexistent").exit_code, 2);
  EXPECT_EQ(Meguri("explain charset --content-type text/html").exit_code, 2);
}

TEST(ExplainCharsetTest, JsonLines) {
  const Outcome outcome =
      Meguri("explain charset",
             R"({"bytes_base64":"k/qWew==","content_type":"text/html;charset=sjis"}
{"bytes_base64":"k/qWew=="}
{"bytes_base64":"PG1ldGEgY2hhcnNldD1ldWMtanA+xvw="}
{"bytes_base64":"//5lAA=="}
{"bytes":"plain","content_type":null}
{"bytes_base64":""}
{"bytes_base64":"?"}
{"content_type":"text/html"}
)");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output,
              testing::StartsWith(R"({"encoding":"Shift_JIS","source":"http","text":"日本"}
{"encoding":"Shift_JIS","source":"detected","text":"日本"}
{"encoding":"EUC-JP","source":"meta","text":"<meta charset=euc-jp>日"}
{"encoding":"UTF-16LE","source":"bom","text":"e"}
{"encoding":"windows-1252","source":"fallback","text":"plain"}
{"encoding":"windows-1252","source":"fallback","text":""}
{"error":)"));
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 8);
}

}  // namespace
}  // namespace meguri::app
