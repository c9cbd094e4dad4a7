// Writes a page of an archive to stdout, however large it is, in bounded memory: its record is read
// as often as that takes. app/archive/stored_page.h does the same for pages that are held.
// Thread-compatible.
#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "http/content_coding.h"
#include "warc/read/byte_source.h"
#include "warc/read/record_reader.h"

namespace meguri::app {

// A reader at its record.
struct OpenedRecord {
  std::unique_ptr<warc::ByteSource> source;
  std::unique_ptr<warc::RecordReader> reader;
};
// The record that holds the page, from its front on, at each call.
using RecordOpener = std::function<Result<OpenedRecord>()>;

// As it is stored: the HTTP head and what is behind it.
Status WriteStoredPage(const RecordOpener& open);

// The HTTP head alone.
Status WriteHttpHead(const RecordOpener& open);

// Chunks and content codings undone, as far as they are there. kTooLarge, kBomb: there is more, of
// which the beginning was written.
Result<http::DecodeMark> WriteDecodedPage(const RecordOpener& open);

}  // namespace meguri::app
