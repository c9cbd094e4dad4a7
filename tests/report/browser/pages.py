"""A report as a page: at every width, in dark, on paper, without script; its tables and files."""
import base64
import csv
import io
import time
import xml.etree.ElementTree

from devtools import Unexpected, expect, expect_true
from reader import CURVES, LARGE, SPEED, middle, rect, tooltip

WIDTHS = (320, 360, 800, 1280, 2560, 3840)


def fits_every_width(judge):
    """from 320 to 3840 pixels: no complaint in the console, no request, nothing sticks out, all charts drawn"""
    for width in WIDTHS:
        with judge.page(width=width, height=900) as page:
            expect(f"{width}: console", page.complaints(), [])
            expect(f"{width}: charts", page.run("document.querySelectorAll('figure.drawn').length"), 7)
            expect(f"{width}: page width", page.run("document.documentElement.scrollWidth"), width)
            outside = page.run("""[...document.querySelectorAll('figure, figure svg, .legend, .legend li, .tools, h1, h2, h3, p, nav')]
                .filter((e) => e.offsetParent !== null || e.ownerSVGElement !== undefined)
                .filter((e) => !e.closest('.static'))
                .filter((e) => { const r = e.getBoundingClientRect();
                                 const f = e.closest('figure')?.getBoundingClientRect() ?? {left: 0, right: innerWidth};
                                 return r.width && (r.left < f.left - 1 || r.right > f.right + 1); })
                .map((e) => `${e.tagName}.${e.className} of ${e.closest('figure')?.id}`)""")
            expect(f"{width}: sticks out", outside, [])
            expect("what names smuggled in", page.run("document.querySelectorAll('img, b, h2 script').length"), 0)
            cut = page.run("""[...document.querySelectorAll('.plot svg text')].filter((e) => {
                const r = e.getBoundingClientRect(), f = e.closest('figure').getBoundingClientRect();
                return r.width && (r.left < f.left || r.right > f.right); }).map((e) => e.textContent)""")
            expect(f"{width}: text that is cut", cut, [])
            overlap = page.run("""[...document.querySelectorAll('.plot svg')].flatMap((svg) => {
                const boxes = [...svg.querySelectorAll('text')].filter((e) => e.textContent).map((e) => [e.textContent, e.getBoundingClientRect()]);
                return boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
                  .filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 2 && q.top < p.bottom - 2)
                  .map(([b]) => `${svg.closest('figure').id}: "${a}" and "${b}"`)); })""")
            expect(f"{width}: texts that overlap", overlap, [])
            page.screenshot(judge.pictures / f"width-{width}.png")


def tables_sort(judge):
    """a click on a column sorts by its numbers, those without one last; a third gives the old order"""
    with judge.page(width=1280) as page:
        column = lambda n: page.run(f"[...document.querySelectorAll('.table tbody tr')].map((r) => r.cells[{n}].textContent)")
        names = column(0)
        seconds = page.run("[...document.querySelectorAll('.table thead th')].findIndex((h) => h.textContent === 'seconds')")
        button = f".table thead th:nth-child({seconds + 1}) button"
        page.click(*middle(page, button))
        down = column(seconds)
        expect("descending", down, sorted(down[:-1], key=float, reverse=True) + ["–"])
        page.click(*middle(page, button))
        expect("ascending", column(seconds), sorted(down[:-1], key=float) + ["–"])
        expect("said", page.run("document.querySelector('[aria-sort]').textContent"), "seconds")
        page.click(*middle(page, button))
        expect("as it was", column(0), names)
    with judge.page(width=360) as page:
        rect(page, ".table")
        page.screenshot(judge.pictures / "table-360.png", whole=False)
        expect_true("scrolls in its box", page.run("(() => { const t = document.querySelector('.table'); return t.scrollWidth > t.clientWidth; })()"))


