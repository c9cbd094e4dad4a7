#include "app/archive/record_filter.h"

#include <algorithm>
#include <chrono>

#include "app/cli/command.h"
#include "base/ascii.h"
#include "base/printable.h"
#include "warc/warc_date.h"

namespace meguri::app {
namespace {

// What `text` names ends here: "2024" with the year, "2024-05" with the month, a full time with
// its second.
WallTime EndOf(std::string_view text, WallTime begin) {
  const auto digits = std::ranges::count_if(text, IsAsciiDigit);
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): years, months, days
  const year_month_day date(floor<days>(begin));
  const auto time = begin - floor<days>(begin);
  if (digits <= 4) return sys_days(date + years(1)) + time;
  if (digits <= 6) return sys_days(date + months(1)) + time;
  if (digits <= 8) return begin + days(1);
  if (digits <= 10) return begin + hours(1);
  if (digits <= 12) return begin + minutes(1);
  return begin + seconds(1);
}

Result<WallTime> DateOf(std::string_view flag, const std::string& text) {
  const std::optional<WallTime> time = warc::ParseAnyDate(text);
  if (time) return *time;
  return Fail(ErrorCode::kInvalidArgument,
              std::string(flag) + " '" + Printable(text) +
                  "' is no date; want 2024, 2024-05-31, 2024-05-31T12:00:00Z or 20240531120000");
}

std::optional<std::uint16_t> StatusOf(std::string_view text) {
  if (text.size() != 3 || !std::ranges::all_of(text, IsAsciiDigit)) return std::nullopt;
  return static_cast<std::uint16_t>((text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
}

}  // namespace

void AddFilterFlags(Command& command, FilterFlags& flags) {
  command.AddOption("--url", flags.urls, "only URLs that begin so; may be repeated");
  command.AddOption("--from", flags.from,
                    "only records of this time or later: 2024, 2024-05-31, …");
  command.AddOption("--to", flags.to, "only records of this time or earlier");
  command.AddOption("--type", flags.types, "only records of these types: response,revisit,…")
      .Separator(',');
  command.AddOption("--status", flags.statuses, "only responses with these: 200, 4xx, 300-399")
      .Separator(',');
  command.AddOption("--mime", flags.mimes, "only payloads of these types: text/html, image/")
      .Separator(',');
}

// "200", "4xx", "300-399".
Result<RecordFilter::StatusRange> RecordFilter::StatusRangeOf(std::string_view text) {
  std::optional<std::uint16_t> first;
  std::optional<std::uint16_t> last;
  if (text.size() == 3 && EqualsIgnoringAsciiCase(text.substr(1), "xx")) {
    first = StatusOf(std::string(text.substr(0, 1)) + "00");
    last = StatusOf(std::string(text.substr(0, 1)) + "99");
  } else {
    first = StatusOf(text.substr(0, 3));
    last = text.size() == 7 && text[3] == '-' ? StatusOf(text.substr(4)) : StatusOf(text);
  }
  if (first && last && *first <= *last) return StatusRange{*first, *last};
  return Fail(ErrorCode::kInvalidArgument,
              "--status '" + Printable(text) + "' is none; want 200, 4xx or 300-399");
}

Result<RecordFilter> RecordFilter::Create(const FilterFlags& flags) {
  RecordFilter filter;
  filter.urls_ = flags.urls;
  if (!flags.from.empty()) {
    MEGURI_TRY(filter.from_, DateOf("--from", flags.from));
  }
  if (!flags.to.empty()) {
    MEGURI_TRY(const WallTime to, DateOf("--to", flags.to));
    filter.before_ = EndOf(flags.to, to);
  }
  for (const std::string& type : flags.types) {
    if (!warc::FindRecordType(type)) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--type '" + Printable(type) +
                      "' is no type of record; want warcinfo, response, resource, request, "
                      "metadata, revisit, conversion or continuation");
    }
    filter.types_.push_back(AsciiLowered(type));
  }
  for (const std::string& status : flags.statuses) {
    MEGURI_TRY(const StatusRange range, StatusRangeOf(status));
    filter.statuses_.push_back(range);
  }
  for (const std::string& mime : flags.mimes) {
    std::string prefix = AsciiLowered(mime);
    if (prefix.ends_with("/*")) prefix.pop_back();
    filter.mimes_.push_back(std::move(prefix));
  }
  return filter;
}

bool RecordFilter::MayMatch(const warc::RecordHead& head) const {
  const auto date = head.date();
  if (from_ && (!date || *date < *from_)) return false;
  if (before_ && (!date || *date >= *before_)) return false;
  if (!types_.empty() && std::ranges::none_of(types_, [&](const std::string& type) {
        return EqualsIgnoringAsciiCase(head.type_name(), type);
      })) {
    return false;
  }
  return urls_.empty() || std::ranges::any_of(urls_, [&](const std::string& url) {
           return head.target_uri().starts_with(url);
         });
}

bool RecordFilter::Matches(const warc::RecordHead& head, std::uint16_t status,
                           std::string_view mime) const {
  if (!MayMatch(head)) return false;
  if (!statuses_.empty() && std::ranges::none_of(statuses_, [&](const StatusRange& range) {
        return range.first <= status && status <= range.last;
      })) {
    return false;
  }
  return mimes_.empty() || std::ranges::any_of(mimes_, [&](const std::string& wanted) {
           return wanted.ends_with('/') ? mime.starts_with(wanted) : mime == wanted;
         });
}

}  // namespace meguri::app
