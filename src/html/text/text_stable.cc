// What changes by itself: found from the digits, since all of it has some. A text's digits are
// few, so the price is one search for them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/text/number_token.h"
#include "html/text/text_fingerprint.h"

namespace meguri::html {
namespace {

using std::string_view_literals::operator""sv;

// What a word beside a number says of it: bits.
enum WordKind : std::uint8_t {
  kMonth = 1U << 0U,
  kWeekday = 1U << 1U,
  kUnit = 1U << 2U,   // of time
  kAgo = 1U << 3U,    // after number and unit
  kSince = 1U << 4U,  // before them: "vor 3 Stunden"
  kCounter = 1U << 5U,
  kZone = 1U << 6U,  // after a time
  kCopyright = 1U << 7U,
};

struct KnownWord {
  std::string_view word;  // letters other than ASCII as they stand in running text
  std::uint8_t kind;
};

#include "html/text/known_words.inc"  // NOLINT(bugprone-suspicious-include): tables only
static_assert(std::ranges::is_sorted(kKnownWords, {}, &KnownWord::word));

constexpr std::size_t kMaxWordBytes = 24;

// How long the longest of `words` is that `text` starts with; 0 if none.
template <std::size_t N>
std::size_t PrefixIn(std::string_view text, const std::array<std::string_view, N>& words) {
  std::size_t longest = 0;
  for (const std::string_view word : words) {
    if (word.size() > longest && text.starts_with(word)) longest = word.size();
  }
  return longest;
}
template <std::size_t N>
std::size_t SuffixIn(std::string_view text, const std::array<std::string_view, N>& words) {
  std::size_t longest = 0;
  for (const std::string_view word : words) {
    if (word.size() > longest && text.ends_with(word)) longest = word.size();
  }
  return longest;
}

// By length: which first letters the known words have, as bits of the letter's low five bits. Most
// words are told to be others by this alone.
constexpr std::array<std::uint32_t, kMaxWordBytes + 1> kFirstLetters = [] {
  std::array<std::uint32_t, kMaxWordBytes + 1> letters{};
  for (const KnownWord& known : kKnownWords) {
    letters[known.word.size()] |= 1U << (static_cast<unsigned char>(known.word[0]) & 31U);
  }
  return letters;
}();

std::uint8_t KindOf(std::string_view word) {
  if (word.empty() || word.size() > kMaxWordBytes) return 0;
  if ((kFirstLetters[word.size()] >> (static_cast<unsigned char>(word[0]) & 31U) & 1U) == 0)
    return 0;
  std::array<char, kMaxWordBytes> lowered;
  std::ranges::transform(word, lowered.begin(), AsciiToLower);
  const std::string_view key(lowered.data(), word.size());
  const auto* const found = std::ranges::lower_bound(kKnownWords, key, {}, &KnownWord::word);
  if (found == std::end(kKnownWords) || found->word != key) return 0;
  if (key == "may" && word[0] != 'M') return 0;  // "the 12 may differ"
  return found->kind;
}

bool IsLetter(char c) { return IsAsciiAlpha(c) || static_cast<unsigned char>(c) >= 0x80; }

// A place of the text: of the word beside a number.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint8_t kind = 0;
};

class StableWriter {
 public:
  StableWriter(std::string_view text, std::string& out) : text_(text), out_(out) {}

  void Run() {
    std::size_t at = 0;
    while ((at = FindDigit(text_, at)) < text_.size()) {
      const NumberToken token = ReadToken(text_, at, at_floor_);
      at = at_floor_ = token.end;
      OnToken(token);
      at = std::max(at, copied_);
    }
    out_.append(text_.substr(copied_));
  }

 private:
  void OnToken(const NumberToken& token);
  bool OnDateWords(const NumberToken& token, const Place& before, const Place& after);
  bool OnCount(const NumberToken& token, const Place& before, const Place& after);
  bool OnIdeographs(const NumberToken& token);
  bool OnDateSigns(const NumberToken& token, std::size_t end);
  bool FollowsDate(std::size_t begin) const;
  Place WordAfter(std::size_t at) const;
  Place WordBefore(std::size_t at) const;
  std::size_t SkipWeekday(std::size_t begin) const;
  template <std::size_t N>
  bool NumberAndSign(std::size_t at, const std::array<std::string_view, N>& signs) const;

  void Remove(std::size_t begin, std::size_t end) {
    begin = std::max(begin, copied_);
    out_.append(text_, copied_, begin - copied_);
    out_ += ' ';
    copied_ = end;
  }
  bool RemoveDate(std::size_t begin, std::size_t end) {
    Remove(begin, end);
    date_end_ = end;
    return true;
  }

