#!/usr/bin/env python3
"""Sums up what the test programs reported.

usage: count_tests.py RESULTS.json...   prints "passed failed skipped" and then one line
"skipped: name: why" or "failed: name" for each such test

A program that crashed left no valid file; its caller counts that.
"""
import json
import sys


def main():
    passed = failed = skipped = 0
    notes = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="replace") as file:
            report = json.load(file)
        for suite in report["testsuites"]:
            for test in suite["testsuite"]:
                name = f'{test["classname"]}.{test["name"]}'
                if test.get("result") == "SKIPPED":
                    skipped += 1
                    why = " ".join(s.get("message", "") for s in test.get("skipped", []))
                    notes.append(f"skipped: {name}: {' '.join(why.split()[1:])}")
                elif test.get("failures"):
                    failed += 1
                    notes.append(f"failed: {name}")
                elif test.get("status") == "RUN":
                    passed += 1
    print(passed, failed, skipped)
    print("\n".join(notes))


if __name__ == "__main__":
    main()
