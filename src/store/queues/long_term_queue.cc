#include "store/queues/long_term_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace meguri {
namespace {

// While a day is handed out its pages may be scheduled anew: so much is kept in memory.
constexpr std::size_t kJournalBufferBytes = std::size_t{8} << 20U;

// 0 is for pages that were never scheduled.
std::uint16_t NextGeneration(std::uint16_t generation) {
  ++generation;
  return generation == 0 ? 1 : generation;
}

using Damages = std::vector<DayFileReader::Damage>;

// Gives what was passed over; nullopt if there is no such file.
Result<std::optional<Damages>> ForEachBlock(
    Files& files, const DayFiles& days, DayNumber day,
    const std::function<Status(const DayFileReader::Block& block)>& each) {
  auto reader = DayFileReader::Open(files, days.PathOf(day), day, days.days().at(day));
  if (!reader && reader.error().code == ErrorCode::kNotFound) return std::optional<Damages>();
  if (!reader) return tl::unexpected(reader.error());
  for (;;) {
    MEGURI_TRY(const auto block, reader->Next());
    if (!block) return std::optional<Damages>(reader->damages());
    MEGURI_CHECK_STATUS(each(*block));
  }
}

}  // namespace

LongTermQueue::LongTermQueue(LongTermOptions options, Files& files, DayFiles days, DayNumber today)
    : options_(std::move(options)),
      files_(files),
      days_(std::move(days)),
      today_(today),
      counts_(std::size_t{kLastDay} + 1),
      problems_(days_.problems()) {}

Result<std::unique_ptr<LongTermQueue>> LongTermQueue::Open(const LongTermOptions& options,
                                                           Files& files, DayNumber today) {
  MEGURI_TRY(auto days, DayFiles::Open(files, options.directory));
  std::unique_ptr<LongTermQueue> queue(new LongTermQueue(options, files, std::move(days), today));
  MEGURI_TRY(
      queue->journal_,
      RevisitJournal::Open(files, queue->days_.JournalPath(queue->days_.journals_done() + 1)));
  MEGURI_CHECK_STATUS(queue->Rebuild());
  return queue;
}

Status LongTermQueue::Rebuild() {
  for (const auto& [day, bytes] : days_.days()) {
    last_day_ = std::max(last_day_, day);
    const auto meet = [this](const DayFileReader::Block& block) -> Status {
      if (!reader_.ReadPartA(block.head, block.bytes)) {
        Note(block.head.day, block.offset, block.offset + block.head.size());
        return {};
      }
      for (const DuePage& page : reader_.pages())
        Meet(page);
      return {};
    };
    MEGURI_TRY(const auto damages, ForEachBlock(files_, days_, day, meet));
    if (!damages) damaged_.insert(day);  // it is among the problems already
    NoteAll(day, damages);
  }
  std::string bytes;
  return journal_->Read(bytes, [this](const DuePage& page) {
    last_day_ = std::max(last_day_, DayOf(page.due));
    Meet(page);
  });
}

void LongTermQueue::Meet(const DuePage& page) {
  PageSchedule::Entry& entry = schedule_.At(page.key);
  // Of one generation: the page was carried on from the earlier day.
  const bool carried = page.generation == entry.generation && entry.day != 0 && !page.is_ended &&
                       DayOf(page.due) > entry.day;
  if (entry.generation != 0 && !carried && !IsLaterGeneration(page.generation, entry.generation)) {
    return;
  }
  if (entry.day != 0) {
    --counts_[entry.day];
    --pages_;
  }
  entry = {page.is_ended ? DayNumber{0} : DayOf(page.due), page.generation};
  if (entry.day != 0) {
    ++counts_[entry.day];
    ++pages_;
  }
}

std::uint16_t LongTermQueue::Put(const DuePage& page, DayNumber day) {
  DuePage entry = page;
  entry.due = day * kMinutesPerDay + page.due % kMinutesPerDay;
  entry.generation = NextGeneration(schedule_.Find(page.key).generation);
  last_day_ = std::max(last_day_, day);
  Meet(entry);
  journal_->Append(entry);
  return entry.generation;
}

std::uint16_t LongTermQueue::Schedule(const DuePage& page) {
  assert(!page.is_ended);
  const int latest = std::min<int>(today_ + options_.horizon_days, kLastDay);
  // No file of a day that is long past comes back for it.
  const int earliest = std::clamp<int>(opened_.value_or(1), 1, latest);
  return Put(page, static_cast<DayNumber>(std::clamp<int>(DayOf(page.due), earliest, latest)));
}

