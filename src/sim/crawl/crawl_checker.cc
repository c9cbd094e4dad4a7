#include "sim/crawl/crawl_checker.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <span>

#include "base/hash.h"
#include "crawl/reading/link_finding.h"
#include "crawl/reading/page_reading.h"
#include "crawl/scope/scope.h"
#include "robots/robots_txt.h"
#include "url/fingerprint.h"
#include "url/site.h"

namespace meguri {
namespace {

constexpr std::size_t kMostFindings = 20;

// A member of gzip, unpacked; "" if it is none.
std::string Unpack(std::string_view member) {
  struct Free {
    void operator()(libdeflate_decompressor* it) const { libdeflate_free_decompressor(it); }
  };
  const std::unique_ptr<libdeflate_decompressor, Free> codec(libdeflate_alloc_decompressor());
  std::string out(std::max<std::size_t>(4096, member.size() * 8), '\0');
  for (;;) {
    std::size_t size = 0;
    const auto code = libdeflate_gzip_decompress(codec.get(), member.data(), member.size(),
                                                 out.data(), out.size(), &size);
    if (code == LIBDEFLATE_INSUFFICIENT_SPACE) {
      out.resize(out.size() * 4);
      continue;
    }
    out.resize(code == LIBDEFLATE_SUCCESS ? size : 0);
    return out;
  }
}

std::string_view FieldOf(std::string_view head, std::string_view name) {
  const std::size_t at = head.find(name);
  if (at == std::string_view::npos) return {};
  head.remove_prefix(at + name.size());
  return head.substr(0, head.find("\r\n"));
}

// By key: what waiting URLs have given back to those that are fetched.
std::unordered_map<std::uint64_t, double> GivenBack(const std::vector<LedgerUrl>& urls) {
  std::unordered_map<std::uint64_t, double> given_back;
  for (const LedgerUrl& url : urls) {
    for (const RankOf::Gift& gift : url.rank.gives_back) {
      if (gift.part == 0) continue;
      given_back[UrlKey{url.key.shard, gift.to}.packed()] += gift.part * (1 + url.rank.score);
    }
  }
  return given_back;
}

}  // namespace

struct CrawlChecker::Reader {
  Reader(const DiskAccount& account, const std::string& suffixes)
      : sites(*url::SiteList::Parse(suffixes, "suffixes")),
        scope(*Scope::Create({.kind = ScopeKind::kAny}, sites)),
        fingerprints(account.seed, *url::Canonicalizer::Create(account.canonical)),
        links(scope, sites, fingerprints, account.shards),
        pages("meguri", account.seed) {}

