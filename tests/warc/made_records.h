// Records and archives for the tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/random.h"
#include "warc/write/archive_writer.h"
#include "warc/write/record.h"

namespace meguri::warc {

inline constexpr WallTime kSomeDay =
    std::chrono::sys_days(std::chrono::year(2026) / std::chrono::January / 2) +
    std::chrono::hours(3) + std::chrono::minutes(4) + std::chrono::seconds(5) +
    std::chrono::microseconds(678901);

inline constexpr std::string_view kResponseHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

// `size` bytes, half of them words that can be packed, half of them noise.
inline std::string MadeBody(Random& random, std::size_t size) {
  std::string body;
  while (body.size() < size) {
    if (random.Chance(0.5)) {
      body += "<p>the same words again and again</p>\n";
    } else {
      for (int i = 0; i < 32; ++i) {
        body += static_cast<char>(random.Next() & 255U);
      }
    }
  }
  body.resize(size);
  return body;
}

// The archive of a folder as the tests want it: small files, everything fixed.
inline ArchiveWriterOptions MadeOptions(int level = 1) {
  ArchiveWriterOptions options;
  options.directory = "archive";
  options.warcinfo.software = "meguri/test";
  options.level = level;
  return options;
}

// The folder's files whose name ends so, in order.
inline std::vector<std::string> NamesIn(Files& files, const std::string& directory,
                                        std::string_view suffix) {
  std::vector<std::string> names;
  const auto entries = files.List(directory);
  if (!entries) return names;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.name.ends_with(suffix)) names.push_back(entry.name);
  }
  return names;
}

}  // namespace meguri::warc
