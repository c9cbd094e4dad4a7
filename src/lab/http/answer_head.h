// The head of an answer: status line, what the web says of it, and what only the sender knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace meguri::lab {

// "Not Found"; "" for a status without a name.
std::string_view ReasonPhrase(int status);

// 1xx, 204 and 304 have none, whatever the answer says.
bool MayHaveBody(int status);

struct AnswerHead {
  int status = 200;
  std::string_view fields;  // "Name: value\r\n" each
  std::string_view date;    // "Sun, 06 Nov 1994 08:49:37 GMT"
  std::optional<std::uint64_t> content_length;
  bool http10 = false;      // the request's version: a connection that stays has to be announced
  bool close = false;       // "Connection: close"
  bool unfinished = false;  // without the empty line: more fields will come
};

// At the end of `out`; no allocation once `out` is large enough. Adds Date, Server (unless `fields`
// has one), Content-Length, Connection.
void AppendAnswerHead(const AnswerHead& head, std::string& out);

// The text of a Date field, formatted once per second of virtual time.
class DateCache {
 public:
  std::string_view At(WallTime now);

 private:
  std::chrono::sys_seconds second_{std::chrono::sys_seconds::min()};
  std::string text_;
};

}  // namespace meguri::lab
