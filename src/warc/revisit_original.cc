#include "warc/revisit_original.h"

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/hash.h"
#include "warc/digest.h"
#include "warc/warc_date.h"

namespace meguri::warc {
namespace {

// A letter in front tells the kinds apart.
std::uint64_t KeyOf(char kind, std::string_view text) {
  if (text.empty()) return 0;
  return StableHash64(std::string(1, kind).append(text));
}

std::uint64_t KeyOfUrl(std::string_view url, std::optional<WallTime> date) {
  if (url.empty() || !date) return 0;
  std::string text = FormatTimestamp14(*date);
  for (const char c : url) {  // as RecordHead::target_uri() has it
    text += c == ' ' ? "%20" : std::string_view(&c, 1);
  }
  return KeyOf('u', text);
}

std::uint64_t KeyOfDigest(std::string_view text) {
  const std::optional<LabelledDigest> digest = ParseLabelledDigest(text);
  return KeyOf('d', digest ? FormatLabelledDigest(digest->algorithm, digest->raw) : text);
}

}  // namespace

bool IsOriginal(RecordType type) {
  return type == RecordType::kResponse || type == RecordType::kResource;
}

RevisitKeys KeysOfOriginal(const RecordHead& head) {
  return {KeyOf('i', head.FindId("WARC-Record-ID")), KeyOfUrl(head.target_uri(), head.date()),
          KeyOfDigest(head.Find("WARC-Payload-Digest"))};
}

RevisitKeys KeysOfRevisit(const RecordHead& head) {
  return {KeyOf('i', head.FindId("WARC-Refers-To")),
          KeyOfUrl(head.FindId("WARC-Refers-To-Target-URI"),
                   ParseWarcDate(head.Find("WARC-Refers-To-Date"))),
          KeyOfDigest(head.Find("WARC-Payload-Digest"))};
}

std::size_t MatchOf(const RevisitKeys& revisit, const RevisitKeys& original) {
  for (std::size_t i = 0; i < revisit.size(); ++i) {
    if (revisit[i] != 0 && revisit[i] == original[i]) return i;
  }
  return kNoMatch;
}

}  // namespace meguri::warc
