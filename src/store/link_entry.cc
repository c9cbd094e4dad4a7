// The bytes of a page's entry in the link log, and of a block of them.
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>

#include "store/link_log.h"
#include "store/log/byte_codec.h"

namespace meguri {
namespace {

// Values are on disk: a new kind goes to the end.
constexpr auto kLastKind = static_cast<std::uint8_t>(html::LinkKind::kCss);
static_assert(kLastKind == 18);

constexpr std::uint8_t kNofollow = 1;
constexpr std::uint8_t kRedirect = 2;
constexpr std::uint8_t kScored = 4;
constexpr std::uint8_t kPageNofollow = 8;
constexpr std::uint8_t kAllFlags = 15;

constexpr std::uint32_t kBlockMagic = 0x314B4C4D;  // "MLK1"
constexpr std::size_t kBlockHeadBytes = 20;        // magic, checksum, packed, raw, entries
constexpr std::size_t kChecksummedFrom = 8;
constexpr std::uint32_t kMaxRawBytes = std::uint32_t{256} << 20U;
constexpr int kZstdLevel = 1;

std::size_t SharedPrefix(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<long>(size), b.begin()).first - a.begin());
}

// How many links are kept.
std::size_t CountLogged(const LoggedPage& page) {
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (const LoggedLink& link : page.links) {
    bytes += link.url.size() + link.text.size();
    if (bytes > kMaxLoggedLinkBytes) break;
    ++count;
  }
  return count;
}

}  // namespace

// A link's URL is written as what differs from the one before, the page's own at first.
void AppendLinkEntry(const LoggedPage& page, std::uint64_t targets_at, std::string& out) {
  AppendVarint(page.page.shard, out);
  AppendVarint(page.page.id, out);
  AppendSized(page.url, out);
  AppendSignedVarint(page.date.time_since_epoch().count(), out);
  AppendFixed(std::bit_cast<std::uint64_t>(page.share), out);
  AppendVarint(page.depth, out);
  AppendVarint(targets_at, out);
  const std::size_t count = CountLogged(page);
  AppendVarint(count, out);
  std::string_view before = page.url;
  for (std::size_t i = 0; i < count; ++i) {
    const LoggedLink& link = page.links[i];
    out += static_cast<char>(link.kind);
    out += static_cast<char>((link.nofollow ? kNofollow : 0) | (link.redirect ? kRedirect : 0) |
                             (link.scored ? kScored : 0) | (page.nofollow ? kPageNofollow : 0));
    const std::size_t shared = SharedPrefix(before, link.url);
    AppendVarint(shared, out);
    AppendSized(std::string_view(link.url).substr(shared), out);
    AppendSized(link.text, out);
    before = link.url;
  }
}

bool ParseLinkEntry(std::string_view bytes, LoggedPage& page, std::uint64_t& targets_at) {
  ByteReader in(bytes);
  page.page.shard = in.VarintAs<std::uint32_t>();
  page.page.id = in.VarintAs<std::uint32_t>();
  page.url = in.Sized();
  page.date = WallTime(std::chrono::microseconds(in.SignedVarint()));
  page.share = std::bit_cast<double>(in.Fixed<std::uint64_t>());
  page.depth = in.VarintAs<std::uint16_t>();
  targets_at = in.Varint();
  page.targets.clear();
  page.nofollow = false;
  const std::uint64_t count = in.Varint();
  constexpr std::size_t kLeastLinkBytes = 5;
  if (!in.ok() || count > in.left() / kLeastLinkBytes) return false;
  page.links.resize(static_cast<std::size_t>(count));
  std::size_t sum = 0;
  std::string_view before = page.url;
  for (LoggedLink& link : page.links) {
    const auto kind = in.Fixed<std::uint8_t>();
    const auto flags = in.Fixed<std::uint8_t>();
    const std::uint64_t shared = in.Varint();
    const std::string_view rest = in.Sized();
    const std::string_view text = in.Sized();
    if (!in.ok() || kind > kLastKind || flags > kAllFlags || shared > before.size()) return false;
    sum += static_cast<std::size_t>(shared) + rest.size() + text.size();
    if (sum > kMaxLoggedLinkBytes) return false;
    link.kind = static_cast<html::LinkKind>(kind);
    link.nofollow = (flags & kNofollow) != 0;
    link.redirect = (flags & kRedirect) != 0;
    link.scored = (flags & kScored) != 0;
    page.nofollow |= (flags & kPageNofollow) != 0;
    link.url.assign(before.substr(0, static_cast<std::size_t>(shared)));
    link.url += rest;
    link.text = text;
    before = link.url;
  }
  return in.done();
}

void AppendLinkBlock(std::string_view raw, std::uint32_t entries, std::string& out) {
  const std::size_t start = out.size();
  const std::size_t bound = ZSTD_compressBound(raw.size());
  out.resize(start + kBlockHeadBytes + bound);
  const std::size_t packed = ZSTD_compress(out.data() + start + kBlockHeadBytes, bound, raw.data(),
                                           raw.size(), kZstdLevel);
  out.resize(start + kBlockHeadBytes + packed);  // it can't fail: there is room for the worst case
  std::string head;
  AppendFixed(static_cast<std::uint32_t>(packed), head);
  AppendFixed(static_cast<std::uint32_t>(raw.size()), head);
  AppendFixed(entries, head);
  out.replace(start + kChecksummedFrom, head.size(), head);
  const std::uint32_t checksum = Checksum32(std::string_view(out).substr(start + kChecksummedFrom));
  head.clear();
  AppendFixed(kBlockMagic, head);
  AppendFixed(checksum, head);
  out.replace(start, head.size(), head);
}

std::optional<LinkBlock> ParseLinkBlock(std::string_view bytes, std::string& raw,
                                        std::size_t* needed) {
  if (needed != nullptr) *needed = 0;
  ByteReader in(bytes);
  const auto magic = in.Fixed<std::uint32_t>();
  const auto checksum = in.Fixed<std::uint32_t>();
  const auto packed_bytes = in.Fixed<std::uint32_t>();
  const auto raw_bytes = in.Fixed<std::uint32_t>();
  const auto entries = in.Fixed<std::uint32_t>();
  if (!in.ok()) {
    if (needed != nullptr) *needed = kBlockHeadBytes;
    return std::nullopt;
  }
  // No packed block is larger than what zstd makes of bytes that can't be packed.
  if (magic != kBlockMagic || raw_bytes > kMaxRawBytes ||
      packed_bytes > ZSTD_compressBound(raw_bytes)) {
    return std::nullopt;
  }
  const std::size_t size = kBlockHeadBytes + packed_bytes;
  if (size > bytes.size()) {
    if (needed != nullptr) *needed = size;
    return std::nullopt;
  }
  if (Checksum32(bytes.substr(kChecksummedFrom, size - kChecksummedFrom)) != checksum) {
    return std::nullopt;
  }
  raw.resize(raw_bytes);
  const std::string_view packed = in.Bytes(packed_bytes);
  const std::size_t unpacked =
      ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != raw_bytes) return std::nullopt;
  return LinkBlock{size, entries};
}

}  // namespace meguri
