// usage: warc_write_sample FOLDER LEVEL DIGEST <LINES
// Writes an archive of the records on stdin, a line of JSON each, in small files:
// tests/warc/interop has programs of others read it. The lines are those of sample.py.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/random.h"
#include "base/result.h"
#include "warc/digest.h"
#include "warc/warc_date.h"
#include "warc/write/archive_writer.h"
#include "warc/write/record.h"

namespace meguri::warc {
namespace {

constexpr std::uint64_t kMaxFileBytes = 20'000;

// A line, and once it is written, what later ones refer to.
struct Line {
  std::string type;
  std::string url;
  WallTime date;
  std::string head;
  std::string body;
  bool truncated = false;
  std::string id;
  std::string payload_digest;
};

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Line LineOf(const nlohmann::json& json) {
  return {.type = json.at("type"),
          .url = json.at("url"),
          .date = ParseWarcDate(json.at("date").get<std::string>()).value_or(WallTime()),
          .head = json.value("head", ""),
          .body = Contents(json.at("body")),
          .truncated = json.value("truncated", false)};
}

Record RecordOf(const Line& line, const Line& original) {
  const RefersTo refers{original.id, original.url, original.date};
  if (line.type == "request") return RequestRecord(line.url, line.date, line.head, line.body);
  if (line.type == "identical") {
    return RevisitRecord(line.url, line.date, line.head, original.payload_digest, refers);
  }
  if (line.type == "unmodified") return NotModifiedRecord(line.url, line.date, line.head, refers);
  if (line.type == "metadata") return MetadataRecord(line.url, line.date, line.body);
  if (line.type == "resource") return ResourceRecord(line.url, line.date, "text/plain", line.body);
  if (line.type == "conversion") {
    return ConversionRecord(line.url, line.date, "text/plain", line.body, refers);
  }
  if (line.type == "dns") return DnsRecord(line.url, line.date, line.body, "192.0.2.53");
  return ResponseRecord(line.url, line.date, line.head, line.body);
}

Status Write(const std::string& folder, int level, DigestAlgorithm digest) {
  RealFiles files;
  const ManualClock clock;
  ArchiveWriterOptions options;
  options.directory = folder;
  options.level = level;
  options.records.digest = digest;
  options.max_file_bytes = kMaxFileBytes;
  options.warcinfo.software = "meguri/sample";
  MEGURI_TRY(auto writer, ArchiveWriter::Create(options, files, clock, Random(1)));
  std::vector<Line> lines;
  for (std::string text; std::getline(std::cin, text);) {
    const nlohmann::json json = nlohmann::json::parse(text);
    Line line = LineOf(json);
    const Line original = json.contains("of") ? lines.at(json.at("of")) : Line();
    Record record = RecordOf(line, original);
    const std::string_view concurrent = original.id;
    if (line.type == "request") record.concurrent_to = {&concurrent, 1};
    if (line.truncated) record.truncated = Truncation::kLength;
    if (!line.head.empty()) record.ip_address = "192.0.2.7";
    MEGURI_CHECK_STATUS(writer->Append(record).map([](auto) {}));
    line.id = writer->record_id();
    line.payload_digest = writer->payload_digest();
    lines.push_back(std::move(line));
  }
  return writer->Close();
}

}  // namespace
}  // namespace meguri::warc

int main(int count, char** arguments) {
  using meguri::warc::FindDigestAlgorithm;
  const auto digest = FindDigestAlgorithm(count == 4 ? arguments[3] : "");
  if (!digest) {
    std::fprintf(stderr, "usage: warc_write_sample FOLDER LEVEL DIGEST <LINES\n");
    return 2;
  }
  const int level = std::atoi(arguments[2]);
  const meguri::Status status = meguri::warc::Write(arguments[1], level, *digest);
  if (status) return 0;
  std::fprintf(stderr, "%s\n", meguri::ToString(status.error()).c_str());
  return 1;
}
