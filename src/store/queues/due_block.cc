#include "store/queues/due_block.h"

#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "store/log/byte_codec.h"

namespace meguri {
namespace {

constexpr std::uint32_t kMagic = 0x3155444D;  // "MDU1"
constexpr std::size_t kChecksummedFrom = 8;
constexpr int kPackLevel = 3;
// A block's URLs, or one URL that is as long as any.
constexpr std::uint32_t kMaxRawBytes = std::uint32_t{4} << 20U;
constexpr std::uint32_t kMaxPages = std::uint32_t{1} << 18U;
constexpr std::size_t kMaxPagesWritten = std::size_t{1} << 14U;

constexpr std::uint8_t kNew = 1;
constexpr std::uint8_t kEnded = 2;
constexpr std::uint8_t kAllFlags = 3;

std::size_t SharedStart(std::string_view a, std::string_view b) {
  const auto [end, other] = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(end - a.begin());
}

void PutFixed32(std::uint32_t value, std::size_t at, std::string& out) {
  for (std::size_t i = 0; i < 4; ++i)
    out[at + i] = static_cast<char>(value >> (8 * i));
}

}  // namespace

std::string_view OriginOf(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return url;
  return url.substr(0, url.find_first_of("/?#", scheme + 3));
}

std::string_view HostOfOrigin(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  if (scheme != std::string_view::npos) origin.remove_prefix(scheme + 3);
  const std::size_t user = origin.rfind('@');
  if (user != std::string_view::npos) origin.remove_prefix(user + 1);
  const std::size_t literal_end = origin.starts_with('[') ? origin.find(']') : 0;
  if (literal_end == std::string_view::npos) return origin;
  return origin.substr(0, origin.find(':', literal_end));
}

std::optional<DueBlockHead> ParseDueBlockHead(std::string_view bytes) {
  ByteReader in(bytes);
  DueBlockHead head;
  const auto magic = in.Fixed<std::uint32_t>();
  head.checksum_a = in.Fixed<std::uint32_t>();
  head.day = in.Fixed<std::uint16_t>();
  const auto version = in.Fixed<std::uint16_t>();
  head.pages = in.Fixed<std::uint32_t>();
  head.raw_a = in.Fixed<std::uint32_t>();
  head.packed_a = in.Fixed<std::uint32_t>();
  head.raw_b = in.Fixed<std::uint32_t>();
  head.packed_b = in.Fixed<std::uint32_t>();
  head.checksum_b = in.Fixed<std::uint32_t>();
  if (!in.ok() || magic != kMagic || version != 0 || head.pages > kMaxPages) return std::nullopt;
  // No packed part is larger than what zstd makes of bytes that can't be packed.
  if (head.raw_a > kMaxRawBytes || head.packed_a > ZSTD_compressBound(head.raw_a) ||
      head.raw_b > kMaxRawBytes || head.packed_b > ZSTD_compressBound(head.raw_b)) {
    return std::nullopt;
  }
  return head;
}

bool IsWholePartA(const DueBlockHead& head, std::string_view bytes) {
  const std::size_t end = kDueBlockHeadBytes + head.packed_a;
  if (bytes.size() < end) return false;
  const std::string_view guarded = bytes.substr(kChecksummedFrom, end - kChecksummedFrom);
  return Checksum32(guarded) == head.checksum_a;
}

DueBlockWriter::DueBlockWriter() : zstd_(ZSTD_createCCtx(), ZSTD_freeCCtx) {}
DueBlockWriter::~DueBlockWriter() = default;

void DueBlockWriter::Append(DayNumber day, std::span<const DuePage> pages, std::string& out) {
  while (!pages.empty()) {
    std::size_t count = 0;
    std::size_t bytes = 0;
    while (count < pages.size() && count < kMaxPagesWritten) {
      bytes += pages[count].url.size();
      if (count > 0 && bytes > kDueBlockUrlBytes) break;
      ++count;
    }
    AppendOne(day, pages.first(count), out);
    pages = pages.subspan(count);
  }
}

void DueBlockWriter::AppendOne(DayNumber day, std::span<const DuePage> pages, std::string& out) {
  MakePartA(pages);
  MakePartB(pages);
  const std::size_t start = out.size();
  AppendFixed(kMagic, out);
  AppendFixed(std::uint32_t{0}, out);
  AppendFixed(day, out);
  AppendFixed(std::uint16_t{0}, out);
  AppendFixed(static_cast<std::uint32_t>(pages.size()), out);
  AppendFixed(static_cast<std::uint32_t>(part_a_.size()), out);
  AppendFixed(std::uint32_t{0}, out);
  AppendFixed(static_cast<std::uint32_t>(part_b_.size()), out);
  AppendFixed(std::uint64_t{0}, out);
  assert(out.size() - start == kDueBlockHeadBytes);
  const std::uint32_t packed_a = Pack(part_a_, out);
  const std::size_t part_b = out.size();
  const std::uint32_t packed_b = Pack(part_b_, out);
  PutFixed32(packed_a, start + 20, out);
  PutFixed32(packed_b, start + 28, out);
  PutFixed32(Checksum32(std::string_view(out).substr(part_b)), start + 32, out);
  const std::size_t from = start + kChecksummedFrom;
  PutFixed32(Checksum32(std::string_view(out).substr(from, part_b - from)), start + 4, out);
}

// Columns: what is alike lies together.
void DueBlockWriter::MakePartA(std::span<const DuePage> pages) {
  part_a_.clear();
  std::string_view before;
  for (std::size_t i = 0; i < pages.size();) {
    const std::string_view origin = OriginOf(pages[i].url);
    std::size_t end = i + 1;
    while (end < pages.size() && OriginOf(pages[end].url) == origin)
      ++end;
    const std::size_t shared = SharedStart(before, origin);
    AppendVarint(end - i, part_a_);
    AppendVarint(shared, part_a_);
    AppendSized(origin.substr(shared), part_a_);
    before = origin;
    i = end;
  }
  for (const DuePage& page : pages)
    AppendVarint(page.key.shard, part_a_);
  std::int64_t id = 0;
  for (const DuePage& page : pages) {
    AppendSignedVarint(page.key.id - id, part_a_);
    id = page.key.id;
  }
  for (const DuePage& page : pages)
    AppendVarint(page.generation, part_a_);
  for (const DuePage& page : pages)
    AppendVarint(page.interval, part_a_);
  for (const DuePage& page : pages)
    AppendVarint(page.due % kMinutesPerDay, part_a_);
  for (const DuePage& page : pages) {
    const int flags = (page.is_new ? kNew : 0) | (page.is_ended ? kEnded : 0);
    part_a_ += static_cast<char>(flags);
  }
  for (const DuePage& page : pages)
    part_a_ += static_cast<char>(page.priority);
}

void DueBlockWriter::MakePartB(std::span<const DuePage> pages) {
  part_b_.clear();
  rests_.clear();
  std::string_view before;
  for (const DuePage& page : pages) {
    const std::string_view rest = page.url.substr(OriginOf(page.url).size());
    const std::size_t shared = SharedStart(before, rest);
    AppendVarint(shared, part_b_);
    AppendVarint(rest.size() - shared, part_b_);
    rests_ += rest.substr(shared);
    before = rest;
  }
  part_b_ += rests_;
}

std::uint32_t DueBlockWriter::Pack(std::string_view raw, std::string& out) {
  const std::size_t start = out.size();
  const std::size_t bound = ZSTD_compressBound(raw.size());
  out.resize(start + bound);
  const std::size_t packed =
      ZSTD_compressCCtx(zstd_.get(), out.data() + start, bound, raw.data(), raw.size(), kPackLevel);
  assert(ZSTD_isError(packed) == 0);
  out.resize(start + packed);
  return static_cast<std::uint32_t>(packed);
}

DueBlockReader::DueBlockReader() : zstd_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}
DueBlockReader::~DueBlockReader() = default;

