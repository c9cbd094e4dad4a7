#include "app/doctor/plan_check.h"

#include <fmt/format.h>

#include <utility>

#include "app/crawl/crawl_file.h"
#include "app/crawl/crawl_values.h"
#include "base/printable.h"
#include "crawl/crawl_settings.h"

namespace meguri::app {
namespace {

Status ReadConfig(const std::string& file, const FileReader& read, CrawlPlan& plan) {
  MEGURI_TRY(const std::string toml, read(file));
  return ApplyCrawlFile(toml, file, plan);
}

Finding JudgeConfig(const std::string& file, const Status& read) {
  constexpr std::string_view kName = "config";
  if (read) return FoundOk(kName, Printable(file) + " can be read, and all of it is understood");
  return FoundFailing(kName, Printable(read.error().context),
                      "Correct the file; docs/formats/crawl_toml.md describes it.");
}

Finding JudgeSeeds(CrawlPlan plan, const FileReader& read) {
  constexpr std::string_view kName = "seeds";
  const Status found = ReadSeeds(read, plan);
  if (found) {
    const std::size_t count = plan.settings.seeds.size();
    return FoundOk(kName, fmt::format("{} URL{} to begin with", count, count == 1 ? "" : "s"));
  }
  return FoundFailing(kName, Printable(found.error().context),
                      "Correct url or seeds in the config file; a seed is an http or https URL.");
}

// Whether others would be treated well is asked as if there were a contact, which has its own row.
Status CheckSettings(CrawlSettings settings) {
  if (settings.contact.empty()) settings.contact = "you@example.org";
  MEGURI_CHECK_STATUS(CheckManners(settings));
  MEGURI_TRY([[maybe_unused]] const AddressRule rule, AddressRuleOf(settings));
  return {};
}

}  // namespace

Finding JudgeContact(const std::optional<std::string>& contact, bool own_alone) {
  constexpr std::string_view kName = "contact";
  if (contact) {
    const auto checked = CheckContact(*contact);
    if (checked) return FoundOk(kName, Printable(*checked));
    return FoundFailing(
        kName, checked.error().context,
        "Give an email address or a URL at which somebody can be reached: --contact "
        "you@example.org.");
  }
  if (own_alone)
    return FoundOk(kName, "none, which will do for the servers that --allow-address names");
  return FoundWarning(
      kName, "none is set",
      "To crawl other people's servers, give --contact you@example.org or a URL, so "
      "that their owners know whom to ask.");
}

Result<CheckedPlan> CheckPlan(const PlanQuestion& question, const FileReader& read) {
  CheckedPlan checked;
  const std::string& file = question.flags.config;
  if (!file.empty()) {
    CrawlPlan plan;
    const Status config = ReadConfig(file, read, plan);
    checked.findings.push_back(JudgeConfig(file, config));
    if (config) checked.plan = std::move(plan);
  }
  MEGURI_TRY(checked.plan, ApplyFlagValues(question.flags, std::move(checked.plan)));
  const CrawlPlan& plan = checked.plan;
  // Those that come by a pipe are for the crawl.
  if ((!plan.urls.empty() || !plan.seeds_file.empty()) && plan.seeds_file != "-")
    checked.findings.push_back(JudgeSeeds(plan, read));
  std::optional<std::string> contact = question.contact;
  if (!contact && !plan.settings.contact.empty()) contact = plan.settings.contact;
  checked.findings.push_back(JudgeContact(contact, !plan.settings.allow_addresses.empty()));
  if (const Status settings = CheckSettings(plan.settings); !settings) {
    checked.findings.push_back(
        FoundFailing("settings", Printable(settings.error().context),
                     "Change that in the command line or the config file; a crawl refuses it."));
  }
  return checked;
}

}  // namespace meguri::app
