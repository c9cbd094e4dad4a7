// Which blocks are the page's own. Numbers and order of the questions: docs/design/page_text.md.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "html/text/text_extractor.h"

namespace meguri::html {
namespace {

// A word of six bytes, space included: an English word, or two Chinese or Japanese characters,
// which say about as much. So bytes serve as a measure in all languages.
constexpr std::uint32_t kWord = 6;

bool LinksAbove(const TextBlock& block, std::uint32_t parts, std::uint32_t of) {
  return std::uint64_t{block.link_bytes} * of > std::uint64_t{block.size()} * parts;
}

// The decision tree of Kohlschütter, Fankhauser and Nejdl (2010) on the length and link density
// of a block and its neighbours, learnt from news pages.
bool LooksLikeProse(const TextBlock& before, const TextBlock& block, const TextBlock& after) {
  if (LinksAbove(block, 1, 3)) return false;
  if (LinksAbove(before, 5, 9)) {
    return block.size() > 40 * kWord || after.size() > 17 * kWord;
  }
  return block.size() > 16 * kWord || after.size() > 15 * kWord || before.size() > 4 * kWord;
}

bool IsContent(const TextBlock& before, const TextBlock& block, const TextBlock& after) {
  if ((block.context & (kInBoilerplate | kInHinted)) != 0) return false;
  // The author says that it belongs to the article: only lists of links are taken out.
  if ((block.context & kInMain) != 0) return !LinksAbove(block, 1, 2);
  return LooksLikeProse(before, block, after);
}

// A heading is what follows it, up to the next heading but one.
void ClassifyHeadings(std::span<TextBlock> blocks) {
  bool follows_content = false;
  for (std::size_t i = blocks.size(); i-- > 0;) {
    TextBlock& block = blocks[i];
    const bool outside = (block.context & (kInBoilerplate | kInHinted)) != 0;
    if ((block.context & kInHeading) != 0 && !outside) {
      block.is_content = follows_content || (block.context & kInMain) != 0;
    } else {
      follows_content = block.is_content;
    }
  }
}

// Where most of what was chosen lies within <main> or <article>, the rest is no part of it.
void PreferMain(std::span<TextBlock> blocks) {
  std::uint64_t in_main = 0;
  std::uint64_t all = 0;
  for (const TextBlock& block : blocks) {
    if (!block.is_content) continue;
    all += block.size();
    if ((block.context & kInMain) != 0) in_main += block.size();
  }
  if (in_main < TextExtractor::kMinMainBytes || in_main * 2 < all) return;
  for (TextBlock& block : blocks) {
    if ((block.context & kInMain) == 0) block.is_content = false;
  }
}

}  // namespace

void ClassifyBlocks(std::span<TextBlock> blocks) {
  const TextBlock none;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const TextBlock& before = i == 0 ? none : blocks[i - 1];
    const TextBlock& after = i + 1 == blocks.size() ? none : blocks[i + 1];
    blocks[i].is_content = IsContent(before, blocks[i], after);
  }
  ClassifyHeadings(blocks);
  PreferMain(blocks);
}

}  // namespace meguri::html
