// usage: warc_write_speed OUT [--warcio MICROSECONDS] FOLDER…
// CPU time of writing an archive of responses of 20 kB each, real pages, to the folder OUT, against
// what can't be saved: packing them and taking both digests, in the same run, in turns, the best
// of several rounds. With warcio's time per page, against that, too. Exit 1 if a bar doesn't hold.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "bench/html/pages.h"
#include "warc/write/archive_writer.h"

namespace meguri::bench {
namespace {

constexpr std::size_t kPages = 500;
constexpr std::size_t kPageBytes = 20'000;
constexpr int kRounds = 9;
constexpr double kMostOfTheMinimum = 1.3;
constexpr double kTimesWarcio = 5;
constexpr std::string_view kHead =
    "HTTP/1.1 200 OK\r\nDate: Fri, 02 Jan 2026 03:04:05 GMT\r\nServer: nginx\r\n"
    "Content-Type: text/html; charset=utf-8\r\nContent-Length: 20000\r\n"
    "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\nConnection: keep-alive\r\n"
    "ETag: \"6955b900-4e20\"\r\nAccept-Ranges: bytes\r\n\r\n";

double CpuNow() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Page {
  std::string url;
  std::string body;
};

std::vector<Page> Pages(const std::vector<std::string>& folders) {
  std::vector<Page> all;
  for (const PageFile& file : PageFiles(folders)) {
    std::string body = ReadPage(file);
    if (body.size() < kPageBytes) continue;
    body.resize(kPageBytes);
    all.push_back({file.url, std::move(body)});
  }
  if (all.size() <= kPages) return all;
  std::vector<Page> some;
  for (std::size_t i = 0; i < kPages; ++i) {
    some.push_back(std::move(all[i * all.size() / kPages]));
  }
  return some;
}

// Packing and both digests, with a head of the usual length, and nothing else.
class Minimum {
 public:
  double Round(const std::vector<Page>& pages) {
    const double start = CpuNow();
    for (const Page& page : pages) {
      digester_.Update(page.body);
      digester_.FinishInto(digest_);
      digester_.Update(kHead);
      digester_.Update(page.body);
      digester_.FinishInto(digest_);
      const std::array<std::string_view, 4> parts = {warc_head_, kHead, page.body, "\r\n\r\n"};
      packed_.clear();
      compressor_.Append(parts, packed_);
    }
    return CpuNow() - start;
  }

 private:
  warc::Digester digester_{warc::DigestAlgorithm::kSha1};
  warc::GzipCompressor compressor_ = *warc::GzipCompressor::Create();
  std::string digest_;
  std::string packed_;
  std::string warc_head_ =
      "WARC/1.1\r\nWARC-Type: response\r\n"
      "WARC-Record-ID: <urn:uuid:f6e36ba7-0c85-4b4a-a8d7-29a03a8ad2f1>\r\n"
      "WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: http://docs.example/html/a.html\r\n"
      "WARC-IP-Address: 192.0.2.7\r\n"
      "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\r\n"
      "WARC-Block-Digest: sha1:4ENXDWJ5NSHRUTU6IOG7NJ4VCLA6W6MP\r\n"
      "Content-Type: application/http; msgtype=response\r\nContent-Length: 20250\r\n\r\n";
};

// The whole writer, to a real disk, with syncs and the closing of the file; -1 if it fails.
double WriterRound(const std::vector<Page>& pages, const std::string& folder) {
  RealFiles files;
  const RealClock clock{};
  warc::ArchiveWriterOptions options;
  options.directory = folder;
  auto writer = warc::ArchiveWriter::Create(options, files, clock, Random(1));
  if (!writer) return -1;
  const double start = CpuNow();
  for (const Page& page : pages) {
    warc::Record record = warc::ResponseRecord(page.url, clock.WallNow(), kHead, page.body);
    record.ip_address = "192.0.2.7";
    if (!(*writer)->Append(record)) return -1;
    if ((*writer)->CommitDue(clock.Now()) && !(*writer)->Commit()) return -1;
  }
  if (!(*writer)->Close()) return -1;
  return CpuNow() - start;
}

int Race(const std::string& out, double warcio_micros, const std::vector<std::string>& folders) {
  const std::vector<Page> pages = Pages(folders);
  if (pages.empty()) return 1;
  Minimum minimum;
  double least = 1e9;
  double ours = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    std::filesystem::remove_all(out);
    const double time = WriterRound(pages, out);
    if (time < 0) {
      fmt::print(stderr, "can't write to {}\n", out);
      return 1;
    }
    ours = std::min(ours, time);
    least = std::min(least, minimum.Round(pages));
  }
  const double per_page = 1e6 / static_cast<double>(pages.size());
  bool held = ours <= kMostOfTheMinimum * least;
  fmt::print("{} responses of {} bytes; CPU time, best of {} rounds\n", pages.size(), kPageBytes,
             kRounds);
  fmt::print("gzip and two digests {:8.1f} us/page\n", least * per_page);
  fmt::print("the whole writer     {:8.1f} us/page  {:.2f} times that (bar {})\n", ours * per_page,
             ours / least, kMostOfTheMinimum);
  if (warcio_micros > 0) {
    const double times = warcio_micros / (ours * per_page);
    held = held && times >= kTimesWarcio;
    fmt::print("warcio               {:8.1f} us/page  ours is {:.1f} times faster (bar {})\n",
               warcio_micros, times, kTimesWarcio);
  }
  return held ? 0 : 1;
}

}  // namespace
}  // namespace meguri::bench

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  double warcio = 0;
  if (words.size() > 2 && words[1] == "--warcio") {
    warcio = std::strtod(words[2].c_str(), nullptr);
    words.erase(words.begin() + 1, words.begin() + 3);
  }
  if (words.size() < 2) {
    fmt::print(stderr, "usage: warc_write_speed OUT [--warcio MICROSECONDS] FOLDER...\n");
    return 2;
  }
  const std::string out = words.front();
  words.erase(words.begin());
  return meguri::bench::Race(out, warcio, words);
}
