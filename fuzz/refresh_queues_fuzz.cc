// What the refresh queues read back: any bytes are a block of a day file, entries and a group of
// the journal, or none; what was read is written so that it is read again as the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/check.h"
#include "store/queues/due_block.h"
#include "store/queues/revisit_journal.h"

namespace {

using meguri::DuePage;

// Of hostile bytes none gets past the checksums but those of the seeds.
void CheckBlock(std::string_view bytes) {
  auto head = meguri::ParseDueBlockHead(bytes);
  if (!head) return;
  meguri::DueBlockReader reader;
  if (!reader.ReadAll(*head, bytes)) return;
  Check(head->size() <= bytes.size(), "a block lies within its bytes");
  Check(reader.pages().size() == head->pages, "it has as many pages as it says");
  std::uint64_t in_runs = 0;
  for (const auto& run : reader.runs())
    in_runs += run.pages;
  Check(in_runs == head->pages, "each page has an origin");
}

void CheckJournal(std::string_view bytes) {
  std::deque<std::string> urls;
  std::vector<DuePage> pages;
  const bool whole = meguri::ParseJournalEntries(bytes, [&](const DuePage& page) {
    pages.push_back(page);
    pages.back().url = urls.emplace_back(page.url);
  });
  std::string payload;
  for (const DuePage& page : pages)
    meguri::AppendJournalEntry(page, payload);
  std::size_t at = 0;
  const bool again = meguri::ParseJournalEntries(payload, [&](const DuePage& page) {
    Check(at < pages.size() && page == pages[at], "an entry is read as it was written");
    ++at;
  });
  Check(again && at == pages.size(), "what was written is read");
  Check(!whole || payload.size() <= bytes.size(), "and is no longer");
  std::string group;
  meguri::AppendJournalGroup(bytes, group);
  std::size_t size = 0;
  const auto read = meguri::ParseJournalGroup(group, &size);
  Check(read && *read == bytes && size == group.size(), "any bytes make a group");
  meguri::ParseJournalGroup(bytes, &size);
}

// The bytes as URLs, a line each.
void CheckUrls(std::string_view bytes) {
  std::vector<DuePage> pages;
  while (!bytes.empty()) {
    DuePage page;
    page.url = bytes.substr(0, bytes.find('\n'));
    page.key.id = static_cast<std::uint32_t>(pages.size());
    pages.push_back(page);
    bytes.remove_prefix(std::min(bytes.size(), page.url.size() + 1));
  }
  if (pages.empty()) return;
  std::string block;
  meguri::DueBlockWriter().Append(7, pages, block);
  meguri::DueBlockReader reader;
  std::size_t at = 0;
  for (std::string_view rest = block; !rest.empty();) {
    const auto head = meguri::ParseDueBlockHead(rest);
    Check(head && reader.ReadAll(*head, rest), "what was written is a block");
    for (const DuePage& page : reader.pages()) {
      Check(page.url == pages[at].url && page.key == pages[at].key, "with the same pages");
      ++at;
    }
    rest.remove_prefix(head->size());
  }
  Check(at == pages.size(), "all of them");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckBlock(bytes);
  CheckJournal(bytes);
  CheckUrls(bytes);
  return 0;
}
