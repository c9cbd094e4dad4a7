#include "sim/generated/outgoing_links.h"

#include <algorithm>
#include <array>

#include "base/append_number.h"
#include "sim/draws.h"
#include "sim/generated/heavy_tail.h"
#include "sim/generated/page_paths.h"
#include "sim/generated/path_words.h"

namespace meguri {
namespace {

// What is drawn for a page; apart from the draws of other files.
constexpr std::uint64_t kLinkCount = 0x6c6e6b'01;
constexpr std::uint64_t kImageCount = 0x6c6e6b'02;
constexpr std::uint64_t kRandomLinks = std::uint64_t{0x6c6e6c} << 32U;

constexpr std::uint64_t kMeanRandomLinks = 42;
constexpr std::uint32_t kFoldersInNavigation = 6;
constexpr std::array<std::string_view, 3> kImageEndings = {".png", ".gif", ".svg"};
constexpr std::uint32_t kHostsPerHost = 16;  // of the tree of hosts

// Bits of which AddToPage() makes a link straight to the page: robots.txt may forbid the redirects,
// and these links must hold the web together.
std::uint64_t Straight(std::uint64_t bits) {
  bits &= ~(std::uint64_t{1} << 40U);
  return bits >> 57U == 18 || bits >> 57U == 19 ? ~bits & ~(std::uint64_t{1} << 40U) : bits;
}

}  // namespace

void AppendImagePath(std::uint32_t image, std::string& out) {
  out += "/img/";
  AppendNumber(image, out);
  out += kImageEndings[image % kImageEndings.size()];
}

void AppendDocumentPath(std::uint32_t document, std::string& out) {
  out += "/files/";
  AppendNumber(document, out);
  out += ".pdf";
}

void OutgoingLinks::Collect(const GeneratedWeb& web, const GeneratedHost& host, std::uint32_t page,
                            std::uint32_t moves_done, std::string_view own_path) {
  text_.clear();
  slots_.clear();
  const From from{web, host, page, moves_done, own_path};
  AddNavigation(from);
  navigation_ = slots_.size();
  AddTree(from);
  AddRandom(from);
  const std::size_t images_begin = slots_.size();
  AddImages(PageKey(host, page));
  MakeViews(images_begin);
}

void OutgoingLinks::AddNavigation(const From& from) {
  const std::uint64_t bits = Straight(PageKey(from.host, from.page));
  AddToPage(from, 0, bits);
  const std::uint32_t folders =
      std::min<std::uint32_t>(from.host.tree.folders, kFoldersInNavigation);
  for (std::uint32_t folder = 1; folder <= folders; ++folder)
    AddToPage(from, folder, bits);  // all in one form, as a template has it
  if (from.page == 0) return;
  const std::uint32_t parent = from.host.tree.ParentOf(from.page);
  if (parent > folders) AddToPage(from, parent, bits);
}

void OutgoingLinks::AddTree(const From& from) {
  const std::uint64_t bits = ~PageKey(from.host, from.page);
  from.host.tree.ForEachChild(
      from.page, [&](std::uint32_t child) { AddToPage(from, child, Straight(Draw(bits, child))); });
  if (from.page != 0) return;
  const std::uint64_t first = std::uint64_t{from.host.number} * kHostsPerHost + 1;
  const std::uint64_t end = std::min<std::uint64_t>(first + kHostsPerHost, from.web.hosts.size());
  for (std::uint64_t other = first; other < end; ++other)
    AddToHost(from, from.web.hosts[static_cast<std::uint32_t>(other)], 0, 0);
}

void OutgoingLinks::AddRandom(const From& from) {
  const std::uint64_t key = PageKey(from.host, from.page);
  // Large pages have many links: the same draw as for the size, give or take.
  const std::uint64_t count =
      DrawLogNormal(Draw(key, 0), kMeanRandomLinks) * (75 + Below(Draw(key, kLinkCount), 51)) / 100;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = Draw(key, kRandomLinks + i);
    const std::uint64_t kind = bits % 128;
    if (IsBelowShare(MixBits(bits), from.web.dead_links)) {
      AddDead(bits);
    } else if (kind < 2) {
      AddDocument(bits);
    } else if (kind < 32) {
      AddElsewhere(from, bits);
    } else {
      AddToPage(from, DrawZipf(MixBits(bits), from.host.tree.pages), bits);
    }
  }
}

