// The header fields of a message, in the order in which they came.
//
// Names and values are views into the bytes that were parsed. Only a value that was folded over
// several lines (obs-fold) has to be put together; such values lie in one block of memory that
// the list owns and that moves with it, so the list can be moved but not copied.
//
// Lookup compares names without regard to ASCII case and goes through the list: lists are short,
// at most HeadLimits::max_headers. Thread-compatible.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/lifetime.h"

namespace meguri::http {

struct Header {
  std::string_view name;   // never empty; as the server spelt it
  std::string_view value;  // without spaces and tabs around it; any bytes but NUL, CR and LF

  bool operator==(const Header&) const = default;
};

class HeaderList {
 public:
  HeaderList() = default;
  // Leaves `other` empty, and ready to be filled again.
  HeaderList(HeaderList&& other) noexcept
      : headers_(std::exchange(other.headers_, {})),
        folded_(std::move(other.folded_)),
        folded_size_(std::exchange(other.folded_size_, 0)) {}
  HeaderList& operator=(HeaderList&& other) noexcept {
    HeaderList moved(std::move(other));
    headers_.swap(moved.headers_);
    folded_.swap(moved.folded_);
    std::swap(folded_size_, moved.folded_size_);
    return *this;
  }

  void Clear();
  void Add(std::string_view name, std::string_view value) { headers_.push_back({name, value}); }
  // Appends a space and `more` to the last value. `capacity` bounds all folded text of the list;
  // it must be the same in each call. Amortised linear in `more`.
  // REQUIRES: the list is not empty.
  void Fold(std::string_view more, std::size_t capacity);

  std::span<const Header> all() const MEGURI_LIFETIME_BOUND { return headers_; }
  std::size_t size() const { return headers_.size(); }

  // The value of the first header with that name.
  std::optional<std::string_view> Find(std::string_view name) const;
  // All values with that name, joined with ", ": the Fetch Standard's "get". nullopt if there are
  // none. Without a copy where there is one; else joined in `scratch`.
  std::optional<std::string_view> Combined(std::string_view name,
                                           std::string& scratch MEGURI_LIFETIME_BOUND) const;

 private:
  std::vector<Header> headers_;
  std::unique_ptr<char[]> folded_;  // views of folded values point here
  std::size_t folded_size_ = 0;
};

}  // namespace meguri::http