void LongTermQueue::End(UrlKey key) {
  if (!scheduled(key)) return;
  DuePage page;
  page.key = key;
  page.is_ended = true;
  // Behind every stale entry that the page may have somewhere: files go oldest first.
  Put(page, last_day_);
}

bool LongTermQueue::Counts(const DuePage& page) const {
  const PageSchedule::Entry entry = schedule_.Find(page.key);
  return entry.generation == page.generation &&
         entry.day == (page.is_ended ? DayNumber{0} : DayOf(page.due));
}

Status LongTermQueue::Commit() {
  // What is in the journal would be gone, if the manifest that calls it done was the one to stay.
  if (days_.doubt()) return tl::unexpected(*days_.doubt());
  MEGURI_CHECK_STATUS(journal_->Flush());
  if (journal_->size() >= options_.split_bytes) MEGURI_CHECK_STATUS(Split());
  return RemoveDone();
}

Status LongTermQueue::Split() {
  std::string bytes;
  std::vector<DuePage> pages;
  MEGURI_CHECK_STATUS(journal_->Read(bytes, [&](const DuePage& page) {
    if (Counts(page)) pages.push_back(page);
  }));
  std::ranges::sort(pages, [](const DuePage& a, const DuePage& b) {
    if (DayOf(a.due) != DayOf(b.due)) return a.due < b.due;
    return a.url != b.url ? a.url < b.url : a.key < b.key;
  });
  days_.Begin();
  std::string blocks;
  for (std::size_t start = 0; start < pages.size();) {
    const DayNumber day = DayOf(pages[start].due);
    std::size_t end = start + 1;
    while (end < pages.size() && DayOf(pages[end].due) == day)
      ++end;
    blocks.clear();
    writer_.Append(day, std::span(pages).subspan(start, end - start), blocks);
    MEGURI_CHECK_STATUS(days_.Append(day, blocks));
    start = end;
  }
  const std::uint64_t done = days_.journals_done() + 1;
  // The next journal is there before this one is done with: a full disk is met here.
  MEGURI_TRY(auto next, RevisitJournal::Create(files_, days_.JournalPath(done + 1)));
  MEGURI_CHECK_STATUS(days_.Commit(done));
  const std::string old = journal_->path();
  journal_ = std::move(next);
  return files_.Remove(old);
}

Status LongTermQueue::RemoveDone() {
  std::vector<DayNumber> done;
  std::vector<DayNumber> keep;
  for (const auto& [day, bytes] : days_.days()) {
    if (!(is_open(day) || opened_far_.contains(day)) || counts_[day] > 0) break;
    done.push_back(day);
    if (damaged_.contains(day)) keep.push_back(day);
  }
  MEGURI_CHECK_STATUS(days_.Remove(done, keep));
  for (const DayNumber day : done)
    opened_on_.erase(day);
  return {};
}

Status LongTermQueue::OpenDays(DayNumber today,
                               const std::function<void(const DuePage& page)>& sink) {
  if (days_.doubt()) return tl::unexpected(*days_.doubt());
  if (opened_ && today <= *opened_) return {};
  today_ = today;
  MEGURI_CHECK_STATUS(journal_->Flush());
  if (journal_->size() > 0) MEGURI_CHECK_STATUS(Split());
  std::vector<DayNumber> due;
  for (const auto& [day, bytes] : days_.days()) {
    if (IsDue(day) && !is_open(day) && !opened_far_.contains(day)) due.push_back(day);
  }
  // A clock that has leapt may be put right: then nothing is written as of its day.
  const bool leapt = opened_ && today - *opened_ > options_.hold_days;
  for (const DayNumber day : due) {
    MEGURI_CHECK_STATUS(HandOut(day, sink));
    part_ = {};
    if (day <= today) {
      opened_ = day;
      opened_on_[day] = today;
    } else {
      opened_far_.insert(day);
    }
  }
  opened_ = today;
  if (leapt) return {};
  for (const auto& [day, bytes] : days_.days()) {
    if (IsHeldLong(day)) MEGURI_CHECK_STATUS(CarryOn(day));
  }
  return {};
}

bool LongTermQueue::IsHeldLong(DayNumber day) const {
  if (!is_open(day) || counts_[day] == 0) return false;
  const auto opened = opened_on_.find(day);
  return (opened == opened_on_.end() ? day : opened->second) + options_.hold_days <= today_;
}