// Which form the link has follows from the upper bits.
void OutgoingLinks::AddToPage(const From& from, std::uint32_t page, std::uint64_t bits) {
  const std::uint64_t form = bits >> 57U;
  if (form < 18) return AddToHost(from, from.host, page, bits);
  slots_.push_back({text_.size(), PageKey(from.host, page)});
  if (form < 20) {
    text_ += "/go/";
    AppendNumber(std::uint64_t{page} + from.host.first_id, text_);
    return;
  }
  const std::size_t begin = text_.size();
  from.web.AppendPagePath(from.host, page, from.moves_done, text_);
  if (form < 56) MakeRelative(begin, from.own_path);
}

void OutgoingLinks::AddToHost(const From& from, const GeneratedHost& target, std::uint32_t page,
                              std::uint64_t bits) {
  slots_.push_back({text_.size(), PageKey(target, page)});
  from.web.AppendOriginOf(target, text_);
  if ((bits >> 40U) % 64 != 1) return from.web.AppendPagePath(target, page, from.moves_done, text_);
  text_ += "/go/";
  AppendNumber(std::uint64_t{page} + target.first_id, text_);
}

// Mostly in the same language: the reader must understand it.
void OutgoingLinks::AddElsewhere(const From& from, std::uint64_t bits) {
  std::uint64_t draws = MixBits(bits);
  const GeneratedHost* target = nullptr;
  for (int attempt = 0; attempt < 4; ++attempt) {
    target = &from.web.hosts[DrawZipf(draws, from.web.hosts.size())];
    draws = MixBits(draws + 1);
    if (target->language == from.host.language) break;
  }
  const bool home = IsBelowPercent(MixBits(draws + 2), 30);
  AddToHost(from, *target, home ? 0 : DrawZipf(draws, target->tree.pages), bits);
}

void OutgoingLinks::AddDead(std::uint64_t bits) {
  slots_.push_back({text_.size(), bits});
  text_ += "/gone/";
  text_ += kSlugWords[(bits >> 8U) % kSlugWords.size()];
  text_ += '-';
  AppendNumber(bits >> 40U, text_, 16);
  text_ += ".html";
}

void OutgoingLinks::AddDocument(std::uint64_t bits) {
  slots_.push_back({text_.size(), bits});
  AppendDocumentPath(static_cast<std::uint32_t>(Below(bits, kDocumentsPerHost)), text_);
}

void OutgoingLinks::AddImages(std::uint64_t page_key) {
  const std::uint64_t bits = Draw(page_key, kImageCount);
  for (std::uint64_t i = 0; i < bits % 6; ++i) {
    slots_.push_back({text_.size(), 0});
    AppendImagePath(static_cast<std::uint32_t>(Below(Draw(bits, i), kImagesPerHost)), text_);
  }
}

void OutgoingLinks::MakeViews(std::size_t images_begin) {
  views_.clear();
  image_views_.clear();
  const std::string_view text = text_;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const std::size_t end = i + 1 < slots_.size() ? slots_[i + 1].begin : text.size();
    const std::string_view url = text.substr(slots_[i].begin, end - slots_[i].begin);
    if (i < images_begin) {
      views_.push_back({url, slots_[i].title_key});
    } else {
      image_views_.push_back(url);
    }
  }
}

void OutgoingLinks::MakeRelative(std::size_t begin, std::string_view own_path) {
  const std::string_view target = std::string_view(text_).substr(begin);
  const std::string_view here = own_path.substr(0, own_path.find('?'));
  // The folders that both have in common: what the last "/" up to where they differ ends.
  const auto differ = std::ranges::mismatch(here, target);
  std::size_t shared = static_cast<std::size_t>(differ.in1 - here.begin());
  while (shared > 0 && here[shared - 1] != '/')
    --shared;
  relative_.clear();
  for (const char c : here.substr(shared)) {
    if (c == '/') relative_ += "../";
  }
  relative_ += target.substr(shared);
  if (relative_.empty()) relative_ = "./";
  text_.replace(begin, std::string::npos, relative_);
}

}  // namespace meguri
