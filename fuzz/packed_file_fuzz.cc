// Files of any bytes, unpacked: the same in small steps as in large ones, and as lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "graph/files/packed_file.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20;  // of a bomb, the beginning

struct Unpacked {
  std::string bytes;
  bool whole = false;  // up to its end, and that is sound
};

Unpacked ReadInSteps(Files& files, std::size_t step) {
  Unpacked unpacked;
  auto file = PackedFile::Open(files, "in");
  Check(file.has_value(), "any bytes can be opened");
  std::string room(step, '\0');
  while (unpacked.bytes.size() < kMaxBytes) {
    const auto got = file->Read(room);
    if (!got) return unpacked;
    Check(*got <= step, "no more than there is room");
    unpacked.bytes.append(room, 0, *got);
    Check(file->position() == unpacked.bytes.size(), "the position counts what was read");
    if (*got == step) continue;
    unpacked.whole = true;
    Check(*file->Read(room) == 0, "behind the end there is nothing");
    return unpacked;
  }
  return unpacked;
}

void CheckLines(Files& files, const Unpacked& unpacked) {
  auto lines = PackedLines::Open(files, "in");
  Check(lines.has_value(), "any bytes have lines");
  std::string_view rest = unpacked.bytes;
  std::string_view line;
  std::uint64_t number = 0;
  for (;;) {
    const auto more = lines->Next(line);
    Check(more.has_value(), "what can be read has lines that can be read");
    if (!*more) break;
    Check(lines->number() == ++number, "lines are numbered");
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view want = rest.substr(0, end);
    if (want.ends_with('\r')) want.remove_suffix(1);
    Check(line == want, "the lines are those of the bytes");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  Check(rest.empty(), "all of them");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  MemFiles files;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Check((*files.OpenToWrite("in", OpenMode::kCreate))->Append(bytes).has_value(), "written");
  const Unpacked large = ReadInSteps(files, std::size_t{1} << 16);
  const Unpacked small = ReadInSteps(files, 1 + size % 97);
  if (large.bytes.size() >= kMaxBytes || small.bytes.size() >= kMaxBytes) return 0;
  Check(large.whole == small.whole, "steps make no difference to the verdict");
  if (!large.whole) return 0;
  Check(large.bytes == small.bytes, "nor to the bytes");
  CheckLines(files, large);
  return 0;
}
