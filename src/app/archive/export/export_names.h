// Where in a folder the pages of an archive are put: every URL gets a path of its own.
//
//   http://a.example/           a.example/index.html
//   http://a.example/x?y=1      a.example/x-3c1f…(16 digits).html     the query as a hash
//   http://a.example/x/logo     a.example/x/logo.png                  an ending by the MIME type
//
// A path is relative, below the folder and nothing else, whatever the URL: of its parts none is
// empty, "..", or a device of Windows, none begins with a dot, and all consist of letters, digits
// and "-._~%+,=@". That is ASCII, since file systems differ in which other characters they take
// for the same. No part has more than kMaxPartBytes, no path more than kMaxPathBytes.
//
// What would clash is kept apart by a hash of the URL: two URLs of one name, also where only the
// case of letters differs; a file and a folder of one name. Who comes first has the plain name.
// Costs memory for every path. Thread-compatible.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

namespace meguri::app {

class ExportNames {
 public:
  static constexpr std::size_t kMaxPartBytes = 200;
  static constexpr std::size_t kMaxPathBytes = 2000;

  ExportNames();

  // A path that nobody else has: also a URL that comes again gets another one. `url`: any text,
  // of which what follows a '#' doesn't count; `mime`: lower case, without parameters. "index.html"
  // itself is never given.
  std::string Add(std::string_view url, std::string_view mime);

 private:
  bool IsFree(const std::string& path) const;
  std::string FreeFolder(std::string_view url);

  // In lower case.
  std::unordered_set<std::string> files_;
  std::unordered_set<std::string> folders_;
};

// The way from one file to another, both as Add() gave them, as a URL: "../b/c%2520d.html".
std::string RelativeLink(std::string_view from, std::string_view to);

}  // namespace meguri::app
