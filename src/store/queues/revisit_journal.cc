#include "store/queues/revisit_journal.h"

#include <fmt/format.h>

#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMagic =
    0x315F4C4E524A524DULL;  // "MRJRNL_1": long, so that it is no chance
constexpr std::size_t kHeadBytes = 16;
constexpr std::size_t kChecksummedFrom = 12;

constexpr std::uint8_t kNew = 1;
constexpr std::uint8_t kEnded = 2;
constexpr std::uint8_t kAllFlags = 3;

std::string MagicBytes() {
  std::string bytes;
  AppendFixed(kMagic, bytes);
  return bytes;
}

// True if a whole group begins anywhere in `bytes`.
bool HasWholeGroup(std::string_view bytes) {
  const std::string magic = MagicBytes();
  std::size_t at = bytes.find(magic);
  while (at != std::string_view::npos) {
    std::size_t size = 0;
    if (ParseJournalGroup(bytes.substr(at), &size)) return true;
    at = bytes.find(magic, at + 1);
  }
  return false;
}

// Where the last whole group ends.
std::size_t WholeGroups(std::string_view bytes) {
  std::size_t end = 0;
  std::size_t size = 0;
  while (ParseJournalGroup(bytes.substr(end), &size))
    end += size;
  return end;
}

}  // namespace

void AppendJournalEntry(const DuePage& page, std::string& out) {
  const int flags = (page.is_new ? kNew : 0) | (page.is_ended ? kEnded : 0);
  out += static_cast<char>(flags);
  out += static_cast<char>(page.priority);
  AppendVarint(page.key.shard, out);
  AppendVarint(page.key.id, out);
  AppendFixed(page.generation, out);
  AppendVarint(page.due, out);
  AppendVarint(page.interval, out);
  AppendSized(page.url, out);
}

bool ParseJournalEntries(std::string_view payload,
                         const std::function<void(const DuePage&)>& sink) {
  ByteReader in(payload);
  while (!in.at_end()) {
    DuePage page;
    const auto flags = in.Fixed<std::uint8_t>();
    page.priority = in.Fixed<std::uint8_t>();
    page.key.shard = in.VarintAs<std::uint32_t>();
    page.key.id = in.VarintAs<std::uint32_t>();
    page.generation = in.Fixed<std::uint16_t>();
    page.due = in.VarintAs<std::uint32_t>();
    page.interval = in.VarintAs<std::uint32_t>();
    page.url = in.Sized();
    if (!in.ok() || flags > kAllFlags) return false;
    page.is_new = (flags & kNew) != 0;
    page.is_ended = (flags & kEnded) != 0;
    sink(page);
  }
  return in.ok();
}

void AppendJournalGroup(std::string_view payload, std::string& out) {
  AppendFixed(kMagic, out);
  const std::size_t checksum_at = out.size();
  AppendFixed(std::uint32_t{0}, out);
  const std::size_t from = out.size();
  AppendFixed(static_cast<std::uint32_t>(payload.size()), out);
  out += payload;
  const std::uint32_t checksum = Checksum32(std::string_view(out).substr(from));
  for (std::size_t i = 0; i < 4; ++i)
    out[checksum_at + i] = static_cast<char>(checksum >> (8 * i));
}

std::optional<std::string_view> ParseJournalGroup(std::string_view bytes, std::size_t* size) {
  ByteReader in(bytes);
  const auto magic = in.Fixed<std::uint64_t>();
  const auto checksum = in.Fixed<std::uint32_t>();
  const auto length = in.Fixed<std::uint32_t>();
  if (!in.ok() || magic != kMagic || length > in.left()) return std::nullopt;
  *size = kHeadBytes + length;
  if (Checksum32(bytes.substr(kChecksummedFrom, *size - kChecksummedFrom)) != checksum) {
    return std::nullopt;
  }
  return bytes.substr(kHeadBytes, length);
}

Result<std::unique_ptr<RevisitJournal>> RevisitJournal::Create(Files& files,
                                                               const std::string& path) {
  MEGURI_TRY(auto log, AppendLog::Open(files, path));
  MEGURI_CHECK_STATUS(log->Cut(0));
  return std::unique_ptr<RevisitJournal>(new RevisitJournal(std::move(log)));
}

Result<std::unique_ptr<RevisitJournal>> RevisitJournal::Open(Files& files,
                                                             const std::string& path) {
  MEGURI_TRY(auto log, AppendLog::Open(files, path));
  std::string bytes;
  MEGURI_CHECK_STATUS(log->Read(0, static_cast<std::size_t>(log->end()), bytes));
  const std::size_t end = WholeGroups(bytes);
  if (end < bytes.size()) {
    if (HasWholeGroup(std::string_view(bytes).substr(end))) {
      return Fail(ErrorCode::kCorrupt,
                  fmt::format("{}: damaged at byte {} of {}: put back a copy of the folder", path,
                              end, bytes.size()));
    }
    MEGURI_CHECK_STATUS(log->Cut(end));
  }
  return std::unique_ptr<RevisitJournal>(new RevisitJournal(std::move(log)));
}

Status RevisitJournal::Flush() {
  if (!group_.empty()) {
    std::string framed;
    framed.reserve(group_.size() + kHeadBytes);
    AppendJournalGroup(group_, framed);
    log_->Append(framed);
    if (group_.capacity() > (std::size_t{1} << 20U)) std::string().swap(group_);
    group_.clear();
  }
  return log_->Flush();
}

Status RevisitJournal::Read(std::string& bytes,
                            const std::function<void(const DuePage&)>& sink) const {
  MEGURI_CHECK_STATUS(log_->Read(0, static_cast<std::size_t>(log_->durable_end()), bytes));
  std::string_view rest = bytes;
  std::size_t size = 0;
  while (const auto payload = ParseJournalGroup(rest, &size)) {
    if (!ParseJournalEntries(*payload, sink)) break;
    rest.remove_prefix(size);
  }
  if (rest.empty() && bytes.size() == log_->durable_end()) return {};
  return Fail(ErrorCode::kCorrupt,
              fmt::format("{}: damaged at byte {} of {}: put back a copy of the folder",
                          log_->path(), bytes.size() - rest.size(), log_->durable_end()));
}

}  // namespace meguri
