// Which pages of a host differ in a parameter alone: a product's number, a date, a session's id.
//
// PatternOf() writes each such value as its kind:
//
//   /shop?id=1234&lang=ja             /shop?id={number}&lang=ja
//   /2026/11/16/news.html             /{number}/{number}/{number}/news.html
//   /cal?day=2026-11-16               /cal?day={date}
//   /a;jsessionid=0AF3…               /a;jsessionid={id}
//
// In the path a segment, its end ("item-1234.html") or a path parameter; in the query the value of
// a parameter. A value is a number if it is digits; a date if it is digits in groups of a date; an
// id if it has 16 or more letters and digits, some of each, or hexadecimal digits alone. Pages of
// one pattern are a group: what is done to it, one for all or longer intervals, is the caller's,
// and taken back by no longer doing it.
//
// PatternOf() is total and linear. ParameterGroups takes a hash table's look-up for a page, and
// memory for each pattern. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace meguri {

std::string PatternOf(std::string_view url);

class ParameterGroups {
 public:
  // Its group, dense from 0; kNoGroup of overload.h if it has no parameter.
  std::uint32_t Add(std::string_view url);

  std::size_t size() const { return sizes_.size(); }
  std::uint64_t pages(std::uint32_t group) const { return sizes_[group]; }

 private:
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace meguri
