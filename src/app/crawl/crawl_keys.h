// All that can be set about a crawl, a row each: the flag --NAME and the key NAME of crawl.toml are
// the same row, so that neither can do what the other can't.
//
// docs/formats/crawl_toml.md lists them for people; a test sees to it that none is missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "crawl/crawl_settings.h"

namespace meguri::app {

// What `meguri crawl` is to do: the engine's settings, and what is shown meanwhile.
struct CrawlPlan {
  CrawlSettings settings;
  // Where its seeds come from, as the user said it.
  std::vector<std::string> urls;
  std::string seeds_file;
  bool json = false;
  bool quiet = false;
};

// Ten requests a second are as many as a stranger may be asked. With less than this between two,
// nobody is but the addresses that the user allows.

enum class KeyKind : std::uint8_t {
  kText,    // in TOML: a string
  kNumber,  // a whole number
  kList,    // strings; as a flag it may be repeated
  kSwitch,  // true or false; as a flag it has no value
};

struct CrawlKey {
  // What the value, or the values of a list, do to the plan; {"true"} or {"false"} for a switch.
  // An error says what is wrong with them (crawl_values.h).
  using Apply = Status (*)(const std::vector<std::string>& values, CrawlPlan& plan);

  std::string_view name;
  KeyKind kind;
  std::string_view type;  // of its value, for --help; "" for a switch
  std::string_view about;
  Apply apply;
};

struct CrawlKeyGroup {
  std::string_view title;
  std::vector<CrawlKey> keys;
};

// In the order of --help. All but the URLs themselves, --config and [[host]].
const std::vector<CrawlKeyGroup>& CrawlKeys();

// The settings of `host`, made if there are none yet.
HostSettings& SettingsOfHost(const std::string& host, CrawlSettings& settings);

}  // namespace meguri::app
