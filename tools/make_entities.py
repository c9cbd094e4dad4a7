#!/usr/bin/env python3
"""Writes src/html/entities.inc: HTML's named character references, from Python's own table of
them (html.entities.html5), which is that of the HTML Standard and closed for ever.

usage: make_entities.py > src/html/entities.inc
"""
from html.entities import html5


def row(name):
    points = [ord(c) for c in html5[name]]
    points += [0] * (2 - len(points))
    return f'    {{"{name.rstrip(";")}", {points[0]:#x}, {points[1]:#x}}},'


def main():
    print("// Made by tools/make_entities.py; don't edit. Sorted by name; the names of the first")
    print("// table need a semicolon after them, those of the second don't.")
    for table, names in (
        ("kEntities", [n for n in html5 if n.endswith(";")]),
        ("kLegacyEntities", [n for n in html5 if not n.endswith(";")]),
    ):
        rows = sorted(names, key=lambda n: n.rstrip(";").encode())
        print(f"constexpr std::array<Entity, {len(rows)}> {table} = {{{{")
        print("\n".join(map(row, rows)))
        print("}};")


if __name__ == "__main__":
    main()
