// usage: queue_speed URLS FOLDER PAGES: what the refresh queues cost, against RocksDB with the key
// (day, URL).
//
// URLS: a file of real URLs, one a line. PAGES pages are made of them: each copy of the list has
// hosts of its own, ids are in no order of URLs, days are drawn evenly from the next 400. All are
// scheduled and committed; then the process begins anew, and the first days are opened, each page
// of them taken from its host's queue, given a new day and committed. Of RocksDB, up to 10 million
// pages are written, compacted, and a day read. CPU time of this thread; bytes as they lie in the
// folder.
#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_time.h"
#include "base/random.h"
#include "store/log/byte_codec.h"
#include "store/queues/refresh_queues.h"

namespace meguri {
namespace {

constexpr DayNumber kToday = 20'500;
constexpr std::uint32_t kShards = 16;
constexpr std::uint32_t kDays = 400;
constexpr std::uint64_t kMostInRocksDb = 10'000'000;

// Pages that are functions of their number.
class MadePages {
 public:
  MadePages(std::vector<std::string> urls, std::uint64_t count)
      : urls_(std::move(urls)), count_(count) {}

  std::uint64_t count() const { return count_; }

  // `url` is for the page's.
  DuePage Make(std::uint64_t number, std::string& url) const {
    // A number without common factors with any count that is asked for.
    const std::uint64_t place = number * 982'451'653 % count_;
    const std::string& base = urls_[place % urls_.size()];
    const std::size_t host = base.find("://") + 3;
    url.assign(base, 0, host);
    if (place >= urls_.size()) url += fmt::format("s{}.", place / urls_.size());
    url.append(base, host);
    Random draws(number);
    DuePage page;
    page.key = {static_cast<std::uint32_t>(number % kShards),
                static_cast<std::uint32_t>(number / kShards)};
    page.url = url;
    page.due = static_cast<DueMinute>((kToday + 1) * kMinutesPerDay +
                                      draws.Uniform(std::uint64_t{kDays} * kMinutesPerDay));
    page.interval = static_cast<std::uint32_t>(draws.Uniform(kDays * kMinutesPerDay));
    return page;
  }

 private:
  std::vector<std::string> urls_;
  std::uint64_t count_;
};

std::uint64_t FolderBytes(const std::string& folder) {
  std::uint64_t sum = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) sum += entry.file_size();
  }
  return sum;
}

[[noreturn]] void Stop(const std::string& why) {
  fmt::print(stderr, "queue_speed: {}\n", why);
  std::exit(1);
}
void Check(const Status& status) {
  if (!status) Stop(ToString(status.error()));
}

WallTime StartOf(DayNumber day) { return WallTime(std::chrono::days(day)); }

RefreshQueuesOptions OptionsFor(const std::string& folder) {
  RefreshQueuesOptions options;
  options.long_term.directory = folder;
  // Room for all: what is measured is how pages come out, not how they are put back.
  options.short_term.interval = std::chrono::seconds(5);
  return options;
}

