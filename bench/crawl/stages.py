#!/usr/bin/env python3
"""usage: stages.py SAMPLES_PER_SECOND PAGES <SCRIPT: where a crawl's CPU time goes, stage by stage.

SCRIPT is what `perf script -F comm,tid,ip,sym,dso` prints of samples with call graphs. A sample
belongs to the stage of its innermost frame that has one: what malloc, memmove or the kernel do counts
for whoever called them. "heap" and "kernel" are the parts of a stage that these two took.
"""
import collections
import re
import sys

# Stage, pattern for "symbol (library)". The first that fits a frame is the frame's stage; frames
# that fit none are passed over.
STAGES = [
    ("TLS", r"\(\S*libssl"),
    ("digests", r"warc::(Digester|Sha1|RecordWriter::(Digest|FindDigests))|CaptureArchiver::FindDigests"),
    ("WARC: gzip", r"libisal|GzipCompressor|LooksPacked"),
    ("WARC: index", r"ArchiveIndex|warc::(Cdxj|AppendCdxj|ExternalSort|RecordIndexer)"),
    ("WARC: records", r"meguri::warc::|CaptureArchiver"),
    ("RocksDB", r"librocksdb|RocksTable"),
    ("link and URL logs", r"libzstd|AppendLog|LinkLog|TargetLog|UrlLog|Append(Url|Link|Target)(Entry|Block)"),
    ("store: the rest", r"GroupCommit|StoreWriter|FolderStore|WriteScores|StoreItem"),
    ("request log", r"meguri::RequestLog|RequestLogWriter"),
    ("DNS", r"libcares|NameResolver|DnsAnswer|ParseDnsAnswer"),
    ("content coding", r"libz\.|libbrotli|DecodeContent|DecodeWholeGzip"),
    ("HTTP heads", r"meguri::http::"),
    ("fetch: libcurl, sockets", r"libcurl|HttpClient|CurlTransfer|EpollSet|KeptSockets|LiveFetcher|SplitFetchUrl"),
    ("HTML: charset", r"uchardet|meguri::encoding::|html::(FindCharset|PageText|DetectCharset|Prescan)"),
    ("HTML: text, language, simhash",
     r"html::(Text|Word|Shingle|Simhash|SimHash|MinHash|Minhash|DecideLanguage|AppendStable|OpenElements|FindDigit|Number|Language)|CLD2|\bcld2"),
    ("URLs: parse, fingerprint", r"meguri::url::(Url|UrlBuilder|Fingerprint|Canonical|Append|Query|Percent|Host|Path)"),
    ("scope, sites", r"meguri::Scope|libpsl|libre2|meguri::url::SiteList"),
    ("HTML: tokens, links", r"meguri::html::"),
    ("URLs: parse, fingerprint", r"meguri::url::"),
    ("robots.txt", r"meguri::robots::|OriginRobots"),
    ("known URLs", r"KnownUrls"),
    ("order, PageRank", r"UrlOrder|HostQueues|IncrementalPageRank|Shard::PassOn|PassedShares"),
    ("politeness", r"TurnKeeper|TimingWheel|meguri::Learn|IntervalFor|IntervalPromise|WakeHost|Shard::OnTime|Shard::NextDue|TakeAccess|RestingHosts"),
    ("links to shards", r"LinkFinding|FoundUrls|Shard::(Announce|Discover|Meet|HostOf)|MemoryExchange"),
    ("page reading: the rest", r"PageReading"),
    ("loop, shards", r"meguri::Shard|CrawlLoop"),
]
PATTERNS = [(name, re.compile(pattern)) for name, pattern in STAGES]
HEAP = re.compile(r"^(_int_malloc|_int_free|_int_realloc|malloc|free|cfree|realloc|calloc|unlink_chunk|malloc_consolidate|"
                  r"sysmalloc|systrim|operator (new|delete)|tcache_\w+)")
FRAME = re.compile(r"^\s+[0-9a-f]+ (.*)$")

stage_of_frame = {}


def stage_of(frame):
    if frame not in stage_of_frame:
        stage_of_frame[frame] = next((n for n, p in PATTERNS if p.search(frame)), None)
    return stage_of_frame[frame]


def samples(lines):
    frames = []
    for line in lines:
        match = FRAME.match(line)
        if match:
            frames.append(match.group(1))
        elif frames:
            yield frames
            frames = []
    if frames:
        yield frames


def main():
    rate, pages = float(sys.argv[1]), float(sys.argv[2])
    whole, heap, kernel = collections.Counter(), collections.Counter(), collections.Counter()
    for frames in samples(sys.stdin):
        stage = next(filter(None, map(stage_of, frames)), "start, end, view")
        whole[stage] += 1
        if "kernel" in frames[0]:
            kernel[stage] += 1
        elif HEAP.match(frames[0]):
            heap[stage] += 1
    total = sum(whole.values())
    if total == 0:
        sys.exit("no samples")

    def line(name, count, of_heap, of_kernel):
        micros = [n / rate * 1e6 / pages for n in (count, of_heap, of_kernel)]
        print(f"{name:<32}{micros[0]:9.1f}{100 * count / total:7.1f} %{micros[1]:9.1f}{micros[2]:9.1f}")

    print(f"{'stage':<32}{'µs/page':>9}{'share':>9}{'heap':>9}{'kernel':>9}")
    for name, count in whole.most_common():
        line(name, count, heap[name], kernel[name])
    line("all", total, sum(heap.values()), sum(kernel.values()))


main()
