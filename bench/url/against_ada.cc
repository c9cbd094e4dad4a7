// URL parse + resolve + fingerprint against ada's parser, in the same run: the links of real
// pages, resolved against their pages, hashed with the same hash.
//
// usage: url_against_ada LINKS [LIMIT]     (bench/url/run makes LINKS and calls this)
//
// Prints nanoseconds of CPU time per link and the ratio of ours to ada's; exits with 1 if the
// ratio is above LIMIT, or if the two disagree on any link. Rounds alternate and the best of
// each side counts, since the machine may be shared.
#include <ada.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "base/hash.h"
#include "url/fingerprint.h"
#include "url/url.h"

namespace {

struct Page {
  std::string url;
  std::vector<std::string> links;
};

std::vector<Page> LoadPages(const char* path) {
  std::vector<Page> pages;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("B ")) {
      pages.push_back({line.substr(2), {}});
    } else if (line.starts_with("L ") && !pages.empty()) {
      pages.back().links.push_back(line.substr(2));
    }
  }
  return pages;
}

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t RunMeguri(const std::vector<Page>& pages, meguri::url::Fingerprinter& fingerprinter) {
  std::uint64_t sum = 0;
  meguri::url::Url base;
  meguri::url::Url url;
  for (const Page& page : pages) {
    if (!base.Assign(page.url)) continue;
    for (const std::string& link : page.links) {
      if (url.Assign(link, &base)) sum += fingerprinter.Of(url);
    }
  }
  return sum;
}

std::uint64_t RunAda(const std::vector<Page>& pages, const meguri::KeyedHash& hash) {
  std::uint64_t sum = 0;
  for (const Page& page : pages) {
    const auto base = ada::parse<ada::url_aggregator>(page.url);
    if (!base) continue;
    for (const std::string& link : page.links) {
      const auto url = ada::parse<ada::url_aggregator>(link, &*base);
      if (!url) continue;
      const std::string_view href = url->get_href();
      sum += hash.Hash64(href.substr(0, href.find('#')));
    }
  }
  return sum;
}

// Every link that the two read differently, on stderr.
int CountDifferences(const std::vector<Page>& pages) {
  int differences = 0;
  for (const Page& page : pages) {
    const auto their_base = ada::parse<ada::url_aggregator>(page.url);
    const auto our_base = meguri::url::Url::Parse(page.url);
    if (!their_base || !our_base) {
      fmt::print(stderr, "no URL: {}\n", page.url);
      ++differences;
      continue;
    }
    for (const std::string& link : page.links) {
      const auto theirs = ada::parse<ada::url_aggregator>(link, &*their_base);
      const auto ours = meguri::url::Url::Parse(link, &*our_base);
      const std::string their_href = theirs ? std::string(theirs->get_href()) : "no URL";
      const std::string our_href = ours ? std::string(ours->href()) : "no URL";
      if (their_href == our_href) continue;
      ++differences;
      fmt::print(stderr, "differ on {}: ada {}, meguri {}\n", link, their_href, our_href);
    }
  }
  return differences;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Page> pages = argc >= 2 ? LoadPages(argv[1]) : std::vector<Page>();
  std::size_t links = 0;
  for (const Page& page : pages)
    links += page.links.size();
  if (links == 0) {
    fmt::print(stderr, "usage: url_against_ada LINKS [LIMIT]; make LINKS with collect_links.py\n");
    return 2;
  }
  const double limit = argc >= 3 ? std::atof(argv[2]) : 1e9;
  if (const int differences = CountDifferences(pages); differences != 0) return 1;

  constexpr std::uint64_t kSeed = 7;
  constexpr int kRounds = 15;
  meguri::url::Fingerprinter fingerprinter(kSeed);
  const meguri::KeyedHash hash(kSeed);
  double ours = 1e9;
  double theirs = 1e9;
  std::uint64_t sums = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double start = CpuSeconds();
    sums += RunMeguri(pages, fingerprinter);
    const double middle = CpuSeconds();
    sums += RunAda(pages, hash);
    const double end = CpuSeconds();
    ours = std::min(ours, middle - start);
    theirs = std::min(theirs, end - middle);
  }
  const double per_link = 1e9 / static_cast<double>(links);
  fmt::print("{} links of {} pages, parse + resolve + fingerprint, CPU time (checksum {:x})\n",
             links, pages.size(), sums);
  fmt::print("meguri {:6.1f} ns/link\nada    {:6.1f} ns/link ({})\nratio  {:6.2f}\n",
             ours * per_link, theirs * per_link, ADA_VERSION, ours / theirs);
  return ours / theirs <= limit ? 0 : 1;
}
