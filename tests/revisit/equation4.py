#!/usr/bin/env python3
"""Next intervals by the paper's equation 4, in 50-digit arithmetic, against those of PaperPolicy.

usage: equation4.py FILE     a history per line, numbers in hexadecimal:
                             MEAN STRETCH UNIFORM RESULT SECOND INTERVAL+|- ...
                             (+: a change was seen, SECOND: days that the second access waited)
prints how many of each kind there were and the largest relative error; exit 1 if that is above 1e-12
"""
import collections
import decimal
import sys

D = decimal.Decimal
decimal.getcontext().prec = 50


def number(text):
    return D(float.fromhex(text))


def estimate(mean, changed, stable):
    average = sum(changed) / len(changed)
    if mean == "geo":
        representative = (min(changed) * average).sqrt()
    elif mean == "mean":
        representative = average
    elif mean == "min":
        representative = min(changed)
    else:
        representative = changed[0]
        for t in changed[1:]:
            representative += (t - representative) / 8
    return representative / ((sum(changed) + sum(stable)) / sum(stable)).ln()


def next_interval(mean, stretch, uniform, second, visits):
    changed = [t for t, change in visits if change]
    stable = [t for t, change in visits if not change]
    if changed and stable:
        kind, interval = "equation", estimate(mean, changed, stable)
    else:
        kind, interval = ("halved" if changed else "doubled"), second
        for _ in visits:
            interval = min(interval * (D("0.5") if changed else 2), D(400))
    interval *= stretch
    if interval > 400:
        return kind + ", drawn", 300 + 100 * uniform
    return kind, interval


def main():
    kinds = collections.Counter()
    worst = D(0)
    with open(sys.argv[1], encoding="ascii") as lines:
        for line in lines:
            mean, *fields = line.split()
            stretch, uniform, result, second = map(number, fields[:4])
            visits = [(number(text[:-1]), text[-1] == "+") for text in fields[4:]]
            kind, wanted = next_interval(mean, stretch, uniform, second, visits)
            kinds[kind] += 1
            worst = max(worst, abs(result / wanted - 1))
    print(dict(sorted(kinds.items())), f"largest relative error {worst:.2e}")
    return 1 if worst > D("1e-12") or len(kinds) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
