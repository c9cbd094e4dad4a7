// Sentences in several languages, made once at start from word lists and patterns, and kept
// encoded in every charset that a page of the language may have.
//
// The sentences depend on nothing: not on the seed, not on the machine. Constant once made: any
// thread may read it. A few megabytes; a few milliseconds to make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "encoding/encoding.h"

namespace meguri {

struct ProseGrammar;  // prose_grammar.h

enum class Language : std::uint8_t { kEnglish, kJapanese, kGerman, kFrench, kSpanish };
inline constexpr std::size_t kLanguages = 5;
enum class PageCharset : std::uint8_t { kUtf8, kShiftJis, kEucJp, kWindows1252 };
inline constexpr std::size_t kPageCharsets = 4;

// "en", "ja", "de", "fr", "es".
std::string_view LanguageCode(Language language);
std::optional<Language> ParseLanguage(std::string_view code);
// The Encoding Standard's names: "UTF-8", "Shift_JIS", "EUC-JP", "windows-1252".
std::string_view CharsetName(PageCharset charset);
// Shift_JIS and EUC-JP can write Japanese alone, windows-1252 the others.
bool CanWrite(Language language, PageCharset charset);

// What stands on every page of a language besides its prose.
enum class PagePhrase : std::uint8_t {
  kEditors,  // "By the editors"
  kUpdated,  // "Updated on ", before a date
  kBrief,    // "In brief"
  kRelated,  // "Related pages"
  kPicture,  // "Picture: ", before a title
  kYear,     // the heads of a table's columns
  kCount,
  kShare,
  kVisitors,  // "Visitors so far: ", before a number
};
inline constexpr std::size_t kPagePhrases = 9;

class ProseBank {
 public:
  static constexpr std::size_t kSentences = 4096;  // of each language
  static constexpr std::size_t kWords = 1024;      // of each language, as titles are made of
  // Ways to lead over to a link: "See also " before it, ". " behind it.
  static constexpr std::size_t kLinkLeads = 4;
  // So many bytes may be read behind the end of any text, whatever they are: copying in fixed
  // pieces is faster.
  static constexpr std::size_t kPadding = 32;

  struct LinkLead {
    std::string_view before;
    std::string_view behind;
  };
  struct Title {
    std::string_view subject;  // "The northern harbour of "
    std::string_view name;     // "Brenford"
    std::string_view number;   // ", 1874"
  };

  ProseBank();

  // REQUIRES, for all: CanWrite(); index below its constant. No text has markup in it, or a
  // quotation mark that ends an attribute.

  // With the space or full stop that ends it.
  std::string_view sentence(Language language, PageCharset charset, std::size_t index) const {
    return section(language, charset).sentences.at(index);
  }
  // Also more than one: "The northern harbour", as a heading would have it.
  std::string_view word(Language language, PageCharset charset, std::size_t index) const {
    return section(language, charset).words.at(index);
  }
  std::string_view phrase(Language language, PageCharset charset, PagePhrase phrase) const {
    return section(language, charset).phrases.at(static_cast<std::size_t>(phrase));
  }
  LinkLead link_lead(Language language, PageCharset charset, std::size_t index) const {
    const Texts& leads = section(language, charset).link_leads;
    return {leads.at(2 * index), leads.at(2 * index + 1)};
  }
  // Means, rounded: to plan a page's size by.
  std::size_t sentence_bytes(Language language, PageCharset charset) const {
    return section(language, charset).sentences.mean();
  }
  std::size_t title_bytes(Language language, PageCharset charset) const;

  // Three to seven words that differ from page to page ("The northern harbour of Brenford, 1874"):
  // for titles, headings and anchor texts. 2³⁶ different ones: of a million keys, a dozen
  // share theirs with another. In parts, and as a whole.
  Title title(Language language, PageCharset charset, std::uint64_t key) const;
  void AppendTitle(Language language, PageCharset charset, std::uint64_t key,
                   std::string& out) const;

 private:
  // One text after the other, and where each begins; the end of the last besides.
  struct Texts {
    std::string bytes;  // kPadding besides
    std::vector<std::uint32_t> starts;

    std::string_view at(std::size_t index) const {
      return {bytes.data() + starts[index], starts[index + 1] - starts[index]};
    }
    std::size_t mean() const { return starts.back() / (starts.size() - 1); }
    void Add(std::string_view text);
    void Finish();
  };
  struct Section {
    Texts sentences;
    Texts words;
    Texts subjects;
    Texts names;
    Texts numbers;
    Texts phrases;
    Texts link_leads;
  };

  static std::size_t Index(Language language, PageCharset charset) {
    return static_cast<std::size_t>(language) * kPageCharsets + static_cast<std::size_t>(charset);
  }
  const Section& section(Language language, PageCharset charset) const {
    return sections_[Index(language, charset)];
  }
  void MakeLanguage(Language language);
  static void MakeFixed(const ProseGrammar& grammar, encoding::Encoding encoding, Section& section);

  std::vector<Section> sections_;  // by Index(); empty where CanWrite() says no
};

}  // namespace meguri
