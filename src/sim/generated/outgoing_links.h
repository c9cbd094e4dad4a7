// The links of a generated page: to its children in the host's tree, so that everything can be
// reached, to popular pages of its host and of others, and a few to what isn't there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "sim/generated/generated_web.h"
#include "sim/page/html_page.h"

namespace meguri {

// Files that all pages of a host share: so many of each.
inline constexpr std::uint32_t kImagesPerHost = 48;
inline constexpr std::uint32_t kDocumentsPerHost = 12;

// "/img/6.png", "/img/7.gif", "/img/8.svg", and "/files/7.pdf".
void AppendImagePath(std::uint32_t image, std::string& out);
void AppendDocumentPath(std::uint32_t document, std::string& out);

// Reused from page to page, so that its buffers are allocated once. Not thread-safe.
class OutgoingLinks {
 public:
  // What is below speaks of this page from now on. `own_path`: where it is after `moves_done`.
  void Collect(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t page,
               std::uint32_t moves_done, std::string_view own_path);

  std::span<const PageLink> navigation() const MEGURI_LIFETIME_BOUND {
    return std::span(views_).first(navigation_);
  }
  std::span<const PageLink> links() const MEGURI_LIFETIME_BOUND {
    return std::span(views_).subspan(navigation_);
  }
  std::span<const std::string_view> images() const MEGURI_LIFETIME_BOUND { return image_views_; }

 private:
  struct Slot {  // of text_; its end is the next one's begin
    std::size_t begin;
    std::uint64_t title_key;
  };
  // Of whom we are collecting.
  struct From {
    const GeneratedWeb& web;
    const GeneratedHost& host;
    std::uint32_t page;
    std::uint32_t moves_done;
    std::string_view own_path;
  };

  void AddNavigation(const From& from);
  void AddTree(const From& from);
  void AddRandom(const From& from);
  void AddToPage(const From& from, std::uint32_t page, std::uint64_t bits);
  void AddToHost(const From& from, const GeneratedHost& target, std::uint32_t page,
                 std::uint64_t bits);
  void AddElsewhere(const From& from, std::uint64_t bits);
  void AddDead(std::uint64_t bits);
  void AddDocument(std::uint64_t bits);
  void AddImages(std::uint64_t page_key);
  void MakeViews(std::size_t images_begin);
  // The path from `from` on, which is the end of text_, is replaced by one relative to `own_path`.
  void MakeRelative(std::size_t begin, std::string_view own_path);

  std::string text_;
  std::string relative_;
  std::vector<Slot> slots_;
  std::size_t navigation_ = 0;
  std::vector<PageLink> views_;
  std::vector<std::string_view> image_views_;
};

}  // namespace meguri