bool DueBlockReader::Unpack(std::string_view packed, std::size_t raw_bytes, std::string& raw) {
  raw.resize(raw_bytes);
  const std::size_t unpacked =
      ZSTD_decompressDCtx(zstd_.get(), raw.data(), raw.size(), packed.data(), packed.size());
  return ZSTD_isError(unpacked) == 0 && unpacked == raw_bytes;
}

bool DueBlockReader::ReadPartA(const DueBlockHead& head, std::string_view bytes) {
  return IsWholePartA(head, bytes) &&
         Unpack(bytes.substr(kDueBlockHeadBytes, head.packed_a), head.raw_a, raw_a_) &&
         ParsePartA(head);
}

bool DueBlockReader::ReadAll(const DueBlockHead& head, std::string_view bytes) {
  if (bytes.size() < head.size() || !ReadPartA(head, bytes)) return false;
  const std::string_view part_b = bytes.substr(kDueBlockHeadBytes + head.packed_a, head.packed_b);
  return Checksum32(part_b) == head.checksum_b && Unpack(part_b, head.raw_b, raw_b_) &&
         ParsePartB();
}

bool DueBlockReader::ParsePartA(const DueBlockHead& head) {
  ByteReader in(raw_a_);
  runs_.clear();
  origins_.clear();
  std::vector<std::pair<std::size_t, std::size_t>> spans;
  std::size_t before = 0;  // where the last one begins
  for (std::uint32_t left = head.pages; left > 0;) {
    const auto count = in.VarintAs<std::uint32_t>();
    const std::uint64_t shared = in.Varint();
    const std::string_view rest = in.Sized();
    if (!in.ok() || count == 0 || count > left || shared > origins_.size() - before) return false;
    // What hostile bytes could unpack to: each origin is at most as long as all that was read.
    if (origins_.size() + shared + rest.size() > std::size_t{kMaxRawBytes} * 4) return false;
    const std::size_t start = origins_.size();
    origins_.reserve(start + shared + rest.size());
    origins_.append(origins_, before, shared);
    origins_ += rest;
    spans.emplace_back(start, origins_.size() - start);
    runs_.push_back({{}, count});
    before = start;
    left -= count;
  }
  for (std::size_t i = 0; i < spans.size(); ++i)
    runs_[i].origin = std::string_view(origins_).substr(spans[i].first, spans[i].second);
  pages_.assign(head.pages, {});
  for (DuePage& page : pages_)
    page.key.shard = in.VarintAs<std::uint32_t>();
  std::int64_t id = 0;
  for (DuePage& page : pages_) {
    const std::int64_t step = in.SignedVarint();
    constexpr std::int64_t kMaxId = std::numeric_limits<std::uint32_t>::max();
    if (step < -kMaxId || step > kMaxId || id + step < 0 || id + step > kMaxId) return false;
    id += step;
    page.key.id = static_cast<std::uint32_t>(id);
  }
  for (DuePage& page : pages_)
    page.generation = in.VarintAs<std::uint16_t>();
  for (DuePage& page : pages_)
    page.interval = in.VarintAs<std::uint32_t>();
  for (DuePage& page : pages_) {
    const std::uint64_t minute = in.Varint();
    if (minute >= kMinutesPerDay) return false;
    page.due = head.day * kMinutesPerDay + static_cast<std::uint32_t>(minute);
  }
  for (DuePage& page : pages_) {
    const auto flags = in.Fixed<std::uint8_t>();
    if (flags > kAllFlags) return false;
    page.is_new = (flags & kNew) != 0;
    page.is_ended = (flags & kEnded) != 0;
  }
  for (DuePage& page : pages_)
    page.priority = in.Fixed<std::uint8_t>();
  return in.done();
}

