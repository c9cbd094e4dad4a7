"""usage: full.py FOLDER: the disk is full, more than once, and has room again."""
import contextlib
import os
import random
import subprocess
import sys
import time

import lives
import programs
from programs import Unexpected, expect

WEB = lives.Web(pages=800, hosts=40, ips=20)
MILLISECONDS, SECONDS = 150, 150
DISK = 256 << 20  # bytes; far more than the crawl takes
PAUSE = 4.0


@contextlib.contextmanager
def small_disk(folder):
    """A file system of its own; what it can't have is 77."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "meguri-faults", str(folder)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(f"no small disk can be had here: {done.stderr.strip()}")
        sys.exit(77)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class Ballast:
    """What else is on the disk."""

    def __init__(self, disk):
        self.path = disk / "ballast"

    def fill(self, free):
        """Until only so much is left."""
        room = os.statvfs(self.path.parent)
        with open(self.path, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(room.f_bavail * room.f_frsize - free, 1))

    def remove(self):
        self.path.unlink()


def paused(life):
    return bool(life.lines) and life.lines[-1].get("trouble", "").startswith("paused: ")


def requests(trial):
    return sum(1 for _ in trial.log_lines())


def full_and_not(folder):
    """a full disk pauses the crawl with a word about it; with room again it goes on, and nothing is lost"""
    expected = WEB.straight(folder)
    chance = random.Random(11)
    said = []
    with small_disk(folder / "disk") as disk, \
            lives.Trial(folder, WEB, MILLISECONDS, SECONDS, crawl_folder=disk / "crawl") as trial, \
            trial.start() as life:
        ballast = Ballast(disk)
        for part in (0.2, 0.5, 0.8):
            if not life.wait_for("pages", lambda: life.pages() >= part * len(expected), SECONDS):
                raise Unexpected(f"it ended before the disk was full: {life.lines[-1:]} {life.said}")
            ballast.fill(chance.randrange(500_000))
            if not life.wait_for("a pause", lambda: paused(life), 30):
                raise Unexpected(f"it ended at a full disk: exit {life.process.returncode}: {life.said}")
            said.append(life.lines[-1]["trouble"])
            time.sleep(PAUSE / 2)  # what was under way comes in
            before = requests(trial)
            time.sleep(PAUSE / 2)
            expect("requests while it paused", requests(trial) - before, 0)
            expect("it pauses still", paused(life), True)
            ballast.remove()
            life.wait_for("going on", lambda: not paused(life), 30)
        last = life.end(seconds=SECONDS)
        trial.check(last, expected)
    print(f"        {len(expected)} URLs; {said[0]}")


def killed_while_full(folder):
    """who is killed at a full disk goes on when there is room; until then a start says in one line why not"""
    folder = folder / "killed"
    folder.mkdir()
    expected = WEB.straight(folder)
    with small_disk(folder / "disk") as disk, \
            lives.Trial(folder, WEB, MILLISECONDS, SECONDS, crawl_folder=disk / "crawl") as trial:
        ballast = Ballast(disk)
        with trial.start() as life:
            life.wait_for("pages", lambda: life.pages() >= 0.4 * len(expected), SECONDS)
            ballast.fill(100_000)
            life.wait_for("a pause", lambda: paused(life), 30)
            time.sleep(1)
            life.kill()
        said = set()
        for free in (0, 4_096, 20_000):
            ballast.remove()
            ballast.fill(free)
            with trial.start() as life:
                if life.wait_for("an end", lambda: paused(life), 30):
                    life.kill()
                    said.add(life.lines[-1]["trouble"])
                elif life.process.returncode != 1 or life.end(1) or life.said.count("\n") != 1:
                    raise Unexpected(f"{free} bytes left: exit {life.process.returncode}: {life.said}")
                else:
                    said.add(life.said.strip())
        ballast.remove()
        with trial.start() as life:
            last = life.end(seconds=SECONDS)
        trial.check(last, expected, fetched_once=False)
    print("\n".join(f"        {line}" for line in said))


if __name__ == "__main__":
    programs.main(full_and_not, killed_while_full)
