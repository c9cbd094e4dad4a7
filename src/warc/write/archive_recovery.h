// What is done with an archive's folder after a crash, before anybody writes to it again.
//
//   NAME.warc.gz.open    | warcinfo | A | B | C | D | E to|
//                                           ^trusted  ^end^
//                                           |- told --|cut|
//
// Every file that was open is read from its start, or from where the caller knows it to be good
// (behind the last record that it counted), up to the first record that is not whole. The records
// on the way are told, so that the caller can count them, too; what is behind is cut off. Closed
// files are not touched.
//
// Whole is a record whose member has the right checksum and holds nothing else; in a plain archive
// one with the right length, end and block digest.
//
// Nothing is looked for behind the first damage: what is there was never durable, and a torn
// record may hold bytes of a page that look like a record of their own. But should there be whole
// records (a device that lost bytes in the middle), they are not thrown away: the tail is copied
// to NAME.torn-N before it is cut.
//
// Reads about as fast as one can unpack; bounded memory. The functions have no state; nobody else
// may write to the folder meanwhile. docs/design/archive_writing.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"
#include "warc/read/record_reader.h"
#include "warc/record_head.h"

namespace meguri::warc {

// Up to here the file's records are known to be whole: where one of them ends.
struct TrustedEnd {
  std::string name;  // without ".open"
  std::uint64_t end = 0;
};

// The views are good during the call that hands it over.
struct RecoveredRecord {
  std::string_view file;  // without ".open"
  Extent extent;
  RecordType type = RecordType::kOther;
  std::string_view target_uri;
  std::optional<WallTime> date;
  std::string_view record_id;  // without brackets
  std::string_view payload_digest;
};

struct RecoveredFile {
  std::string name;        // without ".open"
  std::uint64_t end = 0;   // its size now, all of it durable; 0: nothing was whole, it is removed
  std::uint64_t told = 0;  // records behind the trusted end
  std::uint64_t cut = 0;   // bytes of the torn tail
  std::string torn;        // why it was cut; "" if it wasn't
  std::string set_aside;   // the file with the tail's copy; "" if none was needed
};

// An error that it returns ends the recovery.
using RecoveredRecordSink = std::function<Status(const RecoveredRecord&)>;

// All open files of the folder, in the order of their names. What `sink` is told counts only when
// this returns without error: then it is durable. May be called again after an error or a crash.
// Fails with kCorrupt if a file is shorter than its trusted end: what was durable is gone.
// REQUIRES: a trusted end is one of a record.
Result<std::vector<RecoveredFile>> RecoverArchive(Files& files, const std::string& directory,
                                                  std::span<const TrustedEnd> trusted,
                                                  const RecoveredRecordSink& sink);

// Gives a recovered file its final name, durably; whoever would rather go on with it calls
// ArchiveWriter::Continue(file.name, file.end). REQUIRES: file.end > 0.
Status CloseRecovered(Files& files, const std::string& directory, const RecoveredFile& file);

}  // namespace meguri::warc
