#include "sim/web/web_spec_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::string ErrorOf(std::string_view toml) {
  const auto spec = ParseWebSpec(toml, "lab.toml");
  return spec ? "" : spec.error().context;
}

WebSpec Parsed(std::string_view toml) {
  const auto spec = ParseWebSpec(toml, "lab.toml");
  EXPECT_TRUE(spec) << spec.error().context;
  return spec.value_or(WebSpec());
}

WebSpec Full() {
  WebSpec spec;
  spec.seed = std::numeric_limits<std::uint64_t>::max();
  spec.start += std::chrono::microseconds(123'456);
  spec.ips = 1000;
  spec.ports = {8080, 8443};
  spec.sources = {{.generated = {.hosts = 5,
                                 .pages = 77,
                                 .max_host_pages = 33,
                                 .host_names = {"a.test", "b\"\\\n.test", "\xE5\xB7\xA1.test"},
                                 .languages = {Language::kFrench, Language::kSpanish},
                                 .mean_bytes = 1234,
                                 .dead_links = 0.125,
                                 .encoded_paths = 0.25,
                                 .https = 0.1}},
                  {.kind = SourceSpec::Kind::kGraph, .path = "data/web"},
                  {.kind = SourceSpec::Kind::kFolder, .path = "site", .host = "docs.test"},
                  {.kind = SourceSpec::Kind::kTar, .path = "x.tar", .host = "tar.test"},
                  {.kind = SourceSpec::Kind::kWarc, .path = "x.warc.gz"}};
  using std::chrono::hours;
  spec.changes = {{.weight = 0.3},
                  {.kind = ChangeRule::Kind::kPoisson, .every = hours(24 * 30)},
                  {.kind = ChangeRule::Kind::kRhythm,
                   .weight = 2,
                   .every = hours(24),
                   .jitter = hours(1),
                   .workdays = true,
                   .trivial = true},
                  {.kind = ChangeRule::Kind::kBursts,
                   .every = hours(5),
                   .changes = 7,
                   .within = std::chrono::microseconds(1)},
                  {.kind = ChangeRule::Kind::kReplay, .path = "histories.gz"}};
  spec.moves = {
      {.after = hours(1)},
      {.host = "a.test", .share = 0.5, .trees = false, .after = hours(0), .redirect = false}};
  spec.misbehaviours = {{.kind = Misbehaviour::kHang},
                        {.kind = Misbehaviour::kTooManyDate, .host = "busy.test"}};
  return spec;
}

TEST(WebSpecTomlTest, WhatIsWrittenIsRead) {
  const std::string text = FormatWebSpec(Full());
  EXPECT_EQ(Parsed(text), Full()) << text;
  EXPECT_EQ(FormatWebSpec(Parsed(text)), text);
  EXPECT_EQ(Parsed(FormatWebSpec(WebSpec())), WebSpec());
  for (const char c : text) {
    EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F));
  }
}

TEST(WebSpecTomlTest, EveryMisbehaviourIsReadBack) {
  WebSpec spec;
  for (const MisbehaviourInfo& info : Misbehaviours())
    spec.misbehaviours.push_back({.kind = info.kind});
  EXPECT_EQ(Parsed(FormatWebSpec(spec)), spec);
  EXPECT_EQ(Parsed("misbehave = 'all'").misbehaviours, spec.misbehaviours);
  EXPECT_THAT(Parsed("misbehave = ['hang', 'ban']").misbehaviours,
              ElementsAre(MisbehaviourRule{.kind = Misbehaviour::kHang},
                          MisbehaviourRule{.kind = Misbehaviour::kBan}));
}

TEST(WebSpecTomlTest, AGeneratedSourceMayStandAtTheTop) {
  const WebSpec spec = Parsed(
      "seed = 9\nhosts = 50\nlanguages = ['ja']\n[[source]]\nkind = 'warc'\npath = 'a.warc'\n");
  EXPECT_EQ(spec.seed, 9U);
  ASSERT_THAT(spec.sources, SizeIs(2));
  EXPECT_EQ(spec.sources[0].generated.hosts, 50U);
  EXPECT_THAT(spec.sources[0].generated.languages, ElementsAre(Language::kJapanese));
  EXPECT_EQ(spec.sources[1].path, "a.warc");
  EXPECT_THAT(Parsed("seed = 9").sources, testing::IsEmpty());
}

TEST(WebSpecTomlTest, MomentsComeInSeveralForms) {
  for (const char* start : {"2026-01-02T03:04:05Z", "'2026-01-02T03:04:05Z'",
                            "2026-01-02T04:04:05+01:00", "2026-01-02T03:04:05"}) {
    EXPECT_EQ(FormatIso8601(Parsed(std::string("start = ") + start).start), "2026-01-02T03:04:05Z");
  }
  EXPECT_EQ(FormatIso8601(Parsed("start = 2026-01-02").start), "2026-01-02T00:00:00Z");
}

