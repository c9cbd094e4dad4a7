"""usage: judges.py FOLDER PICTURES [STEP…]: a browser reads FOLDER/report.html; screenshots go to PICTURES."""
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree

import charts
import pages
from devtools import Browser, Unexpected
from reader import Judge


def main():
    folder, pictures = map(pathlib.Path, sys.argv[1:3])
    pictures.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[3:]
    failed = 0
    with Browser(folder / "profile", folder / "downloads") as browser:
        judge = Judge(browser, folder, pictures)
        for step in pages.STEPS + charts.STEPS:
            if wanted and step.__name__ not in wanted:
                continue
            began = time.monotonic()
            try:
                step(judge)
                print(f"ok      {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)
            except (Unexpected, OSError, ValueError, LookupError, TypeError, subprocess.TimeoutExpired,
                    xml.etree.ElementTree.ParseError) as trouble:
                failed += 1
                print(f"FAILED  {step.__doc__}: {type(trouble).__name__}: {trouble}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
