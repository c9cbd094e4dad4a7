"""The records that write_sample.cc is to write, and what others must find in the archive.

Each has a date of its own, a minute after the one before it.
"""
import base64
import dataclasses
import gzip
import hashlib
import json
import random
import urllib.parse

SITE = "http://site.example"
PNG = base64.b64decode(  # 3 x 2 pixels
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mP4z8AAQQxwFgBB0gX7b/EWxwAAAABJRU5E"
    "rkJggg==")
# Its script tells what the browser made of image and style sheet: naturalWidth, and the colour.
PAGE = b"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>Sample</title>
<link rel="stylesheet" href="/style.css"></head><body>
<h1 id="heading">Replayed by others</h1><img id="image" src="/image.png"><p id="seen">nothing</p>
<script>window.onload = function () {
  var colour = getComputedStyle(document.getElementById("heading")).color;
  var width = document.getElementById("image").naturalWidth;
  document.getElementById("seen").textContent = "image " + width + ", heading " + colour;
};</script></body></html>
"""
STYLE = b"#heading { color: rgb(1, 2, 3); }\n"
BINARY = random.Random(1).randbytes(300_000)
TEXT = "Straße, 日本語, naïve\n".encode() * 200


def chunked(body, size=1000):
    pieces = [body[i:i + size] for i in range(0, len(body), size)] + [b""]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


def http_head(status, **fields):
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""])


@dataclasses.dataclass
class Entry:
    """A record as it is handed to the writer, and what is known of it."""
    type: str
    url: str
    body: bytes = b""  # as stored
    head: str = ""
    content: bytes | None = None  # without chunks and content coding, if those differ
    of: int | None = None  # the record that it refers to
    truncated: bool = False
    date: str = ""

    @property
    def timestamp(self):
        return "".join(c for c in self.date if c.isdigit())

    @property
    def warc_type(self):
        names = {"identical": "revisit", "unmodified": "revisit", "dns": "resource"}
        return names.get(self.type, self.type)

    @property
    def uri(self):
        """As it stands in the archive."""
        return urllib.parse.quote(self.url, safe=":/?=")

    @property
    def status(self):
        return int(self.head.split()[1]) if self.head.startswith("HTTP/") else None


def responses():
    def page(path, body, status="200 OK", mime="text/html", content=None, truncated=False, **fields):
        head = http_head(status, Content_Type=mime, **fields)
        return Entry("response", SITE + path, body, head, content, truncated=truncated)

    packed = gzip.compress(TEXT, mtime=0)
    return [
        page("/", PAGE, Content_Length=len(PAGE)),
        page("/image.png", PNG, mime="image/png", Content_Length=len(PNG)),
        page("/style.css", STYLE, mime="text/css", Content_Length=len(STYLE)),
        page("/packed", packed, mime="text/plain; charset=utf-8", content=TEXT,
             Content_Encoding="gzip", Content_Length=len(packed)),
        page("/chunks", chunked(TEXT), mime="text/plain", content=TEXT, Transfer_Encoding="chunked"),
        page("/packed-chunks", chunked(packed), mime="text/plain", content=TEXT,
             Content_Encoding="gzip", Transfer_Encoding="chunked"),
        page("/moved", b"gone on\n", "302 Found", "text/plain", Location="/", Content_Length=8),
        page("/missing", b"no such page\n", "404 Not Found", "text/plain", Content_Length=13),
        page("/ü/日本?q=é", TEXT, mime="text/plain; charset=utf-8", Content_Length=len(TEXT)),
        page("/empty", b"", mime="text/plain", Content_Length=0),
        page("/binary", BINARY, mime="application/octet-stream", Content_Length=len(BINARY)),
        page("/cut", TEXT[:1000], mime="text/plain", truncated=True),
    ]


def entries():
    """All records, in their order; the archives' warcinfo records are not among them."""
    found = []
    for response in responses():
        path = response.url.removeprefix(SITE)
        head = f"GET {urllib.parse.quote(path, safe='/?=')} HTTP/1.1\r\nHost: site.example\r\n\r\n"
        found += [response, Entry("request", response.url, head=head, of=len(found))]
    text = next(i for i, e in enumerate(found) if e.url.endswith("/chunks"))
    found += [
        Entry("identical", found[text].url, head=found[text].head, of=text),
        Entry("identical", SITE + "/copy", head=found[text].head, of=text),
        Entry("unmodified", SITE + "/", head=http_head("304 Not Modified", ETag='"1"'), of=0),
        Entry("metadata", SITE + "/", b"fetchTimeMs: 12\r\noutlink: /image.png\r\n"),
        Entry("resource", SITE + "/notes.txt", b"notes of the crawl\n"),
        Entry("conversion", SITE + "/", b"Replayed by others\n", of=0),
        Entry("dns", "dns:site.example", b"20260102030405\nsite.example.\t300\tIN\tA\t192.0.2.7\n"),
    ]
    for minute, entry in enumerate(found):
        entry.date = f"2026-01-02T03:{minute:02}:05Z"
    return found


def captures():
    """(record, content) of all that have some: what a reader gets, of a revisit the original's."""
    everything = entries()
    for entry in everything:
        if entry.warc_type in ("response", "revisit", "resource"):
            source = everything[entry.of] if entry.warc_type == "revisit" else entry
            yield entry, source.body if source.content is None else source.content


def write_lines(folder):
    """What write_sample.cc reads."""
    folder.mkdir()
    lines = []
    for number, entry in enumerate(entries()):
        body = folder / f"body-{number}"
        body.write_bytes(entry.body)
        line = {"type": entry.type, "url": entry.url, "date": entry.date, "head": entry.head,
                "body": str(body), "truncated": entry.truncated}
        lines.append(json.dumps(line if entry.of is None else line | {"of": entry.of}))
    (folder / "lines").write_text("\n".join(lines) + "\n")
    return folder / "lines"


def digest(algorithm, body):
    """As our writer spells it."""
    raw = hashlib.new(algorithm, body)
    text = base64.b32encode(raw.digest()).decode() if algorithm == "sha1" else raw.hexdigest()
    return f"{algorithm}:{text}"