TEST(WebSpecTomlTest, TheLabsKeysAreApart) {
  const auto config = ParseLabConfig(
      "speed = 60\ndns-port = 5301\nlog = 'a.log'\ndir = 'd'\nhttp-port = 8081\nips = 3", "x");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->speed, 60);
  EXPECT_EQ(config->dns_port, 5301);
  EXPECT_EQ(config->http_port, 8081);
  EXPECT_EQ(config->web.ports.http, 8081);
  EXPECT_EQ(config->https_port, std::nullopt);
  EXPECT_EQ(config->log, "a.log");
  EXPECT_EQ(config->dir, "d");
  EXPECT_EQ(config->web.ips, 3U);
  EXPECT_EQ(*ParseLabConfig("", "x"), LabConfig());
}

TEST(WebSpecTomlTest, SaysWhereAndWhatToDo) {
  EXPECT_EQ(ErrorOf("seed = 7\nhots = 5\n"),
            "lab.toml:2: unknown key 'hots'; did you mean 'hosts'?");
  EXPECT_EQ(ErrorOf("[[source]]\nkind = 'graph'\npaht = 'x'\npath='y'"),
            "lab.toml:3: unknown key 'paht'; did you mean 'path'?");
  EXPECT_THAT(
      ErrorOf("[[move]]\nzzzzzzzzz = 1"),
      "lab.toml:2: unknown key 'zzzzzzzzz'; want one of host, share, trees, after, redirect");
  EXPECT_THAT(ErrorOf("seed = \n"), testing::StartsWith("lab.toml:1: this is no TOML: "));
  EXPECT_THAT(ErrorOf("[[[[change]]\n"), testing::StartsWith("lab.toml:1: this is no TOML: "));
  EXPECT_THAT(ErrorOf("\xC3\xA9 = 1\n"), testing::StartsWith("lab.toml:1: this is no TOML: "));
  EXPECT_EQ(ErrorOf("seed = -1"),
            "lab.toml:1: seed: want a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(ErrorOf("http-port = 70000"),
            "lab.toml:1: http-port: want a whole number from 0 to 65535");
  EXPECT_EQ(ErrorOf("https = 1.5"), "lab.toml:1: https: want a number from 0 to 1");
  EXPECT_EQ(ErrorOf("https = nan"), "lab.toml:1: https: want a number from 0 to 1");
  EXPECT_EQ(ErrorOf("speed = -1"), "lab.toml:1: speed: want a number from 0 on");
  EXPECT_EQ(
      ErrorOf("languages = ['en', 'xx']"),
      "lab.toml:1: languages: 'xx' is none that the pages can be in; want some of en, ja, de, "
      "fr, es");
  EXPECT_EQ(ErrorOf("\n[[source]]\nkind = 'grpah'"),
            "lab.toml:3: kind: want one of generated, graph, folder, tar, warc");
  EXPECT_EQ(ErrorOf("[[source]]\nkind = 'tar'"), "lab.toml:2: a source of kind tar wants a path");
  EXPECT_EQ(ErrorOf("[[change]]\nkind = 'poisson'\nevery = 5"),
            R"(lab.toml:3: every: want a time such as "200ms", "5s", "10m", "1h" or "30d")");
  EXPECT_EQ(ErrorOf("[[change]]\nkind = 'poisson'"),
            "lab.toml:1: a change of kind poisson wants every = \"1ms\" at least");
  EXPECT_EQ(ErrorOf("[[change]]\nkind = 'rhythm'\nevery = '1h'\njitter = '30m'"),
            "lab.toml:4: jitter: want less than half of every");
  EXPECT_EQ(ErrorOf("start = 'soon'"),
            "lab.toml:1: start: want a moment such as 2026-01-01T00:00:00Z");
  EXPECT_EQ(ErrorOf("source = 5"), "lab.toml:1: source: want tables that begin with [[source]]");
  EXPECT_EQ(ErrorOf("misbehave = ['gzip-bom']"),
            "lab.toml:1: misbehave: there is no kind 'gzip-bom'; did you mean 'gzip-bomb'? meguri "
            "lab --list-misbehaviours has them all");
  EXPECT_EQ(ErrorOf("[[misbehaviour]]\nhost = 'a.test'"),
            "lab.toml:1: a misbehaviour wants a kind; meguri lab --list-misbehaviours has them");
}

}  // namespace
}  // namespace meguri
