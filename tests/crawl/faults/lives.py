"""A crawl of a lab that goes through something, in one process after the other; and what it must leave."""
import collections
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import crawls
import programs
from lab import Lab
from programs import Unexpected, expect

# Reasons for which a URL of a sound web may end without a page.
SOUND = {"fetched", "robots"}
MARKED = "127.0.0.1"

# Whoever is told to end takes its lab, its crawl and its disk along.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


class Web:
    """A lab's pages, as its command line has them. It stands still, so that two crawls can be compared."""

    def __init__(self, pages, hosts, ips):
        self.flags = ["--pages", str(pages), "--hosts", str(hosts), "--ips", str(ips), "--max-host-pages",
                      str(pages // hosts * 2), "--speed", "0"]

    def straight(self, folder):
        """The URLs that a crawl archives to which nothing happens."""
        with Lab(folder / "straight-lab", *self.flags, seconds=900) as lab:
            crawl = crawls.Crawl(folder / "straight", *crawls.of_lab(lab, "0s", crawl_delay="1ms"), seconds=900)
            crawl.run()
            return set(crawls.urls(lab, crawl))


class Life:
    """A process that crawls, whose lines are read as they come."""

    def __init__(self, command, preload=None, **options):
        environment = os.environ | (preload or {})
        self.began = time.monotonic()
        self.lines = []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=environment, **options)
        self.said = ""
        self.readers = [threading.Thread(target=self.read_lines), threading.Thread(target=self.read_said)]
        for reader in self.readers:
            reader.start()

    def read_lines(self):
        for line in self.process.stdout:
            if line.endswith("\n"):  # not what a kill has torn
                self.lines.append(json.loads(line))

    def read_said(self):
        self.said = self.process.stderr.read()

    def pages(self):
        return self.lines[-1]["pages"] if self.lines else 0

    def wait_for(self, what, holds, seconds):
        """Until holds() does, or it has ended: false."""
        deadline = time.monotonic() + seconds
        while not holds():
            if self.process.poll() is not None:
                return False
            if time.monotonic() > deadline:
                raise Unexpected(f"{what}: not within {seconds:.0f} s: {programs.shorten(self.lines[-1:])}")
            time.sleep(0.02)
        return True

    def end(self, code=0, seconds=60):
        """Its last line."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired as late:
            raise Unexpected(f"the crawl takes too long: {programs.shorten(self.lines[-1:], 2000)}") from late
        self.join()
        if self.process.returncode != code:
            raise Unexpected(f"meguri crawl: exit {self.process.returncode}, not {code}: {self.said[-2000:]}")
        return self.lines[-1] if self.lines else None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.join()

    def join(self):
        self.process.wait()
        for reader in self.readers:
            reader.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.join()


class Trial:
    """A lab, and a crawl of it into a folder."""

    def __init__(self, folder, web, milliseconds, seconds, *more, crawl_folder=None):
        self.interval = f"{milliseconds}ms"
        self.lab = Lab(folder / "lab", *web.flags, seconds=seconds)
        self.crawl = crawls.Crawl(crawl_folder or folder / "crawl",
                                  *crawls.of_lab(self.lab, self.interval, crawl_delay=self.interval), *more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lab.process.terminate()
        self.lab.process.wait(20)

    def start(self, preload=None, **options):
        return Life(self.crawl.command, preload, **options)

    def mark(self):
        """A line in the lab's log: a connection without a request, to an address that no host has."""
        with socket.create_connection((MARKED, self.lab.reach["http_port"])):
            pass

    def check(self, last, expected, fetched_once=True):
        """All that must hold at the end, whatever happened; gives what the judge says."""
        if self.lab.process.poll() is not None:
            raise Unexpected(f"the lab ended while it was crawled: exit {self.lab.process.returncode}")
        expect("the end", last["end"], "finished")
        expect("reasons without a page", sorted(set(last["ended"]) - SOUND), [])
        time.sleep(0.4)  # until the lab's last lines are in its log
        report = crawls.judge(self.lab, self.interval, *(["--max-fetches", "1"] if fetched_once else []))
        programs.output(programs.MEGURI, "audit", self.crawl.folder)
        programs.output(programs.MEGURI, "archive", "check", self.crawl.folder / "archive")
        found = collections.Counter(crawls.urls(self.lab, self.crawl))
        expect("URLs that are not in the archive", sorted(expected - set(found))[:20], [])
        expect("URLs that are only in this archive", sorted(set(found) - expected)[:20], [])
        return report

    def outcomes(self):
        """How the requests ended, by the crawl's own log: {outcome: count}."""
        counts = collections.Counter()
        for file in sorted((self.crawl.folder / "requests").glob("*.log")):
            for line in file.read_text(encoding="ascii").splitlines():
                if line.startswith("E\t"):
                    counts[line.split("\t")[5]] += 1
        return counts

    def log_lines(self):
        """(start, end, server, URL, status) of the lab's log, in seconds."""
        with open(self.lab.reach["log"], encoding="utf-8") as lines:
            columns = next(line for line in lines if line.startswith("#columns")).rstrip("\n").split("\t")[1:]
            for line in lines:
                fields = dict(zip(columns, line.rstrip("\n").split("\t")))
                yield (int(fields["start"]) / 1e6, int(fields["end"]) / 1e6, fields["server"], fields["url"],
                       int(fields["status"]))


def preload(library, **settings):
    """The environment in which a process has one of the libraries that run built."""
    return {"LD_PRELOAD": str(pathlib.Path(os.environ["MEGURI_FAULTS"]) / library)} | settings
