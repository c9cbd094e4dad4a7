#include "store/group_commit.h"

#include <type_traits>

namespace meguri {
namespace {

constexpr std::size_t kItemBytes = 512;  // of what surrounds the strings

std::size_t BytesOfLinks(const LoggedPage& page) {
  std::size_t sum = page.url.size();
  for (const LoggedLink& link : page.links) {
    sum += sizeof(LoggedLink) + link.url.size() + link.text.size();
  }
  return sum;
}

// A visit without an answer leaves what the archive has as it was.
void KeepArchived(const PageRecord& older, PageRecord& record) {
  record.visits = older.visits;
  record.place = older.place;
  KeepPayload(older, record);
}

}  // namespace

std::size_t BytesOf(const StoreItem& item) {
  return std::visit(
      [](const auto& it) -> std::size_t {
        using T = std::decay_t<decltype(it)>;
        if constexpr (std::is_same_v<T, Capture>) {
          return kItemBytes + it.url.size() + it.request.size() + it.head.size() + it.body.size() +
                 (it.links ? BytesOfLinks(*it.links) : 0);
        } else if constexpr (std::is_same_v<T, DnsCapture>) {
          return kItemBytes + it.records.size();
        } else if constexpr (std::is_same_v<T, HostPut>) {
          return it.host.size() + it.bytes.size();
        } else {
          std::size_t sum = 0;
          for (const std::string& shard : it.shards) {
            sum += shard.size();
          }
          return sum;
        }
      },
      item);
}

GroupCommit::GroupCommit(GroupCommitParts parts, StorePositions positions)
    : parts_(std::move(parts)), positions_(std::move(positions)) {}

void GroupCommit::Add(StoreItem item) {
  const std::size_t bytes = BytesOf(item);
  bytes_ += bytes;
  entries_.push_back({.item = std::move(item), .bytes = bytes});
}

bool GroupCommit::dirty() const {
  return !entries_.empty() || scores_due_ || parts_.urls.end() != positions_.urls_end;
}

Status GroupCommit::Stage() {
  while (staged_ < entries_.size()) {
    if (digested_ <= staged_) FindDigests();
    MEGURI_CHECK_STATUS(AfterFailure(StageEntry(entries_[staged_])));
    ++staged_;
  }
  return {};
}

// Of the next few.
void GroupCommit::FindDigests() {
  constexpr std::size_t kAtOnce = 64;
  constexpr std::size_t kMaxBytes = std::size_t{4} << 20;
  std::vector<CaptureArchiver::Undigested> captures;
  std::size_t bytes = 0;
  for (digested_ = staged_; digested_ < entries_.size(); ++digested_) {
    Entry& entry = entries_[digested_];
    if (captures.size() == kAtOnce || bytes > kMaxBytes) break;
    const auto* capture = std::get_if<Capture>(&entry.item);
    if (capture == nullptr) continue;
    captures.push_back({*capture, entry.progress});
    bytes += entry.bytes;
  }
  parts_.archiver->FindDigests(captures);
}

Status GroupCommit::StageEntry(Entry& entry) {
  if (auto* capture = std::get_if<Capture>(&entry.item)) return StageCapture(entry, *capture);
  if (const auto* dns = std::get_if<DnsCapture>(&entry.item)) {
    return parts_.archiver->Append(*dns, entry.progress);
  }
  if (auto* put = std::get_if<HostPut>(&entry.item)) {
    if (!entry.linked) hosts_[std::move(put->host)] = std::move(put->bytes);
    entry.linked = true;
    return {};
  }
  if (entry.linked) return {};
  // All links before it are in blocks that end here.
  scores_ = ScoresFile{parts_.links.EndBlock(), std::move(std::get<ScoreSave>(entry.item).shards)};
  entry.linked = true;
  return {};
}

Status GroupCommit::StageCapture(Entry& entry, Capture& capture) {
  if (capture.has_record) MEGURI_CHECK_STATUS(FindOlder(entry, capture));
  const PageRecord* older = entry.older ? &*entry.older : nullptr;
  MEGURI_CHECK_STATUS(parts_.archiver->Append(capture, older, entry.progress));
  PageRecord& record = capture.record;
  const bool unarchived = capture.head.empty() || entry.progress.refused;
  if (older != nullptr && unarchived) KeepArchived(*older, record);
  if (!entry.linked && capture.links) {
    record.links_at = PackLinkPlace(parts_.links.Append(*capture.links, record.targets_at));
  }
  entry.linked = true;
  if (!capture.links && older != nullptr) {
    record.links_at = older->links_at;
    record.targets_at = older->targets_at;
  }
  if (capture.has_record) staged_records_[capture.key.packed()] = record;
  return {};
}

// What is known of the page from its visits before: one of this group, or the table's.
Status GroupCommit::FindOlder(Entry& entry, const Capture& capture) {
  if (entry.looked_up || capture.first_visit) return {};
  if (const auto it = staged_records_.find(capture.key.packed()); it != staged_records_.end()) {
    entry.older = it->second;
  } else {
    MEGURI_TRY(entry.older, parts_.table.ReadPage(capture.key));
  }
  entry.looked_up = true;
  return {};
}

// Records that were lost with a file of the archive are staged again.
Status GroupCommit::AfterFailure(Status status) {
  if (status) return status;
  const auto lost = parts_.archiver->TakeLost();
  if (lost.empty()) return status;
  std::size_t at = 0;
  for (Entry& entry : entries_) {
    if (CaptureArchiver::Forget(lost, entry.progress) && at < staged_) staged_ = at;
    ++at;
  }
  // What comes behind may be a revisit of what was lost: it is to look again.
  staged_records_.clear();
  for (at = 0; at < entries_.size(); ++at) {
    const auto* capture = std::get_if<Capture>(&entries_[at].item);
    if (at >= staged_) {
      entries_[at].looked_up = false;
    } else if (capture != nullptr && capture->has_record) {
      staged_records_[capture->key.packed()] = capture->record;
    }
  }
  return status;
}

TableBatch GroupCommit::MakeBatch() {
  TableBatch batch;
  for (const Entry& entry : entries_) {
    const auto* capture = std::get_if<Capture>(&entry.item);
    if (capture == nullptr || !capture->has_record) continue;
    AppendPageRecord(capture->record, batch.pages.emplace_back(capture->key, "").second);
  }
  batch.hosts.assign(hosts_.begin(), hosts_.end());
  const CaptureArchiver& archiver = *parts_.archiver;
  for (std::uint32_t file = parts_.files_named; file < archiver.files_end(); ++file) {
    batch.files.emplace_back(file, archiver.file_name(file));
  }
  batch.positions = positions_;
  batch.positions.urls_end = parts_.urls.durable_end();
  batch.positions.targets_end = parts_.targets.durable_end();
  batch.positions.links_end = parts_.links.durable_end();
  if (archiver.bytes() > 0) {
    batch.positions.archive_file = archiver.file_name(archiver.files_end() - 1);
    batch.positions.archive_end = archiver.end();
  }
  return batch;
}

Status GroupCommit::Commit() {
  if (!dirty()) return {};
  do {
    MEGURI_CHECK_STATUS(CommitStep());
  } while (committing());
  return {};
}

Status GroupCommit::CommitStep() {
  const CommitPart part = std::exchange(next_step_, CommitPart::kStage);
  MEGURI_CHECK_STATUS(DoPart(part));
  if (part != CommitPart::kTable) {
    next_step_ = static_cast<CommitPart>(static_cast<std::uint8_t>(part) + 1);
  }
  return {};
}

Status GroupCommit::DoPart(CommitPart part) {
  switch (part) {
    case CommitPart::kStage:
      return Stage();
    case CommitPart::kArchive:
      return AfterFailure(parts_.archiver->Commit());
    case CommitPart::kLinks:
      return parts_.links.Flush();
    case CommitPart::kTargets:
      return parts_.targets.Flush();
    case CommitPart::kUrls:
      return parts_.urls.Flush();
    case CommitPart::kTable:
      return CommitTable();
  }
  return {};
}

Status GroupCommit::CommitTable() {
  TableBatch batch = MakeBatch();
  MEGURI_CHECK_STATUS(parts_.table.Commit(batch));
  Settle(std::move(batch));
  return WriteScoresDue();
}

// All is durable.
void GroupCommit::Settle(TableBatch batch) {
  for (Entry& entry : entries_) {
    done_.bytes += entry.bytes;
    auto* capture = std::get_if<Capture>(&entry.item);
    if (capture == nullptr) continue;
    done_.durable.push_back({capture->key, std::move(capture->record), capture->has_record});
  }
  entries_.clear();
  staged_ = digested_ = 0;
  staged_records_.clear();
  hosts_.clear();
  bytes_ = 0;
  positions_ = std::move(batch.positions);
  parts_.files_named = parts_.archiver->files_end();
  for (auto& file : batch.files) {
    done_.files.push_back(std::move(file));
  }
  if (scores_) scores_due_ = std::exchange(scores_, std::nullopt);
}

Status GroupCommit::WriteScoresDue() {
  if (!scores_due_) return {};
  MEGURI_CHECK_STATUS(WriteScores(parts_.files, parts_.scores_path, *scores_due_));
  scores_due_.reset();
  return {};
}

Status GroupCommit::Close() {
  MEGURI_CHECK_STATUS(Commit());
  return AfterFailure(parts_.archiver->Close());
}

GroupCommit::Done GroupCommit::TakeDone() { return std::exchange(done_, {}); }

}  // namespace meguri
