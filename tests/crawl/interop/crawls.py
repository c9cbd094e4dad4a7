"""Runs `meguri crawl`, stops it, and reads what it left."""
import json
import pathlib
import signal
import subprocess
import time
import urllib.parse

import programs
from programs import Unexpected, expect

OF_A_LAB = ["--scope", "any", "--allow-address", "127.0.0.0/8", "--allow-address", "::1"]


def of_lab(lab, interval, crawl_delay="100ms"):
    """The command line for all of a lab. The delays that its robots.txt ask for would take hours."""
    return [lab.reach["seeds"][0], *OF_A_LAB, "--interval", interval, "--max-crawl-delay", crawl_delay,
            "--resolver", lab.reach["dns"], "--ca-file", lab.ca]


def judge(lab, interval, *flags):
    """What `lab judge` says of who crawled a lab; fails if there is a breach."""
    judged = subprocess.run([programs.MEGURI, "lab", "judge", lab.reach["log"], "--interval", interval, "--json",
                             *flags], capture_output=True, text=True, timeout=600)
    if judged.returncode not in (0, 1):
        raise Unexpected(f"judge: exit {judged.returncode}: {judged.stderr[-2000:]}")
    report = json.loads(judged.stdout)
    if judged.returncode != 0 or not report["clean"]:
        raise Unexpected(f"judge: exit {judged.returncode}: {judged.stdout[:3000]}")
    coverage = report["coverage"]
    expect("pages of those that robots.txt allows", coverage["allowed_fetched"], coverage["allowed"])
    return report


def urls(lab, crawl):
    """What is archived of a lab; its ports, which differ from lab to lab, by their names."""
    ports = {str(lab.reach[f"{scheme}_port"]): scheme for scheme in ("http", "https")}
    for record in crawl.responses():
        parts = urllib.parse.urlsplit(record["url"])
        yield parts.scheme, parts.hostname, ports[str(parts.port)], parts.path, parts.query


class Crawl:
    """A folder, and the command that crawls into it."""

    def __init__(self, folder, *arguments, seconds=300):
        self.folder = pathlib.Path(folder)
        self.command = [str(programs.MEGURI), "crawl", *arguments, "--dir", str(folder), "--json"]
        self.deadline = time.monotonic() + seconds

    def run(self, until_pages=None):
        """To its end, or until it has so many pages: then by SIGINT. Gives its last line of JSON."""
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        last = None
        try:
            for line in process.stdout:
                last = json.loads(line)
                if time.monotonic() > self.deadline:
                    raise Unexpected(f"the crawl takes too long: {programs.shorten(last)}")
                if until_pages is not None and last["pages"] >= until_pages:
                    until_pages = None
                    process.send_signal(signal.SIGINT)
            if process.wait(60) != 0:
                raise Unexpected(f"meguri crawl: exit {process.returncode}: {process.stderr.read()[-2000:]}")
        finally:
            process.kill()
            process.communicate()
        return last

    def archives(self):
        return sorted((self.folder / "archive").glob("*.warc.gz"))

    def responses(self):
        """The archive's responses, as `archive ls --json` has them; revisits too."""
        listing = subprocess.Popen([programs.MEGURI, "archive", "ls", "--json", str(self.folder / "archive")],
                                   stdout=subprocess.PIPE, text=True)
        with listing:
            for line in listing.stdout:
                record = json.loads(line)
                if record["type"] in ("response", "revisit"):
                    yield record
        if listing.returncode != 0:
            raise Unexpected(f"archive ls: exit {listing.returncode}")
