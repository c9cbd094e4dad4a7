"""How long servers were left alone while the crawl had something to ask of them.

Taken from the lab's access log. A gap counts if when it began the crawl knew a URL of a host there
that wants no delay of its own, and if what ended it was asked at the configured interval: not at
robots.txt's, not later because the answer before was slow, and by the process that asked before.
Not in a process's first seconds, when it shakes hands with all servers at once: a second of that, in
crawls of a few seconds, would be all that the 99th percentile tells of."""
import collections
import pathlib
import time
import typing
import urllib.parse

import crawls
from programs import Unexpected

FIRST_SECONDS = 2
QUIET = 0.25  # of the time something waited for a CPU
MEDIAN, LATE = 1.1, 1.5  # intervals: the bars of the median and of the 99th percentile


def accesses(log):
    """(server, start, end, url) of each request, in seconds, by server and start."""
    with open(log, encoding="ascii") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            fields = line.rstrip("\n").split("\t")
            if fields[8] != "-":
                yield fields[4], int(fields[2]) / 1e6, int(fields[3]) / 1e6, fields[8]


def host_of(url):
    return urllib.parse.urlsplit(url).hostname


class Visit(typing.NamedTuple):
    start: float
    end: float
    url: str
    process: int
    rules: tuple  # by which the host and the server were left alone before


def visits_by_server(log, folder):
    """What the lab saw, with what the crawl says of it: of a URL the same one of its requests."""
    asked = collections.defaultdict(collections.deque)
    for process, url, rules in crawls.requests(folder):
        asked[url].append((process, rules))
    by_server = collections.defaultdict(list)
    for server, start, end, url in accesses(log):
        by_server[server].append(Visit(start, end, url, *asked[url].popleft()))
    for visits in by_server.values():
        visits.sort()
    return by_server


def of_busy_servers(log, folder):
    """(gaps that count, all gaps but the first seconds'), sorted, in seconds."""
    by_server = visits_by_server(log, folder)
    everything = sorted(visit for visits in by_server.values() for visit in visits)
    delayed = {host_of(visit.url) for visit in everything if visit.rules[0] == "crawl-delay"}
    ended = {visit.url: visit.end for visit in everything}
    began = {}
    for visit in everything:
        began.setdefault(visit.process, visit.start)
    parents = crawls.found_on(folder)

    def known_at(url):
        """When the crawl could know of it. Of robots.txt nobody tells: it counts as never."""
        if url not in parents:
            return float("inf")
        return ended.get(parents[url], float("inf")) if parents[url] else 0

    counted, all_gaps = [], []
    for visits in by_server.values():
        waiting = float("inf")  # since when something is known that is asked for from here on
        for before, this in zip(reversed(visits[:-1]), reversed(visits)):
            if host_of(this.url) not in delayed:
                waiting = min(waiting, known_at(this.url))
            if this.process != before.process or before.end < began[this.process] + FIRST_SECONDS:
                continue
            all_gaps.append(this.start - before.end)
            if waiting <= before.end and this.rules == ("configured", "configured"):
                counted.append(this.start - before.end)
    return sorted(counted), sorted(all_gaps)


def cpu_waits():
    """(now, for how long something on this machine waited for a CPU), seconds."""
    try:
        some = pathlib.Path("/proc/pressure/cpu").read_text(encoding="ascii").splitlines()[0]
        return time.monotonic(), int(some.split("total=")[1]) / 1e6
    except OSError:  # a kernel that doesn't tell
        return time.monotonic(), 0.0


def check(log, folder, interval, waits_before, waits_after):
    """(what was seen, whether it could be judged). Fails if a gap is too short on any machine, or too
    long on a quiet one: on a busy one the crawl and the lab are late because of others."""
    gaps, all_gaps = of_busy_servers(log, folder)
    if len(gaps) < len(all_gaps) / 3:
        raise Unexpected(f"only {len(gaps)} of {len(all_gaps)} gaps count: a crawl that mostly waits")
    median, most = (gaps[int(len(gaps) * part)] / interval for part in (0.5, 0.99))
    waited = (waits_after[1] - waits_before[1]) / (waits_after[0] - waits_before[0])
    said = (f"{len(gaps)} of {len(all_gaps)} gaps: least {gaps[0] / interval:.3f}, median {median:.3f}, "
            f"99th percentile {most:.3f} intervals; {100 * waited:.0f} % of the time something waited for a CPU")
    quiet = waited < QUIET
    if gaps[0] < interval or (quiet and (median > MEDIAN or most > LATE)):
        raise Unexpected(said)
    return said, quiet
