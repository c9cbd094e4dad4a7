#include "html/links/page_links.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/utf8.h"
#include "url/query_encoder.h"
#include "url/url.h"

namespace meguri::html {

void PageLinks::Reset() {
  rows_.clear();
  written_.clear();
  urls_.clear();
  notes_.clear();
  dropped_ = 0;
  over_limit_ = 0;
}

PageLinks::Span PageLinks::Append(std::string_view from, std::string& to) {
  const Span span{static_cast<std::uint32_t>(to.size()), static_cast<std::uint32_t>(from.size())};
  to.append(from);
  return span;
}

// Cut at a character's beginning, so that it stays UTF-8.
PageLinks::Span PageLinks::AppendNote(std::string_view note) {
  std::size_t size = std::min(note.size(), kMaxNoteBytes);
  while (size > 0 && size < note.size() && IsUtf8Continuation(note[size])) {
    --size;
  }
  if (notes_.size() + size > kMaxTotalBytes) return {};
  return Append(note.substr(0, size), notes_);
}

// A fragment is not part of what we keep, and without it more links are equal. A space before
// the '#' would be trimmed if it came last, so there the fragment stays.
std::string_view PageLinks::WithoutFragment(std::string_view value) {
  const std::size_t at = value.find('#');
  const bool cut =
      at != std::string_view::npos && (at == 0 || static_cast<unsigned char>(value[at - 1]) > ' ');
  return cut ? value.substr(0, at) : value;
}

PageLinks::Index PageLinks::Add(LinkKind kind, std::string_view value, bool in_page) {
  value = WithoutFragment(value);
  if (rows_.size() >= kMaxLinks || value.size() > kMaxUrlBytes ||
      written_.size() + value.size() > kMaxTotalBytes) {
    ++dropped_;
    ++over_limit_;
    return kDropped;
  }
  Row& row = rows_.emplace_back();
  row.kind = kind;
  if (in_page) {
    row.in_page = value.data();
    row.written.size = static_cast<std::uint32_t>(value.size());
  } else {
    row.written = Append(value, written_);
  }
  return rows_.size() - 1;
}

void PageLinks::SetRel(Index index, std::string_view rel, bool nofollow) {
  if (index == kDropped) return;
  rows_[index].rel = AppendNote(rel);
  rows_[index].nofollow = nofollow;
}

void PageLinks::SetHreflang(Index index, std::string_view hreflang) {
  if (index != kDropped) rows_[index].hreflang = AppendNote(hreflang);
}

void PageLinks::SetText(Index index, std::string_view text) {
  if (index != kDropped) rows_[index].text = AppendNote(text);
}

void PageLinks::Resolve(const url::Url& base, const url::QueryEncoder* encoder) {
  resolved_.fill(0);
  std::size_t kept = 0;
  for (Row& row : rows_) {
    const std::string_view written = Written(row);
    std::uint32_t& resolved = resolved_[StableHash64(written) % resolved_.size()];
    if (resolved != 0 && Written(rows_[resolved - 1]) == written) {
      row.url = rows_[resolved - 1].url;
    } else if (ResolveRow(row, base, encoder)) {
      resolved = static_cast<std::uint32_t>(kept + 1);
    } else {
      continue;
    }
    rows_[kept++] = row;
  }
  dropped_ += rows_.size() - kept;
  rows_.resize(kept);
}

std::string_view PageLinks::Written(const Row& row) const {
  if (row.in_page == nullptr) return View(written_, row.written);
  return {row.in_page, row.written.size};
}

bool PageLinks::ResolveRow(Row& row, const url::Url& base, const url::QueryEncoder* encoder) {
  const std::string_view written = Written(row);
  std::string_view url;
  if (written.empty()) {
    if (!base.is_http()) return false;
    url = base.without_fragment();
  } else {
    if (!scratch_.Assign(written, &base, encoder) || !scratch_.is_http()) return false;
    url = scratch_.without_fragment();
  }
  if (urls_.size() + url.size() > kMaxTotalBytes) {
    ++over_limit_;
    return false;
  }
  row.url = Append(url, urls_);
  return true;
}

Link PageLinks::at(Index index) const {
  const Row& row = rows_[index];
  return {.kind = row.kind,
          .nofollow = row.nofollow,
          .url = View(urls_, row.url),
          .text = View(notes_, row.text),
          .rel = View(notes_, row.rel),
          .hreflang = View(notes_, row.hreflang)};
}

}  // namespace meguri::html
