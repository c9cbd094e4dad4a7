"""usage: gap_table.py FOLDER GRAPH...: the table and the verdict of bench/order/gap."""

import json
import sys

ONLINE = ["blc", "pr", "ipr:dl1", "ipr:pl=8", "ipr:vr=1.5", "ipr:ar=29/30", "ipr:ar2", "opic", "meguri"]
TENTH = 2  # of 1, 5, 10, 20 and 50 %


def main():
    folder, graphs = sys.argv[1], sys.argv[2:]
    missed = []
    closed_by_meguri = []
    print(f"{'gap closed at 10 %':<14}" + "".join(f"{name.removeprefix('ipr:'):>9}" for name in ONLINE)
          + f"{'lowest':>9}{'scc:16':>8}{'scc:64':>8}{'cost':>7}")
    for graph in graphs:
        runs = {}
        with open(f"{folder}/{graph}") as lines:
            for line in lines:
                run = json.loads(line)
                runs[run["seeds"], run["strategy"]] = run

        def below(seeds):
            """How far meguri is from breadth-first where it is lowest, in points."""
            return min(m - b for m, b in zip(runs[seeds, "meguri"]["B"], runs[seeds, "bf"]["B"]))

        bf = runs["random:1", "bf"]["B"][TENTH]
        gap = runs["random:1", "oracle"]["B"][TENTH] - bf
        closed = {name: (runs["random:1", name]["B"][TENTH] - bf) / gap for name in ONLINE}
        speed = {name: runs["random:1", name]["pages_per_cpu_second"] for name in ("ipr:dl1", "meguri")}
        cost = speed["ipr:dl1"] / speed["meguri"]
        print(f"{graph:<18}" + "".join(f"{100 * closed[name]:8.0f}%" for name in ONLINE)
              + f"{below('random:1'):9.1f}{below('scc:16'):8.1f}{below('scc:64'):8.1f}{cost:7.2f}")
        closed_by_meguri.append(closed["meguri"])
        best = max((name for name in ONLINE if name != "meguri"), key=closed.get)
        if closed["meguri"] <= closed[best]:
            missed.append(f"{graph}: {best} closes more than meguri")
        for seeds in ("random:1", "scc:16", "scc:64"):
            if below(seeds) < -1:
                missed.append(f"{graph}, {seeds}: meguri is {-below(seeds):.1f} points below bf")
        if cost > 3:
            missed.append(f"{graph}: meguri costs {cost:.2f} times ipr:dl1, want 3 at most")
    mean = sum(closed_by_meguri) / len(closed_by_meguri)
    print(f"meguri closes {100 * mean:.0f}% on average")
    if mean < 0.5:
        missed.append("meguri closes less than half on average")
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
