// usage: warc_kill_writer FOLDER FIRST COUNT SEED
// Writes records FIRST … COUNT-1 to an archive, after recovering what an earlier run left there,
// and says on stdout, a number a line, up to which record all is durable. Somebody kills it.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/files.h"
#include "tests/warc/kill_records.h"
#include "warc/write/archive_recovery.h"
#include "warc/write/archive_writer.h"

namespace meguri::warc {
namespace {

// Unbuffered: what was said is said, when the signal comes.
void Say(std::uint64_t durable) {
  const std::string line = std::to_string(durable) + "\n";
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::_Exit(3);
}

Status Write(const std::string& folder, std::uint64_t first, std::uint64_t count,
             std::uint64_t seed) {
  RealFiles files;
  const RealClock clock{};
  Random random(seed);
  ArchiveWriterOptions options;
  options.directory = folder;
  options.max_file_bytes = 4'000'000;
  options.buffer_bytes = 30'000;
  std::uint64_t next = first;
  MEGURI_CHECK_STATUS(files.MakeDirectories(folder));
  MEGURI_TRY(const auto recovered,
             RecoverArchive(files, folder, {}, [&](const RecoveredRecord& record) {
               next = std::max(next, KillNumberOf(record.target_uri));
               return Status();
             }));
  options.first_sequence = next + 1;  // so that sequence n is record n - 1
  MEGURI_TRY(auto writer, ArchiveWriter::Create(options, files, clock, random.Split("ids")));
  for (const RecoveredFile& file : recovered) {
    if (file.end == 0) continue;
    if (&file == &recovered.back() && random.Chance(0.7)) {
      MEGURI_CHECK_STATUS(writer->Continue(file.name, file.end));
    } else {
      MEGURI_CHECK_STATUS(CloseRecovered(files, folder, file));
    }
  }
  Say(next);
  while (next < count) {
    const std::string url = KillUrl(next);
    const std::string body = KillBody(next);
    MEGURI_CHECK_STATUS(
        writer->Append(ResponseRecord(url, clock.WallNow(), kKillHead, body)).map([](auto) {}));
    ++next;
    if (random.Chance(0.02)) {
      MEGURI_CHECK_STATUS(writer->Commit());
      Say(writer->durable_sequence());
    }
  }
  MEGURI_CHECK_STATUS(writer->Close());
  Say(writer->durable_sequence());
  return {};
}

}  // namespace
}  // namespace meguri::warc

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const auto number = [&](int i) { return std::strtoull(arguments[i], nullptr, 10); };
  const meguri::Status status = meguri::warc::Write(arguments[1], number(2), number(3), number(4));
  if (status) return 0;
  std::fprintf(stderr, "%s\n", meguri::ToString(status.error()).c_str());
  return 1;
}
