"""usage: kill.py FOLDER [long]: a crawl is killed again and again; at each third time the machine crashes."""
import collections
import os
import random
import sys
import time

import lives
import programs
from crash import Disk
from programs import Unexpected

LONG = sys.argv[2:] == ["long"]
PAGES, HOSTS, IPS, MILLISECONDS, KILLS = (50_000, 1_000, 100, 800, 50) if LONG else (3_000, 100, 20, 220, 6)
EARLY = 2  # one of so many kills hits a process that is just starting
SECONDS = 2400 if LONG else 280
SEED = int(os.environ.get("MEGURI_SEED", time.time_ns() % 1_000_000))
MOST_TWICE = 0.01  # of all URLs
# What is fetched is durable half a second later, and the time that a busy disk and machine take.
DURABLE_WITHIN = 3.0
programs.SECONDS = 300


def killed(folder):
    """a crawl that is killed again and again has every page, few of them twice, and no breach"""
    web = lives.Web(PAGES, HOSTS, IPS)
    expected = web.straight(folder)
    chance = random.Random(SEED)
    early = {kill for kill in range(KILLS) if kill % EARLY == 1}
    # The others by how many pages there are.
    at = iter(sorted(chance.uniform(0, 0.95) * len(expected) for _ in range(KILLS - len(early))))
    print(f"        seed {SEED}: {len(expected)} URLs, {KILLS} kills", flush=True)
    with lives.Trial(folder, web, MILLISECONDS, SECONDS) as trial:
        disk = Disk(trial.crawl.folder, folder / "synced")
        disk.notes.touch()
        synced = lives.preload("synced_sizes.so", MEGURI_SYNCED=str(disk.notes))
        deadline = time.monotonic() + SECONDS
        lost = collections.Counter()
        for kill in range(KILLS):
            with trial.start(synced) as life:
                if kill in early:
                    time.sleep(chance.uniform(0, 1))
                else:
                    pages = next(at)
                    if not life.wait_for(f"{pages:.0f} pages", lambda: life.pages() >= pages,
                                         deadline - time.monotonic()):
                        raise Unexpected(f"kill {kill}: it ended before: {life.lines[-1:]} {life.said[-2000:]}")
                    time.sleep(chance.uniform(0, 1.1))  # its lines come once a second
                if life.process.poll() is not None:
                    raise Unexpected(f"kill {kill}: exit {life.process.returncode} before: {life.said[-2000:]}")
                life.kill()
            trial.mark()
            if kill % 3 == 2:
                cut, lost_bytes, gone = disk.crash(chance)
                lost.update(crashes=1, cut=cut, bytes=lost_bytes, gone=gone)
        with trial.start(synced) as life:
            last = life.end(seconds=deadline - time.monotonic())
        report = trial.check(last, expected, fetched_once=False)
        twice, latest = fetched_again(trial)
    print(f"        {lost['crashes']} crashes of the machine cut {lost['cut']} files by {lost['bytes']} bytes and took "
          f"{lost['gone']}; {twice} URLs of {len(expected)} fetched again ({100 * twice / len(expected):.2f} %), at most "
          f"{latest:.2f} s old; {report['requests']} requests in {report['seconds']:.0f} s")
    if twice > MOST_TWICE * len(expected):
        raise Unexpected(f"{twice} URLs of {len(expected)} were fetched again")


def fetched_again(trial):
    """(how many fetches were in vain, how long before the kill the earliest of them ended). Fails if it
    was too long before, so that it must have been durable."""
    kills, fetches = [], collections.defaultdict(list)
    for start, end, server, url, status in trial.log_lines():
        if server == lives.MARKED:
            kills.append(start)
        elif status == 200 and not url.endswith("/robots.txt"):
            fetches[url].append(end)
    if len(kills) != KILLS:
        raise Unexpected(f"{len(kills)} kills in the lab's log, not {KILLS}")
    ages = []
    for url, ends in fetches.items():
        for end in sorted(ends)[:-1]:
            ages.append(min(kill - end for kill in kills if kill >= end))
            if ages[-1] > DURABLE_WITHIN:
                raise Unexpected(f"{url}: fetched again, though it was fetched {ages[-1]:.1f} s before a kill")
    return len(ages), max(ages, default=0)


if __name__ == "__main__":
    programs.main(killed)
