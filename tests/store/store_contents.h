// That a store holds what was durable: records, archive, links, targets, URLs.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/files.h"
#include "store/crawl_store.h"

namespace meguri::testing_store {

// Pages of made_store.h. Each of `pages` has a record, its WARC record lies where that says, and
// its links are logged once; so are those of any other page; its URL is known, once. Replays all,
// as at a start.
void ExpectDurable(CrawlStore& store, Files& files, const std::string& folder,
                   const std::set<std::uint32_t>& pages);

// Every file of the archive is closed, whole, and has the index that one would find in it.
void ExpectIndexed(Files& files, const std::string& archive);

}  // namespace meguri::testing_store
