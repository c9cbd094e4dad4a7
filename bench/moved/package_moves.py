#!/usr/bin/env python3
"""usage: package_moves.py FOLDER [NAME...]: pages that really moved, from documentation in packages.

Manuals come with Debian's, PyPI's and npm's packages, as HTML. Two versions of one, some years apart,
are a site before and after; where a page went is told by its text. Written to FOLDER in the form that
`meguri simulate moved` reads: cases.json, NAME.old.jsonl.zst, NAME.old.html.tar.zst and so on.

A move: a page that could be reached from the home page, whose path is gone, and a page that can be reached
now, whose path is new, with at least 0.6 of the words in common (Dice's coefficient of 4-grams, those that few
pages have weighing more); one without a title is a part of others. Where more than four pages are about as like it, nobody knows. At most eight
of a pair of versions, from as many folders as there are. NAME...: these pairs of the list below alone.
Exit code 77 if a package can't be had.
"""
import collections, html, io, json, math, os, posixpath, random, re, subprocess, sys, tarfile, tempfile
import urllib.parse, urllib.request, zipfile
from html.parser import HTMLParser

LEAST_ALIKE, ABOUT_AS_ALIKE, MOST_PLACES, MOST_MOVES, LEAST_GRAMS = 0.6, 0.03, 4, 8, 40

# Name (a capital letter at its end: another pair of the same site), then for the old and the new one:
# registry, package, its file or version, and how the paths of its manual begin.
PAIRS = [
    ("ase", ("pypi", "ase", "ase-3.8.2.tar.gz", "ase-3.8.2/doc/build/html/"),
     ("apt", "python-ase-doc", "", "./usr/share/doc/python-ase-doc/html/")),
    ("cocos2d", ("pypi", "cocos2d", "cocos2d-0.5.5.zip", "cocos2d-0.5.5/doc/html/"),
     ("pypi", "cocos2d", "cocos2d-0.6.10.tar.gz", "cocos2d-0.6.10/docs/html/")),
    ("codemirror", ("npm", "codemirror", "2.33.0", "package/"), ("npm", "codemirror", "5.0.0", "package/")),
    ("gtk", ("apt", "libgtk2.0-doc", "", "./usr/share/gtk-doc/html/gtk2/"),
     ("apt", "libgtk-3-doc", "", "./usr/share/gtk-doc/html/gtk3/")),
    ("lxml", ("pypi", "lxml", "lxml-2.0.tar.gz", "lxml-2.0/doc/html/"),
     ("pypi", "lxml", "lxml-4.4.3.tar.gz", "lxml-4.4.3/doc/html/")),
    ("mdanalysis", ("pypi", "MDAnalysis", "MDAnalysis-0.8.1.tar.gz", "MDAnalysis-0.8.1/doc/html/"),
     ("apt", "python-mdanalysis-doc", "", "./usr/share/doc/python-mdanalysis-doc/html/")),
    ("npm", ("npm", "npm", "1.2.32", "package/html/"), ("npm", "npm", "2.15.12", "package/html/")),
    ("phaser", ("npm", "phaser", "2.1.3", "package/docs/"), ("npm", "phaser", "2.6.2", "package/docs/")),
    ("rust", ("apt", "rust-doc", "", "./usr/share/doc/rust-doc/html/"),
     ("apt", "rust-web-doc", "", "./usr/share/doc/rust-web-doc/html/")),
    ("sqlalchemyA", ("pypi", "SQLAlchemy", "SQLAlchemy-0.4.8.tar.gz", "SQLAlchemy-0.4.8/doc/"),
     ("pypi", "SQLAlchemy", "SQLAlchemy-0.6.9.tar.gz", "SQLAlchemy-0.6.9/doc/")),
    ("sqlalchemyB", ("pypi", "SQLAlchemy", "SQLAlchemy-0.5.8.tar.gz", "SQLAlchemy-0.5.8/doc/"),
     ("pypi", "SQLAlchemy", "SQLAlchemy-0.7.10.tar.gz", "SQLAlchemy-0.7.10/doc/")),
    ("vis", ("npm", "vis", "2.0.0", "package/examples/"), ("npm", "vis", "3.12.0", "package/examples/")),
]
# Generated from code, and thousands of pages: not what the manuals are about.
LEFT_OUT = {"rust": re.compile(r"(alloc|core|proc_macro|src|std|test)/"), "codemirror": re.compile(r"test/")}


