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

class ProseBank {
 public:
  static constexpr std::size_t kSentences = 4096;  // of each language
  static constexpr std::size_t kWords = 1024;      // of each language, as titles are made of

  ProseBank();

  // With the space or full stop that ends it. REQUIRES, for all three: CanWrite(); index below
  // its constant.
  std::string_view sentence(Language language, PageCharset charset, std::size_t index) const;
  std::string_view word(Language language, PageCharset charset, std::size_t index) const;

  // Two to six words that differ from page to page ("The northern harbour of 1874"): for titles,
  // headings and anchor texts. No markup in it.
  void AppendTitle(Language language, PageCharset charset, std::uint64_t key,
                   std::string& out) const;

 private:
  // One text after the other, and where each begins; the end of the last besides.
  struct Texts {
    std::string bytes;
    std::vector<std::uint32_t> starts;
  };

  std::vector<Texts> sentences_;  // by language * kPageCharsets + charset
  std::vector<Texts> words_;
};

}  // namespace meguri
