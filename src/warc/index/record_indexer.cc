#include "warc/index/record_indexer.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/clock.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kUnknownMime = "unk";

bool IsIndexed(const RecordHead& head) {
  switch (head.type()) {
    case RecordType::kResponse:
    case RecordType::kRevisit:
      return true;
    case RecordType::kResource:
      return !EqualsIgnoringAsciiCase(MimeOf(head.Find("Content-Type")), "application/warc-fields");
    case RecordType::kMetadata:
      // Metadata may be of the archive, or of another record, and then has no URL.
      return !head.target_uri().empty() &&
             !EqualsIgnoringAsciiCase(MimeOf(head.Find("Content-Type")), "application/warc-fields");
    default:
      return false;
  }
}

// Without "sha1:", which goes without saying; other labels stay.
std::string_view IndexedDigest(std::string_view digest) {
  constexpr std::string_view kLabel = "sha1:";
  const bool is_sha1 = EqualsIgnoringAsciiCase(digest.substr(0, kLabel.size()), kLabel);
  return is_sha1 ? digest.substr(kLabel.size()) : digest;
}

// Of a head that http::ParseResponseHead() refuses: what can still be made out, line by line.
struct LooseHead {
  std::uint16_t status = 0;
  std::string_view content_type;
};

LooseHead ReadLoosely(std::string_view bytes) {
  LooseHead head;
  bool first = true;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = TrimAsciiSpace(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.empty()) continue;
    if (std::exchange(first, false)) {
      const std::size_t space = line.find(' ');
      const std::string_view code = TrimAsciiSpace(line.substr(std::min(space, line.size())));
      if (!EqualsIgnoringAsciiCase(line.substr(0, 5), "HTTP/")) return {};
      if (code.size() < 3 || !std::ranges::all_of(code.substr(0, 3), IsAsciiDigit)) continue;
      if (code.size() > 3 && IsAsciiDigit(code[3])) continue;
      head.status = static_cast<std::uint16_t>((code[0] - '0') * 100 + (code[1] - '0') * 10 +
                                               (code[2] - '0'));
      continue;
    }
    const std::size_t colon = std::min(line.find(':'), line.size());
    if (head.content_type.empty() &&
        EqualsIgnoringAsciiCase(TrimAsciiSpace(line.substr(0, colon)), "Content-Type")) {
      head.content_type = TrimAsciiSpace(line.substr(std::min(colon + 1, line.size())));
    }
  }
  return head;
}

}  // namespace

// Python's archive tools read a header line that is no UTF-8 as Latin-1.
RecordIndexer::RecordIndexer(std::string_view filename) : surt_({.non_utf8_is_latin1 = true}) {
  entry_.filename = filename;
}

IndexVerdict RecordIndexer::Begin(const RecordHead& head) {
  if (!IsIndexed(head)) return IndexVerdict::kNotIndexed;
  if (head.target_uri().empty()) return IndexVerdict::kNoTarget;
  if (!head.date()) return IndexVerdict::kNoDate;
  entry_.key.clear();
  surt_.Append(head.target_uri(), entry_.key);
  entry_.timestamp = FormatTimestamp14(*head.date());
  entry_.url = head.target_uri();
  entry_.digest = IndexedDigest(head.Find("WARC-Payload-Digest"));
  entry_.status = 0;
  const bool is_revisit = head.type() == RecordType::kRevisit;
  is_http_response_ = head.type() == RecordType::kResponse && head.has_http_block();
  if (is_revisit) {
    entry_.mime = kRevisitMime;
  } else if (!is_http_response_) {
    entry_.mime = MimeOf(head.Find("Content-Type"));
  } else {
    entry_.mime.clear();
  }
  // A revisit's payload is elsewhere.
  needs_digest_ = entry_.digest.empty() && !is_revisit;
  if (is_http_response_) block_.Begin(head);
  return IndexVerdict::kTake;
}

void RecordIndexer::Add(std::string_view piece) {
  if (!is_http_response_) {
    if (needs_digest_) digester_.Update(piece);
    return;
  }
  const std::string_view payload = block_.Add(piece);
  if (needs_digest_) digester_.Update(payload);
}

void RecordIndexer::TakeHttpHead() {
  block_.End();
  if (!block_.has_head()) return;
  if (const http::ResponseHead* response = block_.response()) {
    entry_.status = response->status;
    entry_.mime = MimeOf(response->headers.Find("Content-Type").value_or(std::string_view()));
    return;
  }
  const LooseHead head = ReadLoosely(block_.head_bytes());
  entry_.status = head.status;
  entry_.mime = MimeOf(head.content_type);
}

const CdxjEntry& RecordIndexer::End(const Extent& extent) {
  if (is_http_response_) TakeHttpHead();
  if (entry_.mime.empty()) entry_.mime = kUnknownMime;
  if (needs_digest_) entry_.digest = EncodeBase32(digester_.Finish());
  entry_.offset = extent.offset;
  entry_.length.reset();
  if (extent.length > 0) entry_.length = extent.length;
  return entry_;
}

}  // namespace meguri::warc
