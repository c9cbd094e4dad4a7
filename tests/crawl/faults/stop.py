"""usage: stop.py FOLDER [long]: the process stands still for a while."""
import signal
import sys
import time

import lives
import programs
from programs import Unexpected, expect

LONG = sys.argv[2:] == ["long"]
WEB = lives.Web(pages=1_000, hosts=50, ips=25)
MILLISECONDS, SECONDS = 200, 300 if LONG else 120
STOPS = (60, 30) if LONG else (10, 7)  # seconds, all longer than --timeout


def stopped(folder):
    """who stood still asks nobody too early, and takes no server for dead"""
    expected = WEB.straight(folder)
    answered = 0
    with lives.Trial(folder, WEB, MILLISECONDS, SECONDS, "--timeout", "5s") as trial, trial.start() as life:
        for number, seconds in enumerate(STOPS, 1):
            if not life.wait_for("pages", lambda: life.pages() >= number / 3 * len(expected), SECONDS):
                raise Unexpected(f"it ended before: {life.said}")
            answered += stand_still(trial, life, seconds)
        last = life.end(seconds=SECONDS)
        trial.check(last, expected)
        outcomes = trial.outcomes()
    expect("outcomes of requests", set(outcomes), {"complete"})
    if not answered:
        raise Unexpected("nothing was under way when it was stopped")
    print(f"        {len(expected)} URLs, stopped for {STOPS} s, {answered} answers came meanwhile; "
          f"outcomes {dict(outcomes)}")


def stand_still(trial, life, seconds):
    """With requests under way, whose answers come while nobody looks. Gives how many."""
    trial.lab.process.send_signal(signal.SIGSTOP)
    time.sleep(2 * MILLISECONDS / 1000)
    life.process.send_signal(signal.SIGSTOP)
    before = sum(1 for _ in trial.log_lines())
    trial.lab.process.send_signal(signal.SIGCONT)
    time.sleep(seconds)
    after = sum(1 for _ in trial.log_lines())
    life.process.send_signal(signal.SIGCONT)
    return after - before


if __name__ == "__main__":
    programs.main(stopped)
