// Archives for tests: plain WARC, record after record, in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/random.h"
#include "warc/warc_date.h"
#include "warc/write/gzip_compressor.h"
#include "warc/write/record.h"
#include "warc/write/record_writer.h"

namespace meguri::app {

class TestArchive {
 public:
  TestArchive& Response(std::string_view url, std::string_view date, std::string_view body,
                        std::string_view headers = "Content-Type: text/html\r\n",
                        std::string_view status = "200 OK") {
    return Add(warc::ResponseRecord(url, Date(date), Head(headers, status), body));
  }
  TestArchive& Resource(std::string_view url, std::string_view date, std::string_view type,
                        std::string_view body) {
    return Add(warc::ResourceRecord(url, Date(date), type, body));
  }
  TestArchive& Revisit(std::string_view url, std::string_view date, std::string_view digest,
                       const warc::RefersTo& original) {
    return Add(warc::RevisitRecord(url, Date(date), Head("Content-Type: text/html\r\n", "200 OK"),
                                   digest, original));
  }
  TestArchive& Add(const warc::Record& record) {
    bytes_ += writer_.Write(record).value();
    for (const std::string_view part : record.block.all()) {
      bytes_ += part;
    }
    bytes_ += warc::kRecordEnd;
    return *this;
  }

  static WallTime Date(std::string_view text) { return *warc::ParseWarcDate(text); }

  const std::string& bytes() const { return bytes_; }
  // Of the last record.
  std::string id() const { return std::string(writer_.record_id()); }
  std::string digest() const { return std::string(writer_.payload_digest()); }

 private:
  std::string_view Head(std::string_view headers, std::string_view status) {
    head_ = "HTTP/1.1 ";
    head_.append(status).append("\r\n").append(headers).append("\r\n");
    return head_;
  }

  warc::RecordWriter writer_{{}, Random(1)};
  std::string head_;
  std::string bytes_;
};

// A gzip member of a few MB with a response of 400 MB.
// `headers` of HTTP; `behind`: more records in the member.
inline std::string SwellingMember(std::string_view headers, std::string_view behind = {}) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  constexpr std::size_t kPieces = 400;
  std::string http = "HTTP/1.1 200 OK\r\n";
  http.append(headers).append("\r\n");
  const std::string head =
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
      "WARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http\r\n"
      "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\nContent-Length: " +
      std::to_string(http.size() + kPieces * kPieceBytes) + "\r\n\r\n";
  warc::GzipCompressor gzip = warc::GzipCompressor::Create(1).value();
  const std::string piece(kPieceBytes, 'x');
  std::string out;
  gzip.Begin();
  gzip.Add(head + http, out);
  for (std::size_t i = 0; i < kPieces; ++i) {
    gzip.Add(piece, out);
  }
  gzip.Add(std::string(warc::kRecordEnd).append(behind), out);
  gzip.End(out);
  return out;
}

}  // namespace meguri::app