  std::string_view text_;
  std::string& out_;
  std::size_t at_floor_ = 0;  // end of the token before
  std::size_t copied_ = 0;    // up to here the text is in out_, or has been left out
  std::size_t date_end_ = std::string_view::npos;  // of the last date
};

// The word right behind `at`, on the same line. Bounded.
Place StableWriter::WordAfter(std::size_t at) const {
  for (int skipped = 0; skipped < 3 && at < text_.size(); ++skipped, ++at) {
    if (text_[at] != ' ' && text_[at] != '\t' && text_[at] != ',' && text_[at] != '.') break;
  }
  Place place{at, at, 0};
  while (place.end < text_.size() && place.end - at <= kMaxWordBytes &&
         IsLetter(text_[place.end])) {
    ++place.end;
  }
  place.kind = KindOf(text_.substr(at, place.end - at));
  return place;
}

Place StableWriter::WordBefore(std::size_t at) const {
  for (int skipped = 0; skipped < 3 && at > copied_; ++skipped, --at) {
    if (std::string_view(" \t,.:(").find(text_[at - 1]) == std::string_view::npos) break;
  }
  Place place{at, at, 0};
  while (place.begin > copied_ && at - place.begin <= kMaxWordBytes &&
         IsLetter(text_[place.begin - 1])) {
    --place.begin;
  }
  place.kind = KindOf(text_.substr(place.begin, at - place.begin));
  return place;
}

// `begin`, or where the weekday begins that stands before it.
std::size_t StableWriter::SkipWeekday(std::size_t begin) const {
  const Place before = WordBefore(begin);
  return (before.kind & kWeekday) != 0 ? before.begin : begin;
}

// True if only signs or a word like "at" separate `begin` from a date that was taken out.
bool StableWriter::FollowsDate(std::size_t begin) const {
  constexpr std::size_t kMaxGap = 8;
  if (date_end_ > begin || begin - date_end_ > kMaxGap) return false;
  const std::string_view gap = text_.substr(date_end_, begin - date_end_);
  for (const std::string_view word :
       {" de "sv, " del "sv, " of "sv, " at "sv, " um "sv, "\xE2\x80\x93"sv}) {
    if (gap == word) return true;
  }
  return std::ranges::all_of(gap, [](char c) {
    return c == ' ' || c == ',' || c == '.' || c == '-' || c == '\t' || c == '/' || c == '|';
  });
}

void StableWriter::OnToken(const NumberToken& token) {
  if (IsSessionId(text_.substr(token.begin, token.end - token.begin))) {
    return Remove(token.begin, token.end);
  }
  if (token.fields == 0) return;
  if (IsDate(token) || IsTime(token)) {
    const Place after = WordAfter(token.end);
    RemoveDate(SkipWeekday(token.begin), (after.kind & kZone) != 0 ? after.end : token.end);
    return;
  }
  if (OnIdeographs(token)) return;
  const Place before = WordBefore(token.begin);
  const Place after = WordAfter(token.end);
  if (OnDateWords(token, before, after)) return;
  OnCount(token, before, after);
}

// "12 March 2024", "Tuesday, March 12th", "© 2024".
bool StableWriter::OnDateWords(const NumberToken& token, const Place& before, const Place& after) {
  const bool ordinal = token.tail.size() == 2 && IsAsciiAlpha(token.tail[0]);  // 1st, 2nd, 12th
  const bool day = token.fields == 1 && (token.tail.empty() || ordinal) && token.IsUpTo(0, 31);
  const bool year = token.tail.empty() && token.IsYear(0);  // or a range of them
  if (!day && !year) return false;
  const bool copyright =
      (before.kind & kCopyright) != 0 || text_.substr(0, token.begin).ends_with("(c) ");
  if (year && copyright) return RemoveDate(token.begin, token.end);
  if (year && token.fields == 1 && FollowsDate(token.begin))
    return RemoveDate(token.begin, token.end);
  if (day && (after.kind & kMonth) != 0) return RemoveDate(SkipWeekday(token.begin), after.end);
  if (day) {  // "12 de marzo"
    for (const std::string_view link : {" de "sv, " of "sv}) {
      if (!text_.substr(token.end).starts_with(link)) continue;
      const Place month = WordAfter(token.end + link.size());
      if ((month.kind & kMonth) != 0) return RemoveDate(token.begin, month.end);
    }
  }
  if ((before.kind & kMonth) != 0) return RemoveDate(SkipWeekday(before.begin), token.end);
  return false;
}

// "1,234 views", "Views: 1,234", "5 minutes ago", "5h ago".
bool StableWriter::OnCount(const NumberToken& token, const Place& before, const Place& after) {
  const std::uint8_t tail_kind = KindOf(token.tail);
  if ((tail_kind & kUnit) != 0 && (after.kind & kAgo) != 0) {
    Remove(token.begin, after.end);
    return true;
  }
  if ((after.kind & kUnit) != 0) {
    const Place next = WordAfter(after.end);
    const bool since = (before.kind & kSince) != 0 ||
                       text_.substr(copied_, token.begin - copied_).ends_with("il y a ");
    if ((next.kind & kAgo) == 0 && !since) return false;
    Remove(token.begin, (next.kind & kAgo) != 0 ? next.end : after.end);
    return true;
  }
  const bool short_tail = token.tail.size() <= 1;  // "1.2k views"
  if (((after.kind | before.kind) & kCounter) == 0 || !short_tail) return false;
  Remove(token.begin, token.end);
  return true;
}

// True if a number and then one of `signs` stand at `at`.
template <std::size_t N>
bool StableWriter::NumberAndSign(std::size_t at,
                                 const std::array<std::string_view, N>& signs) const {
  if (at < text_.size() && text_[at] == ' ') ++at;
  std::size_t digits = 0;
  for (std::size_t bytes = 0; digits < 4 && (bytes = DigitBytes(text_, at)) != 0; ++digits) {
    at += bytes;
  }
  return digits > 0 && PrefixIn(text_.substr(at), signs) != 0;
}

bool StableWriter::OnIdeographs(const NumberToken& token) {
  std::size_t end = token.end;
  if (end < text_.size() && text_[end] == ' ') ++end;
  const std::string_view rest = text_.substr(end);
  if (!rest.empty() && static_cast<unsigned char>(rest[0]) >= 0xE3 && token.tail.empty()) {
    if (const std::size_t age = PrefixIn(rest, kAgeAfter)) {
      Remove(token.begin, end + age);
      return true;
    }
    if (PrefixIn(rest, kCountedAfter) != 0) {
      Remove(token.begin, token.end);
      return true;
    }
    if (token.fields == 1 && OnDateSigns(token, end)) return true;
  }
  std::string_view before = text_.substr(copied_, token.begin - copied_);
  for (const std::string_view sign : {" "sv, ":"sv, "："sv, " "sv, "("sv, "（"sv}) {
    if (before.ends_with(sign)) before.remove_suffix(sign.size());
  }
  if (before.empty() || static_cast<unsigned char>(before.back()) < 0x80 ||
      SuffixIn(before, kCountedBefore) == 0) {
    return false;
  }
  Remove(token.begin, token.end);
  return true;
}

// 令和6年3月12日(火) 10時30分, one sign at a time; `end` is where the sign should be. A year alone
// or a month alone is not taken for a date.
bool StableWriter::OnDateSigns(const NumberToken& token, std::size_t end) {
  const std::string_view rest = text_.substr(end);
  const bool follows = FollowsDate(token.begin);
  if (const std::size_t sign = PrefixIn(rest, kYearSigns)) {
    if (!NumberAndSign(end + sign, kMonthSigns)) return false;
    const std::string_view before = text_.substr(copied_, token.begin - copied_);
    return RemoveDate(token.begin - SuffixIn(before, kEras), end + sign);
  }
  if (const std::size_t sign = PrefixIn(rest, kMonthSigns)) {
    return (follows || NumberAndSign(end + sign, kDaySigns)) && RemoveDate(token.begin, end + sign);
  }
  if (const std::size_t sign = PrefixIn(rest, kDaySigns)) {
    if (!follows) return false;
    std::size_t date_end = end + sign;
    constexpr std::size_t kMaxWeekday = 18;  // （土・祝）
    const std::string_view behind = text_.substr(date_end, kMaxWeekday);
    for (const auto& [open, close] : {std::pair{"("sv, ")"sv}, std::pair{"（"sv, "）"sv}}) {
      const std::size_t closed =
          behind.starts_with(open) ? behind.find(close) : std::string_view::npos;
      if (closed != std::string_view::npos) date_end += closed + close.size();
    }
    return RemoveDate(token.begin, date_end);
  }
  if (const std::size_t sign = PrefixIn(rest, kHourSigns)) {
    if (rest.substr(sign).starts_with("間")) return false;  // 3時間: three hours
    return (follows || NumberAndSign(end + sign, kMinuteSigns)) &&
           RemoveDate(token.begin, end + sign);
  }
  const std::size_t sign = std::max(PrefixIn(rest, kMinuteSigns), PrefixIn(rest, kSecondSigns));
  return sign != 0 && follows && RemoveDate(token.begin, end + sign);
}

}  // namespace

void AppendStableText(std::string_view text, std::string& out) { StableWriter(text, out).Run(); }

}  // namespace meguri::html
