"""usage: replay.py FOLDER: pywb replays what our writer writes, with our index and with its own."""
import gzip
import http.client
import re
import tempfile
import urllib.parse

import ours
import programs
import sample
from programs import Unexpected, expect

CHROMIUM = """chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run
--disable-extensions --disable-background-networking --disable-component-update --disable-sync
--disable-default-apps --disable-dev-shm-usage --no-proxy-server --virtual-time-budget=10000""".split()
ONLY_LOOPBACK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


def fetch(address, path):
    """(status, body without content coding, headers); follows nothing."""
    host = urllib.parse.urlsplit(address).netloc
    connection = http.client.HTTPConnection(host, timeout=programs.SECONDS)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.getheader("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return response.status, body, response.headers


def set_up(folder):
    """A wayback folder: a collection for each kind of archive with our index, one with pywb's."""
    home = folder / "wayback"
    if home.exists():
        return home
    home.mkdir()
    lines = ["framed_replay: false", "collections:"]
    for level, digest, files in ours.archives(folder):
        name = f"ours-{level}-{digest}"
        programs.archive("index", files[0].parent, "-o", home / f"{name}.cdxj")
        lines += [f"  {name}:", f"    index_paths: {home / name}.cdxj",
                  f"    archive_paths: {files[0].parent}/"]
    (home / "config.yaml").write_text("\n".join(lines) + "\n")
    programs.output(programs.VENV / "wb-manager", "init", "theirs", cwd=home)
    packed = next(files for level, _, files in ours.archives(folder) if level)
    programs.output(programs.VENV / "wb-manager", "add", "theirs", *packed, cwd=home)
    return home


def replayed():
    """(record, status, body) of all that can be replayed."""
    for entry, content in sample.captures():
        if entry.type == "unmodified":  # pywb shows the 304 that it is, to which no body belongs
            content = b""
        if entry.type != "dns":
            yield entry, entry.status or 200, content


def same_bytes(folder):
    """pywb replays every response, revisit and resource with the bytes that were sent"""
    home = set_up(folder)
    collections = [f"ours-{level}-{digest}" for level, digest in ours.KINDS] + ["theirs"]
    with programs.wayback(home) as address:
        for collection in collections:
            for entry, status, body in replayed():
                what = f"{collection}: {entry.type} of {entry.url}"
                found = fetch(address, f"/{collection}/{entry.timestamp}id_/{entry.uri}")
                expect(f"{what}: status", found[0], status)
                expect(f"{what}: body", found[1], body)


def in_a_browser(folder):
    """a browser shows the replayed page with its text, image and style"""
    home = set_up(folder)
    page = sample.entries()[0]
    with programs.wayback(home) as address, tempfile.TemporaryDirectory() as profile:
        url = f"{address}/ours-1-sha1/{page.timestamp}/{page.uri}"
        options = [*CHROMIUM, ONLY_LOOPBACK, f"--user-data-dir={profile}"]
        dom = programs.output(*options, "--dump-dom", url).decode()
    if "Replayed by others" not in dom:
        raise Unexpected(f"no heading in {dom}")
    seen = re.search(r'<p id="seen">([^<]*)', dom)
    expect("what the page's script saw", seen and seen[1], "image 3, heading rgb(1, 2, 3)")


if __name__ == "__main__":
    programs.main(same_bytes, in_a_browser)