// With the same generation: whoever has such a page in hand has the one that counts. All entries of
// the day are in its file, since the journal was split before the days were opened.
Status LongTermQueue::CarryOn(DayNumber day) {
  const auto each = [&](const DayFileReader::Block& block) -> Status {
    if (!reader_.ReadAll(block.head, block.bytes)) {
      if (!damaged_.contains(day)) Note(day, block.offset, block.offset + block.head.size());
      return {};
    }
    for (const DuePage& page : reader_.pages()) {
      if (page.is_ended || !Counts(page)) continue;
      DuePage entry = page;
      entry.due = today_ * kMinutesPerDay + page.due % kMinutesPerDay;
      last_day_ = std::max(last_day_, today_);
      Meet(entry);
      journal_->Append(entry);
    }
    return FlushIfLong();
  };
  MEGURI_CHECK_STATUS(ForEachBlock(files_, days_, day, each));
  return {};
}

Status LongTermQueue::HandOut(DayNumber day, const std::function<void(const DuePage& page)>& sink) {
  // What was damaged when the table was made has been told.
  const bool told = damaged_.contains(day);
  if (part_.day != day) part_ = {day, 0};
  MEGURI_TRY(const auto damages,
             ForEachBlock(files_, days_, day, [&](const DayFileReader::Block& block) -> Status {
               if (block.offset < part_.end) return {};
               part_.end = block.offset + block.head.size();
               return HandOutBlock(block, sink);
             }));
  if (!told) NoteAll(day, damages);
  return {};
}

Status LongTermQueue::HandOutBlock(const DayFileReader::Block& block,
                                   const std::function<void(const DuePage& page)>& sink) {
  if (!reader_.ReadAll(block.head, block.bytes)) {
    Note(block.head.day, block.offset, block.offset + block.head.size());
    if (reader_.ReadPartA(block.head, block.bytes)) Lose(block.head.day);
    return {};
  }
  for (const DuePage& page : reader_.pages())
    schedule_.Prefetch(page.key);
  for (const DuePage& page : reader_.pages()) {
    if (!page.is_ended && Counts(page)) sink(page);
  }
  return FlushIfLong();
}

Status LongTermQueue::FlushIfLong() {
  if (journal_->waiting_bytes() < kJournalBufferBytes) return {};
  // On a full disk it stays in memory, as before any Commit().
  Status flushed = journal_->Flush();
  if (!flushed && flushed.error().code == ErrorCode::kDiskFull) return {};
  return flushed;
}

void LongTermQueue::Lose(DayNumber day) {
  for (const DuePage& page : reader_.pages()) {
    PageSchedule::Entry& entry = schedule_.At(page.key);
    if (entry.generation != page.generation || entry.day != day) continue;
    entry.day = 0;
    --counts_[day];
    --pages_;
  }
}

void LongTermQueue::Note(DayNumber day, std::uint64_t from, std::uint64_t end) {
  damaged_.insert(day);
  problems_.push_back(
      {ErrorCode::kCorrupt,
       fmt::format("{}: damaged at byte {}, up to byte {}: put back a copy of it; all else goes on",
                   days_.PathOf(day), from, end)});
}

void LongTermQueue::NoteAll(DayNumber day, const std::optional<Damages>& damages) {
  if (!damages) return;
  for (const DayFileReader::Damage& damage : *damages)
    Note(day, damage.from, damage.end);
}

Status LongTermQueue::ForEachPage(
    const std::function<void(std::string_view origin, const DuePage& page)>& sink) const {
  DueBlockReader blocks;
  const auto each = [&](const DayFileReader::Block& block) -> Status {
    if (!blocks.ReadPartA(block.head, block.bytes)) return {};
    auto page = blocks.pages().begin();
    for (const DueBlockReader::Run& run : blocks.runs()) {
      for (std::uint32_t i = 0; i < run.pages; ++i, ++page) {
        if (!page->is_ended && Counts(*page)) sink(run.origin, *page);
      }
    }
    return {};
  };
  for (const auto& [day, bytes] : days_.days()) {
    MEGURI_CHECK_STATUS(ForEachBlock(files_, days_, day, each).map([](const auto&) {}));
  }
  std::string bytes;
  return journal_->Read(bytes, [&](const DuePage& page) {
    if (page.is_ended || !Counts(page)) return;
    sink(OriginOf(page.url), page);
  });
}

}  // namespace meguri
