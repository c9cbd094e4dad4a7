"""usage: theirs.py FOLDER: what others recorded and packed, read by meguri archive."""
# First of all, since it must change http.client before others import it.
from warcio.capture_http import capture_http  # isort: skip

import gzip
import io

import programs
import replay
import requests
import sample
import server
import zstandard
from programs import expect
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

WGET = ["wget", "-nv", "--no-proxy", "--tries=1", "--timeout=10", "--delete-after", "-e", "robots=off"]
WGET_SAW_AN_ERROR = 8  # its exit code for the page that is missing
DATE = "2026-01-02T03:04:05Z"
DICTIONARY_MAGIC = (0x184D2A5D).to_bytes(4, "little")


def expect_pages(what, archives, site):
    """ls and get know every page of the site as it was served."""
    lines = [line for line in programs.listed(*archives) if line["type"] == "response"]
    for path, (status, fields, _, content) in server.PAGES.items():
        found = {(line["status"], line["mime"], line["whole"]) for line in lines
                 if line["url"] == site + path}
        expect(f"{what}: ls of {path}", found, {(status, fields["Content-Type"], True)})
        expect(f"{what}: get {path}", programs.archive("get", site + path, *archives), content)


def from_wget(folder):
    """wget's archives: gzip and plain"""
    with server.site() as site:
        urls = [site + path for path in server.PAGES]
        for name, options in (("one", ["--warc-cdx"]), ("plain", ["--no-warc-compression"])):
            programs.output(*WGET, f"--warc-file={name}", *options, *urls, cwd=folder,
                            code=WGET_SAW_AN_ERROR)
    for file in (folder / "one.warc.gz", folder / "plain.warc"):
        programs.archive("check", file)
        expect_pages(file.name, [file], site)
        programs.expect_their_index([file])
    expect_wget_cdx(folder)


def expect_wget_cdx(folder):
    """The responses of its own index are where ours has them."""
    rows = [line.split() for line in (folder / "one.cdx").read_text().splitlines()[1:]]
    theirs = {(row[2], row[1], row[5], row[8]) for row in rows}
    ours = {(line["url"], "".join(c for c in line["date"] if c.isdigit()),
             line["payload_digest"].removeprefix("sha1:"), str(line["offset"]))
            for line in programs.listed(folder / "one.warc.gz") if line["type"] == "response"}
    expect("wget's CDX", ours, theirs)


def from_wget_again(folder):
    """wget's revisits lead to their originals; their block digests, of no bytes, are passed over"""
    with server.site() as site:
        urls = [site + path for path in server.PAGES]
        for name, options in (("first", ["--warc-cdx"]), ("second", ["--warc-dedup=first.cdx"])):
            programs.output(*WGET, f"--warc-file={name}", *options, *urls, cwd=folder,
                            code=WGET_SAW_AN_ERROR)
    first, second = folder / "first.warc.gz", folder / "second.warc.gz"
    revisits = [line for line in programs.listed(second) if line["type"] == "revisit"]
    expect("revisits", {line["url"] for line in revisits}, set(urls))
    for path, (_, _, _, content) in server.PAGES.items():
        expect(f"get {path}", programs.archive("get", site + path, second, first), content)
    programs.expect_their_index([first, second])
    programs.archive("check", first, second)


def from_capture_http(folder):
    """what warcio's capture_http records"""
    file = folder / "captured.warc.gz"
    with server.site() as site, capture_http(str(file)):
        for path in server.PAGES:
            requests.get(site + path, allow_redirects=False, timeout=10)
    programs.archive("check", file)
    expect_pages("capture_http", [file], site)
    programs.expect_their_index([file])


def from_pywb(folder):
    """what pywb records"""
    home = folder / "recorder"
    home.mkdir()
    (home / "config.yaml").write_text("recorder: live\ncollections:\n  live: $live\n")
    programs.output(programs.VENV / "wb-manager", "init", "new", cwd=home)
    with server.site() as site, programs.wayback(home) as address:
        for path, (status, _, _, content) in server.PAGES.items():
            found = replay.fetch(address, f"/new/record/id_/{site}{path}")
            expect(f"recording {path}", found[:2], (status, content))
    files = sorted((home / "collections/new/archive").iterdir())
    programs.archive("check", *files)
    expect_pages("pywb", files, site)
    programs.expect_their_index(files)


