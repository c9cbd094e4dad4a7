// Reads robots.txt line by line: bytes in, (key, value) out.
//
// RFC 9309 section 2.2 gives the grammar, the web gives the rest:
//   - lines end in LF, CR or CRLF; a UTF-8 byte order mark at the start is skipped, also when
//     only its first one or two bytes are there;
//   - '#' begins a comment, wherever it stands;
//   - keys ignore case, and the misspellings seen most are understood: not to see a Disallow
//     is worse than to see one that was meant otherwise;
//   - the colon may be missing if the line is just two words: "disallow /", but not "allow /".
// Total: any bytes give lines. Linear in their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace meguri::robots {

enum class RobotsKey : std::uint8_t {
  kNone,  // blank, or a comment only
  kUserAgent,
  kAllow,
  kDisallow,
  kCrawlDelay,
  kSitemap,
  kUnknown,  // anything else; RFC 9309 section 2.2.4: it changes nothing, ends no group
};

// Views into the bytes that the reader was given.
struct RobotsLine {
  RobotsKey key = RobotsKey::kNone;
  std::string_view text;     // the line as written, less comment and surrounding blanks
  std::string_view value;    // what follows the colon, surrounding blanks taken off
  std::uint32_t number = 0;  // from 1, as an editor counts
};

class RobotsLineReader {
 public:
  // REQUIRES: `bytes` outlives the reader and its lines, and is below 4 GiB.
  explicit RobotsLineReader(std::string_view bytes);

  // The next line, or nullopt after the last.
  std::optional<RobotsLine> Next();

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

}  // namespace meguri::robots
