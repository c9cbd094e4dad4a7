#include "store/wal_tail.h"

#include <fmt/format.h>
#include <isa-l/crc.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{32} << 10;
constexpr std::size_t kHeadBytes = 7;  // checksum, length, type
constexpr std::size_t kChecksumBytes = 4;
// A log that RocksDB has begun while it recovered from the one before has a mark, and no batch.
constexpr std::size_t kMarkBytes = 64;
enum PieceType : std::uint8_t { kWhole = 1, kFirst = 2, kLast = 4 };  // 3: in the middle

// Of type and bytes, as the log has it.
std::uint32_t MaskedChecksum(std::string_view bytes) {
  constexpr std::uint32_t kMask = 0xa282ead8;
  constexpr std::uint32_t kInitial = 0xFFFFFFFF;
  std::string copy(bytes);  // it doesn't change them, but doesn't say so
  const std::uint32_t crc = ~crc32_iscsi(reinterpret_cast<unsigned char*>(copy.data()),
                                         static_cast<int>(copy.size()), kInitial);
  return std::rotr(crc, 15) + kMask;
}

struct Piece {
  std::uint8_t type = 0;
  std::size_t size = 0;  // with its head
};

// The piece at `at`; nullopt if there is no good one.
std::optional<Piece> PieceAt(std::string_view log, std::size_t at) {
  const std::size_t block_end = std::min((at / kBlockBytes + 1) * kBlockBytes, log.size());
  if (block_end - at < kHeadBytes) return std::nullopt;
  ByteReader in(log.substr(at, kHeadBytes));
  const auto checksum = in.Fixed<std::uint32_t>();
  const std::size_t length = in.Fixed<std::uint16_t>();
  const auto type = in.Fixed<std::uint8_t>();
  if (type < kWhole || type > kLast || length > block_end - at - kHeadBytes) return std::nullopt;
  const std::string_view bytes = log.substr(at + kChecksumBytes + 2, length + 1);
  if (MaskedChecksum(bytes) != checksum) return std::nullopt;
  return Piece{type, kHeadBytes + length};
}

// Where the next piece may begin: less than a head's room at a block's end is left out.
std::size_t SkipTrailer(std::size_t at) {
  const std::size_t left = kBlockBytes - at % kBlockBytes;
  return left < kHeadBytes ? at + left : at;
}

// The place of the first that is not good; the log's end if all are.
std::size_t FirstBad(std::string_view log) {
  std::size_t at = 0;
  while (at < log.size()) {
    const auto piece = PieceAt(log, at);
    if (!piece) return at;
    at = SkipTrailer(at + piece->size);
  }
  return log.size();
}

bool BatchBeginsAt(std::string_view log, std::size_t at) {
  const auto piece = PieceAt(log, at);
  return piece && (piece->type == kWhole || piece->type == kFirst);
}

}  // namespace

bool IsTornAtItsEnd(std::string_view log) {
  const std::size_t bad = FirstBad(log);
  if (bad >= log.size()) return false;
  // Its length may be as bad as its bytes, so that every place counts: 64 MB take a second or two.
  for (std::size_t at = bad + 1; at + kHeadBytes <= log.size(); ++at) {
    const auto type = static_cast<std::uint8_t>(log[at + kHeadBytes - 1]);
    if ((type == kWhole || type == kFirst) && BatchBeginsAt(log, at)) return false;
  }
  return true;
}

Result<bool> LogsAreTornAtTheirEnd(Files& files, const std::string& directory) {
  MEGURI_TRY(const std::vector<DirectoryEntry> entries, files.List(directory));
  std::vector<std::string> logs;  // sorted: "000012.log"
  for (const DirectoryEntry& entry : entries) {
    if (entry.name.ends_with(".log")) logs.push_back(entry.name);
  }
  bool torn = false;
  for (const std::string& name : logs) {
    MEGURI_TRY(const std::string bytes,
               ReadWholeFile(files, fmt::format("{}/{}", directory, name)));
    if (torn && bytes.size() > kMarkBytes) return false;
    if (FirstBad(bytes) >= bytes.size()) continue;
    if (torn || !IsTornAtItsEnd(bytes)) return false;
    torn = true;
  }
  return torn;
}

}  // namespace meguri
