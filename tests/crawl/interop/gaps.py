"""How late servers were asked, by `meguri audit`: gaps in intervals, while there was something to ask for."""
import json
import pathlib
import time

import programs
from programs import Unexpected

QUIET = 0.25  # of the time something waited for a CPU
MEDIAN, LATE = 1.1, 1.5  # intervals, half and 99 % of the gaps


def cpu_waits():
    """(now, for how long something on this machine waited for a CPU), seconds."""
    try:
        some = pathlib.Path("/proc/pressure/cpu").read_text(encoding="ascii").splitlines()[0]
        return time.monotonic(), int(some.split("total=")[1]) / 1e6
    except OSError:  # a kernel that doesn't tell
        return time.monotonic(), 0.0


def check(folder, waits_before, waits_after):
    """What was seen. Fails if a gap is too short on any machine, or too long on a quiet one: on a busy
    one the crawl and the lab are late because of others."""
    gaps = json.loads(programs.output(programs.MEGURI, "audit", folder, "--json"))["servers"]["gaps"]
    waited = (waits_after[1] - waits_before[1]) / (waits_after[0] - waits_before[0])
    said = (f"{gaps['count']} gaps: least {gaps['smallest']:.3f}, median {gaps['median']:.3f}, 99th percentile "
            f"{gaps['p99']:.3f} intervals; {100 * waited:.0f} % of the time something waited for a CPU")
    busy = waited >= QUIET
    if gaps["smallest"] < 1 or (not busy and (gaps["median"] > MEDIAN or gaps["p99"] > LATE)):
        raise Unexpected(said)
    return said + (": too much to judge how late it was" if busy else "")
