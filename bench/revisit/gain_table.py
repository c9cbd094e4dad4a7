"""usage: gain_table.py VERSIONS FRESHNESS SECONDS: the table of bench/revisit/gain, and its bars."""
import json
import sys

RIVALS = ("paper", "nutch", "mle", "fixed")
MOST_SECONDS = 120


def read(path):
    with open(path) as lines:
        return {(line["policy"], line["budget"]): line for line in map(json.loads, lines)}


def main():
    runs, fresh = read(sys.argv[1]), read(sys.argv[2])
    seconds = int(sys.argv[3])
    budgets = sorted({budget for _, budget in runs})
    print(f"{'':18}" + "".join(f"{f'{budget} days':^30}" for budget in budgets))
    print(f"{'':18}" + "  versions   page  fresh  delay" * len(budgets))
    for policy in dict.fromkeys(policy for policy, _ in runs):
        cells = ""
        for budget in budgets:
            run = runs.get((policy, budget))
            cells += f"{'':>31}" if run is None else (
                f"{100 * run['versions']:10.1f}{100 * run['versions_per_page']:7.1f}"
                f"{100 * run['freshness']:7.2f}{run['delay_hours']:7.0f}")
        print(f"{policy:18}{cells}")
    missed = []

    def bar(name, figure, holds):
        print(f"{'ok  ' if holds else 'MISS'} {name}: {figure:.3f}")
        if not holds:
            missed.append(name)

    for budget in budgets:
        ours, paper = runs["meguri", budget], runs["paper", budget]
        best = max(runs[rival, budget]["versions"] for rival in RIVALS)
        bar(f"{budget} days: versions / best of {', '.join(RIVALS)}", ours["versions"] / best, ours["versions"] > best)
        spent = [runs[policy, budget]["accesses"] for policy in (*RIVALS, "known", "meguri")]
        bar(f"{budget} days: most accesses / fewest", max(spent) / min(spent), max(spent) <= 1.02 * min(spent))
        if budget <= 30:
            share = ours["versions"] / runs["known", budget]["versions"]
            bar(f"{budget} days: versions / known", share, share >= 0.93)
        for what, better in (("versions_per_page", 1), ("freshness", 1), ("delay_hours", -1)):
            ratio = (ours[what] / paper[what]) ** better
            bar(f"{budget} days: {what} against paper", ratio, ratio > 1)
        share = fresh["meguri", budget]["freshness"] / fresh["cgm:known", budget]["freshness"]
        bar(f"{budget} days, --goal freshness: freshness / cgm:known", share, share >= 0.98)
    bar("seconds for all policies", seconds, seconds < MOST_SECONDS)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
