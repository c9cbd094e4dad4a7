// One captured page of an archive, ready for html::PageReader: read from its record, its chunks
// and content codings undone. Reused from record to record. Thread-compatible.
//
//   MEGURI_CHECK_STATUS(page.Read(reader));
//   if (page.is_good() && filter.Matches(reader.head(), page.status(), page.mime()) …
//   if (!page.Decode()) … over the limit …
//   pages.Read(page.Source(url));
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/archive/stored_page.h"
#include "base/lifetime.h"
#include "base/result.h"
#include "html/page_reader.h"
#include "url/url.h"
#include "warc/read/http_block.h"
#include "warc/read/record_reader.h"

namespace meguri::app {

class CapturedPage {
 public:
  // Of a page as it is stored, and once it is decoded: so much of memory may go into one, a few
  // times over.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
  static constexpr std::string_view kTooLarge = "a page of over 64 MiB: left out";

  // The rest of the record that `reader` is at.
  Status Read(warc::RecordReader& reader);

  // From Read() on: a response with status 200, or a resource.
  bool is_good() const { return is_good_; }
  // Of the HTTP head; 0: none.
  std::uint16_t status() const { return status_; }
  const std::string& mime() const MEGURI_LIFETIME_BOUND { return mime_; }
  // False if it is of a type that html::PageReader finds neither text nor links in.
  bool is_readable() const;

  // False if it is too large; bytes() are no good then.
  bool Decode();
  const std::string& bytes() const MEGURI_LIFETIME_BOUND { return bytes_; }
  // Good until the next Read(). `url` must outlive it, too.
  html::PageSource Source(const url::Url& url) const MEGURI_LIFETIME_BOUND;

 private:
  warc::HttpBlock block_;
  StoredPage stored_;
  bool all_ = false;
  bool is_good_ = false;
  std::uint16_t status_ = 0;
  std::string mime_;
  std::string content_type_;
  std::string content_language_;
  std::string bytes_;
};

}  // namespace meguri::app
