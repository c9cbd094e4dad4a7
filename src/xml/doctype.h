// A document's <!DOCTYPE …>: skipped, and its harmless entities remembered.
//
//   <!DOCTYPE rss PUBLIC "-//Netscape…" "http://…dtd" [ <!ENTITY nbsp "&#160;"> ]>
//                 \___________ external_id __________/  \____ internal subset ____/
//
// Nothing external is ever asked for. Of the internal subset only entities count whose value is
// plain text or one character reference: a value with another reference, a parameter entity or
// markup in it is not remembered, so entities can't be built upon each other ("billion laughs"
// gives nothing). A value that is more than kMaxGrowth times as long as a reference to it is not
// remembered either, nor in a document of more than kMaxGrowingBytes one that is longer than a
// reference to it: that bounds what a document of references to one entity grows to.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/lifetime.h"

namespace meguri::xml {

class Doctype {
 public:
  static constexpr std::size_t kMaxEntities = 64;
  static constexpr std::size_t kMaxGrowth = 8;
  static constexpr std::size_t kMaxGrowingBytes = std::size_t{4} << 20;

  // Reads the DOCTYPE that `text`, the rest of the document, begins with; returns its length, or 0
  // if it has no end.
  // Linear. Views into `text` are kept.
  std::size_t Read(std::string_view text);

  // What stands between the name and the internal subset.
  std::string_view external_id() const { return external_id_; }

  // The value of the entity `name`, of which character references are still to be resolved;
  // null if it is not declared, or not harmless.
  const std::string_view* FindEntity(std::string_view name) const MEGURI_LIFETIME_BOUND;

 private:
  struct Entity {
    std::string_view name;
    std::string_view value;
  };

  void AddEntity(std::string_view declaration, std::size_t max_growth);

  std::string_view external_id_;
  std::vector<Entity> entities_;
};

}  // namespace meguri::xml
