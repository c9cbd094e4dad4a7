// What a crawl was asked to be: its config file, contact, seeds and manners.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/crawl/crawl_flags.h"
#include "app/crawl/crawl_keys.h"
#include "app/doctor/findings.h"
#include "base/result.h"

namespace meguri::app {

struct PlanQuestion {
  CrawlFlags flags;                    // without URLs
  std::optional<std::string> contact;  // wins over the file's, and is judged rather than refused
};

struct CheckedPlan {
  CrawlPlan plan;  // what could be read of it; the rest as it is by default
  std::vector<Finding> findings;
};

// Rows for the config file and its seeds, if there are any, for the contact, and for settings that
// a crawl would refuse. Fails with kInvalidArgument on flags that make no sense.
Result<CheckedPlan> CheckPlan(const PlanQuestion& question, const FileReader& read);

// `own_alone`: only addresses that the user allows are asked, if there is no contact.
Finding JudgeContact(const std::optional<std::string>& contact, bool own_alone);

}  // namespace meguri::app
