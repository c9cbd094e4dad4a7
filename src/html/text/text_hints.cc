// What attributes say of an element: hidden, boilerplate, the article itself.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "html/text/text_extractor.h"

namespace meguri::html {
namespace {

using std::string_view_literals::operator""sv;

// Words of class names and ids, each seen as the first or the last word of a name.
constexpr std::array kHints = {
    "ad"sv,         "ads"sv,         "adsense"sv,    "advert"sv,     "advertisement"sv, "banner"sv,
    "breadcrumb"sv, "breadcrumbs"sv, "byline"sv,     "comments"sv,   "consent"sv,       "cookie"sv,
    "cookies"sv,    "copyright"sv,   "dropdown"sv,   "footer"sv,     "gdpr"sv,          "login"sv,
    "masthead"sv,   "menu"sv,        "menubar"sv,    "modal"sv,      "nav"sv,           "navbar"sv,
    "navbox"sv,     "navi"sv,        "navigation"sv, "newsletter"sv, "pagenavi"sv,      "pager"sv,
    "pagination"sv, "popup"sv,       "promo"sv,      "ranking"sv,    "recommend"sv,     "related"sv,
    "share"sv,      "sharing"sv,     "sidebar"sv,    "sidemenu"sv,   "signup"sv,        "social"sv,
    "sponsor"sv,    "sponsored"sv,   "subscribe"sv,  "toc"sv,        "toolbar"sv,       "widget"sv,
};

// With one of these a name is about the page or its layout, as in "has-sidebar",
// "sidebar-layout" or "nav-open"; and "main-content-footer" may be anything.
constexpr std::array kNoHints = {
    "article"sv, "body"sv,    "collapsed"sv, "container"sv, "content"sv, "enabled"sv,
    "fixed"sv,   "has"sv,     "hide"sv,      "layout"sv,    "no"sv,      "open"sv,
    "with"sv,    "without"sv, "wrap"sv,      "wrapper"sv,
};

// A word as a number: five bits a letter, so that no bytes need be compared. Of words longer than
// twelve letters the first are lost: none that is seen on pages is mistaken for another.
constexpr std::uint64_t AddLetter(std::uint64_t word, unsigned letter) {
  return word << 5U | letter;
}

enum class WordKind : std::uint8_t { kOther, kHint, kNoHint };

struct WordSlot {
  std::uint64_t word = 0;
  WordKind kind = WordKind::kOther;
};

// Open addressing, a quarter full at most.
class WordTable {
 public:
  constexpr WordTable() {
    for (const std::string_view word : kHints) {
      Add(word, WordKind::kHint);
    }
    for (const std::string_view word : kNoHints) {
      Add(word, WordKind::kNoHint);
    }
  }
  constexpr WordKind Find(std::uint64_t word) const {
    std::size_t at = SlotOf(word);
    while (slots_[at].word != word && slots_[at].kind != WordKind::kOther) {
      at = (at + 1) % kSlots;
    }
    return slots_[at].kind;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  static_assert(4 * (kHints.size() + kNoHints.size()) <= kSlots + 4);

  static constexpr std::size_t SlotOf(std::uint64_t word) {
    return word * 0x9E3779B97F4A7C15 >> 56U;
  }
  constexpr void Add(std::string_view text, WordKind kind) {
    std::uint64_t word = 0;
    for (const char c : text) {
      word = AddLetter(word, static_cast<unsigned>(c - 'a' + 1));
    }
    std::size_t at = SlotOf(word);
    while (slots_[at].kind != WordKind::kOther) {
      at = (at + 1) % kSlots;
    }
    slots_[at] = {word, kind};
  }

  std::array<WordSlot, kSlots> slots_{};
};

constexpr WordTable kWords;

// 1 to 26 for small letters, 33 to 58 for capitals, 0 for the rest.
constexpr unsigned kCapital = 32;
constexpr std::array<std::uint8_t, 256> kLetters = [] {
  std::array<std::uint8_t, 256> letters{};
  for (unsigned i = 0; i < 26; ++i) {
    letters['a' + i] = static_cast<std::uint8_t>(1 + i);
    letters['A' + i] = static_cast<std::uint8_t>(1 + i + kCapital);
  }
  return letters;
}();

// One name of the list: its words are separated by what is no letter, and by a capital after a
// small letter ("siteNav").
class NameScanner {
 public:
  void Add(char c) {
    const unsigned letter = kLetters[static_cast<unsigned char>(c)];
    if (letter == 0 || (letter > kCapital && before_ < kCapital)) EndWord();
    if (letter != 0) word_ = AddLetter(word_, letter % kCapital);
    before_ = letter;
  }
  // True if the name so far is a hint; ready for the next name.
  bool EndName() {
    EndWord();
    const bool hint = !no_hint_ && (first_is_hint_ || last_ == WordKind::kHint);
    *this = NameScanner();
    return hint;
  }

 private:
  void EndWord() {
    if (word_ == 0) return;
    last_ = kWords.Find(word_);
    no_hint_ = no_hint_ || last_ == WordKind::kNoHint;
    first_is_hint_ = first_is_hint_ || (is_first_ && last_ == WordKind::kHint);
    is_first_ = false;
    word_ = 0;
  }

  std::uint64_t word_ = 0;
  unsigned before_ = 0;
  WordKind last_ = WordKind::kOther;
  bool is_first_ = true;
  bool first_is_hint_ = false;
  bool no_hint_ = false;
};

}  // namespace

bool NamesBoilerplate(std::string_view names) {
  NameScanner name;
  for (const char c : names) {
    if (!IsAsciiSpace(c)) {
      name.Add(c);
    } else if (name.EndName()) {
      return true;
    }
  }
  return name.EndName();
}

}  // namespace meguri::html