def download(registry, package, version, folder):
    """The package's file."""
    before = set(os.listdir(folder))
    if registry == "pypi":
        from pip._internal.models.index import PyPI  # knows which registry is set up here

        listing = f"{PyPI.simple_url}/{package}/"
        with urllib.request.urlopen(listing, timeout=60) as answer:
            links = re.findall(r'<a[^>]*?href="([^"]*)"[^>]*>\s*([^<]*?)\s*</a>', answer.read().decode())
        url = next(urllib.parse.urljoin(listing, html.unescape(link)) for link, name in links if name == version)
        with urllib.request.urlopen(url.partition("#")[0], timeout=120) as answer:
            open(os.path.join(folder, version), "wb").write(answer.read())
        return os.path.join(folder, version)
    command = ["npm", "pack", f"{package}@{version}"] if registry == "npm" else ["apt-get", "download", package]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.path.join(folder, (set(os.listdir(folder)) - before).pop())


def files_of(archive):
    """(path, bytes) of what is in it."""
    if archive.endswith(".zip"):
        with zipfile.ZipFile(archive) as packed:
            yield from ((name, packed.read(name)) for name in packed.namelist())
        return
    stream = None
    if archive.endswith(".deb"):
        stream = io.BytesIO(subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], check=True, capture_output=True).stdout)
    with tarfile.open(archive if stream is None else None, fileobj=stream) as packed:
        yield from ((member.name, packed.extractfile(member).read()) for member in packed if member.isfile())


class Page(HTMLParser):
    """Title, words and links of a page."""

    def __init__(self, url, bytes_):
        super().__init__(convert_charrefs=True)
        self.base, self.title, self.words, self.links = url, "", [], []
        self._within, self._link = set(), None
        charset = re.search(rb"charset=[\"']?([\w-]+)", bytes_[:3000])
        try:
            text = bytes_.decode(charset[1].decode() if charset else "utf-8")
        except (LookupError, UnicodeDecodeError):
            text = bytes_.decode("latin-1")
        self.bytes = bytes_
        self.feed(text)
        self.close()
        self._end_link()
        self.title = " ".join(self.title.split())
        self.text = " ".join(self.words)

    def _end_link(self):
        if self._link:
            url, words, images = self._link
            self.links.append((url, " ".join("".join(words).split()) or " ".join(" ".join(images).split())))
        self._link = None

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        if tag in ("script", "style", "title"):
            self._within.add(tag)
        elif tag == "base" and values.get("href"):
            self.base = urllib.parse.urljoin(self.base, values["href"])
        elif tag == "a" and "href" in values:
            self._end_link()
            self._link = (values["href"], [], [])
        elif tag == "area" and "href" in values:
            self.links.append((values["href"], values.get("alt", "")))
        elif tag in ("frame", "iframe") and "src" in values:
            self.links.append((values["src"], ""))
        elif tag == "img" and self._link:
            self._link[2].append(values.get("alt", ""))
        elif tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            target = re.search(r"url\s*=\s*['\"]?([^'\";]+)", values.get("content", ""), re.I)
            if target:
                self.links.append((target[1], ""))

    def handle_endtag(self, tag):
        self._within.discard(tag)
        if tag == "a":
            self._end_link()

    def handle_data(self, data):
        if "title" in self._within:
            self.title += data
        elif not self._within:
            self.words.append(data)
            if self._link:
                self._link[1].append(data)


def path_of(name):
    return "/" + re.sub(r"(^|/)index\.html$", r"\1", name)


def read_site(host, files):
    """{path: page} of all that can be reached from the home page, links resolved: [[path, words], …]."""
    paths = {path_of(name): bytes_ for name, bytes_ in files.items()}
    pages, todo = {}, collections.deque(["/"])
    seen = {"/"}
    while todo:
        path = todo.popleft()
        page = pages[path] = Page(f"http://{host}{path}", paths[path])
        links = {}
        for url, words in page.links:
            try:
                url = urllib.parse.urlsplit(urllib.parse.urljoin(page.base, url.strip()))
                if url.scheme not in ("http", "https") or url.hostname != host:
                    continue
            except ValueError:
                continue
            target = urllib.parse.unquote(url.path) or "/"
            target = path_of(re.sub("^/+", "", posixpath.normpath(target) + ("/" if target.endswith("/") else "")))
            if target not in paths and target + "/" in paths:
                target += "/"
            if target not in paths and re.search(r"\.[a-z]\w*$", target) and not re.search(r"\.html?$", target):
                continue  # an image, a source
            links[(target, words)] = None
            if target in paths and target not in seen:
                seen.add(target)
                todo.append(target)
        page.links = [list(link) for link in links]
    return pages


