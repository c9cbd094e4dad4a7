"""usage: gain_table.py FOLDER GRAPH...: the table and the verdict of bench/polite/gain."""

import json
import sys


def main():
    folder, graphs = sys.argv[1], sys.argv[2:]
    runs = {}
    missed = []
    for graph in graphs:
        with open(f"{folder}/{graph}") as lines:
            for line in lines:
                run = json.loads(line)
                runs[run["name"], graph] = run
                if run["breaches"]:
                    missed.append(f"{graph}, {run['name']}: {run['first_breach']}")
    names = list(dict.fromkeys(name for name, _ in runs))
    width = max(len(name) for name in names)
    print(f"{'':<{width}}" + "".join(f"{graph:>24}" for graph in graphs))
    print(f"{'':<{width}}" + f"{'10 %':>12}{'20':>6}{'50':>6}" * len(graphs))
    for name in names:
        cells = ""
        for graph in graphs:
            values = runs[name, graph]["B"]
            cells += "      " + "".join("     –" if value is None else f"{value:6.1f}" for value in values)
        print(f"{name:<{width}}{cells}")
    compared = won = 0
    lost = []
    for graph in graphs:
        for name in ("paper 1024x1024 {} spill", "wheel {} spill", "wheel {} spill 4 connections"):
            late = runs[name.format("meguri"), graph]["B"]
            plain = runs[name.format("bf"), graph]["B"]
            for at, ours, theirs in zip((10, 20, 50), late, plain):
                if ours is None or theirs is None:
                    missed.append(f"{graph}, {name.format('meguri')}: ended before {at} %")
                    continue
                compared += 1
                won += ours > theirs
                line = f"{graph}, {name.format('meguri')}: {ours:.2f} at {at} %, breadth-first {theirs:.2f}"
                if ours <= theirs:
                    lost.append(line)
                if ours < theirs - 1:
                    missed.append(line)
    print(f"late choice by meguri with spill is above breadth-first in {won} of {compared} comparisons")
    for line in lost:
        print(f"  not in: {line}")
    if won < 0.9 * compared:
        missed.append("that is less than nine tenths of them")
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
