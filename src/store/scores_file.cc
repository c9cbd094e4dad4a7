#include "store/scores_file.h"

#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint64_t kMagic = 0x315345524F43534D;  // "MSCORES1"
constexpr std::size_t kFrontBytes = 20;               // magic, links_end, shards
constexpr std::size_t kShardBytes = 16;               // length, hash
constexpr std::size_t kHashBytes = 8;
constexpr std::uint32_t kMaxShards = 65'536;

std::string MakeHead(const ScoresFile& scores) {
  std::string head;
  AppendFixed(kMagic, head);
  AppendFixed(scores.links_end, head);
  AppendFixed(static_cast<std::uint32_t>(scores.shards.size()), head);
  for (const std::string& shard : scores.shards) {
    AppendFixed(static_cast<std::uint64_t>(shard.size()), head);
    AppendFixed(StableHash64(shard), head);
  }
  AppendFixed(StableHash64(head), head);
  return head;
}

Status WriteTo(Files& files, const std::string& path, const ScoresFile& scores) {
  MEGURI_TRY(auto file, files.OpenToWrite(path, OpenMode::kCreateOrAppend));
  MEGURI_CHECK_STATUS(file->Truncate(0));
  MEGURI_CHECK_STATUS(file->Append(MakeHead(scores)));
  for (const std::string& shard : scores.shards) {
    MEGURI_CHECK_STATUS(file->Append(shard));
  }
  return file->Sync();
}

// `size` bytes at `offset`; fewer if there are no more.
Result<std::string> ReadPiece(const ReadableFile& file, std::uint64_t offset, std::uint64_t size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MEGURI_TRY(const std::size_t got, file.ReadAt(offset, std::span(bytes.data(), bytes.size())));
  bytes.resize(got);
  return bytes;
}

}  // namespace

Status WriteScores(Files& files, const std::string& path, const ScoresFile& scores) {
  const std::string temporary = path + ".tmp";
  Status status = WriteTo(files, temporary, scores);
  if (!status) {
    (void)files.Remove(temporary);  // makes room; if it can't be, the next one replaces it
    return status;
  }
  MEGURI_CHECK_STATUS(files.Rename(temporary, path));
  return files.SyncDirectory(DirectoryOf(path));
}

Result<std::optional<ScoresFile>> ReadScores(Files& files, const std::string& path) {
  auto opened = files.OpenToRead(path);
  if (!opened && opened.error().code == ErrorCode::kNotFound) return std::optional<ScoresFile>();
  MEGURI_TRY(const std::unique_ptr<ReadableFile> file, std::move(opened));
  MEGURI_TRY(const std::uint64_t size, file->Size());
  MEGURI_TRY(const std::string front, ReadPiece(*file, 0, kFrontBytes));
  ByteReader in(front);
  ScoresFile scores;
  const bool has_magic = in.Fixed<std::uint64_t>() == kMagic;
  scores.links_end = in.Fixed<std::uint64_t>();
  const auto shards = in.Fixed<std::uint32_t>();
  if (!in.ok() || !has_magic || shards > kMaxShards) return std::optional<ScoresFile>();
  const std::uint64_t head_bytes = kFrontBytes + shards * kShardBytes;
  MEGURI_TRY(const std::string head, ReadPiece(*file, 0, head_bytes + kHashBytes));
  ByteReader table(std::string_view(head).substr(kFrontBytes));
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lengths(shards);
  std::uint64_t sum = head_bytes + kHashBytes;
  for (auto& [length, hash] : lengths) {
    length = table.Fixed<std::uint64_t>();
    hash = table.Fixed<std::uint64_t>();
    if (length > size) return std::optional<ScoresFile>();
    sum += length;
  }
  const auto head_hash = table.Fixed<std::uint64_t>();
  if (!table.ok() || sum != size ||
      head_hash != StableHash64(std::string_view(head).substr(0, head_bytes))) {
    return std::optional<ScoresFile>();
  }
  std::uint64_t at = head_bytes + kHashBytes;
  for (const auto& [length, hash] : lengths) {
    MEGURI_TRY(std::string shard, ReadPiece(*file, at, length));
    if (shard.size() != length || StableHash64(shard) != hash) return std::optional<ScoresFile>();
    at += length;
    scores.shards.push_back(std::move(shard));
  }
  return std::optional<ScoresFile>(std::move(scores));
}

}  // namespace meguri
