#include "http/header_list.h"

#include <cassert>
#include <cstring>

#include "base/ascii.h"

namespace meguri::http {

void HeaderList::Clear() {
  headers_.clear();
  folded_.reset();
  folded_size_ = 0;
}

void HeaderList::Fold(std::string_view more, std::size_t capacity) {
  assert(!headers_.empty());
  std::string_view& value = headers_.back().value;
  if (more.empty()) return;
  if (value.empty()) {
    value = more;
    return;
  }
  // Only reads what it wrote before, so the block need not be cleared.
  if (!folded_) folded_.reset(new char[capacity]);
  const auto append = [&](std::string_view text) {
    assert(folded_size_ + text.size() <= capacity);
    std::memcpy(folded_.get() + folded_size_, text.data(), text.size());
    folded_size_ += text.size();
  };
  const bool at_tail = value.data() + value.size() == folded_.get() + folded_size_ &&
                       folded_size_ >= value.size() && folded_size_ > 0;
  const std::size_t begin = at_tail ? folded_size_ - value.size() : folded_size_;
  if (!at_tail) append(value);
  append(" ");
  append(more);
  value = {folded_.get() + begin, folded_size_ - begin};
}

std::optional<std::string_view> HeaderList::Find(std::string_view name) const {
  for (const Header& header : headers_) {
    if (EqualsIgnoringAsciiCase(header.name, name)) return header.value;
  }
  return std::nullopt;
}

std::optional<std::string_view> HeaderList::Combined(std::string_view name,
                                                     std::string& scratch) const {
  std::optional<std::string_view> result;
  bool joined = false;
  for (const Header& header : headers_) {
    if (!EqualsIgnoringAsciiCase(header.name, name)) continue;
    if (!result) {
      result = header.value;
      continue;
    }
    if (!joined) scratch = *result;
    joined = true;
    scratch += ", ";
    scratch += header.value;
    result = scratch;
  }
  return result;
}

}  // namespace meguri::http