bool DueBlockReader::ParsePartB() {
  ByteReader in(raw_b_);
  places_.clear();
  std::size_t before = 0;
  std::size_t total = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto shared = in.VarintAs<std::uint32_t>();
    const auto length = in.VarintAs<std::uint32_t>();
    if (!in.ok() || shared > before || length > kMaxRawBytes) return false;
    places_.emplace_back(shared, length);
    before = std::size_t{shared} + length;
    total += before;
  }
  std::size_t page = 0;
  for (const Run& run : runs_)
    total += run.origin.size() * run.pages;
  // A block of ours unpacks to little more than kDueBlockUrlBytes or to one URL.
  if (total > std::size_t{kMaxRawBytes}) return false;
  urls_.resize(total);
  char* at = urls_.data();
  const char* rest_before = at;
  for (const Run& run : runs_) {
    for (std::uint32_t i = 0; i < run.pages; ++i, ++page) {
      const auto [shared, length] = places_[page];
      const std::string_view rest = in.Bytes(length);
      if (!in.ok()) return false;
      const char* const start = at;
      at = std::ranges::copy(run.origin, at).out;
      const char* const rest_start = at;
      at = std::copy_n(rest_before, shared, at);
      at = std::ranges::copy(rest, at).out;
      rest_before = rest_start;
      pages_[page].url = std::string_view(start, static_cast<std::size_t>(at - start));
    }
  }
  return in.done();
}

}  // namespace meguri
