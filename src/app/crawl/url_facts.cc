#include "app/crawl/url_facts.h"

#include <fmt/format.h>

#include <iterator>

#include "app/json_lines.h"
#include "base/printable.h"
#include "html/links/link.h"
#include "order/url_order.h"
#include "url/fingerprint.h"

namespace meguri::app {
namespace {

// By what the order saved; any strategy.
std::optional<double> SavedScore(CrawlStore& store, UrlKey key) {
  const auto scores = store.LoadScores();
  if (!scores || key.shard >= scores->shards.size()) return std::nullopt;
  const std::string& bytes = scores->shards[key.shard];
  if (bytes.empty()) return std::nullopt;
  for (const Strategy strategy : {Strategy::kBreadthFirst, Strategy::kBacklinkCount,
                                  Strategy::kDirect, Strategy::kAccumulated2, Strategy::kMeguri}) {
    UrlOrder order(strategy);
    for (std::size_t i = 0; i < bytes.size() / 12; ++i)  // at least so many bytes are of each
      order.Add(i, "");
    if (order.LoadScores(bytes) && key.id < order.size()) return order.score(key.id);
  }
  return std::nullopt;
}

std::string KindOf(const LoggedLink& link) {
  return link.redirect ? "redirect" : std::string(html::LinkKindName(link.kind));
}

std::string_view StateOf(const UrlFacts& facts) {
  if (!facts.known) return "unknown";
  return facts.record ? PageEndName(facts.record->end) : "waiting";
}

}  // namespace

Result<UrlFacts> FindUrlFacts(CrawlStore& store, std::string_view text) {
  const auto url = url::Url::Parse(text);
  if (!url || !url->is_http()) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("'{}' is no http or https URL", Printable(text)));
  }
  MEGURI_TRY(url::Canonicalizer canonicalizer,
             url::Canonicalizer::Create(store.identity().canonical));
  const std::uint64_t fingerprint =
      url::Fingerprinter(store.identity().seed, std::move(canonicalizer)).Of(*url);
  UrlFacts facts;
  facts.url = url->without_fragment();
  std::optional<UrlKey> found_on;
  MEGURI_CHECK_STATUS(store.ReplayUrls([&](const StoredUrl& stored, std::uint64_t /*place*/) {
    if (facts.known || stored.fingerprint != fingerprint) return;
    facts.known = true;
    facts.url = stored.url;
    facts.key = stored.key;
    facts.depth = stored.depth;
    facts.hops = stored.hops;
    facts.seed = stored.seed;
    facts.requisite = stored.requisite;
    found_on = stored.found_on;
  }));
  if (found_on) {
    MEGURI_CHECK_STATUS(store.ReplayUrls([&](const StoredUrl& stored, std::uint64_t /*place*/) {
      if (stored.key == *found_on) facts.found_on = stored.url;
    }));
  }
  if (facts.known) {
    MEGURI_TRY(facts.record, store.ReadPage(facts.key));
    facts.score = SavedScore(store, facts.key);
    if (facts.record && facts.record->place) {
      facts.archive_file = store.archive_file_name(facts.record->place->file);
    }
  }
  MEGURI_TRY(const std::vector<LoggedPage> pages, store.LinksTo(facts.url));
  for (const LoggedPage& page : pages) {
    for (const LoggedLink& link : page.links) {
      if (link.url == facts.url) facts.linked_from.push_back({page.url, link.text, KindOf(link)});
    }
  }
  return facts;
}

std::string UrlFactsInWords(const UrlFacts& facts, std::size_t max_links) {
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view value) {
    if (!value.empty()) {
      fmt::format_to(std::back_inserter(out), "{:<12} {}\n", name, Printable(value));
    }
  };
  line("url", facts.url);
  line("state", StateOf(facts));
  if (facts.record) {
    const PageRecord& record = *facts.record;
    line("why", record.detail);
    if (record.status != 0) line("status", std::to_string(record.status));
    line("visited", FormatIso8601(record.visited));
    line("visits", std::to_string(record.visits));
    if (record.attempts > 1) line("attempts", std::to_string(record.attempts));
    line("digest", record.payload_digest);
    line("etag", record.etag);
    line("modified", record.last_modified);
    if (record.place) {
      line("archive", fmt::format("{} at {}, {} bytes", facts.archive_file, record.place->offset,
                                  record.place->length));
    }
  }
  if (facts.score) line("score", fmt::format("{:.6g}", *facts.score));
  if (facts.known) {
    line("depth", std::to_string(facts.depth));
    if (facts.hops > 0) line("redirects", fmt::format("{} in a row led here", facts.hops));
    if (facts.requisite) line("part", "found as part of a page: an image, a style sheet, …");
    line("found on", facts.seed && facts.found_on.empty() ? "a seed" : facts.found_on);
  }
  line("linked from", fmt::format("{} links", facts.linked_from.size()));
  for (std::size_t i = 0; i < std::min(max_links, facts.linked_from.size()); ++i) {
    const LinkingPage& page = facts.linked_from[i];
    fmt::format_to(std::back_inserter(out), "  {} <{}>{}{}\n", Printable(page.url), page.kind,
                   page.text.empty() ? "" : " ", Printable(page.text));
  }
  if (facts.linked_from.size() > max_links) {
    fmt::format_to(std::back_inserter(out), "  … and {} more (--links)\n",
                   facts.linked_from.size() - max_links);
  }
  return out;
}

std::string UrlFactsAsJson(const UrlFacts& facts) {
  Answer json;
  json["url"] = facts.url;
  json["state"] = StateOf(facts);
  if (facts.record) {
    const PageRecord& record = *facts.record;
    json["detail"] = record.detail;
    json["status"] = record.status;
    json["visited"] = FormatIso8601(record.visited);
    json["visits"] = record.visits;
    json["attempts"] = record.attempts;
    json["digest"] = record.payload_digest;
    json["etag"] = record.etag;
    json["last_modified"] = record.last_modified;
    if (record.place) {
      json["archive"] = {{"file", facts.archive_file},
                         {"offset", record.place->offset},
                         {"length", record.place->length}};
    }
  }
  if (facts.score) json["score"] = *facts.score;
  if (facts.known) {
    json["depth"] = facts.depth;
    json["redirects"] = facts.hops;
    json["seed"] = facts.seed;
    json["requisite"] = facts.requisite;
    json["found_on"] = facts.found_on;
  }
  json["linked_from"] = Answer::array();
  for (const LinkingPage& page : facts.linked_from)
    json["linked_from"].push_back({{"url", page.url}, {"kind", page.kind}, {"text", page.text}});
  return json.dump(-1, ' ', false, Answer::error_handler_t::replace) + '\n';
}

}  // namespace meguri::app
