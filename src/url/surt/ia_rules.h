// The rewriting steps behind a SURT key, one function each, for paths and queries.
//
// They follow what the Internet Archive's tools do to a URL before they look it up, quirks
// included: the keys of existing indexes were made that way. Our own canonical form is
// another thing and lives elsewhere.
//
// Every step works in place, takes any bytes and is linear in their number (Sort: n log n).
// Order and reasons: docs/design/surt.md. No state but QuerySorter's; thread-compatible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meguri::url::ia {

// Undoes %XX until none is left: "%25%34%31" → "A". One pass, however deep the nesting.
void UnescapeRepeatedly(std::string& text);

// Escapes controls, space, '#', '%' and all that isn't ASCII, in upper-case hex: what comes
// out is visible ASCII. After UnescapeRepeatedly() the pair changes nothing a second time.
void EscapeUnsafe(std::string& text);

// Resolves "." and "..", then joins runs of '/'. Empty segments count until they are joined
// ("/a//../b" → "/a/b"), and a ".." with nothing to remove stays: "/../a" → "/../a".
// REQUIRES: `path` is empty or begins with '/'.
void ResolvePath(std::string& path);

// Removes ASP.NET's "(S(24 letters or digits))/" and "(24 letters or digits)/" in front of
// a page whose name goes on to ".aspx", each at most once: the last one.
void StripPathSessionId(std::string& path);

// Removes jsessionid, phpsessid, sid, aspsessionid and the pair cfid & cftoken, in this
// order, each at most once: the last one whose value has the right shape. A name may begin
// anywhere, even inside another ("osCsid=…" leaves "osC"); an '&' before it stays.
void StripQuerySessionId(std::string& query);

// Sorts the fields of a query by name, then by value: "b&a=2&a" → "a&a=2&b". Bytes are
// compared unsigned; a field without '=' comes before one with an empty value.
// Keeps its buffers, so a warm one doesn't touch the heap.
class QuerySorter {
 public:
  void Sort(std::string& query);

 private:
  struct Field {
    std::string_view name;
    std::string_view rest;  // "", "=" or "=value"

    friend bool operator<(const Field& a, const Field& b) {
      const int names = a.name.compare(b.name);
      return names != 0 ? names < 0 : a.rest < b.rest;
    }
  };

  std::string copy_;
  std::vector<Field> fields_;  // into copy_; empty between calls
};

}  // namespace meguri::url::ia
