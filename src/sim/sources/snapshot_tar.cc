#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "graph/files/packed_file.h"
#include "sim/sources/snapshot_store.h"

namespace meguri {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kMaxNameBytes = std::uint64_t{1} << 20;  // of long names and pax records
constexpr std::uint64_t kMaxSeconds = std::uint64_t{1} << 40;

using Block = std::array<char, kBlock>;

std::string_view FieldOf(const Block& block, std::size_t at, std::size_t size) {
  const std::string_view field(block.data() + at, size);
  return field.substr(0, field.find('\0'));
}

// Octal with spaces around it, or (GNU) binary behind a byte of 0x80. nullopt if it is neither, or
// beyond 2^63.
std::optional<std::uint64_t> NumberOf(const Block& block, std::size_t at, std::size_t size) {
  if (static_cast<unsigned char>(block[at]) == 0x80) {
    std::uint64_t number = 0;
    for (std::size_t i = 1; i < size; ++i) {
      if (number >> 55U != 0) return std::nullopt;
      number = number << 8U | static_cast<unsigned char>(block[at + i]);
    }
    return number;
  }
  const std::string_view text = TrimAsciiSpace(FieldOf(block, at, size));
  std::uint64_t number = 0;
  if (text.empty()) return number;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, 8);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

bool HasRightSum(const Block& block) {
  constexpr std::size_t kSumAt = 148;
  constexpr std::size_t kSumSize = 8;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= kSumAt && i < kSumAt + kSumSize;
    sum += own ? static_cast<unsigned char>(' ') : static_cast<unsigned char>(block[i]);
  }
  return NumberOf(block, kSumAt, kSumSize) == sum;
}

// What a record before a member says of it.
struct Overrides {
  std::optional<std::string> name;
  std::optional<std::uint64_t> size;
  std::optional<std::uint64_t> modified;
};

// "27 path=some/where\n" and so on. False if it is none.
bool ReadPax(std::string_view text, Overrides& overrides) {
  while (!text.empty()) {
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const auto digits = static_cast<std::size_t>(stop - text.data());
    if (error != std::errc() || size <= digits + 1 || size > text.size()) return false;
    std::string_view record = text.substr(digits + 1, size - digits - 1);
    text.remove_prefix(size);
    if (record.ends_with('\n')) record.remove_suffix(1);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string_view key = record.substr(0, equals);
    const std::string_view value = record.substr(equals + 1);
    std::uint64_t number = 0;
    const bool is_number =
        std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc();
    if (key == "path") overrides.name = value;
    if (key == "size" && is_number) overrides.size = number;
    if (key == "mtime" && is_number) overrides.modified = number;  // its fraction left off
  }
  return true;
}

class TarStore final : public SnapshotStore {
 public:
  std::optional<SnapshotFile> Read(std::string_view path) const override {
    const auto found = files_.find(path);
    if (found == files_.end()) return std::nullopt;
    return found->second;
  }
  bool IsFolder(std::string_view path) const override {
    return path.empty() || folders_.contains(path);
  }
  Status ForEachFile(const std::function<void(std::string_view path)>& visit) const override {
    for (const auto& [path, file] : files_)
      visit(path);
    return {};
  }

  void Add(const std::string& path, SnapshotFile file) {
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1))
      folders_.insert(path.substr(0, at));
    files_.insert_or_assign(path, std::move(file));
  }

 private:
  std::map<std::string, SnapshotFile, std::less<>> files_;
  std::set<std::string, std::less<>> folders_;  // of these files
};

class TarReader {
 public:
  TarReader(PackedFile& file, std::uint64_t max_bytes) : file_(file), left_(max_bytes) {}

  // Takes the next member; false at the end.
  Result<bool> Next(TarStore& store) {
    Overrides overrides;
    for (;;) {
      header_at_ = file_.position();
      MEGURI_TRY(const std::size_t got, file_.Read(block_));
      // Two blocks of zeros end a tar; one, or the end of the file, will do.
      if (got == 0 || std::ranges::all_of(block_, [](char c) { return c == '\0'; })) return false;
      if (got < kBlock || !HasRightSum(block_)) return Broken("no header of a tar member");
      const auto size = NumberOf(block_, 124, 12);
      const auto modified = NumberOf(block_, 136, 12);
      constexpr std::uint64_t kMaxSize = std::numeric_limits<std::int64_t>::max();
      if (!size || *size > kMaxSize || overrides.size.value_or(0) > kMaxSize) {
        return Broken("a member without a size");
      }
      const char type = block_[156];
      if (type == 'L' || type == 'x') {
        MEGURI_CHECK_STATUS(TakeRecord(type, *size, overrides));
        continue;
      }
      if (type == 'g' || type == 'K') {  // for all that follow; the target of a long link
        MEGURI_CHECK_STATUS(Skip(*size));
        continue;
      }
      MEGURI_CHECK_STATUS(TakeMember(type, overrides.size.value_or(*size),
                                     overrides.modified.value_or(modified.value_or(0)),
                                     overrides.name.value_or(NameInHeader()), store));
      return true;
    }
  }

