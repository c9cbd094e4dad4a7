#!/usr/bin/env python3
"""Writes src/encoding/encoding_delta.inc: which of ICU's converters is nearest to each index of
the Encoding Standard, and where the two differ.

usage: tools/make_encoding_delta.py INDEXES_JSON > src/encoding/encoding_delta.inc

INDEXES_JSON is indexes.json of https://github.com/whatwg/encoding; ICU is the one installed
(Debian 12: libicuuc.so.72), called through ctypes. A row says what the standard has, not what
has to be added to ICU, so that it stays true when ICU catches up.
"""

import ctypes
import ctypes.util
import json
import re
import sys

CONVERTERS = {
    "ibm866": "ibm-866_P100-1995",
    "iso-8859-2": "ibm-912_P100-1995",
    "iso-8859-3": "ibm-913_P100-2000",
    "iso-8859-4": "ibm-914_P100-1995",
    "iso-8859-5": "ibm-915_P100-1995",
    "iso-8859-6": "ibm-1089_P100-1995",
    "iso-8859-7": "ibm-9005_X110-2007",
    "iso-8859-8": "ibm-5012_P100-1999",
    "iso-8859-10": "iso-8859_10-1998",
    "iso-8859-13": "ibm-921_P100-1995",
    "iso-8859-14": "iso-8859_14-1998",
    "iso-8859-15": "ibm-923_P100-1998",
    "iso-8859-16": "ibm-923_P100-1998",  # ICU has none; ISO-8859-15 is nearest
    "koi8-r": "ibm-878_P100-1996",
    "koi8-u": "ibm-1168_P100-2002",
    "macintosh": "macos-0_2-10.2",
    "windows-874": "ibm-1162_P100-1999",
    "windows-1250": "ibm-5346_P100-1998",
    "windows-1251": "ibm-5347_P100-1998",
    "windows-1252": "ibm-5348_P100-1997",
    "windows-1253": "ibm-5349_P100-1998",
    "windows-1254": "ibm-5350_P100-1998",
    "windows-1255": "ibm-9447_P100-2002",
    "windows-1256": "ibm-9448_X100-2005",
    "windows-1257": "ibm-9449_P100-2002",
    "windows-1258": "ibm-5354_P100-1998",
    "x-mac-cyrillic": "macos-7_3-10.2",
    "gb18030": "gb18030",
    "big5": "ibm-1375_P100-2008",
    "jis0208": "ibm-943_P15A-2003",
    "jis0212": "euc-jp-2007",
    "euc-kr": "windows-949-2000",
}


class Icu:
    """The converters of the ICU that is installed."""

    def __init__(self):
        name = ctypes.util.find_library("icuuc")
        if name is None:
            sys.exit("no libicuuc here")
        self.version = re.search(r"\.so\.(\d+)", name)[1]
        self.library = ctypes.CDLL(name)
        pointer, status = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
        self.open = self.function("ucnv_open", pointer, [ctypes.c_char_p, status])
        self.set_callback = self.function("ucnv_setToUCallBack", None, [pointer] * 5 + [status])
        self.to_units = self.function(
            "ucnv_toUChars", ctypes.c_int32,
            [pointer, pointer, ctypes.c_int32, ctypes.c_char_p, ctypes.c_int32, status])
        self.stop = ctypes.cast(getattr(self.library, "UCNV_TO_U_CALLBACK_STOP_" + self.version),
                                pointer)

    def function(self, name, result, arguments):
        found = getattr(self.library, f"{name}_{self.version}")
        found.restype, found.argtypes = result, arguments
        return found

    def converter(self, name):
        status = ctypes.c_int(0)
        opened = self.open(name.encode(), status)
        self.set_callback(opened, self.stop, None, None, None, status)
        if status.value > 0:
            sys.exit(f"ICU has no {name}")
        return opened

    def decode(self, converter, data):
        """The one code point that `data` stands for, else None."""
        status, units = ctypes.c_int(0), (ctypes.c_uint16 * 8)()
        length = self.to_units(converter, units, 8, data, len(data), status)
        if status.value > 0:
            return None
        text = bytes(units)[:2 * length].decode("utf-16-le", "surrogatepass")
        return ord(text) if len(text) == 1 else None