def record_parts(version="WARC/1.1"):
    """The records that warcio writes of the pages of a made-up site, each apart; and its URL."""
    site, parts = "http://other.example", []

    def add(make):
        out = io.BytesIO()
        writer = WARCWriter(out, gzip=False, warc_version=version)
        writer.write_record(make(writer))
        parts.append(out.getvalue())

    for path, (status, fields, body, _) in server.PAGES.items():
        head = StatusAndHeaders(f"{status} Some", list(fields.items()), protocol="HTTP/1.1")
        add(lambda writer: writer.create_warc_record(
            site + path, "response", payload=io.BytesIO(body), http_headers=head,
            warc_headers_dict={"WARC-Date": DATE}))
    add(lambda writer: writer.create_revisit_record(
        site + "/copy", sample.digest("sha1", sample.PNG), site + "/image.png", DATE))
    return site, parts


def expect_made(file, site):
    programs.archive("check", file)
    expect_pages(file.name, [file], site)
    copy = programs.archive("get", site + "/copy", file)
    expect(f"{file.name}: get of a revisit", copy, sample.PNG)


def from_warc_writer(folder):
    """what warcio's WARCWriter writes: 1.0 and 1.1, gzip and plain"""
    for version in ("WARC/1.0", "WARC/1.1"):
        site, parts = record_parts(version)
        name = version.replace("/", "-")
        plain, packed = folder / f"{name}.warc", folder / f"{name}.warc.gz"
        plain.write_bytes(b"".join(parts))
        packed.write_bytes(b"".join(gzip.compress(part) for part in parts))
        for file in (plain, packed):
            expect_made(file, site)
            programs.expect_their_index([file])


def from_zstd(folder):
    """.warc.zst: without dictionary, with one, with a packed one"""
    site, parts = record_parts()
    dictionary = zstandard.train_dictionary(4096, [part[:500] for part in parts] * 20)
    raw = dictionary.as_bytes()
    packed = zstandard.ZstdCompressor().compress(raw)
    for name, start, options in (("none", b"", {}), ("raw", raw, {"dict_data": dictionary}),
                                 ("packed", packed, {"dict_data": dictionary})):
        front = DICTIONARY_MAGIC + len(start).to_bytes(4, "little") + start if start else b""
        compressor = zstandard.ZstdCompressor(write_checksum=True, **options)
        file = folder / f"{name}.warc.zst"
        file.write_bytes(front + b"".join(compressor.compress(part) for part in parts))
        expect_made(file, site)
        lines = programs.index_lines(programs.archive("index", file))
        expect(f"{name}: lines of the index", len(lines), len(parts))
        for _, _, fields in lines:  # each at a frame of its own
            frame = file.read_bytes()[int(fields["offset"]):][:int(fields["length"])]
            record = zstandard.ZstdDecompressor(**options).decompress(frame)
            expect(f"{name}: {fields['url']}", record in parts, True)


def arc_parts(version):
    site = "http://other.example"
    names = {1: "URL IP-address Archive-date Content-type Archive-length",
             2: "URL IP-address Archive-date Content-type Result-code Checksum Location Offset "
                "Filename Archive-length"}[version]
    about = f"{version} 0 Somebody\n{names}\n".encode()
    parts = [f"filedesc://some.arc 0.0.0.0 20260102030405 text/plain "
             f"{'200 - - 0 some.arc ' if version == 2 else ''}{len(about)}\n".encode() + about + b"\n"]
    for path, (status, fields, body, _) in server.PAGES.items():
        head = sample.http_head(f"{status} Some", **fields).encode()
        more = f"{status} - - {sum(map(len, parts))} some.arc " if version == 2 else ""
        line = (f"{site}{path} 192.0.2.7 20260102030405 {fields['Content-Type']} "
                f"{more}{len(head) + len(body)}\n")
        parts.append(line.encode() + head + body + b"\n")
    return site, parts


def from_arc(folder):
    """ARC files of version 1 and 2, plain and gzip"""
    for version in (1, 2):
        site, parts = arc_parts(version)
        plain, packed = folder / f"v{version}.arc", folder / f"v{version}.arc.gz"
        plain.write_bytes(b"".join(parts))
        packed.write_bytes(b"".join(gzip.compress(part) for part in parts))
        for file in (plain, packed):
            programs.archive("check", file)
            expect_pages(file.name, [file], site)
            if version == 1:  # cdxj-indexer knows no other
                programs.expect_their_index([file])


if __name__ == "__main__":
    programs.main(from_wget, from_wget_again, from_capture_http, from_pywb, from_warc_writer, from_zstd,
                  from_arc)
