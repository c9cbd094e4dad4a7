// `meguri lab` and `meguri lab judge`, as programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/app/program_fixture.h"

namespace meguri::app {
namespace {

using testing::HasSubstr;

constexpr const char* kPorts = "--http-port 0 --https-port 0 --dns-port 0";

class LabTest : public ProgramTest {
 protected:
  // The program runs in a thread of its own, and says when it is up.
  nlohmann::json WaitUntilUp() const {
    for (int i = 0; i < 200; ++i) {
      const std::string line = Bytes("up");
      if (line.ends_with('\n')) return nlohmann::json::parse(line.substr(0, line.find('\n')));
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << "the lab didn't come up";
    return {};
  }
};

TEST_F(LabTest, IsCrawledAndJudged) {
  std::thread lab([this] {
    const Outcome outcome = Meguri(fmt::format(
        "lab {} --hosts 5 --pages 50 --json --for 60s --dir d >up & echo $! >pid; wait", kPorts));
    EXPECT_EQ(outcome.errors, "");
  });
  const nlohmann::json up = WaitUntilUp();
  EXPECT_EQ(up["hosts"], 5);
  EXPECT_EQ(up["pages"], 50);
  EXPECT_EQ(up["ca"], "d/ca.pem");
  const std::string seed = up["seeds"][0];
  const std::string curl = fmt::format("cd {}; curl -sS -A bot -x {} --cacert d/ca.pem -o ",
                                       Path(""), up["proxy"].get<std::string>());
  EXPECT_EQ(std::system((curl + "robots " + seed + "robots.txt").c_str()), 0);  // NOLINT
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(std::system((curl + "page " + seed).c_str()), 0);  // NOLINT(cert-env33-c)
  EXPECT_THAT(Bytes("page"), HasSubstr("<html"));
  EXPECT_EQ(std::system(fmt::format("kill -INT $(cat {})", Path("pid")).c_str()), 0);  // NOLINT
  lab.join();

  const Outcome clean = Meguri("lab judge d/access.log --interval 200ms --json");
  EXPECT_EQ(clean.exit_code, 0) << clean.output << clean.errors;
  EXPECT_EQ(clean.json()[0]["requests"], 2);
  EXPECT_EQ(clean.json()[0]["coverage"]["pages"], 50);
  EXPECT_EQ(clean.json()[0]["coverage"]["fetched"], 1);
  const Outcome hasty = Meguri("lab judge d/access.log --interval 1h");
  EXPECT_EQ(hasty.exit_code, 1);
  EXPECT_THAT(hasty.output, HasSubstr("per host          1 too soon"));
  EXPECT_THAT(hasty.output, HasSubstr("verdict           breaches"));
}

TEST_F(LabTest, SaysHowToGetInAndStopsByItself) {
  const Outcome outcome =
      Meguri(fmt::format("lab {} --hosts 5 --pages 50 --no-log --for 300ms", kPorts));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  for (const char* part :
       {"50 pages, 5 hosts on 5 servers",
        "curl -x http://127.0.0.1:", "--cacert meguri-lab/ca.pem https://", "curl --resolve ",
        "chromium --user-data-dir=", "dig @127.0.0.1 -p ", "127.66.66.66", "Stopped after 0."}) {
    EXPECT_THAT(outcome.output, HasSubstr(part));
  }
  EXPECT_THAT(Names(), testing::Contains("meguri-lab/ca.pem"));
  EXPECT_THAT(Names(), testing::Not(testing::Contains("meguri-lab/access.log")));
}

TEST_F(LabTest, ItsExamplesAskForAPageThatIsThere) {
  Put("site/only/page.html", "<p>Hello");
  const Outcome outcome = Meguri(fmt::format("lab {} --folder site --for 1ms", kPorts));
  EXPECT_THAT(outcome.output, testing::ContainsRegex("TLS .* https://site.test:[0-9]*/only/page"));
  EXPECT_THAT(outcome.output, testing::ContainsRegex("proxy .* http://site.test:[0-9]*/only/page"));
}

// An archive may take its time to be read.
TEST_F(LabTest, CanBeStoppedBeforeItIsUp) {
  const Outcome outcome =
      Meguri(fmt::format("lab {} --warc /dev/zero & lab=$!; sleep 0.3; kill $lab; "
                         "(sleep 1; kill -KILL $lab) & wait $lab; echo $?",
                         kPorts));
  EXPECT_EQ(outcome.output, "143\n");  // SIGTERM
}

TEST_F(LabTest, LeavesFilesOfOthersAlone) {
  Put("mine", "precious\n");
  ExpectError("lab", fmt::format("{} --log mine --for 1s", kPorts));
  EXPECT_EQ(Bytes("mine"), "precious\n");
}

TEST_F(LabTest, TwoLabsDoNotWriteOneLog) {
  std::thread lab([this] {
    Meguri(
        fmt::format("lab {} --hosts 5 --pages 50 --json --for 60s --dir d >up & echo $! >pid; "
                    "wait",
                    kPorts));
  });
  WaitUntilUp();
  const std::string log = Bytes("d/access.log");
  EXPECT_THAT(log, HasSubstr("#columns"));
  const Outcome second = Meguri(fmt::format("lab {} --hosts 6 --dir d --for 100ms", kPorts));
  EXPECT_NE(second.exit_code, 0);
  EXPECT_THAT(second.errors, HasSubstr("another lab writes its log to d/access.log"));
  EXPECT_EQ(Bytes("d/access.log"), log);
  EXPECT_EQ(std::system(fmt::format("kill -INT $(cat {})", Path("pid")).c_str()), 0);  // NOLINT
  lab.join();
}

TEST_F(LabTest, ItsLogIsAPlainFile) {
  ExpectError("lab", fmt::format("{} --log /dev/null --for 10ms", kPorts));
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  ExpectError("lab", fmt::format("{} --log pipe --for 10ms", kPorts));
}

TEST_F(LabTest, MistakesAreOneLine) {
  Put("bad.toml", "hots = 5\n");
  ExpectError("lab", "--config bad.toml");
  ExpectError("lab", "--misbehave nothing");
  ExpectError("lab", "--for soon");
  ExpectError("lab", "--bogus");
  ExpectError("lab", fmt::format("{} --warc missing.warc", kPorts));
  ExpectError("lab judge", "missing.log");
  ExpectError("lab judge", "bad.toml");
  ExpectError("lab judge", "bad.toml --interval 5");
  EXPECT_THAT(Meguri("lab --list-misbehaviours").lines(), testing::SizeIs(36));
}

}  // namespace
}  // namespace meguri::app
