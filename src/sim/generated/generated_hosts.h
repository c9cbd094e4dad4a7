// The hosts of a generated web: their names, how many pages each has, and its manners.
//
// All are drawn once from the seed. About 50 bytes a host; of the pages nothing is kept.
// Constant once made: any thread may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "base/result.h"
#include "sim/generated/page_tree.h"
#include "sim/page/prose_bank.h"
#include "sim/web/web_spec.h"

namespace meguri {

// How a host writes its URLs. FOLDER is the name of a top folder, ID the page's number.
enum class UrlStyle : std::uint8_t {
  kSlugs,    // /FOLDER/words-ID.html
  kDates,    // /2024/05/words-ID/
  kQuery,    // /FOLDER.php?id=ID
  kNumbers,  // /FOLDER/ID
  kEncoded,  // as kSlugs, with percent-encoded UTF-8
};

enum class RobotsStyle : std::uint8_t { kAllowsAll, kPrivate, kCrawlDelay, kWildcards, kNamesBots };
enum class EtagStyle : std::uint8_t { kNone, kStrong, kWeak };

struct GeneratedHost {
  std::uint64_t key = 0;  // for what is drawn for the host
  PageTree tree;
  std::uint32_t number = 0;
  std::uint32_t name_at = 0;  // in the names of all hosts
  std::uint8_t name_size = 0;
  std::uint8_t site_at = 0;  // "kitamori" of "www.kitamori.test", in the name
  std::uint8_t site_size = 0;
  std::uint8_t first_word = 0;      // which names its folders have
  std::uint16_t first_id = 0;       // the number of its home page in URLs, if it were there
  std::uint8_t private_folder = 0;  // which robots.txt forbids; 0: none
  Language language = Language::kEnglish;
  PageCharset charset = PageCharset::kUtf8;
  UrlStyle urls = UrlStyle::kSlugs;
  RobotsStyle robots = RobotsStyle::kAllowsAll;
  EtagStyle etags = EtagStyle::kNone;
  bool has_last_modified : 1 = false;
  bool https : 1 = false;
  bool compresses : 1 = false;
  bool sets_cookies : 1 = false;
  bool says_charset : 1 = false;  // in Content-Type; the page does in any case
  bool says_canonical : 1 = false;
  bool has_atom : 1 = false;  // /atom.xml, else /feed.xml
  bool has_icon : 1 = false;
};

class GeneratedHosts {
 public:
  // Fails with kInvalidArgument if there is no host, no language, a name that isn't one or comes
  // twice, or fewer pages than hosts.
  static Result<GeneratedHosts> Create(const GeneratedSpec& spec, std::uint64_t seed);

  std::uint32_t size() const { return static_cast<std::uint32_t>(hosts_.size()); }
  const GeneratedHost& operator[](std::uint32_t host) const MEGURI_LIFETIME_BOUND {
    return hosts_[host];
  }
  std::string_view name_of(const GeneratedHost& host) const MEGURI_LIFETIME_BOUND {
    return std::string_view(names_).substr(host.name_at, host.name_size);
  }
  std::string_view site_of(const GeneratedHost& host) const MEGURI_LIFETIME_BOUND {
    return name_of(host).substr(host.site_at, host.site_size);
  }

 private:
  GeneratedHosts() = default;

  void AddName(std::string_view name, std::size_t site_at, std::size_t site_size);
  Status TakeNames(const std::vector<std::string>& names);
  void MakeNames(std::uint32_t count, std::uint64_t key);
  void DrawManners(const GeneratedSpec& spec);

  std::string names_;
  std::vector<GeneratedHost> hosts_;
};

// How many pages each of `hosts` hosts has: a few have many, most have few, all have one at least,
// and together they have `pages`; none has more than `most`, if that isn't 0.
// REQUIRES: 0 < hosts <= pages; pages <= hosts * most if that isn't 0.
std::vector<std::uint32_t> DrawHostSizes(std::uint32_t hosts, std::uint64_t pages,
                                         std::uint64_t key, std::uint32_t most = 0);

// The `index`-th name for a site, as "kitamori"; `attempt`: another one if it is taken.
std::string SiteName(std::uint64_t key, std::uint64_t index, std::uint64_t attempt);

}  // namespace meguri
