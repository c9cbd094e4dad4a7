// Sentences in several languages, made once at start from word lists and patterns, and kept
// encoded in every charset that a page of the language may have.
//
// The sentences depend on nothing: not on the seed, not on the machine. Constant once made: any
// thread may read it. Eight megabytes; some 30 ms to make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace meguri {

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
// Ways to lead over to a link.
inline constexpr std::size_t kLinkLeads = 4;

// One text after the other.
class ProseTexts {
 public:
  // So many bytes may be read behind the end of any text, whatever they are: copying in fixed
  // pieces is faster.
  static constexpr std::size_t kPadding = 160;

  std::size_t size() const { return starts_.size() - 1; }
  std::string_view at(std::size_t index) const {
    return {bytes_.data() + starts_[index], starts_[index + 1] - starts_[index]};
  }
  std::size_t mean_bytes() const { return starts_.back() / size(); }
  // It is wanted soon: texts are drawn, so the processor can't foresee which.
  void Prefetch(std::size_t index) const {
    const char* const text = bytes_.data() + starts_[index];
    __builtin_prefetch(text);
    __builtin_prefetch(text + 64);
  }

  // To make one: to the end of bytes() goes what is to be a text, then End() makes it one; after
  // the last, Finish().
  std::string& bytes() { return bytes_; }
  void End() { starts_.push_back(static_cast<std::uint32_t>(bytes_.size())); }
  void Finish() { bytes_.append(kPadding, '\0'); }

 private:
  std::string bytes_;  // kPadding besides
  std::vector<std::uint32_t> starts_ = {0};
};

// All of a language in a charset. No text has markup in it, or a quotation mark that would end an
// attribute.
struct ProseSection {
  ProseTexts sentences;
  ProseTexts words;       // titles are made of these …
  ProseTexts connectors;  // … and of one of these four,
  ProseTexts names;
  ProseTexts numbers;
  ProseTexts phrases;     // by PagePhrase
  ProseTexts link_leads;  // before and behind a link: "See also ", ". "

  struct Title {
    std::string_view word;       // "The northern harbour"
    std::string_view connector;  // " of "
    std::string_view name;       // "Brenford"
    std::string_view number;     // ", 1874"
  };
  Title TitleOf(std::uint64_t key) const;
  void PrefetchTitle(std::uint64_t key) const;
  std::size_t mean_title_bytes() const {
    return words.mean_bytes() + connectors.mean_bytes() + names.mean_bytes() + numbers.mean_bytes();
  }
};

class ProseBank {
 public:
  static constexpr std::size_t kSentences = 4096;  // of each language
  static constexpr std::size_t kWords = 1024;      // of each language, as titles are made of

  ProseBank();

  // REQUIRES, for all: CanWrite(); index below its constant.
  const ProseSection& section(Language language, PageCharset charset) const {
    return sections_[Index(language, charset)];
  }
  // With the space or full stop that ends it.
  std::string_view sentence(Language language, PageCharset charset, std::size_t index) const {
    return section(language, charset).sentences.at(index);
  }
  // Also more than one: "The northern harbour", as a heading would have it.
  std::string_view word(Language language, PageCharset charset, std::size_t index) const {
    return section(language, charset).words.at(index);
  }
  // Three to seven words that differ from page to page ("The northern harbour of Brenford, 1874"):
  // for titles, headings and anchor texts. 2³⁶ different ones: of a million keys, a dozen
  // share theirs with another.
  void AppendTitle(Language language, PageCharset charset, std::uint64_t key,
                   std::string& out) const;

 private:
  static std::size_t Index(Language language, PageCharset charset) {
    return static_cast<std::size_t>(language) * kPageCharsets + static_cast<std::size_t>(charset);
  }
  void MakeLanguage(Language language);

  std::vector<ProseSection> sections_;  // by Index(); empty where CanWrite() says no
};

}  // namespace meguri
