// Compares a simulated crawl with the truth: what the servers saw, what lies on the disk, and what
// the engine has in memory. Each finding is a line.
//
//   CheckDisk()    after each crash, before the next start: every record that is counted is in the
//                  archive, as it was served, and every link that its page has is known
//   CheckEngine()  after each start, and at the end: every URL is done, or waits; whoever is done
//                  has a record; scores are what the pages have passed on, share by share
//   CheckEnd()     nothing waits any more; nobody was asked too early, against robots.txt, or
//                  oftener than a crash explains; every page is there, unless there was trouble
//
// One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/result.h"
#include "crawl/crawl.h"
#include "sim/crawl/disk_account.h"
#include "sim/crawl/server_watch.h"
#include "sim/crawl/sim_network.h"
#include "sim/web/virtual_web.h"

namespace meguri {

class CrawlChecker {
 public:
  // All must outlive it. `suffixes`: the public suffix list.
  CrawlChecker(const VirtualWeb& web, const SimNetwork& network, std::string suffixes,
               const CrawlSettings& settings);
  ~CrawlChecker();

  void CheckDisk(Files& files, const DiskAccount& account);
  // `account`: of the disk as it was when the engine started, or as it is now that nothing waits to
  // be written.
  void CheckEngine(Crawl& crawl, const DiskAccount& account);
  // `lives`: how often the crawl was begun.
  void CheckEnd(const DiskAccount& account, const ServerWatch& watch, std::uint32_t lives);
  // After the end: every file is closed, and has its index.
  void CheckArchive(Files& files, const std::string& directory);
  // The memory's cap was reached: from now on links need not be known, nor their shares counted.
  void LinksMayBeLeftOut() { links_left_out_ = true; }
  void Find(std::string finding);

  const std::vector<std::string>& findings() const { return findings_; }
  std::uint64_t records_checked() const { return records_checked_; }
  std::uint64_t scores_checked() const { return scores_checked_; }

 private:
  struct Reader;  // of pages, and what decides which links count
  struct CheckedRecord {
    std::uint64_t hash = 0;  // of its packed bytes
    struct Link {
      std::uint64_t fingerprint = 0;
      std::string url;
      bool redirect = false;
    };
    std::vector<Link> links;
  };

  // By number, once they were needed.
  struct OpenArchives {
    struct File {
      std::string path;
      std::unique_ptr<ReadableFile> file;
    };
    std::vector<File> files;
  };

  const CheckedRecord* CheckCounted(Files& files, const AccountUrl& url, const PageRecord& record,
                                    OpenArchives& archives);
  void CheckLinks(const AccountUrl& url, const CheckedRecord& checked, const DiskAccount& account);
  // nullptr if it can't be had, which is found.
  const CheckedRecord* CheckRecord(std::string_view url, const ArchivePlace& place,
                                   const std::string& path, const ReadableFile& file);
  void CheckScores(const std::vector<LedgerUrl>& urls, const DiskAccount& account);
  void CheckDepths(const DiskAccount& account);
  void CheckPages(const DiskAccount& account);
  void CheckRobots();

  const VirtualWeb& web_;
  const SimNetwork& network_;
  const std::string suffixes_;
  const CrawlSettings& settings_;
  std::unique_ptr<Reader> reader_;                          // once the crawl's identity is known
  std::unordered_map<std::string, CheckedRecord> records_;  // by place
  // Of the pages that are counted, by fingerprint; into records_.
  std::unordered_map<std::uint64_t, const CheckedRecord*> links_of_;
  bool links_left_out_ = false;
  std::vector<std::string> findings_;
  std::uint64_t records_checked_ = 0;
  std::uint64_t scores_checked_ = 0;
};

}  // namespace meguri
