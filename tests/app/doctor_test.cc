// `meguri doctor`: name servers and certificates, and the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/doctor/certificate_check.h"
#include "app/doctor/name_check.h"
#include "app/doctor/site_list_check.h"
#include "app/doctor/time_limit.h"
#include "lab/tls/certificate_authority.h"
#include "store/crawl_folder.h"
#include "tests/app/program_fixture.h"
#include "tests/fetch/dns_fixture.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_fetch::A;
using testing_fetch::DnsQuestion;
using testing_fetch::DnsReply;
using testing_fetch::RawDnsServer;
using testing_fetch::WriteReply;

constexpr FindingState kOk = FindingState::kOk;
constexpr FindingState kWarning = FindingState::kWarning;
constexpr FindingState kFails = FindingState::kFails;

// Says that every name has this address; without one, that there is no such name.
RawDnsServer::Answer Saying(std::optional<const char*> address) {
  return [address](const DnsQuestion& question) -> std::optional<std::string> {
    DnsReply reply;
    if (!address) reply.code = 3;
    if (address && question.type == 1) reply.answers = {A(question.name, 300, *address)};
    return WriteReply(question, reply);
  };
}

RawDnsServer::Answer Silence() {
  return [](const DnsQuestion&) { return std::nullopt; };
}

// An address at which nobody listens, for as long as this is there: a port that is taken by TCP.
class ClosedPort {
 public:
  ClosedPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof to;
    auto* address = reinterpret_cast<sockaddr*>(&to);
    EXPECT_EQ(::bind(socket_.get(), address, size), 0);
    ::getsockname(socket_.get(), address, &size);
    address_ = "127.0.0.1:" + std::to_string(ntohs(to.sin_port));
  }
  const std::string& address() const { return address_; }

 private:
  OwnedFd socket_;
  std::string address_;
};

Finding NamesWith(const std::string& resolver, const std::string& host = "www.example.org",
                  const AddressRule& rule = AddressRule()) {
  const RealClock clock{};
  const NameQuestion question{.host = host, .resolver = resolver};
  const TimePoint start = clock.Now();
  const auto answers = AskNameServers(question, clock);
  EXPECT_LT(clock.Now() - start, kStepLimit);
  return JudgeNames(answers, question, rule);
}

TEST(DoctorNamesTest, AnAddressIsWhatItTakes) {
  const RawDnsServer server(Saying("93.184.216.34"));
  const Finding finding = NamesWith(server.address());
  EXPECT_EQ(finding.state, kOk) << finding.found;
  EXPECT_THAT(finding.found,
              HasSubstr("www.example.org is 93.184.216.34, said " + server.address()));
}

TEST(DoctorNamesTest, AnAddressThatACrawlDoesNotConnectToIsAWarning) {
  const RawDnsServer server(Saying("127.0.0.1"));
  const Finding finding = NamesWith(server.address());
  EXPECT_EQ(finding.state, kWarning);
  EXPECT_THAT(finding.advice, HasSubstr("--allow-address 127.0.0.1"));
  const AddressRule own({*IpRange::Parse("127.0.0.0/8")}, true);
  EXPECT_EQ(NamesWith(server.address(), "a.test", own).state, kOk);
}

TEST(DoctorNamesTest, WithoutAnAnswerItFailsInTime) {
  const RawDnsServer silent(Silence());
  const ClosedPort closed;
  for (const std::string& address : {silent.address(), closed.address()}) {
    const Finding finding = NamesWith(address);
    EXPECT_EQ(finding.state, kFails);
    EXPECT_THAT(finding.found, HasSubstr("no answer of use from " + address));
    EXPECT_THAT(finding.advice, HasSubstr("--resolver"));
  }
}

TEST(DoctorNamesTest, ANameThatIsNotThereIsAnotherFailure) {
  const RawDnsServer server(Saying(std::nullopt));
  const Finding finding = NamesWith(server.address());
  EXPECT_EQ(finding.state, kFails);
  EXPECT_THAT(finding.found, HasSubstr("does not exist"));
  EXPECT_THAT(finding.advice, HasSubstr("--host"));
  EXPECT_EQ(NamesWith("nonsense").state, kFails);
}

NameAnswer AnswerOf(const std::string& server, ResolveOutcome outcome, Duration took) {
  NameAnswer answer;
  answer.server = server;
  answer.result.outcome = outcome;
  if (outcome == ResolveOutcome::kAddresses)
    answer.result.addresses = {*IpAddress::Parse("93.184.216.34")};
  answer.took = took;
  return answer;
}

