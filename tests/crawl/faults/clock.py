"""usage: clock.py FOLDER: the wall clock jumps, while it crawls and between two processes."""
import datetime
import mmap
import signal
import struct
import time

import lives
import programs
from programs import Unexpected

WEB = lives.Web(pages=1_000, hosts=50, ips=25)
MILLISECONDS, SECONDS = 150, 120
HOUR = 3600
# At which part of the pages it jumps to what; and whether the process is stopped and started just then.
JUMPS = ((0.2, HOUR, False), (0.4, 0, False), (0.55, HOUR, True), (0.7, -HOUR, True), (0.85, 0, False))
ABOUT = 5.0  # seconds by which a request may have begun before the jump, and more


class WallClock:
    """The shift that wall_clock.c reads; and the times that its processes have seen."""

    def __init__(self, path):
        path.write_bytes(struct.pack("q", 0))
        with open(path, "r+b") as file:
            self.shift = mmap.mmap(file.fileno(), 8)
        self.since = time.time()
        self.spans = []
        self.now = 0

    def jump(self, seconds):
        self.end_span()
        self.shift[:] = struct.pack("q", seconds)
        self.now = seconds
        self.since = time.time()

    def end_span(self):
        self.spans.append((self.since + self.now - ABOUT, time.time() + self.now + ABOUT))

    def has_been(self, moment):
        return any(first <= moment <= last for first, last in self.spans)


def jumped(folder):
    """a clock that jumps an hour ahead and back makes nobody hasty, and no date that it didn't show"""
    expected = WEB.straight(folder)
    clock = WallClock(folder / "shift")
    with lives.Trial(folder, WEB, MILLISECONDS, SECONDS) as trial:
        shifted = lives.preload("wall_clock.so", MEGURI_CLOCK=str(folder / "shift"))
        life = trial.start(shifted)
        try:
            for part, seconds, restart in JUMPS:
                if not life.wait_for("pages", lambda: life.pages() >= part * len(expected), SECONDS):
                    raise Unexpected(f"it ended before: exit {life.process.returncode} {life.said}")
                if restart:
                    life.process.send_signal(signal.SIGINT)
                    life.end()
                clock.jump(seconds)
                if restart:
                    life = trial.start(shifted)
            last = life.end(seconds=SECONDS)
        finally:
            life.process.kill()
            life.join()
        clock.end_span()
        trial.check(last, expected)
        dates = [datetime.datetime.fromisoformat(record["date"].replace("Z", "+00:00")).timestamp()
                 for record in trial.crawl.responses()]
    strange = [date for date in dates if not clock.has_been(date)]
    if strange:
        raise Unexpected(f"{len(strange)} dates in the archive that the clock didn't show: {strange[:5]}")
    ahead = sum(date > time.time() + HOUR / 2 for date in dates)
    behind = sum(date < time.time() - HOUR / 2 for date in dates)
    if not ahead or not behind:
        raise Unexpected(f"the clock did not jump: {ahead} dates ahead, {behind} behind")
    print(f"        {len(expected)} URLs; of {len(dates)} dates {ahead} an hour ahead, {behind} behind")


if __name__ == "__main__":
    programs.main(jumped)
