#include "app/archive/archive_scan.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "app/archive/archive_inputs.h"
#include "base/printable.h"

namespace meguri::app {

Status ScanArchives(Files& disk, const std::vector<std::string>& files, const RecordVisitor& visit,
                    const DamageVisitor& damaged) {
  for (const std::string& file : files) {
    MEGURI_TRY(const std::unique_ptr<warc::ByteSource> source, OpenArchive(disk, file));
    warc::RecordReader reader(*source);
    std::size_t said = 0;
    const auto say = [&] {
      for (; said < reader.damage().size(); ++said) {
        damaged(file, reader.damage()[said]);
      }
    };
    for (;;) {
      MEGURI_TRY(const bool there, reader.Next());
      say();
      if (!there) break;
      MEGURI_TRY(const bool more, visit(file, reader));
      say();
      if (!more) return {};
    }
  }
  return {};
}

void DamageReport::operator()(const std::string& file, const warc::Damage& damage) {
  any_ = true;
  if (progress_ != nullptr) progress_->Clear();
  const auto name = names_.find(file);
  // Nobody may listen, which fmt::print() would throw at.
  const std::string line = fmt::format("{}: {}: offset {}: {}\n", command_,
                                       Printable(name == names_.end() ? file : name->second),
                                       damage.offset, damage.what);
  std::fputs(line.c_str(), stderr);
}

Result<bool> ReadBlock(warc::RecordReader& reader, warc::HttpBlock& block, std::string* payload,
                       std::uint64_t max_bytes) {
  bool all = true;
  block.Begin(reader.head());
  for (;;) {
    MEGURI_TRY(const std::string_view piece, reader.NextPiece());
    if (piece.empty()) break;
    const std::string_view part = block.Add(piece);
    if (payload == nullptr) continue;
    const std::uint64_t room = max_bytes - payload->size();
    all = all && part.size() <= room;
    payload->append(part.substr(0, static_cast<std::size_t>(room)));
  }
  block.End();
  return all;
}

Result<bool> WriteOut(std::string_view bytes) {
  if (bytes.empty()) return true;  // which may point nowhere
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return true;
  const int error = errno;
  std::clearerr(stdout);  // it is told here: the end of the program need not find it again
  if (error == EPIPE) return false;
  return tl::unexpected(FileError("stdout", "write", error));
}

}  // namespace meguri::app