TEST(DoctorNamesTest, OneDeadServerOfSeveralAndASlowOneAreWarnings) {
  const NameQuestion question{.host = "a.example", .resolver = ""};
  const NameAnswer good = AnswerOf("192.0.2.1:53", ResolveOutcome::kAddresses, milliseconds(999));
  const NameAnswer slow = AnswerOf("192.0.2.2:53", ResolveOutcome::kAddresses, milliseconds(1000));
  const NameAnswer dead = AnswerOf("192.0.2.3:53", ResolveOutcome::kUnanswered, seconds(2));
  const NameAnswer none = AnswerOf("192.0.2.4:53", ResolveOutcome::kNoAddress, milliseconds(1));
  using Answers = std::vector<NameAnswer>;
  const AddressRule rule;
  EXPECT_EQ(JudgeNames(Answers{good}, question, rule).state, kOk);
  EXPECT_EQ(JudgeNames(Answers{slow}, question, rule).state, kWarning);
  const Finding finding = JudgeNames(Answers{dead, good}, question, rule);
  EXPECT_EQ(finding.state, kWarning);
  EXPECT_THAT(finding.advice, AllOf(HasSubstr("Take 192.0.2.3:53 out of /etc/resolv.conf"),
                                    HasSubstr("--resolver 192.0.2.1:53")));
  EXPECT_THAT(JudgeNames(Answers{dead}, question, rule).advice, HasSubstr("network is up"));
  EXPECT_EQ(JudgeNames(Answers{none}, question, rule).state, kFails);
  EXPECT_EQ(JudgeNames(Answers{}, question, rule).state, kFails);
}

TEST(DoctorTimeLimitTest, WhatTakesTooLongIsLeftBehind) {
  const auto wait = [](milliseconds time) {
    return WithinLimit<int>(
        "waiting",
        [time]() -> Result<int> {
          std::this_thread::sleep_for(time);
          return 1;
        },
        milliseconds(500));
  };
  EXPECT_EQ(*wait(milliseconds(0)), 1);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(wait(seconds(2)).error().context, "waiting took longer than 500ms");
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(2));
}

class DoctorTest : public ProgramTest {
 protected:
  DoctorTest() { EXPECT_TRUE(lab::CertificateAuthority::LoadOrMake(Path("ca"))); }

  std::string ca_file() const { return Path("ca/ca.pem"); }
  // Of a machine on which all is well, as far as the test can see to it.
  std::string Flags() const {
    return fmt::format("--contact you@example.org --resolver {} --ca-file {} --memory 64MB",
                       names_.address(), ca_file());
  }
  // The row of that name; its state is "none" if there is none.
  static nlohmann::json RowOf(const Outcome& outcome, std::string_view name) {
    const std::vector<nlohmann::json> answers = outcome.json();
    for (const nlohmann::json& row : answers.at(0)["checks"]) {
      if (row["name"] == name) return row;
    }
    return {{"state", "none"}, {"found", ""}, {"advice", ""}};
  }
  static std::string StateOf(const Outcome& outcome, std::string_view name) {
    return RowOf(outcome, name)["state"];
  }
  Outcome Doctor(const std::string& arguments) const {
    return Meguri(fmt::format("doctor --json {} {}", Flags(), arguments));
  }
  // With a limit that this process keeps for itself.
  Outcome DoctorWithin(const std::string& limit, const std::string& arguments = "") const {
    const std::string command =
        fmt::format("cd {}; ({}; " MEGURI_PROGRAM " doctor --json {} {} 2>&1) | cat >out",
                    Path("."), limit, Flags(), arguments);
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): our own command line
    Outcome outcome;
    outcome.output = Bytes("out");
    return outcome;
  }

 private:
  RawDnsServer names_{Saying("93.184.216.34")};
};

TEST_F(DoctorTest, CertificatesAreCountedByTheDate) {
  const WallTime now = RealClock().WallNow();
  const auto facts = ReadCertificates(ca_file(), now);
  ASSERT_TRUE(facts) << facts.error().context;
  EXPECT_EQ(facts->valid, 1U);
  EXPECT_EQ(JudgeCertificates(facts, true).state, kOk);
  const auto later = ReadCertificates(ca_file(), now + std::chrono::years(100));
  EXPECT_EQ(later->expired, 1U);
  EXPECT_EQ(JudgeCertificates(later, true).state, kFails);
  EXPECT_EQ(ReadCertificates(ca_file(), WallTime())->not_yet, 1U);
  EXPECT_EQ(JudgeCertificates(CertificateFacts{.file = "f", .valid = 1, .expired = 9}, false).state,
            kOk);
  EXPECT_EQ(JudgeCertificates(CertificateFacts{.file = "f"}, false).state, kFails);
}

