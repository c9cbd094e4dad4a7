// A line of a CDXJ index: which capture of which URL lies where.
//
//   org,iana)/about 20140126200706 {"url": "http://www.iana.org/about", "mime": "text/html",
//     "status": "200", "digest": "…", "length": "2258", "offset": "334", "filename": "a.warc.gz"}
//
// Written as pywb writes it, byte for byte: its fields, in its order, numbers as strings, JSON as
// Python's json.dumps() spells it. Read leniently: other fields are passed over, numbers may be
// numbers, and lines of older CDX files of 9 and 11 columns are taken, too.
// Grammar, example, differences from others: docs/formats/cdxj.md. No state: any thread may call
// these functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meguri::warc {

struct CdxjEntry {
  std::string key;                      // SURT; no white space
  std::string timestamp;                // 14 digits; as read, 4 and more
  std::string url;                      // this field and the next three: "" if there is none
  std::string mime;                     // "text/html"; "warc/revisit"
  std::string digest;                   // base32 of SHA-1, or with its label: "sha256:…"
  std::string filename;                 // any bytes
  std::uint16_t status = 0;             // 0: none
  std::optional<std::uint64_t> length;  // old indexes have none
  std::uint64_t offset = 0;

  bool operator==(const CdxjEntry&) const = default;
};

inline constexpr std::string_view kRevisitMime = "warc/revisit";

// Appends the line, without a line feed. Whatever the fields hold, the line has none inside.
// REQUIRES: `key` and `timestamp` are not empty and have neither white space nor controls.
void AppendCdxjLine(const CdxjEntry& entry, std::string& out);

// The entry that `line` holds, with or without its line end. nullopt for what is none: headings
// (" CDX N b a …", "!meta …"), broken JSON, a line that doesn't say where the record lies
// (offset and filename). Linear, whatever the bytes; nested values don't recurse.
std::optional<CdxjEntry> ParseCdxjLine(std::string_view line);

// As Python's json.dumps() writes a str: ASCII, \uXXXX for the rest, "é" and "\u00e9" alike.
// A `text` that is no UTF-8 is read as Latin-1, as Python's archive tools read a header line.
void AppendJsonString(std::string_view text, std::string& out);

// The same for the name of a file, whose bytes must come back as they were: a byte that is no
// UTF-8 becomes \udc80 to \udcff (PEP 383), which ParseCdxjLine() and Python undo.
void AppendJsonFileName(std::string_view name, std::string& out);

}  // namespace meguri::warc
