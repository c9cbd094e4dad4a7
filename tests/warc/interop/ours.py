"""usage: ours.py FOLDER: what our writer writes, read by warcio, gzip, cdxj-indexer, and us."""
import hashlib

import programs
import sample
from programs import expect
from warcio.archiveiterator import ArchiveIterator

KINDS = [(0, "sha1"), (1, "sha1"), (6, "sha256"), (0, "sha256")]


def archives(folder):
    """The sample in each kind: (its level, its digest, its files)."""
    lines = folder / "sample/lines"
    if not lines.exists():
        sample.write_lines(folder / "sample")
    for level, digest in KINDS:
        out = folder / f"ours-{level}-{digest}"
        if not out.exists():
            with open(lines, "rb") as stdin:
                programs.output(programs.WRITE_SAMPLE, out, str(level), digest, stdin=stdin)
        yield level, digest, sorted(out.iterdir())


def facts_of(record, decoded):
    body = (record.content_stream() if decoded else record.raw_stream).read()
    has_status = record.http_headers and record.rec_type != "request"
    return (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"),
            record.rec_headers.get_header("WARC-Date"),
            int(record.http_headers.get_statuscode()) if has_status else None,
            hashlib.sha256(body).hexdigest())


def read_by_warcio(files, decoded):
    found = []
    for file in files:
        with open(file, "rb") as stream:
            records = [(record.rec_type, facts_of(record, decoded))
                       for record in ArchiveIterator(stream, check_digests="raise")]
        expect(f"{file}: its first record", records[0][0], "warcinfo")
        found += [facts for _, facts in records[1:]]
    return found


def expected_facts(decoded):
    for entry in sample.entries():
        body = entry.content if decoded and entry.content is not None else entry.body
        status = entry.status if entry.type != "request" else None
        yield entry.warc_type, entry.uri, entry.date, status, hashlib.sha256(body).hexdigest()


def warcio_reads_all(folder):
    """warcio reads every record that we write: type, URI, date, status, payload"""
    for _, _, files in archives(folder):
        expect(f"{files[0].parent}: several files", len(files) >= 3, True)
        for decoded in (False, True):
            expect(f"{files[0].parent}: records", read_by_warcio(files, decoded),
                   list(expected_facts(decoded)))


def warcio_check_passes(folder):
    """warcio check passes what we write, every digest of it"""
    for _, _, files in archives(folder):
        said = programs.output(programs.VENV / "warcio", "check", "-v", *files).decode()
        expect("records with digests that pass", said.count("digest pass"),
               len(files) + sum(e.warc_type != "revisit" for e in sample.entries()))


def gzip_passes(folder):
    """gzip -t passes what we write"""
    for level, _, files in archives(folder):
        if level:
            programs.output("gzip", "-t", *files)


def we_pass(folder):
    """meguri archive check passes what we write, and get gives back what was written"""
    for _, digest, files in archives(folder):
        programs.archive("check", files[0].parent)
        for entry, content in sample.captures():
            body = programs.archive("get", entry.url, files[0].parent, "--at", entry.timestamp)
            expect(f"get {entry.type} {entry.url}", body, content)
        digests = {(line["url"], line["date"]): line["payload_digest"]
                   for line in programs.listed(*files)}
        for entry in sample.entries():
            if entry.type == "response":
                expect(f"digest of {entry.url}", digests[entry.uri, entry.date],
                       sample.digest(digest, entry.body))


def index_is_theirs(folder):
    """meguri archive index has the lines of cdxj-indexer"""
    for _, _, files in archives(folder):
        programs.expect_their_index(files)


if __name__ == "__main__":
    programs.main(warcio_reads_all, warcio_check_passes, gzip_passes, we_pass, index_is_theirs)
