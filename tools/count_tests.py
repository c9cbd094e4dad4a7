#!/usr/bin/env python3
"""Sums up what the test programs reported.

usage: count_tests.py [--times FILE] [--label LABEL] RESULTS.json...
    prints "passed failed skipped" and then one line "skipped: name: why" or "failed: name (3.1 s)"
    for each such test; adds a line "seconds<TAB>LABEL: name" for each test to FILE

A program that crashed left no valid file; its caller counts that.
"""
import argparse
import json


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times")
    parser.add_argument("--label", default="")
    parser.add_argument("results", nargs="+")
    flags = parser.parse_args()
    times = []
    passed = failed = skipped = 0
    notes = []
    for path in flags.results:
        with open(path, encoding="utf-8", errors="replace") as file:
            report = json.load(file)
        for suite in report["testsuites"]:
            for test in suite["testsuite"]:
                name = f'{test["classname"]}.{test["name"]}'
                seconds = float(test.get("time", "0s").rstrip("s"))
                times.append(f"{seconds}\t{flags.label}: {name}\n")
                if test.get("result") == "SKIPPED":
                    skipped += 1
                    why = " ".join(s.get("message", "") for s in test.get("skipped", []))
                    notes.append(f"skipped: {name}: {' '.join(why.split()[1:])}")
                elif test.get("failures"):
                    failed += 1
                    notes.append(f"failed: {name} ({seconds} s)")
                elif test.get("status") == "RUN":
                    passed += 1
    if flags.times:
        with open(flags.times, "a", encoding="utf-8") as file:
            file.writelines(times)
    print(passed, failed, skipped)
    print("\n".join(notes))


if __name__ == "__main__":
    main()
