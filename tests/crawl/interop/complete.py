"""usage: complete.py FOLDER [long]: a lab, crawled with three stops: all of it, once, and politely."""
import concurrent.futures
import gzip
import http.client
import random
import ssl
import subprocess
import sys
import threading
import urllib.parse

import crawls
import gaps
import programs
from lab import Lab
from programs import Unexpected, expect

LONG = sys.argv[2:] == ["long"]
PAGES, HOSTS, IPS, MILLISECONDS = (100_000, 2_000, 1_000, 200) if LONG else (3_000, 100, 50, 100)
SECONDS = 5400 if LONG else 240
REPLAYED = 4_000 if LONG else None  # None: all
# A web that stands still (--speed 0) can be compared with what was archived of it.
WEB = ["--pages", str(PAGES), "--max-host-pages", str(PAGES // HOSTS * 10), "--hosts", str(HOSTS), "--ips", str(IPS), "--speed", "0"]
READERS = 4
programs.SECONDS = 300  # a large archive takes longer than a sample


class Done:
    """What the steps have of the ones before."""
    lab = None
    crawl = None
    cpu_waits = []  # before and after the crawl


def stopped_and_resumed(folder):
    """a crawl that was stopped three times has every page once, and no breach"""
    Done.lab = lab = Lab(folder / "lab", *WEB, seconds=2 * SECONDS)
    Done.crawl = crawl = crawls.Crawl(folder / "crawl", *crawls.of_lab(lab, f"{MILLISECONDS}ms"), seconds=SECONDS)
    known = []
    Done.cpu_waits.append(gaps.cpu_waits())
    for part in (0.25, 0.9, 1.6):  # of the pages; images and styles come on top
        known.append(crawl.run(until_pages=int(PAGES * part))["pages"])
    known.append(crawl.run()["pages"])
    Done.cpu_waits.append(gaps.cpu_waits())
    if lab.process.poll() is not None:
        raise Unexpected(f"the lab ended while it was crawled: exit {lab.process.returncode}")
    if sorted(set(known)) != known:
        raise Unexpected(f"it was not stopped on the way: {known} pages")
    report = crawls.judge(lab, f"{MILLISECONDS}ms", "--max-fetches", "1")
    coverage = report["coverage"]
    programs.output(programs.MEGURI, "audit", crawl.folder)
    print(f"        stopped at {known} pages; {report['requests']} requests in {report['seconds']:.0f} s; "
          f"{coverage['fetched']} of {coverage['pages']} pages, all that are allowed")


def no_idling(_):
    """servers are asked as soon as they may be, as long as there is something to ask for"""
    print(f"        {gaps.check(Done.crawl.folder, *Done.cpu_waits)}")


def same_as_straight(folder):
    """a crawl without stops has the same URLs"""
    with Lab(folder / "other-lab", *WEB, seconds=SECONDS) as lab:
        straight = crawls.Crawl(folder / "straight", *crawls.of_lab(lab, "0s", crawl_delay="1ms"), seconds=SECONDS)
        straight.run()
    found, expected = sorted(crawls.urls(Done.lab, Done.crawl)), sorted(crawls.urls(lab, straight))
    # robots.txt is asked for again by each process that needs it
    expect("URLs", sorted(set(found)), sorted(set(expected)))
    twice = [url for url, next_url in zip(found, found[1:]) if url == next_url and url[3] != "/robots.txt"]
    expect("URLs that are archived twice", twice, [])
    print(f"        {len(set(found))} URLs")


def whole_archive(_):
    """meguri archive check and warcio check find nothing wrong"""
    for command in ([programs.MEGURI, "archive", "check"], [programs.VENV / "warcio", "check"]):
        done = subprocess.run([*command, *Done.crawl.archives()], capture_output=True, timeout=1200)
        if done.returncode != 0:
            raise Unexpected(f"{command}: exit {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")


class Asker(threading.local):
    """One thread's connections to the lab and to pywb."""

    def __init__(self, lab, wayback):
        self.trust = ssl.create_default_context(cafile=lab.ca)
        self.proxy = urllib.parse.urlsplit(lab.proxy)
        self.lab = http.client.HTTPConnection(self.proxy.netloc, timeout=programs.SECONDS)
        self.wayback = urllib.parse.urlsplit(wayback).netloc

    def served(self, url):
        """By the lab, through its proxy."""
        parts = urllib.parse.urlsplit(url)
        if parts.scheme == "http":
            return answer(self.lab, url)
        connection = http.client.HTTPSConnection(self.proxy.netloc, timeout=programs.SECONDS, context=self.trust)
        connection.set_tunnel(parts.hostname, parts.port)
        try:
            path = urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))
            return answer(connection, path)
        finally:
            connection.close()

    def replayed(self, record):
        time = "".join(digit for digit in record["date"] if digit.isdigit())
        # A connection each: on one that stays open pywb's small writes wait for acknowledgements.
        connection = http.client.HTTPConnection(self.wayback, timeout=programs.SECONDS)
        try:
            return answer(connection, f"/all/{time[:14]}id_/{record['url']}", Connection="close")
        finally:
            connection.close()


def answer(connection, target, **headers):
    """(status, type, where it leads to, content)"""
    connection.request("GET", target, headers={"User-Agent": "meguri"} | headers)
    response = connection.getresponse()
    body = response.read()
    if response.getheader("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return response.status, response.getheader("Content-Type"), response.getheader("Location"), body


def replayed(folder):
    """pywb replays what the lab serves, byte by byte"""
    home = folder / "wayback"
    home.mkdir()
    programs.output(programs.MEGURI, "archive", "index", Done.crawl.folder / "archive", "-o", home / "all.cdxj")
    (home / "config.yaml").write_text(
        f"framed_replay: false\ncollections:\n  all:\n    index_paths: {home}/all.cdxj\n"
        f"    archive_paths: {Done.crawl.folder.resolve()}/archive/\n")
    records = list(Done.crawl.responses())
    if REPLAYED:
        records = random.Random(7).sample(records, REPLAYED)
    with programs.wayback(home) as address, concurrent.futures.ThreadPoolExecutor(READERS) as readers:
        asker = Asker(Done.lab, address)

        def compare(record):
            expect(f"replay of {record['url']}", asker.replayed(record), asker.served(record["url"]))

        for done in [readers.submit(compare, record) for record in records]:
            done.result()
    print(f"        {len(records)} responses, {sum(record['size'] for record in records) / 1e6:.1f} MB")


if __name__ == "__main__":
    try:
        programs.main(stopped_and_resumed, no_idling, whole_archive, *([] if LONG else [same_as_straight]), replayed)
    finally:
        if Done.lab:
            Done.lab.process.terminate()