void ScheduleAll(const MadePages& pages, const std::string& folder) {
  RealFiles files;
  auto queues = RefreshQueues::Open(OptionsFor(folder), files, StartOf(kToday));
  if (!queues) Stop(ToString(queues.error()));
  std::string url;
  std::uint64_t url_bytes = 0;
  double making = ThreadCpuSeconds();
  for (std::uint64_t i = 0; i < pages.count(); ++i)
    url_bytes += pages.Make(i, url).url.size();
  making = ThreadCpuSeconds() - making;
  const double began = ThreadCpuSeconds();
  for (std::uint64_t i = 0; i < pages.count(); ++i) {
    (*queues)->Schedule(pages.Make(i, url));
    if (i % 100'000 == 0) Check((*queues)->Commit());
  }
  Check((*queues)->Commit());
  Check((*queues)->Advance(StartOf(kToday)));  // splits what is left
  const double seconds = ThreadCpuSeconds() - began - making;
  const auto count = static_cast<double>(pages.count());
  fmt::print("url_bytes {:.1f}\n", static_cast<double>(url_bytes) / count);
  fmt::print("schedule {:.0f}\n", count / seconds);
  fmt::print("disk {:.2f}\n", static_cast<double>(FolderBytes(folder)) / count);
}

// Opens days until a million pages have come, or a tenth of them.
void MeasureDays(const MadePages& pages, const std::string& folder) {
  RealFiles files;
  double began = ThreadCpuSeconds();
  auto queues = RefreshQueues::Open(OptionsFor(folder), files, StartOf(kToday));
  if (!queues) Stop(ToString(queues.error()));
  fmt::print("start {:.0f}\n", static_cast<double>(pages.count()) / (ThreadCpuSeconds() - began));
  if ((*queues)->long_term().pages() != pages.count()) Stop("pages are lost");
  const std::uint64_t enough = std::min<std::uint64_t>(1'000'000, pages.count() / 10);
  std::uint64_t out = 0;
  std::uint64_t taken = 0;
  double opening = 0;
  double taking = 0;
  double again = 0;
  std::vector<HeldPage> day_pages;
  for (DayNumber day = kToday + 1; out < enough; ++day) {
    const std::uint64_t due = (*queues)->long_term().pages_on(day);
    began = ThreadCpuSeconds();
    Check((*queues)->Advance(StartOf(day)));
    opening += ThreadCpuSeconds() - began;
    out += due;
    day_pages.clear();
    began = ThreadCpuSeconds();
    for (std::uint32_t host = 0; host < (*queues)->short_term().hosts(); ++host) {
      while (auto page = (*queues)->Take(host, StartOf(day) + std::chrono::hours(24)))
        day_pages.push_back(*std::move(page));
    }
    taking += ThreadCpuSeconds() - began;
    taken += day_pages.size();
    began = ThreadCpuSeconds();
    for (const HeldPage& page : day_pages) {
      DuePage next = page.view();
      next.due += 200 * kMinutesPerDay;
      (*queues)->Schedule(next);
    }
    Check((*queues)->Commit());
    again += ThreadCpuSeconds() - began;
  }
  if (taken != out) Stop(fmt::format("{} pages were due and {} came", out, taken));
  const auto count = static_cast<double>(out);
  fmt::print("due {} {:.0f} {:.0f} {:.0f}\n", out, count / opening, count / (opening + taking),
             count / (opening + taking + again));
  fmt::print("disk_after {:.2f}\n",
             static_cast<double>(FolderBytes(folder)) / static_cast<double>(pages.count()));
}

// Every page straight from the files, without the hosts' queues.
void MeasureBare(const MadePages& pages, const std::string& folder) {
  RealFiles files;
  LongTermOptions options;
  options.directory = folder;
  options.hold_days = kDays;  // nobody takes them: what is measured is how they come out
  auto queue = LongTermQueue::Open(options, files, kToday);
  if (!queue) Stop(ToString(queue.error()));
  std::uint64_t out = 0;
  std::uint64_t sum = 0;
  const double began = ThreadCpuSeconds();
  for (DayNumber day = kToday + 1; out < std::min<std::uint64_t>(1'000'000, pages.count() / 10);
       ++day) {
    Check((*queue)->OpenDays(day, [&](const DuePage& page) {
      ++out;
      sum += page.url.size() + static_cast<unsigned char>(page.url.back());
    }));
  }
  const double seconds = ThreadCpuSeconds() - began;
  fmt::print("bare {} {:.0f} {}\n", out, static_cast<double>(out) / seconds, sum % 10);
}

void CheckDb(const rocksdb::Status& status) {
  if (!status.ok()) Stop("RocksDB: " + status.ToString());
}

std::string DbKey(const DuePage& page) {
  const DayNumber day = DayOf(page.due);
  std::string key{static_cast<char>(day >> 8U), static_cast<char>(day & 0xFFU)};
  key += page.url;
  return key;
}

void MeasureRocksDb(const MadePages& pages, const std::string& folder) {
  const std::uint64_t count = std::min(kMostInRocksDb, pages.count());
  rocksdb::Options options;
  options.create_if_missing = true;
  options.compression = rocksdb::kZSTD;
  options.write_buffer_size = std::size_t{64} << 20U;
  rocksdb::DB* opened = nullptr;
  CheckDb(rocksdb::DB::Open(options, folder, &opened));
  const std::unique_ptr<rocksdb::DB> db(opened);
  rocksdb::WriteOptions write;
  write.disableWAL = true;  // compared are reading and bytes
  std::string url;
  std::string value;
  for (std::uint64_t i = 0; i < count; ++i) {
    const DuePage page = pages.Make(i, url);
    value.clear();
    AppendVarint(page.key.shard, value);
    AppendVarint(page.key.id, value);
    AppendFixed(page.generation, value);
    AppendVarint(page.interval, value);
    AppendVarint(page.due % kMinutesPerDay, value);
    CheckDb(db->Put(write, DbKey(page), value));
  }
  CheckDb(db->Flush({}));
  CheckDb(db->CompactRange({}, nullptr, nullptr));
  const auto bytes = static_cast<double>(FolderBytes(folder));
  std::uint64_t out = 0;
  std::uint64_t sum = 0;
  const double began = ThreadCpuSeconds();
  const std::unique_ptr<rocksdb::Iterator> each(db->NewIterator({}));
  const std::uint64_t enough = std::min<std::uint64_t>(1'000'000, pages.count() / 10);
  for (each->SeekToFirst(); each->Valid() && out < enough; each->Next()) {
    ByteReader in(each->value().ToStringView());
    sum += in.Varint() + in.Varint() + in.Fixed<std::uint16_t>() + in.Varint() + in.Varint();
    sum += each->key().size() + static_cast<unsigned char>(each->key()[each->key().size() - 1]);
    ++out;
  }
  const double seconds = ThreadCpuSeconds() - began;
  fmt::print("rocksdb {} {:.2f} {:.0f} {}\n", count, bytes / static_cast<double>(count),
             static_cast<double>(out) / seconds, sum % 10);
}

int Main(const std::string& urls_path, const std::string& folder, std::uint64_t count) {
  std::vector<std::string> urls;
  std::ifstream in(urls_path);
  for (std::string line; std::getline(in, line);) {
    if (line.find("://") != std::string::npos) urls.push_back(std::move(line));
  }
  if (urls.empty()) Stop(urls_path + ": no URLs");
  const MadePages pages(std::move(urls), count);
  ScheduleAll(pages, folder + "/due");
  MeasureBare(pages, folder + "/due");
  MeasureDays(pages, folder + "/due");
  std::filesystem::remove_all(folder + "/due");
  MeasureRocksDb(pages, folder + "/rocksdb");
  return 0;
}

}  // namespace
}  // namespace meguri

int main(int argc, char** argv) {
  std::uint64_t count = 0;
  const std::string_view text = argc == 4 ? argv[3] : "";
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  if (read.ec != std::errc() || count < 1'000) {
    fmt::print(stderr, "usage: queue_speed URLS FOLDER PAGES (1000 or more)\n");
    return 2;
  }
  return meguri::Main(argv[1], argv[2], count);
}