def saves_files(judge):
    """SVG, CSV and PNG can be saved; the CSV is the one that was written, the SVG is well-formed"""
    downloads = judge.folder / "downloads"
    with judge.page() as page:
        for kind in ("SVG", "CSV", "PNG"):
            for figure, name in ((CURVES, "coverage-9x200"), (SPEED, "speed"), (LARGE, "coverage-20x5000")):
                page.click(*middle(page, f"#{figure} [data-save={kind}]"))
                file = downloads / f"{name}.{kind.lower()}"
                deadline = time.monotonic() + 20
                while not (file.exists() and file.stat().st_size):
                    if time.monotonic() > deadline:
                        raise Unexpected(f"{file.name} was not saved")
                    time.sleep(0.05)
                time.sleep(0.2)
        expect("console", page.complaints(), [])
    for name in ("coverage-9x200", "speed", "coverage-20x5000"):
        rows = [list(csv.reader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8"))))
                for folder in (downloads, judge.folder / "figures")]
        expect(f"{name}.csv: lines", len(rows[0]), len(rows[1]))
        for ours, theirs in zip(*rows):
            same = ours[0] == theirs[0] and (ours == theirs or all(
                a == b or float(a) == float(b) for a, b in zip(ours[1:], theirs[1:])))
            expect_true(f"{name}.csv: {ours}, {theirs}", same)
        expect(f"{name}.png", (downloads / f"{name}.png").read_bytes()[:4], b"\x89PNG")
        for folder in (downloads, judge.folder / "figures"):
            root = xml.etree.ElementTree.parse(folder / f"{name}.svg").getroot()
            expect_true(f"{name}.svg", len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 4)
        (judge.pictures / f"saved-{name}.png").write_bytes((downloads / f"{name}.png").read_bytes())
    for figure in (judge.folder / "figures").glob("*.svg"):
        xml.etree.ElementTree.parse(figure)


def fills_the_screen(judge):
    """a chart fills the screen for a talk, and comes back"""
    with judge.page(width=1920, height=1080) as page:
        before = rect(page, f"#{CURVES} .plot svg")["height"]
        page.click(*middle(page, f"#{CURVES} [title='Full screen']"))
        page.wait_for(f"document.fullscreenElement?.id === '{CURVES}'")
        page.wait_for(f"document.querySelector('#{CURVES} .plot svg').getBoundingClientRect().height > {before * 1.3}")
        expect("no scrolling", page.run(f"(() => {{ const f = document.querySelector('#{CURVES}'); return f.scrollHeight <= f.clientHeight + 1; }})()"), True)
        page.screenshot(judge.pictures / "full.png", whole=False)
        page.run("document.exitFullscreen()")
        page.wait_for(f"document.querySelector('#{CURVES} .plot svg').getBoundingClientRect().height === {before}")
        expect("console", page.complaints(), [])


def takes_everything(judge):
    """charts of nothing, of one point, of no numbers, of the largest, with gaps: drawn, pointed at, switched"""
    judge.url = (judge.folder / "edges.html").resolve().as_uri()
    try:
        for width in (360, 1280):
            with judge.page(width=width) as page:
                figures = page.run("[...document.querySelectorAll('figure.drawn')].map((f) => f.id)")
                expect("charts", len(figures), 78)
                empty = page.run("[...document.querySelectorAll('.plot svg')].filter((svg) => svg.textContent === 'nothing to show').length")
                expect("charts of nothing", empty, 18)
                for turn in range(2):
                    bad = page.run("""[...document.querySelectorAll('.plot svg')].filter((svg) => /NaN|undefined|Infinity/.test(svg.innerHTML))
                        .map((svg) => svg.closest('figure').querySelector('h3').textContent)""")
                    expect(f"{width}: not a number in", bad, [])
                    page.run("""document.querySelectorAll('.plot').forEach((plot) => {
                        const box = plot.getBoundingClientRect();
                        for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
                            plot.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse', clientX: box.left + part * box.width, clientY: box.top + box.height / 2}));
                        }
                        for (const key of ['ArrowRight', 'ArrowDown', 'End', '+', 'ArrowLeft', '-', 'Escape']) {
                            plot.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, key}));
                        }
                    })""")
                    page.run("document.querySelectorAll('[data-log]').forEach((button) => button.click())")
                    page.settle()
                expect(f"{width}: page width", page.run("document.documentElement.scrollWidth"), width)
                expect("console", page.complaints(), [])
                page.screenshot(judge.pictures / f"edges-{width}.png")
    finally:
        judge.url = (judge.folder / "report.html").resolve().as_uri()
    for figure in (judge.folder / "edges").glob("*.svg"):
        xml.etree.ElementTree.parse(figure)


def reads_a_real_one(judge):
    """the report of `meguri simulate order`: every chart drawn at every width, the oracle ahead under the mouse"""
    judge.url = (judge.folder / "order.html").resolve().as_uri()
    try:
        for width in WIDTHS:
            with judge.page(width=width) as page:
                expect(f"{width}: console", page.complaints(), [])
                expect(f"{width}: charts", page.run("document.querySelectorAll('figure.drawn').length"), 6)
                expect(f"{width}: page width", page.run("document.documentElement.scrollWidth"), width)
                expect(f"{width}: tables", page.run("document.querySelectorAll('.table tbody tr').length"), 6)
                page.screenshot(judge.pictures / f"order-{width}.png")
        with judge.page(width=1280) as page:
            page.move(*middle(page, "#c1 .plot svg"))
            page.wait_for("!document.querySelector('#c1 .tip').hidden")
            expect("the best in the middle", tooltip(page, "c1")["names"][0], "oracle")
    finally:
        judge.url = (judge.folder / "report.html").resolve().as_uri()


def works_without_script(judge):
    """without JavaScript: static pictures and tables"""
    for width in (360, 1280):
        with judge.page(width=width, script=False) as page:
            expect("pictures", page.run("[...document.querySelectorAll('.static svg')].filter((s) => s.getBoundingClientRect().height > 100).length"), 7)
            expect("charts of the script", page.run("document.querySelectorAll('.plot').length"), 0)
            expect_true("a table", page.run("document.querySelector('.table td').getBoundingClientRect().height > 5"))
            expect(f"{width}: page width", page.run("document.documentElement.scrollWidth"), width)
            page.screenshot(judge.pictures / f"static-{width}.png")


def dark_and_paper(judge):
    """dark where the reader's system is, light on paper"""
    with judge.page(dark=True) as page:
        ink = "getComputedStyle(document.body).backgroundColor"
        dark = page.run(ink)
        expect_true(f"dark: {dark}", sum(map(int, dark[4:-1].split(", "))) < 120)
        line = f"""document.querySelector('#{CURVES} .plot g[data-s="0"] path[stroke-linejoin]').getAttribute('stroke')"""
        expect("lines are lighter", page.run(line), "#28a4ff")
        page.screenshot(judge.pictures / "dark.png")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        page.wait_for(f"{line} === '#1b63b0'")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.wait_for(f"{line} === '#28a4ff'")
        page.call("Emulation.setEmulatedMedia", media="print")
        page.run("dispatchEvent(new Event('beforeprint'))")
        page.settle()
        expect("lines on paper", page.run(line), "#1b63b0")
        expect("buttons on paper", page.run("[...document.querySelectorAll('button')].filter((b) => b.closest('.tools')?.offsetHeight).length"), 0)
        page.screenshot(judge.pictures / "paper.png")
        page.run("dispatchEvent(new Event('afterprint'))")
        page.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.wait_for(f"{line} === '#28a4ff'")
        pdf = page.call("Page.printToPDF", printBackground=True)["data"]
        expect_true("a PDF", len(pdf) > 20000)
        (judge.pictures / "print.pdf").write_bytes(base64.b64decode(pdf))
        expect("console", page.complaints(), [])


STEPS = (fits_every_width, tables_sort, saves_files, fills_the_screen, takes_everything,
         reads_a_real_one, works_without_script, dark_and_paper)