TEST_F(DoctorTest, CertificatesThatOpenSslRefusesFail) {
  const WallTime now = RealClock().WallNow();
  Put("garbage.pem", "no certificate at all\n");
  Put("empty.pem", "");
  Put("broken.pem",
      Bytes("ca/ca.pem") + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  for (const char* const name : {"garbage.pem", "empty.pem", "broken.pem", "nowhere.pem", "ca"}) {
    const auto facts = ReadCertificates(Path(name), now);
    EXPECT_EQ(JudgeCertificates(facts, true).state, kFails) << name;
    EXPECT_THAT(JudgeCertificates(facts, true).advice, HasSubstr("--ca-file")) << name;
    EXPECT_THAT(JudgeCertificates(facts, false).advice, HasSubstr("ca-certificates")) << name;
  }
}

TEST_F(DoctorTest, WithoutTheSiteListNoCrawlBegins) {
  Put("list.dat", "com\norg\n");
  Put("empty.dat", "// nothing\n");
  EXPECT_EQ(JudgeSiteList(ReadSiteList(Path("list.dat")), "list.dat").state, kOk);
  for (const char* const name : {"empty.dat", "nowhere.dat"}) {
    const Finding finding = JudgeSiteList(ReadSiteList(Path(name)), name);
    EXPECT_EQ(finding.state, kFails) << name;
    EXPECT_THAT(finding.advice, HasSubstr("publicsuffix"));
  }
}

TEST_F(DoctorTest, JsonHasAllRowsAndTheExitCodeFollows) {
  const Outcome outcome = Doctor("");
  ASSERT_EQ(outcome.json().size(), 1U);
  const nlohmann::json answer = outcome.json().front();
  EXPECT_EQ(outcome.exit_code, answer["can_run"] ? 0 : 1);
  std::vector<std::string> names;
  std::size_t fails = 0;
  for (const nlohmann::json& row : answer["checks"]) {
    names.push_back(row["name"]);
    if (row["state"] == "fails") ++fails;
    EXPECT_EQ(row["advice"].get<std::string>().empty(), row["state"] == "ok") << row;
  }
  EXPECT_EQ(answer["fails"], fails);
  EXPECT_EQ(answer["can_run"], fails == 0);
  EXPECT_THAT(names,
              ElementsAre("contact", "names", "network", "IPv6", "ports", "certificates",
                          "site list", "open files", "threads", "file size", "address space",
                          "memory", "clock", "steady clock", "time sync", "folder", "disk space",
                          "free inodes", "disk sync", "crawl folder", "temporary files"));
  for (const char* const name : {"contact", "names", "certificates", "threads", "folder"})
    EXPECT_EQ(StateOf(outcome, name), "ok") << RowOf(outcome, name);
  EXPECT_EQ(outcome.errors, "");
  EXPECT_THAT(Names(), ElementsAre("ca", "ca/ca.key", "ca/ca.pem"));
}

TEST_F(DoctorTest, WordsEndWithTheVerdict) {
  const Outcome outcome = Meguri("doctor --resolver 127.0.0.1:1 --insecure new/folder");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("contact          warning  none is set\n"));
  EXPECT_THAT(outcome.output, HasSubstr("names            fails    no answer of use from "));
  EXPECT_THAT(outcome.output, HasSubstr("it is not there yet, and can be made in .\n"));
  EXPECT_THAT(outcome.lines().back(), HasSubstr("A crawl would fail here, because of: names"));
}

TEST_F(DoctorTest, UsageErrorsAreOneLine) {
  ExpectErrors("doctor", {{"--host 127.0.0.1", "--host: 127.0.0.1 is an address"},
                          {"--host http://a/", "--host: 'http://a/' is no host"},
                          {"--host a,b", "--host: a,b is no name that can be looked up"},
                          {"--resolver nonsense", "--resolver: "},
                          {"--connections 0", "--connections: "},
                          {"--memory 1", "--memory: "},
                          {"''", "DIR is empty"},
                          {"a b", "b"},
                          {"--nonsense", "--nonsense"}});
}

