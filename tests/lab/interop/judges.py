"""A small lab, asked by programs that know nothing of it. Called by tests/lab/interop/run."""
import collections
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse
import urllib.robotparser

import feedparser
import protego
import usp.tree

from lab import PROGRAM, Lab, run

PAGES = 400
AGENT = "ExampleBot"


def host_of(url):
    return urllib.parse.urlsplit(url).hostname


def port_of(url):
    return urllib.parse.urlsplit(url).port


def curl_asks(lab, _):
    """curl: through the proxy and by address, both schemes, HEAD, gzip, ETag."""
    seed = lab.reach["seeds"][0]
    page = lab.get(seed)
    assert page.startswith(b"<!DOCTYPE html>") and page.endswith(b"</html>\n")
    assert lab.get(seed, "--compressed") == page
    host, https = host_of(seed), lab.reach["https_port"]
    secure = f"https://{host}:{https}/"
    assert lab.get(secure) == page
    address = run("dig", "+short", "@127.0.0.1", "-p", str(lab.reach["dns_port"]), host, "A").decode().split()[0]
    for url in (seed, secure):
        direct = run("curl", "-sSf", "--resolve", f"{host}:{port_of(url)}:{address}", "--cacert", lab.ca, url)
        assert direct == page, url
    head = lab.get(seed, "-I").decode()
    assert f"Content-Length: {len(page)}" in head, head
    etag = [line for line in head.splitlines() if line.startswith("ETag: ")]
    if etag:
        again = lab.get(seed, "-H", "If-None-Match: " + etag[0][6:], "-w", "%{http_code}")
        assert again == b"304", again
    wrong = subprocess.run(["curl", "-sS", "-x", lab.proxy, secure], capture_output=True)
    assert wrong.returncode == 60, "without the authority nobody may trust it"


def wget2_crawls(lab, work):
    """wget2: the whole web, recursively, without a complaint, every page that robots.txt allows."""
    # It asks its system for names; this gives it the lab's.
    env = dict(os.environ, HOME=str(work), LD_PRELOAD="libnss_wrapper.so",
               NSS_WRAPPER_HOSTS=os.path.abspath(lab.reach["hosts_file"]))
    run("wget2", "-q", "--recursive", "--level=inf", "--span-hosts", "--tries=1", "--max-threads=4",
        f"--user-agent={AGENT}", f"--ca-certificate={lab.ca}", "--no-hsts", "--no-ocsp",
        f"--directory-prefix={work}/wget2", lab.reach["seeds"][0], env=env, timeout=300)
    lab.process.send_signal(2)
    lab.process.wait(20)
    judged = subprocess.run([PROGRAM, "lab", "judge", lab.reach["log"], "--interval", "0s", "--json"],
                            capture_output=True, text=True)
    report = json.loads(judged.stdout)
    coverage = report["coverage"]
    assert coverage["allowed_fetched"] == coverage["allowed"], coverage


def a_browser_trusts_it(lab, work):
    """Chromium: with the lab's authority in its store it shows a page over TLS; else it does not."""
    home = pathlib.Path(work) / "home"
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    run("certutil", "-d", f"sql:{store}", "-N", "--empty-password")
    url = f"https://{host_of(lab.reach['seeds'][0])}:{lab.reach['https_port']}/"

    def dom(profile):
        env = dict(os.environ, HOME=str(home))
        return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   f"--user-data-dir={work}/{profile}", f"--proxy-server={lab.proxy}", "--dump-dom", url,
                   env=env).decode(errors="replace")

    assert "site-name" not in dom("stranger"), "a certificate of nobody was trusted"
    run("certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "lab", "-i", lab.ca)
    shown = dom("friend")
    page = lab.get(url).decode()
    title = page.split("<title>")[1].split("</title>")[0]
    assert f"<title>{title}</title>" in shown and '<p class="site-name">' in shown


def sites_are_valid(lab, _):
    """protego and urllib take robots.txt, ultimate-sitemap-parser the sitemaps, feedparser the feeds."""
    seen = collections.Counter()
    for origin in origins(lab):
        text = lab.get(origin + "/robots.txt").decode()
        rules = protego.Protego.parse(text)
        simple = urllib.robotparser.RobotFileParser()
        simple.parse(text.splitlines())
        maps = list(rules.sitemaps)
        assert maps, f"{origin}: robots.txt names no sitemap"
        for url in pages_of(lab, maps):
            seen["pages"] += 1
            assert host_of(url) == host_of(origin), url
            assert rules.can_fetch(url, AGENT), f"{url} is in the sitemap, but forbidden"
        for name in ("feed.xml", "atom.xml"):
            got = subprocess.run(["curl", "-sSfL", "-x", lab.proxy, "--cacert", lab.ca, f"{origin}/{name}"],
                                 capture_output=True)
            if got.returncode != 0:
                continue
            feed = feedparser.parse(got.stdout)
            assert not feed.bozo and feed.entries and feed.feed.title, f"{origin}/{name}: {feed.get('bozo_exception')}"
            seen["feeds"] += 1
    assert seen["pages"] > PAGES / 2 and seen["feeds"] > 3, seen


def origins(lab):
    """Of some hosts: those that the first pages lead to."""
    found = {}
    for url in [lab.reach["seeds"][0]]:
        for part in lab.get(url).decode(errors="replace").split('href="')[1:]:
            target = urllib.parse.urljoin(url, part.split('"')[0])
            scheme, place = urllib.parse.urlsplit(target)[:2]
            found.setdefault(place, f"{scheme}://{place}")
    assert len(found) > 5, found
    return list(found.values())


def pages_of(lab, sitemaps):
    for url in sitemaps:
        text = lab.get(url).decode()
        parsed = usp.tree.sitemap_from_str(text)
        children = getattr(parsed, "sub_sitemaps", [])
        if "<sitemapindex" in text:
            locations = [part.split("</loc>")[0] for part in text.split("<loc>")[1:]]
            yield from pages_of(lab, locations)
            continue
        assert not children
        pages = [page.url for page in parsed.all_pages()]
        assert len(pages) == text.count("<url>"), url
        yield from pages


def main():
    work = sys.argv[1]
    web = ["--hosts", "20", "--ips", "10", "--pages", str(PAGES), "--languages", "en,ja,de"]
    failed = 0
    for check in (curl_asks, a_browser_trusts_it, sites_are_valid, wget2_crawls):
        folder = pathlib.Path(work) / check.__name__
        folder.mkdir()
        try:
            with Lab(folder / "lab", *web) as lab:
                check(lab, folder)
            print("ok    ", check.__doc__)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print("FAILED", check.__doc__, "\n      ", str(error)[:1500])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
