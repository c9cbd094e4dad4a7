// A tar of any bytes, plain or packed: files with clean names, within the limit, or an error.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/mem_files.h"
#include "fuzz/check.h"
#include "sim/sources/snapshot_store.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

// A header whose sum is wrong is the end: so that what stands behind is reached, the sums of all
// blocks that look like headers are put right.
std::string WithRightSums(std::string_view bytes) {
  constexpr std::size_t kBlock = 512;
  constexpr std::size_t kSumAt = 148;
  std::string tar(bytes);
  for (std::size_t at = 0; at + kBlock <= tar.size(); at += kBlock) {
    if (tar.compare(at + 257, 5, "ustar") != 0) continue;
    unsigned sum = 8 * ' ';
    for (std::size_t i = 0; i < kBlock; ++i) {
      if (i < kSumAt || i >= kSumAt + 8) sum += static_cast<unsigned char>(tar[at + i]);
    }
    for (std::size_t i = 0; i < 6; ++i)
      tar[at + kSumAt + i] = static_cast<char>('0' + (sum >> (3 * (5 - i)) & 7U));
    tar[at + kSumAt + 6] = '\0';
    tar[at + kSumAt + 7] = ' ';
  }
  return tar;
}

void CheckTar(std::string_view bytes) {
  constexpr std::uint64_t kMaxBytes = 1U << 16U;
  MemFiles files;
  Check((*files.OpenToWrite("in", OpenMode::kCreate))->Append(bytes).has_value(), "written");
  const auto store = ReadSnapshotTar(files, "in", kMaxBytes);
  if (!store) return;
  std::uint64_t total = 0;
  const auto visited = (*store)->ForEachFile([&](std::string_view path) {
    Check(CleanSnapshotPath(path) == path, "names are clean");
    const auto file = (*store)->Read(path);
    Check(file.has_value(), "what is listed is there");
    total += file->bytes.size();
    Check(file->modified.time_since_epoch().count() >= 0, "times are not before 1970");
    for (std::size_t at = path.find('/'); at != path.npos; at = path.find('/', at + 1))
      Check((*store)->IsFolder(path.substr(0, at)), "files lie in folders");
  });
  Check(visited.has_value(), "all are listed");
  Check(total <= kMaxBytes, "no more than the limit is held");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckTar(bytes);
  CheckTar(WithRightSums(bytes));
  return 0;
}
