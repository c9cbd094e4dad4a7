#include "store/crawl_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <random>
#include <utility>

#include "base/random.h"
#include "store/archive/archive_index.h"
#include "store/archive/capture_archiver.h"
#include "store/archive/late_index.h"
#include "store/crawl_folder.h"
#include "store/group_commit.h"
#include "store/log/target_log.h"
#include "store/log/url_log.h"
#include "store/page_table.h"
#include "store/scores_file.h"
#include "store/store_writer.h"
#include "warc/write/archive_recovery.h"

namespace meguri {
namespace {

constexpr std::uint32_t kDefaultShards = 16;

std::uint64_t Draw() {
  std::random_device device;
  for (;;) {
    const std::uint64_t seed = (std::uint64_t{device()} << 32U) | device();
    if (seed != 0) return seed;
  }
}

class FolderStore final : public CrawlStore {
 public:
  FolderStore(const CrawlStoreOptions& options, Files& files, const Clock& clock)
      : options_(options), directory_(options.directory), files_(files), clock_(clock) {}

  Status OpenFolder(std::function<void()> wake);

  const CrawlIdentity& identity() const override { return identity_; }
  bool is_new() const override { return is_new_; }
  std::string public_suffix_list_path() const override { return Path("public_suffix_list.dat"); }

  Status ReplayUrls(
      const std::function<void(const StoredUrl& url, std::uint64_t place)>& sink) override {
    return urls_->Replay(sink);
  }
  Status ReplayPages(
      const std::function<void(UrlKey key, const PageRecord& record)>& sink) override;
  std::vector<std::string> LostArchives() const override;
  Status ReplayHosts(
      const std::function<void(std::string_view host, std::string_view bytes)>& sink) override {
    return table_->ForEachHost(sink);
  }
  Result<Scores> LoadScores() override;
  Status ReplayLinks(std::uint64_t from,
                     const std::function<void(const LoggedPage& page)>& sink) override;

  std::uint64_t AddUrl(const StoredUrl& url) override {
    assert(writer_);
    return urls_->Append(url);
  }
  Status ReadUrl(std::uint64_t place, std::string& text, StoredUrl& url) override {
    return urls_->Read(place, text, url);
  }
  Result<std::optional<PageRecord>> ReadPage(UrlKey key) override;
  void Submit(Capture capture) override;
  void Submit(DnsCapture capture) override { writer_->Submit(std::move(capture)); }
  void PutHost(std::string_view host, std::string bytes) override {
    writer_->Submit(HostPut{std::string(host), std::move(bytes)});
  }
  void SaveScores(std::vector<std::string> shards) override {
    writer_->Submit(ScoreSave{std::move(shards)});
  }
  Result<std::vector<LinkTarget>> ReadTargets(UrlKey key) override;

  std::vector<Durable> TakeDurable() override {
    if (late_index_) late_index_->Begin();  // now that the crawl runs, and nothing waits for it
    return writer_ ? writer_->TakeDurable() : std::vector<Durable>();
  }
  StoreState state() const override {
    StoreState state = writer_ ? writer_->state() : StoreState();
    if (table_) state.table = table_->use();
    return state;
  }
  void Pump(TimePoint now) override {
    if (writer_) writer_->Pump(now);
  }
  std::optional<TimePoint> NextPump() const override {
    return writer_ ? writer_->NextPump() : std::nullopt;
  }
  Status Close() override;

  Result<std::vector<LoggedPage>> LinksTo(std::string_view url) override;
  Result<LoggedPage> LinksOf(UrlKey key) override;
  std::string archive_file_name(std::uint32_t file) const override;

 private:
  std::string Path(std::string_view name) const { return fmt::format("{}/{}", directory_, name); }

  Result<std::unique_ptr<PageTable>> OpenTable(PageTable::Mode mode) const {
    std::optional<TableDisk> disk;
    if (options_.simulated) disk.emplace(TableDisk{files_, clock_});
    return PageTable::Open(Path("store"), mode, disk);
  }
  std::uint64_t DrawSeed() const { return options_.simulated ? *options_.simulated : Draw(); }
  Status OpenIdentity();
  Status MakeFolder();
  Status OpenToRead();
  Status OpenToWrite(std::function<void()> wake);
  Status RecoverArchiveFiles(const StorePositions& positions);
  void RememberTargets(UrlKey key, std::uint64_t targets_at);
  void CountOnArchive(const ArchivePlace& place);