 private:
  tl::unexpected<Error> Broken(std::string_view what) const {
    return Fail(ErrorCode::kCorrupt,
                fmt::format("{}: byte {}: {}", file_.path(), header_at_, what));
  }

  std::string NameInHeader() const {
    std::string name(FieldOf(block_, 0, 100));
    const std::string_view prefix = FieldOf(block_, 345, 155);
    const bool posix = std::string_view(block_.data() + 257, 6) == std::string_view("ustar\0", 6);
    return posix && !prefix.empty() ? fmt::format("{}/{}", prefix, name) : name;
  }

  Status TakeRecord(char type, std::uint64_t size, Overrides& overrides) {
    if (size > kMaxNameBytes) return Broken("a name of over 1 MiB");
    std::string text;
    MEGURI_CHECK_STATUS(Take(size, text));
    if (type == 'L') {
      overrides.name = text.substr(0, text.find('\0'));
    } else if (!ReadPax(text, overrides)) {
      return Broken("a pax record that is none");
    }
    return {};
  }

  Status TakeMember(char type, std::uint64_t size, std::uint64_t modified, const std::string& name,
                    TarStore& store) {
    const bool plain = type == '0' || type == '\0' || type == '7';
    const auto path = CleanSnapshotPath(name);
    if (!plain || !path || name.ends_with('/')) return Skip(plain ? size : SizeOf(type, size));
    if (size > left_) {
      return Fail(ErrorCode::kUnsupported,
                  fmt::format("{}: its files are too large to be held in memory; unpack it, and "
                              "serve the folder",
                              file_.path()));
    }
    left_ -= size;
    SnapshotFile file{.modified = WallTime(std::chrono::seconds(std::min(modified, kMaxSeconds)))};
    MEGURI_CHECK_STATUS(Take(size, file.bytes));
    store.Add(*path, std::move(file));
    return {};
  }

  // Links, devices and folders have no content, whatever their header says.
  static std::uint64_t SizeOf(char type, std::uint64_t size) {
    return type >= '1' && type <= '6' ? 0 : size;
  }

  Status Take(std::uint64_t size, std::string& into) {
    // Step by step: a size that is a lie must not take memory.
    constexpr std::size_t kStep = std::size_t{1} << 20;
    while (into.size() < size) {
      const std::size_t done = into.size();
      const std::size_t wanted = std::min<std::uint64_t>(size - done, std::max(kStep, done));
      into.resize(done + wanted);
      MEGURI_TRY(const std::size_t got, file_.Read(std::span(into).subspan(done)));
      if (got < wanted) return Broken("ends in the middle of a member");
    }
    return Skip((kBlock - size % kBlock) % kBlock, false);
  }

  Status Skip(std::uint64_t size, bool padded = true) {
    std::uint64_t left = padded ? (size + kBlock - 1) / kBlock * kBlock : size;
    std::string room(std::min<std::uint64_t>(left, std::size_t{1} << 16), '\0');
    while (left > 0) {
      const std::size_t wanted = std::min<std::uint64_t>(left, room.size());
      MEGURI_TRY(const std::size_t got, file_.Read(std::span(room).first(wanted)));
      if (got < wanted) return Broken("ends in the middle of a member");
      left -= got;
    }
    return {};
  }

  PackedFile& file_;
  std::uint64_t left_;
  std::uint64_t header_at_ = 0;
  Block block_{};
};

}  // namespace

std::optional<std::string> CleanSnapshotPath(std::string_view path) {
  std::string clean;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (segment.empty() || segment == ".") continue;
    if (segment == ".." || segment.find('\0') != std::string_view::npos) return std::nullopt;
    if (!clean.empty()) clean += '/';
    clean += segment;
  }
  if (clean.empty()) return std::nullopt;
  return clean;
}

Result<std::unique_ptr<SnapshotStore>> ReadSnapshotTar(Files& files, const std::string& path,
                                                       std::uint64_t max_bytes) {
  MEGURI_TRY(PackedFile file, PackedFile::Open(files, path));
  auto store = std::make_unique<TarStore>();
  TarReader reader(file, max_bytes);
  for (;;) {
    MEGURI_TRY(const bool more, reader.Next(*store));
    if (!more) break;
  }
  if (file.position() == 0) return Fail(ErrorCode::kCorrupt, path + ": is empty");
  return store;
}

}  // namespace meguri
