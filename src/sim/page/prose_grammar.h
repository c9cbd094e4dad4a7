// How a language's sentences are made: patterns with slots, and the words that fit each slot.
//
//   pattern   "The {a} {n} was built by {p}."
//   lists     {'a', "old|narrow|quiet"}, {'n', "bridge|tower"}, {'p', "monks|the king"}
//
// A slot's words fit wherever it stands, in gender, number and case: that is what lists are
// divided by. Words hold no markup and only characters of every charset of their language.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encoding/encoding.h"
#include "sim/page/prose_bank.h"

namespace meguri {

struct WordList {
  char slot;
  std::string_view words;  // '|' between them
};

struct ProseGrammar {
  std::span<const WordList> lists;
  std::span<const std::string_view> sentences;  // patterns; each ends as a sentence does
  std::span<const std::string_view> words;      // patterns of what stands in headings
  std::span<const std::string_view> names;      // patterns
  std::array<std::string_view, 4> connectors;   // between such a word and a name: " of "
  // Around the number at a title's end.
  std::array<std::pair<std::string_view, std::string_view>, 4> numbers;
  std::array<std::pair<std::string_view, std::string_view>, kLinkLeads> link_leads;
  std::array<std::string_view, kPagePhrases> phrases;
};

const ProseGrammar& GrammarOf(Language language);
// One file each: prose_english.cc, …
const ProseGrammar& EnglishGrammar();
const ProseGrammar& JapaneseGrammar();
const ProseGrammar& GermanGrammar();
const ProseGrammar& FrenchGrammar();
const ProseGrammar& SpanishGrammar();

// Patterns and words in one charset, ready to be put together.
class EncodedPatterns {
 public:
  EncodedPatterns(std::span<const std::string_view> patterns, std::span<const WordList> lists,
                  encoding::Encoding encoding);

  // One text: pattern and words follow from `draw`, alike in every charset.
  void Append(std::uint64_t draw, std::string& out) const;

 private:
  static constexpr std::size_t kNoList = static_cast<std::size_t>(-1);
  struct Piece {
    std::size_t list = kNoList;  // else `text`
    std::string text;
  };
  struct List {
    char slot;
    std::vector<std::string> words;
  };

  std::vector<Piece> Split(std::string_view pattern, encoding::Encoding encoding) const;

  std::vector<List> lists_;
  std::vector<std::vector<Piece>> patterns_;
};

}  // namespace meguri
