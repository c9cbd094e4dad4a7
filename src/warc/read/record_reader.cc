#include "warc/read/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "http/response_head.h"
#include "warc/read/member_reader.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kWarcMark = "WARC/";
constexpr std::string_view kClosing = "\r\n\r\n";

std::size_t LineBreaksAt(std::string_view bytes) {
  return std::min(bytes.find_first_not_of("\r\n"), bytes.size());
}

std::string_view WithoutReturn(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string_view PackingName(Packing packing) {
  constexpr std::array<std::string_view, 3> kNames = {"plain", "gzip", "zstd"};
  return kNames[static_cast<std::size_t>(packing)];
}

// States of a record: found (its head parsed, the block ahead), then closed. Between two records
// the reader stands behind what closes the first.
class RecordReader::Impl {
 public:
  Impl(ByteSource& source, std::uint64_t offset) : members_(source, offset) {}

  Result<bool> Next();
  Result<std::string_view> NextPiece();

  const RecordHead& head() const { return head_; }
  std::string_view head_bytes() const { return head_bytes_; }
  Extent extent() const { return extent_; }
  bool whole() const { return whole_; }
  bool complete() const { return complete_; }
  std::uint64_t end() const { return end_; }
  Packing packing() const { return members_.packing(); }
  std::uint64_t dictionary_end() const { return members_.dictionary_end(); }
  const std::vector<Damage>& damage() const { return damage_; }

 private:
  bool packed() const { return members_.packing() != Packing::kPlain; }
  // Where the next byte lies in the file; within a packed member, the member.
  std::uint64_t place() const { return packed() ? members_.begin() : members_.position(); }

  Result<bool> NextMember();
  Result<bool> FindHead();
  struct HeadLook {
    bool found = false;
    std::size_t size = 0;  // of the head, or what was looked at in vain: more than nothing
  };
  Result<HeadLook> LookForHead();
  bool ParseHead(std::size_t size);
  Result<bool> Resync();
  Result<bool> TryRecordHere();
  Status FillTo(std::size_t count);
  Result<bool> ContinueInNextMember();
  Status EndShort();
  Status Close();
  Result<bool> CloseBlock();
  Status CloseMember();
  void SearchFromBlock();
  void Report(std::uint64_t offset, std::string what);
  void ReportBroken();

  MemberReader members_;
  RecordHead head_;
  std::string head_bytes_;
  std::vector<Damage> damage_;

  // The archive so far.
  bool any_ = false;  // a record was found
  bool arc_ = false;  // it was one of an ARC file
  bool in_member_ = false;
  bool lost_ = false;  // the next record has to be searched for
  std::size_t records_in_member_ = 0;
  bool broken_reported_ = false;

  // The record.
  bool open_ = false;              // its block is not yet read
  bool cut_ = false;               // over several members
  std::uint64_t left_ = 0;         // of the block
  std::uint64_t block_begin_ = 0;  // plain: in the file
  bool whole_ = false;
  bool complete_ = false;
  Extent extent_;
  std::uint64_t end_ = 0;
};

void RecordReader::Impl::Report(std::uint64_t offset, std::string what) {
  if (damage_.size() > kMaxDamage) return;
  if (damage_.size() == kMaxDamage) what = "more damage than is listed";
  damage_.push_back({offset, std::move(what)});
}

// A member that could not be unpacked, once.
void RecordReader::Impl::ReportBroken() {
  if (broken_reported_ || members_.broken().empty()) return;
  broken_reported_ = true;
  Report(members_.begin(), std::string(members_.broken()));
}

Result<bool> RecordReader::Impl::Next() {
  while (open_) {  // to its end
    MEGURI_TRY([[maybe_unused]] const std::string_view piece, NextPiece());
  }
  for (;;) {
    if (!in_member_) {
      MEGURI_TRY(const bool member, NextMember());
      if (!member) return false;
    }
    MEGURI_TRY(const bool found, lost_ ? Resync() : FindHead());
    if (found) return true;
    ReportBroken();
    in_member_ = lost_ = false;
  }
}

Result<bool> RecordReader::Impl::NextMember() {
  MEGURI_TRY(in_member_, members_.NextMember());
  if (members_.skipped() > 0) {
    Report(members_.begin() - members_.skipped(),
           packed() ? fmt::format("{} bytes that are no {} member", members_.skipped(),
                                  PackingName(members_.packing()))
                    : fmt::format("{} bytes that are no record", members_.skipped()));
  }
  broken_reported_ = false;
  records_in_member_ = 0;
  return in_member_;
}

// Until buffered() has `count` bytes, or the member is over.
Status RecordReader::Impl::FillTo(std::size_t count) {
  while (members_.buffered().size() < count) {
    MEGURI_TRY(const bool more, members_.Fill());
    if (!more) break;
  }
  return {};
}

// Takes the head of the record that begins here, or of the next one in this member; false if
// there is none.
Result<bool> RecordReader::Impl::FindHead() {
  for (;;) {  // line breaks in front of a record belong to nobody
    members_.Consume(LineBreaksAt(members_.buffered()));
    if (!members_.buffered().empty()) break;
    MEGURI_TRY(const bool more, members_.Fill());
    if (!more) return false;
  }
  MEGURI_TRY(const HeadLook look, LookForHead());
  if (look.found && ParseHead(look.size)) return true;
  const bool torn = packed() && !members_.broken().empty();  // that will be said
  if (!look.found && !torn)
    Report(place(), any_ ? "no record begins here" : "neither WARC nor ARC begins here");
  return Resync();
}

// How many bytes of buffered() are the head that begins there, if one does. What is looked at
// must not depend on how much of the file happens to be in the buffer.
// REQUIRES: buffered() is not empty.
Result<RecordReader::Impl::HeadLook> RecordReader::Impl::LookForHead() {
  http::HeadEndScanner head_end;
  std::size_t scanned = 0;
  MEGURI_CHECK_STATUS(FillTo(kWarcMark.size()));
  for (;;) {
    const std::string_view bytes = members_.buffered().substr(0, kMaxHeadBytes);
    if (bytes.starts_with(kWarcMark)) {
      if (const auto size = head_end.Scan(bytes.substr(scanned))) {
        return HeadLook{.found = true, .size = scanned + *size};
      }
    } else if (const std::size_t newline = bytes.find('\n', scanned);
               newline != std::string_view::npos) {
      return HeadLook{.found = LooksLikeArcLine(WithoutReturn(bytes.substr(0, newline))),
                      .size = newline + 1};
    }
    scanned = bytes.size();
    const HeadLook in_vain{.found = false, .size = scanned};
    if (scanned == kMaxHeadBytes) return in_vain;
    MEGURI_TRY(const bool more, members_.Fill());
    if (!more) return in_vain;
  }
}

// Takes the head off the front; false if it can't be read, which is then reported.
bool RecordReader::Impl::ParseHead(std::size_t size) {
  head_bytes_.assign(members_.buffered().substr(0, size));
  const bool arc = !head_bytes_.starts_with(kWarcMark);
  std::string_view error;
  if (arc) {
    const std::string_view line = head_bytes_;
    error = head_.ParseArc(WithoutReturn(line.substr(0, line.size() - 1)), !any_);
    if (!error.empty()) Report(place(), "the block is passed over: " + std::string(error));
    lost_ = !error.empty();  // the record counts all the same
  } else {
    error = head_.ParseWarc(head_bytes_);
    if (!error.empty()) {
      Report(place(), "no record can be read here: " + std::string(error));
      return false;
    }
    lost_ = false;
  }
  arc_ = any_ ? arc_ : arc;
  any_ = true;
  ++records_in_member_;
  if (packed() && records_in_member_ == 2) {
    Report(place(),
           fmt::format("more than one record in this {} member", PackingName(members_.packing())));
  }
  extent_ = {.offset = place(), .length = 0};
  members_.Consume(size);
  left_ = head_.content_length();
  block_begin_ = members_.position();
  whole_ = error.empty() && !(packed() && records_in_member_ > 1);
  cut_ = complete_ = false;
  open_ = true;
  return true;
}

// Behind damage: takes the head of the next record that begins at a line of this member, but not
// at the front; false if there is none. The damage was reported where it began.
Result<bool> RecordReader::Impl::Resync() {
  for (;;) {
    const std::string_view bytes = members_.buffered();
    const std::size_t newline = bytes.find('\n');
    if (newline == std::string_view::npos) {
      members_.Consume(bytes.size());
      MEGURI_TRY(const bool more, members_.Fill());
      if (!more) return false;
      continue;
    }
    members_.Consume(newline + 1);
    MEGURI_TRY(const bool found, TryRecordHere());
    if (found) return true;
  }
}

// Takes the head that begins at the front, if it can be read. Else passes over all that was
// looked at, so that each byte is looked at once.
Result<bool> RecordReader::Impl::TryRecordHere() {
  MEGURI_CHECK_STATUS(FillTo(kMinRecordStart));
  const bool warc = members_.buffered().starts_with(kWarcMark);
  if ((any_ && warc == arc_) || !StartsRecord(members_.buffered())) return false;
  MEGURI_TRY(const HeadLook look, LookForHead());
  std::size_t size = look.size;
  // A head that was torn may have the next one behind it.
  if (const std::size_t last = members_.buffered().substr(0, size).rfind("\nWARC/");
      warc && last != std::string_view::npos) {
    members_.Consume(last + 1);
    size -= last + 1;
  }
  const std::size_t reported = damage_.size();
  if (look.found && ParseHead(size)) return true;
  damage_.resize(reported);
  members_.Consume(size - 1);  // not the line break, behind which another may begin
  return false;
}

Result<std::string_view> RecordReader::Impl::NextPiece() {
  if (!open_) return std::string_view();
  while (left_ > 0) {
    const std::string_view bytes = members_.buffered();
    if (!bytes.empty()) {
      const std::string_view piece =
          bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
      left_ -= piece.size();
      members_.Consume(piece.size());
      return piece;
    }
    MEGURI_TRY(const bool more, members_.Fill());
    if (more) continue;
    MEGURI_TRY(const bool continued, ContinueInNextMember());
    if (continued) continue;
    MEGURI_CHECK_STATUS(EndShort());
    return std::string_view();
  }
  MEGURI_CHECK_STATUS(Close());
  return std::string_view();
}

// Some writers cut members in the wrong places. A record goes on in the next one if no other
// begins there; if one does, the reader stands at it.
Result<bool> RecordReader::Impl::ContinueInNextMember() {
  if (!packed() || !in_member_ || !members_.broken().empty()) return false;
  end_ = members_.end();
  extent_.length = end_ - extent_.offset;
  MEGURI_TRY(const bool there, NextMember());
  if (!there) return false;
  MEGURI_CHECK_STATUS(FillTo(kMinRecordStart));
  if (StartsRecord(members_.buffered())) return false;
  if (!cut_) {
    Report(extent_.offset, fmt::format("this record is cut over several {} members",
                                       PackingName(members_.packing())));
  }
  cut_ = true;
  whole_ = false;
  return true;
}

// The block ended before its length.
Status RecordReader::Impl::EndShort() {
  open_ = whole_ = false;
  const std::uint64_t length = head_.content_length();
  if (packed() && !members_.broken().empty()) {
    end_ = members_.end();
    extent_.length = end_ - extent_.offset;
    ReportBroken();
    in_member_ = false;
    return {};
  }
  Report(extent_.offset, fmt::format("the block has {} bytes of the {} that its head says",
                                     length - left_, length));
  if (!packed()) {
    end_ = members_.position();
    extent_.length = end_ - extent_.offset;
    SearchFromBlock();
  }
  return {};
}

// The length was wrong. If it was too long, the next record is behind us.
void RecordReader::Impl::SearchFromBlock() {
  lost_ = true;
  members_.GoBack(block_begin_);
}

Status RecordReader::Impl::Close() {
  open_ = false;
  if (!packed()) {
    end_ = members_.position();
    extent_.length = end_ - extent_.offset;
  }
  if (lost_) return {};  // an ARC record of unknown length
  MEGURI_TRY(const bool closed, CloseBlock());
  complete_ = closed && members_.broken().empty();
  if (packed()) {
    lost_ = !closed;
    return CloseMember();
  }
  if (closed) {
    end_ = members_.position();
    // By custom an index counts all but the last of the line breaks behind an ARC record.
    if (head_.is_arc() && end_ > extent_.offset + extent_.length)
      extent_.length = end_ - extent_.offset - 1;
  } else {
    SearchFromBlock();
  }
  return {};
}

// Takes what closes a record; false if there is something else, and no record behind it.
Result<bool> RecordReader::Impl::CloseBlock() {
  // By the record's own kind, not by that of others in the file: repair may leave those out.
  const bool arc = head_.is_arc();
  constexpr std::size_t kMostBreaks = 256;
  MEGURI_CHECK_STATUS(FillTo(kMostBreaks));
  if (!arc && members_.buffered().starts_with(kClosing)) {
    members_.Consume(kClosing.size());
    return true;
  }
  const std::size_t breaks = LineBreaksAt(members_.buffered().substr(0, kMostBreaks));
  MEGURI_CHECK_STATUS(FillTo(breaks + kMinRecordStart));
  const std::string_view bytes = members_.buffered();
  if (breaks == bytes.size() || StartsRecord(bytes.substr(breaks))) {
    members_.Consume(breaks);
    if (arc) return true;
    whole_ = false;
    if (!cut_ && members_.broken().empty())
      Report(extent_.offset, "this record doesn't end with two empty lines");
    return true;
  }
  if (arc && breaks > 0) {  // it ends well; what follows is another matter
    members_.Consume(breaks);
    return true;
  }
  whole_ = false;
  Report(extent_.offset, fmt::format("the block is not of the {} bytes that its head says",
                                     head_.content_length()));
  return false;
}

// The rest of the member, which should hold nothing more.
Status RecordReader::Impl::CloseMember() {
  for (;;) {
    members_.Consume(LineBreaksAt(members_.buffered()));
    if (!members_.buffered().empty()) {  // another record, or garbage: Next() will tell
      whole_ = false;
      end_ = members_.begin();
      return {};
    }
    MEGURI_TRY(const bool more, members_.Fill());
    if (!more) break;
  }
  whole_ = whole_ && members_.broken().empty();
  complete_ = complete_ && members_.broken().empty();
  end_ = members_.end();
  if (records_in_member_ == 1 || cut_) extent_.length = end_ - extent_.offset;
  ReportBroken();
  in_member_ = false;
  return {};
}

RecordReader::RecordReader(ByteSource& source, std::uint64_t offset)
    : impl_(std::make_unique<Impl>(source, offset)) {}
RecordReader::~RecordReader() = default;

Result<bool> RecordReader::Next() { return impl_->Next(); }
const RecordHead& RecordReader::head() const { return impl_->head(); }
std::string_view RecordReader::head_bytes() const { return impl_->head_bytes(); }
Result<std::string_view> RecordReader::NextPiece() { return impl_->NextPiece(); }
Extent RecordReader::extent() const { return impl_->extent(); }
bool RecordReader::whole() const { return impl_->whole(); }
bool RecordReader::complete() const { return impl_->complete(); }
std::uint64_t RecordReader::end() const { return impl_->end(); }
Packing RecordReader::packing() const { return impl_->packing(); }
std::uint64_t RecordReader::dictionary_end() const { return impl_->dictionary_end(); }
const std::vector<Damage>& RecordReader::damage() const { return impl_->damage(); }

}  // namespace meguri::warc
