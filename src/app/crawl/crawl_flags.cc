#include "app/crawl/crawl_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/cli/command.h"
#include "app/crawl/crawl_file.h"
#include "app/crawl/crawl_keys.h"
#include "app/crawl/crawl_seeds.h"
#include "base/duration_text.h"
#include "base/printable.h"

namespace meguri::app {
namespace {

void AddFlag(Command& command, const CrawlKeyGroup& group, const CrawlKey& key,
             std::string_view said_of_it, CrawlFlags& flags) {
  const std::string flag = fmt::format("--{}", key.name);
  const std::string name(key.name);
  const auto take = [&flags, name](const std::vector<std::string>& texts) {
    flags.values[name] = texts;
  };
  Option* option = nullptr;
  if (key.kind == KeyKind::kSwitch) {
    option = &command.AddFlag(
        flag, [&flags, name] { flags.values[name] = {"true"}; }, said_of_it);
  } else {
    option = &command.AddValue(
        flag, key.kind == KeyKind::kList ? IntoTexts(take) : IntoOneText(take), said_of_it);
    option->Type(key.type);
  }
  option->Group(group.title);
}

Status ApplyFlags(const CrawlFlags& flags, CrawlPlan& plan) {
  for (const CrawlKeyGroup& group : CrawlKeys()) {
    for (const CrawlKey& key : group.keys) {
      const auto found = flags.values.find(key.name);
      if (found == flags.values.end()) continue;
      const Status applied = key.apply(found->second, plan);
      if (!applied) {
        return Fail(applied.error().code,
                    fmt::format("--{}: {}", key.name, applied.error().context));
      }
    }
  }
  return {};
}

std::string TimeText(Duration time) {
  return FormatDuration(std::chrono::floor<std::chrono::microseconds>(time));
}

}  // namespace

void AddCrawlFlags(Command& command, CrawlFlags& flags) {
  command.AddOption("URL", flags.urls, "where to begin; without a scheme, http is meant").Type("");
  command
      .AddOption("--config", flags.config,
                 "all of this, and more of single hosts, in TOML; flags win over it")
      .Type("FILE");
  for (const CrawlKeyGroup& group : CrawlKeys()) {
    for (const CrawlKey& key : group.keys)
      AddFlag(command, group, key, key.about, flags);
  }
}

void AddSharedFlags(Command& command, std::span<const SharedFlag> shared, CrawlFlags& flags) {
  for (const CrawlKeyGroup& group : CrawlKeys()) {
    for (const CrawlKey& key : group.keys) {
      const auto found = std::ranges::find(shared, key.name, &SharedFlag::name);
      if (found == shared.end()) continue;
      AddFlag(command, group, key, found->about.empty() ? key.about : found->about, flags);
    }
  }
}

Result<CrawlPlan> ApplySharedFlags(const CrawlFlags& flags, CrawlPlan defaults) {
  MEGURI_TRY(CrawlPlan plan, ApplyFlagValues(flags, std::move(defaults)));
  MEGURI_CHECK_STATUS(CheckManners(plan.settings));
  return plan;
}

Result<CrawlPlan> ApplyFlagValues(const CrawlFlags& flags, CrawlPlan defaults) {
  MEGURI_CHECK_STATUS(ApplyFlags(flags, defaults));
  return defaults;
}

Status CheckManners(const CrawlSettings& settings) {
  const bool own = !settings.allow_addresses.empty();
  if (settings.contact.empty() && !own) {
    return Fail(ErrorCode::kInvalidArgument,
                "other people's servers are asked only by who can be reached: give --contact "
                "you@example.org or a URL (or --allow-address for your own machines)");
  }
  const Duration interval = settings.manners.interval;
  if (interval < kLeastPublicInterval && !own) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--interval: {} is for your own machines, which --allow-address names; "
                            "want {} or more",
                            TimeText(interval), TimeText(kLeastPublicInterval)));
  }
  for (const HostSettings& host : settings.hosts) {
    if (!host.interval || *host.interval >= interval) continue;
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("the interval of host {}, {}, is shorter than that of all, {}; want it "
                            "longer, or --interval shorter",
                            host.host, TimeText(*host.interval), TimeText(interval)));
  }
  if (settings.shared_interval && settings.shared_addresses.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--shared-interval: for which servers? Name them with --shared-address");
  }
  if (settings.manners.max_back_off < settings.manners.first_back_off) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("--back-off: {} is more than --max-back-off, {}",
                            TimeText(settings.manners.first_back_off),
                            TimeText(settings.manners.max_back_off)));
  }
  return {};
}

Status ReadSeeds(const FileReader& read, CrawlPlan& plan) {
  std::vector<std::string>& seeds = plan.settings.seeds;
  for (const std::string& text : plan.urls) {
    MEGURI_TRY(seeds.emplace_back(), ParseSeed(text));
  }
  if (!plan.seeds_file.empty()) {
    MEGURI_TRY(const std::string text, read(plan.seeds_file));
    MEGURI_TRY(auto more, ParseSeedFile(text, plan.seeds_file == "-" ? "stdin" : plan.seeds_file));
    if (more.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--seeds: there is no URL in {}", Printable(plan.seeds_file)));
    }
    std::ranges::move(more, std::back_inserter(seeds));
  }
  if (!seeds.empty()) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "where to begin? Give a URL, or a file of them with --seeds FILE");
}

Result<CrawlPlan> MakeCrawlPlan(const CrawlFlags& flags, const FileReader& read) {
  CrawlPlan plan;
  if (!flags.config.empty()) {
    MEGURI_TRY(const std::string toml, read(flags.config));
    MEGURI_CHECK_STATUS(ApplyCrawlFile(toml, flags.config, plan));
  }
  // Whoever says where to begin doesn't mean the file's seeds, too.
  if (!flags.urls.empty() || flags.values.contains("seeds")) {
    plan.urls = flags.urls;
    plan.seeds_file.clear();
  }
  MEGURI_CHECK_STATUS(ApplyFlags(flags, plan));
  MEGURI_CHECK_STATUS(ReadSeeds(read, plan));
  MEGURI_CHECK_STATUS(CheckManners(plan.settings));
  if (plan.settings.directory.empty()) {
    plan.settings.directory = FolderFor(plan.settings.seeds.front());
  }
  return plan;
}

}  // namespace meguri::app
