#include "sim/page/prose_grammar.h"

#include <algorithm>
#include <cassert>

#include "encoding/encoder.h"
#include "sim/draws.h"

namespace meguri {
namespace {

std::string Encoded(encoding::Encoding encoding, std::string_view text) {
  std::string bytes;
  encoding::Encode(encoding, text, bytes);
  return bytes;
}

}  // namespace

EncodedPatterns::EncodedPatterns(std::span<const std::string_view> patterns,
                                 std::span<const WordList> lists, encoding::Encoding encoding) {
  for (const WordList& list : lists) {
    List& made = lists_.emplace_back(List{list.slot, {}});
    for (std::string_view left = list.words; !left.empty();) {
      const std::size_t end = std::min(left.find('|'), left.size());
      made.words.push_back(Encoded(encoding, left.substr(0, end)));
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }
  for (const std::string_view pattern : patterns)
    patterns_.push_back(Split(pattern, encoding));
}

std::vector<EncodedPatterns::Piece> EncodedPatterns::Split(std::string_view pattern,
                                                           encoding::Encoding encoding) const {
  std::vector<Piece> pieces;
  while (!pattern.empty()) {
    const std::size_t open = std::min(pattern.find('{'), pattern.size());
    if (open > 0) pieces.push_back({kNoList, Encoded(encoding, pattern.substr(0, open))});
    pattern.remove_prefix(open);
    if (pattern.empty()) break;
    assert(pattern.size() >= 3 && pattern[2] == '}');  // "{x}"
    const auto list = std::ranges::find(lists_, pattern[1], &List::slot);
    assert(list != lists_.end());
    pieces.push_back({static_cast<std::size_t>(list - lists_.begin()), {}});
    pattern.remove_prefix(3);
  }
  return pieces;
}

void EncodedPatterns::Append(std::uint64_t draw, std::string& out) const {
  const std::vector<Piece>& pattern = patterns_[Below(NextMixed(draw), patterns_.size())];
  std::size_t last_list = kNoList;
  std::size_t last_word = 0;
  for (const Piece& piece : pattern) {
    if (piece.list == kNoList) {
      out += piece.text;
      continue;
    }
    const std::vector<std::string>& words = lists_[piece.list].words;
    auto word = static_cast<std::size_t>(Below(NextMixed(draw), words.size()));
    // No "bridge and bridge".
    if (piece.list == last_list && word == last_word) word = (word + 1) % words.size();
    last_list = piece.list;
    last_word = word;
    out += words[word];
  }
}

const ProseGrammar& GrammarOf(Language language) {
  switch (language) {
    case Language::kEnglish:
      return EnglishGrammar();
    case Language::kJapanese:
      return JapaneseGrammar();
    case Language::kGerman:
      return GermanGrammar();
    case Language::kFrench:
      return FrenchGrammar();
    case Language::kSpanish:
      return SpanishGrammar();
  }
  return EnglishGrammar();
}

}  // namespace meguri
