// The language of a page: what it says itself, else what the server says, else what its text
// looks like (CLD2).
//
// Most pages that say anything say the truth, and detection costs more than all the rest of a
// page's text; so a declaration is believed. It counts as unreliable when the text is in another
// script than the language is written in: templates with lang="en" are filled in Chinese.
//
// Total: any bytes. Detection looks at kLargeSampleBytes of the text at most: the cost is bounded;
// CLD2 allocates for itself. Any thread may call these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::html {

enum class LanguageSource : std::uint8_t {
  kNone,      // not known
  kDeclared,  // by the page: <html lang>, or the pragma content-language
  kHeader,    // by the server: Content-Language
  kDetected,
};

struct PageLanguage {
  std::string code;  // primary subtag of BCP 47, in its shortest form: "en", "ja"; "" if unknown
  LanguageSource source = LanguageSource::kNone;
  bool reliable = false;

  bool operator==(const PageLanguage&) const = default;
};

// How much text is looked at: 85 words of English tell the language of most pages; where they
// don't, more is looked at, once.
inline constexpr std::size_t kSampleBytes = 512;
inline constexpr std::size_t kLargeSampleBytes = 2048;

// The primary subtag of a tag as pages write it: "en-US", "EN_us" and "eng" give "en". Old codes
// become new ones ("iw": "he") and country codes taken for languages what was meant ("jp": "ja").
// "" for what names no language: "und", "x-default", "english".
std::string NormaliseLanguage(std::string_view tag);

// `declared` is TextExtractor::declared_language(), `header` the value of Content-Language; one
// that lists several languages says nothing. `text` is the main text.
PageLanguage DecideLanguage(std::string_view declared, std::string_view header,
                            std::string_view text);

// By the text alone.
PageLanguage DetectLanguage(std::string_view text);

}  // namespace meguri::html
