// What a service manager is told, over a socket as systemd has it.
#include "app/crawl/service_notifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/app/program_fixture.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A manager's end of the socket.
class Listener {
 public:
  // `name`: a path, or "@name".
  explicit Listener(std::string name) : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.starts_with('@')) name.front() = '\0';
    std::memcpy(static_cast<char*>(address.sun_path), name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&address), size), 0);
  }
  ~Listener() { ::close(fd_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // What has come since the last time.
  std::vector<std::string> Take() const {
    std::vector<std::string> all;
    std::array<char, 4096> buffer;
    while (true) {
      const ssize_t got = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (got < 0) return all;
      all.emplace_back(buffer.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  const int fd_;
};

class ServiceNotifierTest : public testing::Test {
 protected:
  testing_support::TemporaryDirectory folder_;
  const std::string path_ = folder_.path() + "/notify";
  Listener listener_{path_};
  ManualClock clock_;
  CrawlStatus status_;
};

TEST_F(ServiceNotifierTest, ReadyThenASignOfLifeAtHalfOfTheTimeThenStopping) {
  ServiceNotifier notifier({.socket = path_, .watchdog = seconds(20)}, clock_);
  EXPECT_THAT(listener_.Take(), IsEmpty());
  notifier.Ready();
  EXPECT_THAT(listener_.Take(), ElementsAre("READY=1"));
  status_.pages = 1234;
  int signs = 0;
  for (int slice = 0; slice < 5 * 60; ++slice) {  // a minute
    clock_.Advance(milliseconds(200));
    notifier.Alive(status_);
    for (const std::string& sign : listener_.Take()) {
      EXPECT_THAT(sign, StartsWith("WATCHDOG=1\nSTATUS=1,234 pages; "));
      ++signs;
    }
  }
  EXPECT_EQ(signs, 6);
  status_.stopping = true;
  notifier.Alive(status_);
  notifier.Alive(status_);
  notifier.Stopping();
  EXPECT_THAT(listener_.Take(), ElementsAre("STOPPING=1")) << "once";
}

TEST_F(ServiceNotifierTest, TroubleIsToldAtOnce) {
  ServiceNotifier notifier({.socket = path_, .watchdog = seconds(20)}, clock_);
  notifier.Ready();
  status_.trouble = "the disk\nis full";
  notifier.Alive(status_);
  notifier.Alive(status_);
  const auto told = listener_.Take();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_THAT(told[1], HasSubstr("; trouble: the disk\\nis full")) << "one line";
}

TEST_F(ServiceNotifierTest, WithoutAWatchdogTheStatusAlone) {
  ServiceNotifier notifier({.socket = path_}, clock_);
  notifier.Ready();
  clock_.Advance(seconds(31));
  notifier.Alive(status_);
  EXPECT_THAT(listener_.Take(), ElementsAre("READY=1", StartsWith("STATUS=0 pages")));
}

TEST_F(ServiceNotifierTest, AFolderThatTakesLongGetsMoreTime) {
  ServiceNotifier notifier({.socket = path_, .watchdog = seconds(20)}, clock_);
  for (int second = 0; second < 25; ++second) {
    notifier.Opening();
    clock_.Advance(seconds(1));
  }
  EXPECT_THAT(listener_.Take(), testing::SizeIs(3));
}

TEST_F(ServiceNotifierTest, ASocketWithoutAFile) {
  const std::string name = "@meguri-test-" + std::to_string(::getpid());
  const Listener listener(name);
  ServiceNotifier({.socket = name}, clock_).Ready();
  EXPECT_THAT(listener.Take(), ElementsAre("READY=1"));
}

TEST_F(ServiceNotifierTest, NobodyListens) {
  for (const std::string& socket :
       {std::string(), folder_.path() + "/nowhere", std::string(200, 'x')}) {
    ServiceNotifier notifier({.socket = socket, .watchdog = seconds(1)}, clock_);
    notifier.Opening();
    notifier.Ready();
    clock_.Advance(seconds(2));
    notifier.Alive(status_);
    notifier.Stopping();
  }
  EXPECT_THAT(listener_.Take(), IsEmpty());
}

TEST(ServiceManagerTest, FromTheEnvironment) {
  ::setenv("NOTIFY_SOCKET", "/run/x", 1);
  ::setenv("WATCHDOG_USEC", "5000000", 1);
  ::setenv("WATCHDOG_PID", std::to_string(::getpid()).c_str(), 1);
  EXPECT_EQ(ServiceManager::FromEnvironment().socket, "/run/x");
  EXPECT_EQ(ServiceManager::FromEnvironment().watchdog, Duration(seconds(5)));
  ::setenv("WATCHDOG_PID", "1", 1);
  EXPECT_EQ(ServiceManager::FromEnvironment().watchdog, std::nullopt) << "another process is meant";
  ::unsetenv("WATCHDOG_PID");
  ::setenv("WATCHDOG_USEC", "soon", 1);
  EXPECT_EQ(ServiceManager::FromEnvironment().watchdog, std::nullopt);
  ::unsetenv("WATCHDOG_USEC");
  ::unsetenv("NOTIFY_SOCKET");
  EXPECT_EQ(ServiceManager::FromEnvironment().socket, "");
}

class CrawlAsAServiceTest : public ProgramTest {};

TEST_F(CrawlAsAServiceTest, TellsThatItRunsAndThatItStops) {
  const Listener listener(Path("notify"));
  const Outcome outcome = Meguri(
      "--version >/dev/null; NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=1000000 " MEGURI_PROGRAM
      " crawl http://127.0.0.1:9/ --allow-address 127.0.0.1 --dir crawl --interval 0 --retries 3"
      " --max-time 1500ms --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const auto told = listener.Take();
  ASSERT_GE(told.size(), 3U);
  EXPECT_EQ(told[told.size() - 1], "STOPPING=1");
  EXPECT_THAT(told, testing::Contains("READY=1"));
  EXPECT_THAT(told, testing::Contains(StartsWith("WATCHDOG=1\nSTATUS=")));
}

}  // namespace
}  // namespace meguri::app