def bytes_of(index, pointer):
    """As BytesOf() in src/encoding/index_tables.cc."""
    if index == "big5":
        lead, trail = divmod(pointer, 157)
        return bytes([lead + 0x81, trail + (0x40 if trail < 0x3F else 0x62)])
    if index == "gb18030":
        lead, trail = divmod(pointer, 190)
        return bytes([lead + 0x81, trail + (0x40 if trail < 0x3F else 0x41)])
    if index == "euc-kr":
        lead, trail = divmod(pointer, 190)
        return bytes([lead + 0x81, trail + 0x41])
    if index == "jis0208":
        lead, trail = divmod(pointer, 188)
        return bytes([lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41)])
    if index == "jis0212":
        lead, trail = divmod(pointer, 94)
        return bytes([0x8F, lead + 0xA1, trail + 0xA1])
    return bytes([pointer + 0x80])


def from_icu(icu, converter, index, pointer):
    """What index_tables.cc takes from ICU: no private use, except in gb18030."""
    code_point = icu.decode(converter, bytes_of(index, pointer))
    if code_point is not None and 0xE000 <= code_point <= 0xF8FF and index != "gb18030":
        return None
    return code_point


def runs(differing):
    """[first pointer, count, first code point] of neighbours that count up, or are all None."""
    rows = []
    for pointer, code_point in differing:
        if rows:
            first, count, value = rows[-1]
            expected = None if value is None else value + count
            if pointer == first + count and code_point == expected:
                rows[-1][1] += 1
                continue
        rows.append([pointer, 1, code_point])
    return rows


def ranges_from_icu(icu):
    """gb18030's four-byte area below U+10000, as runs; checked against the standard's."""
    converter = icu.converter(CONVERTERS["gb18030"])
    found = []
    for pointer in range(39420):
        rest, fourth = divmod(pointer, 10)
        rest, third = divmod(rest, 126)
        first, second = divmod(rest, 10)
        data = bytes([first + 0x81, second + 0x30, third + 0x81, fourth + 0x30])
        code_point = icu.decode(converter, data)
        if code_point is not None:
            found.append((pointer, code_point))
    return found


def check_ranges(icu, ranges):
    """Fails if the four-byte area needs a delta too: index_tables.cc has none for it."""
    def expected(pointer):
        if pointer == 7457:
            return 0xE7C7
        first, value = [r for r in ranges if r[0] <= pointer][-1]
        return value + pointer - first
    wrong = [(p, hex(c), hex(expected(p))) for p, c in ranges_from_icu(icu) if c != expected(p)]
    if wrong:
        sys.exit(f"four-byte gb18030 differs: {wrong[:20]}, {len(wrong)} in all")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        indexes = json.load(file)
    icu = Icu()
    check_ranges(icu, indexes["gb18030-ranges"])
    print(f"""\
// Generated by tools/make_encoding_delta.py from indexes.json of the Encoding Standard and
// ICU {icu.version}. Derived from the Encoding Standard, Copyright WHATWG (Apple, Google, Mozilla,
// Microsoft), under the BSD 3-Clause License.

// The converter that is nearest to each index.
constexpr IndexSource kIndexSources[] = {{""")
    for index, converter in CONVERTERS.items():
        print(f'    {{"{index}", "{converter}"}},')
    print("""\
};

// Where they differ: index, first pointer, how many, first code point (it counts up; 0: none).
constexpr IndexDelta kIndexDeltas[] = {""")
    for index, name in CONVERTERS.items():
        converter = icu.converter(name)
        differing = [(pointer, code_point) for pointer, code_point in enumerate(indexes[index])
                     if from_icu(icu, converter, index, pointer) != code_point]
        for pointer, count, code_point in runs(differing):
            value = "0" if code_point is None else f"0x{code_point:04X}"
            print(f'    {{"{index}", {pointer}, {count}, {value}}},')
    print("};")


if __name__ == "__main__":
    main()
