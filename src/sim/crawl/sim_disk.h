// The disk of a simulated crawl: one in memory that fails, fills up, and dies in the middle of a
// write, when its plan says so.
//
//   disk.Arm({.kill = {{.site = "links.log sync", .after = 3}}});   // at the third of those
//   … the crawl runs on it …
//   if (disk.dead()) disk.Restart(MachineCrash::kTorn);
//
// Everything that changes the disk goes by one counter, and has a site: what kind of file, and what
// was done to it ("wal append", "warc sync"). Once it is dead every call fails and nothing changes
// any more, whatever the process does until somebody notices: a process that is killed does nothing
// after that either. One thread: RocksDB's own have nothing to do here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/mem_files.h"
#include "base/random.h"
#include "sim/crawl/sim_trace.h"

namespace meguri {

// When something is to happen: at the `after`-th change at that site, or at a site where there was
// none before; at the latest at the `latest`-th of all.
struct DiskMoment {
  std::string site;  // "": all of them
  bool new_site = false;
  std::uint64_t after = 1;
  std::uint64_t latest = UINT64_MAX;
};

enum class DiskError : std::uint8_t {
  kIo,    // the call fails with EIO; an append may have written a part
  kFull,  // from now on nothing more fits, until FreeSpace()
};

struct DiskPlan {
  std::optional<DiskMoment> kill;
  struct Fault {
    DiskMoment moment;
    DiskError error = DiskError::kIo;
  };
  std::vector<Fault> faults;
};

enum class MachineCrash : std::uint8_t {
  kNone,  // the process alone: what was written is there
  kTorn,  // of what was not synced, a part
  kWorst  // of what was not synced, nothing
};

// How often each site was changed, and where something happened.
struct DiskSites {
  struct Count {
    std::uint64_t changes = 0;
    std::uint64_t kills = 0;
    std::uint64_t faults = 0;
  };
  std::map<std::string, Count, std::less<>> sites;

  void Add(const DiskSites& other);
};

class SimDisk final : public Files {
 public:
  // Both must outlive it.
  SimDisk(const Clock& clock, SimTrace& trace, Random draws);
  ~SimDisk() override;

  // For what begins now: counters of moments begin anew.
  void Arm(DiskPlan plan);
  // No kill and no fault any more.
  void Disarm() { Arm({}); }
  // A kill that comes from elsewhere: now.
  void Kill(std::string_view why);
  bool dead() const;
  // Where it died: "wal sync".
  std::string died_at() const;
  void Restart(MachineCrash crash);
  bool full() const;
  // When it last filled up.
  std::optional<TimePoint> filled_at() const { return filled_at_; }
  void FreeSpace();

  const DiskSites& sites() const { return sites_; }
  // That were met.
  std::uint32_t errors() const { return errors_; }
  std::uint32_t fulls() const { return fulls_; }
  std::uint32_t faults() const { return errors_ + fulls_; }
  // Of all that is there, but for RocksDB's files, which are not alike twice: names and bytes.
  std::uint64_t Hash();
  // Without faults, and not counted: for checkers.
  MemFiles& undisturbed() { return memory_; }

  Result<std::unique_ptr<WritableFile>> OpenToWrite(const std::string& path,
                                                    OpenMode mode) override;
  Result<std::unique_ptr<ReadableFile>> OpenToRead(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;
  Result<std::vector<DirectoryEntry>> List(const std::string& directory) override;
  Status MakeDirectories(const std::string& directory) override;
  Status SyncDirectory(const std::string& directory) override;
  Result<std::uint64_t> FreeBytes(const std::string& path) override;

 private:
  friend class SimWritableFile;
  friend class SimReadableFile;

  struct Verdict {
    int error = 0;         // 0: go on
    bool in_part = false;  // an append that fails has written a part
    DiskSites::Count* count = nullptr;
  };
  // A change is about to be made.
  Verdict Before(const std::string& path, std::string_view operation, std::size_t bytes);
  // A call that changes nothing but names.
  template <class Change>
  Status Do(const std::string& path, std::string_view operation, Change&& change);
  bool IsDue(const DiskMoment& moment, std::string_view site, bool is_new,
             std::uint64_t& seen) const;
  // From now on so many bytes more fit.
  void FillUp(std::uint64_t left);

  const Clock& clock_;
  SimTrace& trace_;
  Random draws_;
  MemFiles memory_;
  DiskPlan plan_;
  std::vector<std::uint64_t> seen_;  // of each fault's moment; the last is the kill's
  std::uint64_t changes_ = 0;        // since Arm()
  std::uint32_t errors_ = 0;
  std::uint32_t fulls_ = 0;
  bool dead_ = false;
  bool full_ = false;
  std::optional<TimePoint> filled_at_;
  std::string died_at_;
  DiskSites sites_;
};

// "links.log" for DIR/links.log, "warc" for DIR/archive/X.warc.gz.open, "wal" for RocksDB's log.
std::string_view FileKind(std::string_view path);

}  // namespace meguri
