// What a virtual web is asked and what it answers: an HTTP request and response without sockets,
// so that the lab can send them over real ones and a simulation can hand them over.
//
// How an answer misbehaves on the wire is data too (Delivery): the lab does it to a socket, a
// simulated fetcher works out what a client would have seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace meguri {

// Borrows everything. A header that was not sent is an empty view.
struct WebRequest {
  std::string_view method = "GET";
  bool https = false;
  std::string_view host;    // lower case, no port
  std::string_view target;  // path and query as sent, "/" first
  std::string_view user_agent;
  std::string_view cookie;
  std::string_view if_none_match;
  std::string_view if_modified_since;
  bool accepts_gzip = false;
  std::uint64_t ordinal = 0;  // how many requests the host has seen before: for hosts that ban
};

// How an answer goes over the wire. The default is as it should be: at once, whole, its length
// said truly, the connection kept.
struct Delivery {
  bool never = false;                  // nothing is ever sent; the connection stays open
  Duration delay{0};                   // before the first byte
  std::uint32_t bytes_per_second = 0;  // 0: as fast as it goes; head and body
  bool endless_head = false;           // header fields without end instead of the blank line
  std::uint64_t repeats = 0;           // the body is followed by this many of `repeated` …
  std::string repeated;                // (for bodies too large for memory)
  bool numbered = false;               // each has its number, from 0, where `repeated` has ####
  std::string trailer;                 // … and then by this
  std::optional<std::uint64_t> claimed_length;  // as Content-Length, true or not
  std::optional<std::uint64_t> reset_after;     // RST after so many bytes of the body
  bool close = false;  // FIN after the last byte; also if claimed_length is a lie

  bool operator==(const Delivery&) const = default;
};

// Writes `number` over each run of '#' in `text`, or what such a call left there, in as many digits
// as it has: with zeros before it, and without those in front if there are too many. `places`: the
// runs, as NumberPlaces() finds them.
struct NumberPlace {
  std::size_t at = 0;
  std::size_t digits = 0;
};
std::vector<NumberPlace> NumberPlaces(std::string_view text);
void WriteNumber(std::span<const NumberPlace> places, std::uint64_t number, std::string& text);

// Reused from one request to the next, so that its buffers are allocated once.
struct WebAnswer {
  int status = 200;
  // "Name: value\r\n" each; all but Date, Content-Length and Connection, which whoever sends it
  // adds. ASCII.
  std::string fields;
  std::string body;  // as sent: encoded and, if it says so, compressed. HEAD: as for GET.
  Delivery delivery;

  void Clear() {
    status = 200;
    fields.clear();
    body.clear();
    delivery = Delivery{};
  }
};

}  // namespace meguri
