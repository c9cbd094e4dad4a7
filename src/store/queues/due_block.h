// A block of a day file: a few thousand pages, sorted by URL, in two parts.
//
//   head | part A: hosts with how many pages each, keys, generations, intervals, … | part B: URLs
//
// Each part is a zstd frame with a checksum of its own, so that a start, which wants to know which
// page is where, reads part A alone. URLs are cut behind their origin: "https://a.test" is in part
// A once for all pages that follow, the rest in part B without what it shares with the one before.
// Grammar: docs/formats/refresh_queues.md.
//
// Parsing is total: nullopt for what is no block. Thread-compatible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/queues/due_page.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace meguri {

inline constexpr std::size_t kDueBlockHeadBytes = 36;
// Of URLs in one block, unpacked: one URL may be longer. A larger block packs little better.
inline constexpr std::size_t kDueBlockUrlBytes = std::size_t{512} << 10;

// "https://a.test:81" of "https://a.test:81/x?y": all before the path; all of what is no URL.
std::string_view OriginOf(std::string_view url);
// "a.test" of that.
std::string_view HostOfOrigin(std::string_view origin);

struct DueBlockHead {
  DayNumber day = 0;
  std::uint32_t pages = 0;
  std::uint32_t raw_a = 0;
  std::uint32_t packed_a = 0;
  std::uint32_t raw_b = 0;
  std::uint32_t packed_b = 0;
  std::uint32_t checksum_a = 0;  // of the head behind it and part A
  std::uint32_t checksum_b = 0;

  std::size_t size() const { return kDueBlockHeadBytes + packed_a + packed_b; }
};
// Of the first bytes. It may still be none: its checksum is that of part A.
std::optional<DueBlockHead> ParseDueBlockHead(std::string_view bytes);
// By its checksum. `bytes` begin with the head.
bool IsWholePartA(const DueBlockHead& head, std::string_view bytes);

class DueBlockWriter {
 public:
  DueBlockWriter();
  ~DueBlockWriter();
  DueBlockWriter(const DueBlockWriter&) = delete;
  DueBlockWriter& operator=(const DueBlockWriter&) = delete;

  // As many blocks as it takes. Of `due` the minute of the day alone is kept. REQUIRES: sorted by
  // URL, which is no more than the store's longest.
  void Append(DayNumber day, std::span<const DuePage> pages, std::string& out);

 private:
  void AppendOne(DayNumber day, std::span<const DuePage> pages, std::string& out);
  void MakePartA(std::span<const DuePage> pages);
  void MakePartB(std::span<const DuePage> pages);
  std::uint32_t Pack(std::string_view raw, std::string& out);

  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> zstd_;
  std::string part_a_;
  std::string part_b_;
  std::string rests_;
};

class DueBlockReader {
 public:
  DueBlockReader();
  ~DueBlockReader();
  DueBlockReader(const DueBlockReader&) = delete;
  DueBlockReader& operator=(const DueBlockReader&) = delete;

  // `bytes` is head and part A, and may go on. The pages have no URL, but pages()[i] is of
  // origin(i).
  bool ReadPartA(const DueBlockHead& head, std::string_view bytes);
  // All of it: also the URLs.
  bool ReadAll(const DueBlockHead& head, std::string_view bytes);

  // Until the next Read…().
  std::span<const DuePage> pages() const { return pages_; }
  struct Run {
    std::string_view origin;
    std::uint32_t pages = 0;
  };
  // In the order of the pages, which they add up to.
  std::span<const Run> runs() const { return runs_; }

 private:
  bool Unpack(std::string_view packed, std::size_t raw_bytes, std::string& raw);
  bool ParsePartA(const DueBlockHead& head);
  bool ParsePartB();

  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> zstd_;
  std::string raw_a_;
  std::string raw_b_;
  std::string origins_;
  std::string urls_;
  std::vector<DuePage> pages_;
  std::vector<Run> runs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  // of URLs: shared, length
};

}  // namespace meguri