  url::SiteList sites;
  Scope scope;
  url::Fingerprinter fingerprints;
  LinkFinding links;
  PageReading pages;
};

CrawlChecker::CrawlChecker(const VirtualWeb& web, const SimNetwork& network, std::string suffixes,
                           const CrawlSettings& settings)
    : web_(web), network_(network), suffixes_(std::move(suffixes)), settings_(settings) {}

CrawlChecker::~CrawlChecker() = default;

void CrawlChecker::Find(std::string finding) {
  if (findings_.size() < kMostFindings) findings_.push_back(std::move(finding));
}

const CrawlChecker::CheckedRecord* CrawlChecker::CheckRecord(std::string_view url,
                                                             const ArchivePlace& place,
                                                             const std::string& path,
                                                             const ReadableFile& file) {
  std::string packed(static_cast<std::size_t>(place.length), '\0');
  const auto got = file.ReadAt(place.offset, std::span(packed.data(), packed.size()));
  if (!got || *got != packed.size()) {
    Find(fmt::format("{} is counted, but its record at {}+{} of {} is not there", url, place.offset,
                     place.length, path));
    return nullptr;
  }
  const std::uint64_t hash = StableHash64(packed);
  // A file that is closed has a shorter name.
  const std::string key = fmt::format("{}@{}", path.substr(0, path.find(".open")), place.offset);
  const auto known = records_.find(key);
  if (known != records_.end() && known->second.hash == hash) return &known->second;
  ++records_checked_;
  const std::string text = Unpack(packed);
  const std::size_t head_end = text.find("\r\n\r\n");
  if (head_end == std::string::npos) {
    Find(fmt::format("{} is counted, but its record at {} of {} is damaged", url, place.offset,
                     path));
    return nullptr;
  }
  const std::string_view head = std::string_view(text).substr(0, head_end);
  const std::string_view block =
      std::string_view(text).substr(head_end + 4, text.size() - head_end - 8);
  if (FieldOf(head, "WARC-Target-URI: ") != url) {
    Find(fmt::format("{} is counted, but its record is of {}", url,
                     FieldOf(head, "WARC-Target-URI: ")));
    return nullptr;
  }
  const auto served = network_.served().find(std::string(url));
  const std::uint64_t block_hash = StableHash64(block);
  if (served == network_.served().end() ||
      std::ranges::find(served->second.hashes, block_hash) == served->second.hashes.end()) {
    Find(fmt::format("the archive has something of {} that was never served", url));
  }
  CheckedRecord& checked = records_[key];
  checked = {.hash = hash};
  FetchResult result;
  const std::size_t http_end = block.find("\r\n\r\n");
  if (http_end == std::string_view::npos) return &checked;
  result.outcome = FetchOutcome::kComplete;
  result.head = block.substr(0, http_end + 4);
  result.body = block.substr(http_end + 4);
  url::Url parsed;
  if (!parsed.Assign(url)) return &checked;
  PageFindings findings = reader_->pages.Read(parsed, result);
  LoggedPage page;
  page.links = std::move(findings.links);
  if (!findings.location.empty()) {
    page.links.push_back({.redirect = true, .url = std::move(findings.location)});
  }
  reader_->links.Prepare({.url = url}, parsed, findings.nofollow, page);
  std::uint64_t sequence = 0;
  for (const auto& [shard, found] : reader_->links.Found(page, 0, 0, sequence)) {
    for (const FoundUrl& link : found.urls) {
      checked.links.push_back({link.fingerprint, std::string(found.text(link)), IsRedirect(page)});
    }
  }
  return &checked;
}

const CrawlChecker::CheckedRecord* CrawlChecker::CheckCounted(Files& files, const AccountUrl& url,
                                                              const PageRecord& record,
                                                              OpenArchives& archives) {
  if (record.end == PageEnd::kFetched && !record.place && record.detail.empty()) {
    Find(fmt::format("{} is fetched, but is in no archive", url.url));
  }
  if (!record.place) return nullptr;
  OpenArchives::File& archive = archives.files[record.place->file];
  if (!archive.file) {
    auto opened = files.OpenToRead(archive.path);
    if (!opened) {
      Find(fmt::format("{} is counted, but {} is not there", url.url, archive.path));
      return nullptr;
    }
    archive.file = *std::move(opened);
  }
  return CheckRecord(url.url, *record.place, archive.path, *archive.file);
}

void CrawlChecker::CheckLinks(const AccountUrl& url, const CheckedRecord& checked,
                              const DiskAccount& account) {
  if (links_left_out_ || settings_.scope.max_depth) return;  // not all need to be known
  for (const CheckedRecord::Link& link : checked.links) {
    if (account.by_fingerprint.contains(link.fingerprint)) continue;
    Find(fmt::format("{} is counted, but its link to {} is lost", url.url, link.url));
  }
}

void CrawlChecker::CheckDisk(Files& files, const DiskAccount& account) {
  if (!reader_) reader_ = std::make_unique<Reader>(account, suffixes_);
  links_of_.clear();
  OpenArchives archives;
  for (const std::string& path : account.archives)
    archives.files.push_back({path, nullptr});
  for (const AccountUrl& url : account.urls) {
    const auto page = account.pages.find(url.key.packed());
    if (page == account.pages.end()) continue;
    const CheckedRecord* checked = CheckCounted(files, url, page->second, archives);
    if (checked == nullptr) continue;
    links_of_[url.fingerprint] = checked;
    CheckLinks(url, *checked, account);
  }
  for (const auto& [key, record] : account.pages) {
    if (!account.by_key.contains(key)) Find("a page is counted whose URL is not known");
  }
}

void CrawlChecker::CheckEngine(Crawl& crawl, const DiskAccount& account) {
  std::vector<LedgerUrl> urls;
  const Status read = crawl.ForEachUrl([&](const LedgerUrl& url) {
    urls.push_back(url);
    urls.back().url = {};
    const auto page = account.pages.find(url.key.packed());
    if (!url.done && !url.waits && !url.left_out) {
      Find(fmt::format("{} is neither done nor does it wait", url.url));
    }
    if (url.done && url.waits) Find(fmt::format("{} is done, and waits", url.url));
    if (url.done && page == account.pages.end()) {
      Find(fmt::format("{} is done, without a record", url.url));
    }
    if (!url.done && page != account.pages.end()) {
      Find(fmt::format("{} has a record ({}), but is not done", url.url,
                       PageEndName(page->second.end)));
    }
  });
  if (!read) Find("a known URL can't be read: " + read.error().context);
  if (urls.size() < account.urls.size()) {
    Find(fmt::format("{} URLs are known on disk, {} to the engine", account.urls.size(),
                     urls.size()));
  }
  CheckScores(urls, account);
}

// Every URL's score is 1 if it is fetched, and what each page that links to it has passed on, and
// with meguri what waiting ones have given back; up to what adding in another order does to the
// last digits.
void CrawlChecker::CheckScores(const std::vector<LedgerUrl>& urls, const DiskAccount& account) {
  constexpr double kRounding = 1e-9;
  const bool accumulates =
      settings_.strategy == Strategy::kAccumulated2 || settings_.strategy == Strategy::kMeguri;
  if (!accumulates && settings_.strategy != Strategy::kDirect) return;
  // What is passed on to a URL that is too deep, or too many, is gone when it is found nearer.
  if (links_left_out_ || settings_.scope.max_depth) return;
  const double damping = accumulates ? cut_off::kAccumulated2.damping : 1;  // meguri has the same
  std::unordered_map<std::uint64_t, const LedgerUrl*> by_key;
  for (const LedgerUrl& url : urls)
    by_key.emplace(url.key.packed(), &url);
  std::unordered_map<std::uint64_t, double> received;  // by fingerprint
  std::unordered_map<std::uint64_t, bool> counted;
  for (const LoggedPage& page : account.links) {
    const auto found = by_key.find(page.page.packed());
    if (found == by_key.end() || !counted.emplace(page.page.packed(), true).second) continue;
    const RankOf& rank = found->second->rank;
    const double share = accumulates ? rank.PassedPerLink(damping) : page.share;
    if (rank.links != page.targets.size()) {
      Find(fmt::format("{} has {} links that count, the engine says {}", page.url,
                       page.targets.size(), rank.links));
    }
    for (const LinkTarget& target : page.targets)
      received[target.fingerprint] += share;
  }
  std::unordered_map<std::uint64_t, double> given_back = GivenBack(urls);
  for (const AccountUrl& url : account.urls) {
    const auto found = by_key.find(url.key.packed());
    if (found == by_key.end()) continue;
    const RankOf& rank = found->second->rank;
    const double wanted = received[url.fingerprint] + given_back[url.key.packed()] +
                          (rank.fetched && !rank.redirect ? 1.0 : 0.0);
    ++scores_checked_;
    if (std::abs(rank.score - wanted) <= kRounding * (1 + std::abs(wanted))) continue;
    Find(fmt::format("{} has the score {:.12g}, but was passed {:.12g}", url.url, rank.score,
                     wanted));
  }
}

void CrawlChecker::CheckEnd(const DiskAccount& account, const ServerWatch& watch,
                            std::uint32_t lives) {
  for (const std::string& breach : watch.breaches())
    Find(breach);
  for (const AccountUrl& url : account.urls) {
    if (!account.pages.contains(url.key.packed())) Find(url.url + " was never tried");
  }
  for (const auto& [url, served] : network_.served()) {
    if (served.delivered > lives && !url.ends_with("/robots.txt")) {
      Find(fmt::format("{} was fetched {} times in {} lives", url, served.delivered, lives));
    }
  }
  CheckRobots();
  if (links_left_out_) return;
  CheckDepths(account);
  if (!settings_.scope.max_depth && network_.troubled() == 0) CheckPages(account);
}

// Whatever is near enough by the shortest way is known, however it was first found.
void CrawlChecker::CheckDepths(const DiskAccount& account) {
  if (!settings_.scope.max_depth) return;
  std::unordered_map<std::uint64_t, std::uint32_t> depths;  // by fingerprint
  std::deque<std::pair<std::uint64_t, std::uint32_t>> waiting;
  url::Url url;
  for (const std::string& seed : settings_.seeds) {
    if (url.Assign(seed)) waiting.emplace_front(reader_->fingerprints.Of(url), 0);
  }
  while (!waiting.empty()) {
    const auto [fingerprint, depth] = waiting.front();
    waiting.pop_front();
    if (!depths.emplace(fingerprint, depth).second) continue;
    const auto found = links_of_.find(fingerprint);
    if (found == links_of_.end()) continue;
    for (const CheckedRecord::Link& link : found->second->links) {
      const std::uint32_t there = depth + (link.redirect ? 0 : 1);
      if (there > *settings_.scope.max_depth) continue;
      if (!account.by_fingerprint.contains(link.fingerprint)) {
        Find(fmt::format("{} is {} links from a seed, and not known", link.url, there));
      }
      // The nearest first: a redirect is no further than what leads to it.
      if (link.redirect) {
        waiting.emplace_front(link.fingerprint, there);
      } else {
        waiting.emplace_back(link.fingerprint, there);
      }
    }
  }
}

// By the web itself, not by what we read of it.
void CrawlChecker::CheckPages(const DiskAccount& account) {
  url::Url url;
  web_.ForEachPage(web_.start(), [&](const VirtualHost& /*host*/, std::string_view text) {
    if (!url.Assign(text)) return;
    const auto known = account.by_fingerprint.find(reader_->fingerprints.Of(url));
    if (known == account.by_fingerprint.end()) {
      return Find(fmt::format("{} was never found, though there was no trouble", text));
    }
    const auto page = account.pages.find(account.urls[known->second].key.packed());
    if (page == account.pages.end() || page->second.end == PageEnd::kFetched ||
        page->second.end == PageEnd::kRobots) {
      return;
    }
    Find(fmt::format("{} has the end \"{}\", though there was no trouble", text,
                     PageEndName(page->second.end)));
  });
}

void CrawlChecker::CheckArchive(Files& files, const std::string& directory) {
  const auto entries = files.List(directory);
  if (!entries) return Find("the archive can't be listed: " + entries.error().context);
  for (const DirectoryEntry& entry : *entries) {
    const std::string& name = entry.name;
    if (name.ends_with(".open")) Find(name + " is still open");
    if (name.ends_with(".tmp")) Find(name + " was left behind");
    if (!name.ends_with(".warc.gz")) continue;
    const std::string index = name.substr(0, name.size() - 8) + ".cdxj";
    if (std::ranges::find(*entries, index, &DirectoryEntry::name) == entries->end()) {
      Find(name + " has no index");
    }
  }
}

void CrawlChecker::CheckRobots() {
  std::unordered_map<std::string, robots::RobotsRules> rules;
  url::Url url;
  for (const auto& [text, served] : network_.served()) {
    if (!url.Assign(text) || url.path_and_query() == "/robots.txt") continue;
    const VirtualHost* host = web_.FindHost(url.host());
    if (host == nullptr || host->misbehaviour != Misbehaviour::kNone) continue;
    const std::string origin = fmt::format("{}://{}", url.scheme(), url.host());
    auto found = rules.find(origin);
    if (found == rules.end()) {
      WebAnswer answer;
      web_.Answer({.https = url.scheme() == "https", .host = url.host(), .target = "/robots.txt"},
                  web_.start(), answer);
      const std::string_view body = answer.status == 200 ? std::string_view(answer.body) : "";
      found = rules.emplace(origin, robots::RobotsTxt::Parse(body).RulesFor("meguri")).first;
    }
    if (!found->second.Check(url.path_and_query()).allowed) {
      Find(fmt::format("{} was asked for, which robots.txt forbids", text));
    }
  }
}

}  // namespace meguri
