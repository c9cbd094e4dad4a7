"""Writes responses of 20 kB with warcio, as bench/warc/write_speed.cc does; prints the CPU time of
a page in microseconds, the best of several rounds.

usage: warcio_writer.py OUT FOLDER...
"""
import io
import pathlib
import sys
import time

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

PAGES, PAGE_BYTES, ROUNDS = 500, 20_000, 3
HEADERS = [
    ("Date", "Fri, 02 Jan 2026 03:04:05 GMT"), ("Server", "nginx"),
    ("Content-Type", "text/html; charset=utf-8"), ("Content-Length", "20000"),
    ("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT"), ("Connection", "keep-alive"),
    ("ETag", '"6955b900-4e20"'), ("Accept-Ranges", "bytes"),
]


def pages(folders):
    found = []
    for folder in folders:
        for path in pathlib.Path(folder).rglob("*.html"):
            if path.is_file() and not path.is_symlink() and path.stat().st_size >= PAGE_BYTES:
                found.append((str(path), f"http://docs.example/{path.relative_to(folder)}"))
    found.sort()
    step = max(1.0, len(found) / PAGES)
    chosen = [found[int(i * step)] for i in range(min(PAGES, len(found)))]
    return [(url, pathlib.Path(path).read_bytes()[:PAGE_BYTES]) for path, url in chosen]


def write(out, bodies):
    with open(out, "wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="WARC/1.1")
        for url, body in bodies:
            head = StatusAndHeaders("200 OK", list(HEADERS), protocol="HTTP/1.1")
            record = writer.create_warc_record(
                url, "response", payload=io.BytesIO(body), http_headers=head,
                warc_headers_dict={"WARC-IP-Address": "192.0.2.7"})
            writer.write_record(record)


def main():
    out, bodies = sys.argv[1], pages(sys.argv[2:])
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        write(out, bodies)
        best = min(best, time.process_time() - start)
    print(f"{best / len(bodies) * 1e6:.1f}")


if __name__ == "__main__":
    main()
