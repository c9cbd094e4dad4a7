// usage: store_kill_writer FOLDER COUNT
// Goes on with the crawl of pages 0 … COUNT-1 in the folder, and says on stdout, a number a line,
// which page has become durable. Somebody kills it.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>

#include "store/crawl_store.h"
#include "tests/store/made_store.h"

namespace meguri::testing_store {
namespace {

// Unbuffered: what was said is said, when the signal comes.
void Say(const std::string& word) {
  const std::string line = word + "\n";
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::_Exit(3);
}

void SayDurable(CrawlStore& store) {
  for (const CrawlStore::Durable& one : store.TakeDurable()) {
    Say(std::to_string(one.key.id * kShards + one.key.shard));
  }
}

Status Write(const std::string& folder, std::uint32_t count) {
  RealFiles files;
  const RealClock clock{};
  CrawlStoreOptions options = OptionsFor(folder);
  options.commit_after = std::chrono::milliseconds(3);
  MEGURI_TRY(auto store, CrawlStore::Open(options, files, clock, [] {}));
  std::uint32_t known = 0;
  MEGURI_CHECK_STATUS(store->ReplayUrls([&](const StoredUrl&, std::uint64_t) { ++known; }));
  std::set<UrlKey> fetched;
  MEGURI_CHECK_STATUS(
      store->ReplayPages([&](UrlKey key, const PageRecord&) { fetched.insert(key); }));
  Say("open");
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string url = MadeUrl(i);
    if (i >= known) store->AddUrl(MadeStoredUrl(i, url));
    if (fetched.contains(MadeKey(i))) continue;
    store->Submit(MadeCapture(i));
    store->PutHost("h" + std::to_string(i % 7) + ".example", std::to_string(i));
    if (i % 50 == 0) store->SaveScores(std::vector<std::string>(kShards, std::to_string(i)));
    SayDurable(*store);
    // Small groups: there are many moments to be killed at.
    WaitUntil([&] { return store->state().bytes_waiting < 30'000 || store->state().failure; });
  }
  WaitUntil([&] { return store->state().bytes_waiting == 0 || store->state().failure; });
  SayDurable(*store);
  return store->Close();
}

}  // namespace
}  // namespace meguri::testing_store

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto pages = static_cast<std::uint32_t>(std::strtoul(arguments[2], nullptr, 10));
  const meguri::Status status = meguri::testing_store::Write(arguments[1], pages);
  if (status) return 0;
  std::fprintf(stderr, "%s\n", meguri::ToString(status.error()).c_str());
  return 1;
}