TEST_F(DoctorTest, AResolverThatNeverAnswersTakesTwoSecondsAtMost) {
  const RawDnsServer silent(Silence());
  const ClosedPort closed;
  for (const std::string& address : {silent.address(), closed.address()}) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = Meguri("doctor --json --insecure --resolver " + address);
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(StateOf(outcome, "names"), "fails");
    EXPECT_LT(took, seconds(6));  // with all other steps, on a machine that has much else to do
  }
}

TEST_F(DoctorTest, FewFilesAreTooFew) {
  const Outcome outcome = DoctorWithin("ulimit -n 32");
  EXPECT_EQ(StateOf(outcome, "open files"), "fails");
  EXPECT_THAT(RowOf(outcome, "open files")["found"], HasSubstr("32 files"));
  EXPECT_EQ(StateOf(outcome, "names"), "ok") << RowOf(outcome, "names");
  EXPECT_EQ(StateOf(DoctorWithin("ulimit -n 300"), "open files"), "warning");
  EXPECT_EQ(StateOf(DoctorWithin("ulimit -n 300", "--connections 4"), "open files"), "ok");
}

TEST_F(DoctorTest, SmallFilesAreTooSmall) {
  const Outcome outcome = DoctorWithin("ulimit -f 8");
  EXPECT_EQ(StateOf(outcome, "file size"), "fails");
  EXPECT_EQ(StateOf(outcome, "folder"), "fails");
  EXPECT_THAT(RowOf(outcome, "folder")["found"], HasSubstr("can't write"));
  EXPECT_EQ(StateOf(DoctorWithin("ulimit -f 4000000"), "file size"), "warning");
}

TEST_F(DoctorTest, FoldersThatCannotBeWrittenToFail) {
  Put("file", "x");
  for (const char* const folder : {"file", "file/below", "/proc", "/proc/nothing"}) {
    const Outcome outcome = Doctor(folder);
    EXPECT_EQ(outcome.exit_code, 1) << folder;
    EXPECT_EQ(StateOf(outcome, "folder"), "fails") << folder;
    EXPECT_EQ(StateOf(outcome, "disk space"), "none") << folder;
  }
  if (::geteuid() == 0) return;  // who may write anywhere
  std::filesystem::create_directory(Path("closed"));
  ASSERT_EQ(::chmod(Path("closed").c_str(), 0555), 0);
  EXPECT_EQ(StateOf(Doctor("closed"), "folder"), "fails");
}

TEST_F(DoctorTest, AFolderInUseIsSaidToBe) {
  const auto lock = FolderLock::Take(Path("crawl"));
  ASSERT_TRUE(lock);
  const Outcome outcome = Doctor("crawl");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(StateOf(outcome, "crawl folder"), "fails");
  EXPECT_THAT(RowOf(outcome, "crawl folder")["found"], HasSubstr(std::to_string(::getpid())));
}

TEST_F(DoctorTest, AConfigIsReadAndItsFolderUsed) {
  Put("good.toml", "contact = \"you@example.org\"\ndir = \"crawls/a\"\nmemory = \"64MB\"\n");
  const Outcome good = Doctor("--config good.toml");
  EXPECT_EQ(StateOf(good, "config"), "ok");
  EXPECT_THAT(RowOf(good, "folder")["found"], HasSubstr("not there yet"));
  Put("bad.toml", "memory = [\n\x01");
  for (const char* const name : {"bad.toml", "nowhere.toml", "ca"}) {
    const Outcome bad = Doctor(fmt::format("--config {}", name));
    EXPECT_EQ(bad.exit_code, 1) << name;
    EXPECT_EQ(StateOf(bad, "config"), "fails") << name;
    EXPECT_THAT(RowOf(bad, "config")["found"], HasSubstr(name));
  }
}

TEST_F(DoctorTest, APipeThatNobodyWritesToIsGivenUp) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = Doctor("--config pipe");
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(6));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(RowOf(outcome, "config")["found"], HasSubstr("took longer than 2s"));
}

TEST_F(DoctorTest, AGarbageCaFileFails) {
  Put("garbage.pem", "\xff\xfe garbage");
  const auto doctor = [this](const std::string& flags) {
    return Meguri("doctor --json --resolver 127.0.0.1:1 --ca-file garbage.pem " + flags);
  };
  const Outcome outcome = doctor("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(StateOf(outcome, "certificates"), "fails");
  EXPECT_EQ(StateOf(doctor("--insecure"), "certificates"), "ok");
}

}  // namespace
}  // namespace meguri::app
