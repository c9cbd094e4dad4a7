// What the store reads back: any bytes are a page record, an entry of urls.log, an entry and a
// block of links.log, or none; what was read is written so that it is read again as the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "store/link_log.h"
#include "store/log/url_log.h"
#include "store/page_record.h"

namespace {

using meguri::LoggedPage;

void CheckPageRecord(std::string_view bytes) {
  const auto record = meguri::ParsePageRecord(bytes);
  if (!record) return;
  std::string written;
  meguri::AppendPageRecord(*record, written);
  Check(meguri::ParsePageRecord(written) == record, "a page record is read as it was written");
}

void CheckUrlEntry(std::string_view bytes) {
  std::size_t needed = 0;
  const auto entry = meguri::ParseUrlEntry(bytes, &needed);
  Check(!entry || needed == 0, "what is there needs no more");
  Check(needed == 0 || needed > bytes.size(), "what is needed is not there");
  if (!entry || entry->url.url.size() > meguri::kMaxStoredUrlBytes) return;
  Check(entry->size <= bytes.size(), "an entry lies within its bytes");
  std::string written;
  meguri::AppendUrlEntry(entry->url, written);
  const auto again = meguri::ParseUrlEntry(written, nullptr);
  Check(again && again->url.url == entry->url.url && again->url.key == entry->url.key &&
            again->url.found_on == entry->url.found_on && again->size == written.size(),
        "an entry of urls.log is read as it was written");
}

bool Same(const LoggedPage& a, const LoggedPage& b) {
  if (a.page != b.page || a.url != b.url || a.date != b.date || a.links.size() != b.links.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    if (a.links[i].url != b.links[i].url || a.links[i].text != b.links[i].text ||
        a.links[i].kind != b.links[i].kind || a.links[i].scored != b.links[i].scored) {
      return false;
    }
  }
  return true;
}

void CheckLinkEntry(std::string_view bytes) {
  LoggedPage page;
  std::uint64_t targets_at = 0;
  if (!meguri::ParseLinkEntry(bytes, page, targets_at)) return;
  std::string written;
  meguri::AppendLinkEntry(page, targets_at, written);
  LoggedPage again;
  std::uint64_t targets_again = 0;
  Check(meguri::ParseLinkEntry(written, again, targets_again), "what was written is read");
  Check(Same(page, again) && targets_at == targets_again, "links are read as they were written");
}

void CheckLinkBlock(std::string_view bytes) {
  std::string raw;
  std::size_t needed = 0;
  const auto block = meguri::ParseLinkBlock(bytes, raw, &needed);
  Check(needed == 0 || needed > bytes.size(), "what is needed is not there");
  Check(!block || block->size <= bytes.size(), "a block lies within its bytes");
  std::string written;
  meguri::AppendLinkBlock(bytes, 3, written);
  const auto own = meguri::ParseLinkBlock(written, raw, &needed);
  Check(own && own->entries == 3 && own->size == written.size() && raw == bytes,
        "any bytes make a block");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckPageRecord(bytes);
  CheckUrlEntry(bytes);
  CheckLinkEntry(bytes);
  CheckLinkBlock(bytes);
  return 0;
}