  const CrawlStoreOptions options_;
  const std::string directory_;
  Files& files_;
  const Clock& clock_;
  std::optional<FolderLock> lock_;
  CrawlIdentity identity_;
  bool is_new_ = false;
  std::unique_ptr<PageTable> table_;
  std::unique_ptr<UrlLog> urls_;
  std::unique_ptr<TargetLog> targets_;
  std::unique_ptr<LinkLog> links_;
  std::vector<std::string> file_names_;                 // if there is no writer
  std::vector<std::vector<std::uint64_t>> targets_at_;  // by shard and id; 0: none
  bool pages_replayed_ = false;
  struct ArchiveUse {
    std::uint64_t pages = 0;
    std::uint64_t end = 0;  // of the last
  };
  std::vector<ArchiveUse> archive_use_;    // by file
  std::unique_ptr<LateIndex> late_index_;  // of files that a crash has left
  std::unique_ptr<StoreWriter> writer_;    // last: its thread uses the above
};

Status FolderStore::OpenFolder(std::function<void()> wake) {
  if (options_.read_only) return OpenToRead();
  return OpenToWrite(std::move(wake));
}

Status FolderStore::OpenToRead() {
  MEGURI_TRY(const auto found, ReadIdentity(files_, directory_));
  if (!found) {
    return Fail(ErrorCode::kNotFound, directory_ + ": no crawl is here: there is no crawl.json");
  }
  identity_ = *found;
  MEGURI_TRY(table_, OpenTable(PageTable::Mode::kRead));
  MEGURI_TRY(const StorePositions positions, table_->ReadPositions());
  MEGURI_TRY(file_names_, table_->ReadFiles());
  archive_use_.resize(file_names_.size());
  MEGURI_TRY(urls_, UrlLog::OpenToRead(files_, Path("urls.log"), positions.urls_end));
  MEGURI_TRY(targets_, TargetLog::OpenToRead(files_, Path("targets.log"), positions.targets_end));
  MEGURI_TRY(links_, LinkLog::OpenToRead(files_, Path("links.log"), positions.links_end));
  return {};
}

Status FolderStore::OpenToWrite(std::function<void()> wake) {
  MEGURI_CHECK_STATUS(CheckIdentity(options_.identity));
  MEGURI_CHECK_STATUS(files_.MakeDirectories(directory_));
  if (!options_.simulated) {
    MEGURI_TRY(lock_, FolderLock::Take(directory_));
  }
  MEGURI_CHECK_STATUS(OpenIdentity());
  MEGURI_TRY(const StorePositions positions, table_->ReadPositions());
  MEGURI_TRY(std::vector<std::string> names, table_->ReadFiles());
  archive_use_.resize(names.size());
  MEGURI_CHECK_STATUS(RecoverArchiveFiles(positions));
  MEGURI_TRY(urls_, UrlLog::Open(files_, Path("urls.log"), positions.urls_end));
  MEGURI_TRY(targets_, TargetLog::Open(files_, Path("targets.log"), positions.targets_end));
  MEGURI_TRY(links_, LinkLog::Open(files_, Path("links.log"), positions.links_end));
  MEGURI_CHECK_STATUS(files_.SyncDirectory(directory_));
  targets_at_.resize(identity_.shards);

  warc::ArchiveWriterOptions archive = options_.archive;
  archive.directory = Path("archive");
  const auto first_file = static_cast<std::uint32_t>(names.size());
  MEGURI_TRY(auto archiver,
             CaptureArchiver::Create(archive, files_, clock_, Random(DrawSeed()), first_file));
  auto commit = std::make_unique<GroupCommit>(GroupCommitParts{.files = files_,
                                                               .urls = *urls_,
                                                               .targets = *targets_,
                                                               .links = *links_,
                                                               .table = *table_,
                                                               .archiver = std::move(archiver),
                                                               .scores_path = Path("scores"),
                                                               .files_named = first_file},
                                              positions);
  writer_ = std::make_unique<StoreWriter>(
      StoreWriterOptions{.commit_after = options_.commit_after,
                         .commit_after_bytes = options_.commit_after_bytes,
                         .threaded = !options_.simulated},
      std::move(commit), std::move(names), std::move(wake));
  return {};
}

// Finds out which crawl it is, and opens its table.
Status FolderStore::OpenIdentity() {
  MEGURI_TRY(const auto found, ReadIdentity(files_, directory_));
  if (!found) return MakeFolder();
  MEGURI_CHECK_STATUS(CompareIdentity(directory_, *found, options_.identity));
  identity_ = *found;
  MEGURI_TRY(table_, OpenTable(PageTable::Mode::kWrite));
  return {};
}

Status FolderStore::MakeFolder() {
  if (files_.OpenToRead(Path("urls.log"))) {
    return Fail(ErrorCode::kCorrupt,
                directory_ + ": has a urls.log but no crawl.json: put back a copy of that");
  }
  is_new_ = true;
  pages_replayed_ = true;
  identity_ = options_.identity;
  if (identity_.seed == 0) identity_.seed = DrawSeed();
  if (identity_.shards == 0) identity_.shards = kDefaultShards;
  MEGURI_TRY(table_, OpenTable(PageTable::Mode::kCreate));
  MEGURI_CHECK_STATUS(ReplaceFile(files_, public_suffix_list_path(), options_.public_suffix_list));
  return WriteIdentity(files_, directory_, identity_);
}

// Whole records behind the last commit stay in the archive, though no page counts them.
Status FolderStore::RecoverArchiveFiles(const StorePositions& positions) {
  const std::string archive = Path("archive");
  MEGURI_CHECK_STATUS(files_.MakeDirectories(archive));
  std::vector<warc::TrustedEnd> trusted;
  if (!positions.archive_file.empty()) {
    trusted.push_back({positions.archive_file, positions.archive_end});
  }
  MEGURI_TRY(const auto recovered,
             warc::RecoverArchive(files_, archive, trusted,
                                  [](const warc::RecoveredRecord&) { return Status(); }));
  for (const warc::RecoveredFile& file : recovered) {
    if (file.end > 0) MEGURI_CHECK_STATUS(warc::CloseRecovered(files_, archive, file));
  }
  MEGURI_TRY(std::vector<std::string> unindexed, FindUnindexed(files_, archive));
  late_index_ = std::make_unique<LateIndex>(files_, archive, std::move(unindexed),
                                            /*threaded=*/!options_.simulated);
  return {};
}

Status FolderStore::ReplayPages(
    const std::function<void(UrlKey key, const PageRecord& record)>& sink) {
  MEGURI_CHECK_STATUS(table_->ForEachPage([&](UrlKey key, const PageRecord& record) {
    if (record.targets_at != 0) RememberTargets(key, record.targets_at);
    if (record.place) CountOnArchive(*record.place);
    sink(key, record);
  }));
  pages_replayed_ = writer_ != nullptr;
  return {};
}

void FolderStore::CountOnArchive(const ArchivePlace& place) {
  if (place.file >= archive_use_.size()) return;  // damaged
  ArchiveUse& use = archive_use_[place.file];
  ++use.pages;
  use.end = std::max(use.end, place.offset + place.length);
}

std::vector<std::string> FolderStore::LostArchives() const {
  std::vector<std::string> lost;
  for (std::uint32_t file = 0; file < archive_use_.size(); ++file) {
    const ArchiveUse& use = archive_use_[file];
    if (use.pages == 0) continue;
    const std::string name = archive_file_name(file);
    const auto opened = files_.OpenToRead(Path(fmt::format("archive/{}", name)));
    const auto size = opened ? (*opened)->Size() : Result<std::uint64_t>(0);
    if (opened && size && *size >= use.end) continue;
    lost.push_back(!opened
                       ? fmt::format("archive/{} is gone, in which {} pages are", name, use.pages)
                       : fmt::format("archive/{} ends at {}; of its {} pages the last ends at {}",
                                     name, size.value_or(0), use.pages, use.end));
  }
  return lost;
}

void FolderStore::RememberTargets(UrlKey key, std::uint64_t targets_at) {
  if (key.shard >= targets_at_.size()) return;  // of a reader, which keeps none
  std::vector<std::uint64_t>& places = targets_at_[key.shard];
  if (places.size() <= key.id) {
    if (targets_at == 0) return;
    places.resize(std::size_t{key.id} + 1);
  }
  places[key.id] = targets_at;
}

// Scores that go further than the links do are of another folder.
Result<CrawlStore::Scores> FolderStore::LoadScores() {
  MEGURI_TRY(auto found, ReadScores(files_, Path("scores")));
  if (!found || found->links_end > links_->durable_end() ||
      found->shards.size() != identity_.shards) {
    return Scores();
  }
  return Scores{found->links_end, std::move(found->shards)};
}

Status FolderStore::ReplayLinks(std::uint64_t from,
                                const std::function<void(const LoggedPage& page)>& sink) {
  return links_->Replay(from, [&](LoggedPage& page, std::uint64_t targets_at) -> Status {
    if (targets_at != 0) {
      MEGURI_TRY(page.targets, targets_->Read(targets_at - 1));
    }
    sink(page);
    return {};
  });
}

Result<std::optional<PageRecord>> FolderStore::ReadPage(UrlKey key) {
  if (writer_) {
    if (auto record = writer_->FindSubmitted(key)) return record;
  }
  return table_->ReadPage(key);
}

void FolderStore::Submit(Capture capture) {
  if (capture.links) {
    std::vector<LinkTarget>& targets = capture.links->targets;
    capture.record.targets_at = targets.empty() ? 0 : targets_->Append(targets) + 1;
    RememberTargets(capture.key, capture.record.targets_at);
    targets = {};
  }
  writer_->Submit(std::move(capture));
}

Result<std::vector<LinkTarget>> FolderStore::ReadTargets(UrlKey key) {
  std::uint64_t at = 0;
  if (key.shard < targets_at_.size() && key.id < targets_at_[key.shard].size()) {
    at = targets_at_[key.shard][key.id];
  }
  if (at == 0 && !pages_replayed_) {
    MEGURI_TRY(const auto record, ReadPage(key));
    if (record) at = record->targets_at;
  }
  if (at == 0) {
    return Fail(ErrorCode::kNotFound,
                fmt::format("page {}/{} has no scored links", key.shard, key.id));
  }
  MEGURI_TRY(std::vector<LinkTarget> targets, targets_->Read(at - 1));
  // It has no checksum, and whoever is sent something must exist.
  const auto exists = [this](const LinkTarget& target) { return target.shard < identity_.shards; };
  if (!std::ranges::all_of(targets, exists)) {
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: a target of no shard at byte {}: the file is damaged",
                            Path("targets.log"), at - 1));
  }
  return targets;
}

