// The URLs of a graph's pages, one after the other in one string: 8 bytes a page besides their
// text. Constant once filled: any thread may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "graph/web_graph.h"

namespace meguri {

class UrlList {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  // Of all together.
  std::size_t text_bytes() const { return text_.size(); }
  // REQUIRES: page < size().
  std::string_view url(PageId page) const MEGURI_LIFETIME_BOUND;

  // The URL of the next page.
  void Add(std::string_view url);
  // The next one begins as the last one does, with `shared` bytes of it, and goes on with `rest`.
  // REQUIRES: the last one has so many.
  void AddAfter(std::size_t shared, std::string_view rest);
  void Reserve(std::size_t urls, std::size_t text_bytes);

  bool operator==(const UrlList&) const = default;

 private:
  std::string text_;
  std::vector<std::uint64_t> ends_;  // in text_
};

// "www.example.org" of "https://www.example.org:8080/a"; all of what is no such URL, up to its
// first slash.
std::string_view HostOfUrl(std::string_view url);

}  // namespace meguri
