// The command line of `meguri crawl`, and its config file, put together to a plan.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/crawl/crawl_keys.h"
#include "base/result.h"

namespace meguri::app {

class Command;

// What was said, nothing looked into yet. A flag that was given wins over the file.
struct CrawlFlags {
  std::string config;
  std::vector<std::string> urls;
  // By CrawlKey::name; for a switch {"true"}.
  std::map<std::string, std::vector<std::string>, std::less<>> values;
};

// Adds all flags to `command`. `flags` must outlive the parsing.
void AddCrawlFlags(Command& command, CrawlFlags& flags);

// A flag of this command that another one has, too, under the same name.
struct SharedFlag {
  std::string_view name;   // a CrawlKey's
  std::string_view about;  // "": the same as here
};
// REQUIRES: all are keys of a crawl.
void AddSharedFlags(Command& command, std::span<const SharedFlag> shared, CrawlFlags& flags);
// What they say, over `defaults`. Fails as MakeCrawlPlan() does, also if strangers would be treated
// badly.
Result<CrawlPlan> ApplySharedFlags(const CrawlFlags& flags, CrawlPlan defaults);

// The same, with no look at how strangers would be treated.
Result<CrawlPlan> ApplyFlagValues(const CrawlFlags& flags, CrawlPlan defaults);
// That others are treated well, whatever was asked for. Fails with kInvalidArgument, naming the
// flag.
Status CheckManners(const CrawlSettings& settings);

// The bytes of a file that was named: ReadInput().
using FileReader = std::function<Result<std::string>(const std::string& path)>;

// Puts the seeds that `plan` names into its settings. Fails with kInvalidArgument if there are
// none, or one that can't be crawled.
Status ReadSeeds(const FileReader& read, CrawlPlan& plan);

// Fails with kInvalidArgument, naming the flag or the file's line, the value and what is wanted.
Result<CrawlPlan> MakeCrawlPlan(const CrawlFlags& flags, const FileReader& read);

}  // namespace meguri::app
