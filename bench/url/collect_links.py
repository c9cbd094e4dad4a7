#!/usr/bin/env python3
"""Lists the links of real pages, for the URL benchmarks.

usage: collect_links.py DIR [PAGES]   (default: 600 pages, always the same ones)

Prints "B <URL of the page>" and then "L <link as it stands in the page>" for each href and
src of the HTML pages below DIR.
"""
import html.parser
import pathlib
import random
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [v for k, v in attrs if k in ("href", "src") and v]


def main():
    if len(sys.argv) not in (2, 3) or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__.strip())
    root = pathlib.Path(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) == 3 else 600
    pages = sorted(p for p in root.rglob("*.html") if p.is_file() and not p.is_symlink())
    if not pages:
        sys.exit(f"{root}: no .html file below it")
    random.Random(1).shuffle(pages)
    for page in pages[:wanted]:
        path = urllib.parse.quote(page.relative_to(root).as_posix())
        print(f"B https://docs.example.org/{path}")
        parser = Links()
        parser.feed(page.read_text(encoding="utf-8", errors="replace"))
        for link in parser.found:
            if "\n" not in link:
                print(f"L {link}")


if __name__ == "__main__":
    main()
