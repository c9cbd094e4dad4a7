"""Why Meguri and wget2 ask for different URLs: a rule for each difference, or somebody is wrong."""
import collections
import html.parser
import re
import typing
import urllib.parse

from programs import Unexpected

ENOUGH = 50  # pages that link to a URL are looked at
TOO_MANY = 100  # differences: nobody looks for the reasons of so many


class Place(typing.NamedTuple):
    """An attribute that leads to a URL, on a page."""
    page: str
    tag: str
    attributes: dict
    value: str


def is_a_form(place):
    return place.tag == "form" and place.attributes.get("method", "get").lower() == "get"


def is_a_service(place):
    words = (place.attributes.get("rel") or "").lower().split()
    return place.tag == "link" and set(words) <= {"search"}


def has_a_backslash(place):
    return "\\" in place.value.split("?")[0].split("#")[0]


# (what it is, whether it is right). A difference is explained if all places that lead there are so.
OURS = (
    # A form that is sent by GET is a link to who fills in nothing: often a list of everything.
    ("only ours: the action of a form", is_a_form),
)
THEIRS = (
    # HTML: a <link> without rel makes no link (rev=made has an author's mail address); rel=search
    # describes a search engine to browsers. Neither is a page, nor shown with one.
    ("only wget2's: a <link> that is neither a page nor shown with one", is_a_service),
    # URL Standard: a backslash in an http URL is a slash. wget2 asks for %5C.
    ("only wget2's: a backslash that it takes for a letter", has_a_backslash),
)


class PlaceFinder(html.parser.HTMLParser):
    def __init__(self, page, url):
        super().__init__()
        self.page = page
        self.url = url
        self.places = []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src", "action", "data", "background") and value and self.leads_there(value):
                self.places.append(Place(self.page, tag, {key: text or "" for key, text in attrs}, value))

    def leads_there(self, value):
        try:
            found = urllib.parse.urljoin(self.page, value.strip()).split("#")[0]
        except ValueError:
            return False
        return urllib.parse.unquote(found) == urllib.parse.unquote(self.url)


def places_of(url, origin, root):
    """Where the pages below a folder, served at an origin, lead to a URL."""
    name = urllib.parse.unquote(urllib.parse.urlsplit(url).path).split("/")[-1]
    likely = re.compile(rb"""=\s*["']?[^"'>\s]*""" + re.escape(name.encode()))
    places = []
    for file in sorted(root.rglob("*.htm*")):
        content = file.read_bytes() if file.is_file() else b""
        if not likely.search(content):
            continue
        finder = PlaceFinder(f"{origin}/{file.relative_to(root)}", url)
        finder.feed(content.decode("utf-8", errors="replace"))
        places += finder.places
        if len(places) >= ENOUGH:
            break
    return places


def explain(ours, theirs, roots):
    """[(rule, how often)]. `ours`, `theirs`: {URL: (status, type)} by the server's log; `roots`: the
    folder of each origin. Fails if there is a difference without a rule."""
    counts, unexplained = collections.Counter(), []
    sides = (("Meguri", OURS, ours.keys() - theirs.keys()), ("wget2", THEIRS, theirs.keys() - ours.keys()))
    for who, rules, urls in sides:
        if len(urls) > TOO_MANY:
            raise Unexpected(f"{len(urls)} URLs that only {who} has: {sorted(urls)[:20]}")
        for url in sorted(urls):
            origin = "/".join(url.split("/")[:3])
            places = places_of(url, origin, roots[origin])
            rule = next((text for text, holds in rules if places and all(map(holds, places))), None)
            if rule:
                counts[rule] += 1
            else:
                unexplained.append(f"only {who}: {url}, by {places[:2]}")
    if unexplained:
        raise Unexpected(f"{len(unexplained)} differences without a rule: " + "\n".join(unexplained[:20]))
    return sorted(counts.items())
