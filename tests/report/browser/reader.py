"""How a test reads a report: where things are, what the tooltip says, which numbers an axis has."""
import csv

from devtools import Page

# The figures of tests/report/sample_charts.cc, in their order.
CURVES, MISSING, SPEED, GROUPS, CONCENTRATION, SCATTER, LARGE = (f"c{i}" for i in range(1, 8))


class Judge:
    def __init__(self, browser, folder, pictures):
        self.browser = browser
        self.folder = folder
        self.pictures = pictures
        self.url = (folder / "report.html").resolve().as_uri()

    def page(self, **options):
        page = Page(self.browser, self.url, **options)
        if options.get("script", True):
            page.wait_for("document.querySelectorAll('figure.drawn .plot svg [data-s]').length > 0")
            page.settle()
        return page

    def points(self, chart):
        """{name: [(x, y), …]} of a figure's CSV."""
        found = {}
        with open(self.folder / f"figures/{chart}.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["series"], []).append((float(row["x"]), float(row["y"] or "nan")))
        return found


def rect(page, selector):
    """Where it is in the window, after it was scrolled there."""
    return page.run(f"""(() => {{
        const element = document.querySelector({selector!r});
        element.scrollIntoView({{block: 'center', behavior: 'instant'}});
        const box = element.getBoundingClientRect();
        return {{x: box.x, y: box.y, width: box.width, height: box.height}};
    }})()""")


def middle(page, selector):
    box = rect(page, selector)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tooltip(page, figure):
    """(heading, {name: value}, names in order, highlighted name) or None."""
    return page.run(f"""(() => {{
        const tip = document.querySelector('#{figure} .tip');
        if (tip.hidden) return null;
        const rows = [...tip.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent));
        return {{heading: tip.querySelector('p').textContent,
                 names: rows.map((row) => row[1]), values: rows.map((row) => row[2]), deviations: rows.map((row) => row[3]),
                 on: tip.querySelector('.on th')?.textContent ?? null}};
    }})()""")


def number(text):
    return float(text.replace(",", "").replace("%", "").replace("−", "-").replace("≈", "").strip())


def ticks(page, figure, axis="x"):
    """The numbers below the plot, or at its left."""
    anchor = "end" if axis == "y" else "middle"
    return page.run(f"""[...document.querySelectorAll('#{figure} .plot svg text[text-anchor="{anchor}"]')]
        .map((text) => text.textContent).filter((text) => /^[−0-9]/.test(text))""")