class Grams:
    """The 4-grams of all pages, and how alike two of them are by those."""

    def __init__(self, *sites):
        self.of = [{path: self._grams(page.text) for path, page in site.items()} for site in sites]
        counts = collections.Counter(gram for site in self.of for grams in site.values() for gram in grams)
        pages = sum(map(len, self.of))
        self.weight = {gram: math.log(pages / count) for gram, count in counts.items()}
        self.sums = [{path: sum(map(self.weight.get, grams)) for path, grams in site.items()} for site in self.of]

    @staticmethod
    def _grams(text):
        words = re.findall(r"\w+", text.lower())
        return {tuple(words[i : i + 4]) for i in range(len(words) - 3)}

    def most_alike(self, old, fresh):
        """[(likeness, path)] of the pages `fresh` of the second site to `old` of the first one."""
        mine, alike = self.of[0][old], []
        for path in fresh:
            both = sum(self.weight[gram] for gram in mine & self.of[1][path])
            alike.append((2 * both / (self.sums[0][old] + self.sums[1][path] + 1e-9), path))
        return sorted(alike, reverse=True)


def find_moves(old, new):
    """[(old path, [new paths], likeness)]"""
    gone = [path for path in old if path not in new and path.rstrip("/") not in new and path + "/" not in new]
    fresh = [path for path in new if path not in old and new[path].title]
    grams, moves = Grams(old, new), []
    for path in gone:
        if len(grams.of[0][path]) < LEAST_GRAMS or not fresh:
            continue
        alike = grams.most_alike(path, fresh)
        best = alike[0][0]
        places = [place for share, place in alike if share >= max(LEAST_ALIKE, best - ABOUT_AS_ALIKE)]
        if places and len(places) <= MOST_PLACES:
            moves.append((path, places, best))
    random.Random(7).shuffle(moves)
    folders = collections.defaultdict(list)
    for move in moves:
        folders[posixpath.dirname(move[0].rstrip("/")), posixpath.dirname(move[1][0].rstrip("/"))].append(move)
    taken = []
    while len(taken) < MOST_MOVES and any(folders.values()):
        taken += [left.pop() for left in folders.values() if left]
    return sorted(taken[:MOST_MOVES])


def compress(path, bytes_):
    subprocess.run(["zstd", "-qf", "-3", "-o", path], input=bytes_, check=True)


def write_site(stem, pages):
    graph = [json.dumps({"root": "/", "pages": len(pages)})]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path, page in pages.items():
            graph.append(json.dumps({"p": path, "t": page.title, "l": page.links}))
            member = tarfile.TarInfo(path[1:] + ("index.html" if path.endswith("/") else ""))
            member.size = len(page.bytes)
            tar.addfile(member, io.BytesIO(page.bytes))
    compress(stem + ".jsonl.zst", ("\n".join(graph) + "\n").encode())
    compress(stem + ".html.tar.zst", packed.getvalue())


def files_in(registry, package, version, beginning):
    """{path: bytes} of the HTML in a package's manual; paths without their beginning."""
    with tempfile.TemporaryDirectory() as downloads:
        os.chmod(downloads, 0o755)  # apt-get's own user writes there
        try:
            archive = download(registry, package, version, downloads)
        except (OSError, StopIteration, subprocess.CalledProcessError) as error:
            print(f"{package} {version} of {registry}: {error}", file=sys.stderr)
            sys.exit(77)
        return {
            path[len(beginning) :]: bytes_
            for path, bytes_ in files_of(archive)
            if path.startswith(beginning) and re.search(r"\.html?$", path)
        }


def main(folder, names):
    os.makedirs(folder, exist_ok=True)
    unknown = set(names) - {pair[0] for pair in PAIRS}
    if unknown:
        sys.exit(f"package_moves.py: no such pair: {', '.join(sorted(unknown))}")
    snapshots, cases = [], []
    for name, *versions in PAIRS:
        if names and name not in names:
            continue
        site = name.rstrip("ABC")
        sites = []
        for version in versions:
            files = files_in(*version)
            if site in LEFT_OUT:
                files = {path: bytes_ for path, bytes_ in files.items() if not LEFT_OUT[site].match(path)}
            sites.append(read_site(f"{site}.example", files))
        moves = find_moves(*sites)
        print(f"{name}: {len(sites[0])} pages, then {len(sites[1])}; {len(moves)} moves", flush=True)
        for which, pages in zip(("old", "new"), sites):
            write_site(f"{folder}/{name}.{which}", pages)
        snapshots.append({"snap": name, "site": site, "hosts": [f"{site}.example"]})
        for number, (path, places, share) in enumerate(moves, 1):
            cases.append({"id": f"{name}-{number:02}", "snap": name, "site": site, "root_old": "/", "root_new": "/", "old": path,
                          "new": places, "kind": "", "similarity": round(share, 2), "title_old": sites[0][path].title,
                          "title_new": sites[1][places[0]].title, "anchors_old": []})
    with open(f"{folder}/cases.json", "w") as out:
        json.dump({"format": 1, "snapshots": snapshots, "cases": cases}, out, indent=1)
    print(f"{len(cases)} moves on {len({each['site'] for each in snapshots})} sites")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
