// Any bytes are a line or none; a line that was read is written so that it is read again as the
// same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "fuzz/check.h"
#include "warc/index/cdxj.h"

namespace {

using meguri::warc::AppendCdxjLine;
using meguri::warc::CdxjEntry;
using meguri::warc::ParseCdxjLine;

void CheckLine(std::string_view line) {
  const std::optional<CdxjEntry> entry = ParseCdxjLine(line);
  if (!entry) return;
  Check(!entry->key.empty() && !entry->filename.empty(), "an entry has a key and a place");
  std::string written;
  AppendCdxjLine(*entry, written);
  for (const char c : written.substr(entry->key.size())) {
    Check(!meguri::IsAsciiControl(c) && static_cast<unsigned char>(c) < 0x80,
          "what is behind the key is visible ASCII");
  }
  std::optional<CdxjEntry> again = ParseCdxjLine(written);
  Check(again.has_value(), "what was written is read");
  // Fields that are no UTF-8 are written as Latin-1, once.
  for (const auto field : {&CdxjEntry::url, &CdxjEntry::mime, &CdxjEntry::digest}) {
    if (meguri::IsValidUtf8((*entry).*field)) continue;
    Check(meguri::IsValidUtf8((*again).*field), "Latin-1 becomes UTF-8");
    (*again).*field = (*entry).*field;
  }
  Check(*again == *entry, "what was written is what was read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckLine(bytes);

  // As fields of an entry.
  const std::size_t half = size / 2;
  const CdxjEntry entry{.key = "k",
                        .timestamp = "20200102030405",
                        .url = std::string(bytes.substr(0, half)),
                        .filename = "f" + std::string(bytes.substr(half))};
  std::string line;
  AppendCdxjLine(entry, line);
  const std::optional<CdxjEntry> read = ParseCdxjLine(line);
  Check(read.has_value(), "any fields make a line");
  Check(read->filename == entry.filename, "a file's name keeps its bytes");
  CheckLine(line);
  return 0;
}
