#include "app/doctor/clock_check.h"

#include <fmt/format.h>
#include <sys/timex.h>

#include <thread>

namespace meguri::app {
namespace {

using std::chrono::milliseconds;

constexpr Duration kSleep = milliseconds(20);
constexpr Duration kLongest = std::chrono::seconds(5);  // on a machine that has much else to do

TimeSync ReadSync() {
  timex request{};  // modes = 0: only reads
  const int state = ::adjtimex(&request);
  if (state == -1) return TimeSync::kUnknown;
  return state == TIME_ERROR || (request.status & STA_UNSYNC) != 0 ? TimeSync::kNot
                                                                   : TimeSync::kSynchronised;
}

Finding JudgeDate(WallTime wall) {
  constexpr std::string_view kName = "clock";
  const std::string date = FormatIso8601(wall);
  const std::string advice =
      "Set the date as root (timedatectl set-ntp true, or date -s \"YYYY-MM-DD hh:mm\"); until "
      "then "
      "certificates seem to be invalid and archives are misdated.";
  if (wall < kReleaseYear)
    return FoundFailing(kName, date + ", which is before this program was released", advice);
  if (wall >= kEndOfUse) return FoundFailing(kName, date + ", which is decades ahead", advice);
  return FoundOk(kName, date);
}

Finding JudgeSteady(Duration slept, Duration wanted) {
  constexpr std::string_view kName = "steady clock";
  const auto millis = std::chrono::duration_cast<milliseconds>(slept).count();
  const auto wanted_millis = std::chrono::duration_cast<milliseconds>(wanted).count();
  const std::string found =
      fmt::format("it went {} ms on during a pause of {} ms", millis, wanted_millis);
  const std::string advice =
      "Restart this machine, or have its virtual machine looked into; all intervals between "
      "requests are measured by this clock.";
  if (slept < wanted / 2) return FoundFailing(kName, found, advice);
  if (slept > wanted + kLongest)
    return FoundWarning(kName, found, "Try again when this machine has less to do.");
  return FoundOk(kName, found);
}

Finding JudgeSync(TimeSync sync) {
  constexpr std::string_view kName = "time sync";
  const std::string advice =
      "Have the clock kept right by a time server as root: timedatectl set-ntp true.";
  switch (sync) {
    case TimeSync::kSynchronised:
      return FoundOk(kName, "the system says that the clock is synchronised");
    case TimeSync::kNot:
      return FoundWarning(kName, "the system says that the clock is not synchronised", advice);
    case TimeSync::kUnknown:
      break;
  }
  return FoundWarning(kName, "the system doesn't say whether the clock is synchronised", advice);
}

}  // namespace

ClockFacts ReadClocks(const Clock& clock) {
  const TimePoint start = clock.Now();
  std::this_thread::sleep_for(kSleep);
  return {
      .wall = clock.WallNow(), .slept = clock.Now() - start, .wanted = kSleep, .sync = ReadSync()};
}

std::vector<Finding> JudgeClocks(const ClockFacts& facts) {
  return {JudgeDate(facts.wall), JudgeSteady(facts.slept, facts.wanted), JudgeSync(facts.sync)};
}

}  // namespace meguri::app