Status FolderStore::Close() {
  if (!writer_) return {};
  Status status = writer_->Close();
  // Who has no room for it makes it at the next start.
  if (status) {
    status = late_index_->Finish();
    if (!status && status.error().code == ErrorCode::kDiskFull) status = {};
  }
  writer_.reset();
  table_.reset();
  lock_.reset();
  return status;
}

// Only links are read that lead there: the rest of their pages is left out.
Result<std::vector<LoggedPage>> FolderStore::LinksTo(std::string_view url) {
  std::vector<LoggedPage> pages;
  MEGURI_CHECK_STATUS(links_->Replay(0, [&](LoggedPage& page, std::uint64_t) -> Status {
    const auto leads_there = [&](const LoggedLink& link) { return link.url == url; };
    if (std::ranges::none_of(page.links, leads_there)) return {};
    LoggedPage& found = pages.emplace_back();
    found.page = page.page;
    found.url = page.url;
    found.date = page.date;
    found.share = page.share;
    found.depth = page.depth;
    std::ranges::copy_if(page.links, std::back_inserter(found.links), leads_there);
    return {};
  }));
  return pages;
}

Result<LoggedPage> FolderStore::LinksOf(UrlKey key) {
  if (writer_ && writer_->FindSubmitted(key)) {
    return Fail(ErrorCode::kDiskFull, "its links are not on the disk yet");
  }
  MEGURI_TRY(const auto record, table_->ReadPage(key));
  if (!record || record->links_at == 0) {
    return Fail(ErrorCode::kNotFound, fmt::format("page {}/{} has no links", key.shard, key.id));
  }
  LoggedPage page;
  std::uint64_t targets_at = 0;
  MEGURI_CHECK_STATUS(links_->Read(UnpackLinkPlace(record->links_at), page, targets_at));
  if (targets_at != 0) {
    MEGURI_TRY(page.targets, targets_->Read(targets_at - 1));
  }
  return page;
}

std::string FolderStore::archive_file_name(std::uint32_t file) const {
  if (writer_) return writer_->file_name(file);
  return file < file_names_.size() ? file_names_[file] : std::string();
}

}  // namespace

Result<std::unique_ptr<CrawlStore>> CrawlStore::Open(const CrawlStoreOptions& options, Files& files,
                                                     const Clock& clock,
                                                     std::function<void()> wake) {
  auto store = std::make_unique<FolderStore>(options, files, clock);
  MEGURI_CHECK_STATUS(store->OpenFolder(std::move(wake)));
  return std::unique_ptr<CrawlStore>(std::move(store));
}

}  // namespace meguri
