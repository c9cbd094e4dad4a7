// Pages of 20 kB with 50 links, in bytes per second; beside it, the copying of as many bytes.
#include "sim/page/html_page.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sim/page/page_files.h"
#include "sim/page/prose_bank.h"

namespace meguri {
namespace {

const ProseBank& Bank() {
  static const ProseBank bank;
  return bank;
}

class Fixture {
 public:
  Fixture() {
    for (std::uint64_t i = 0; i < kLinks; ++i) {
      urls_.push_back("/topics/harbours/page-" + std::to_string(i * 7919) + ".html");
    }
    for (std::uint64_t i = 0; i < kLinks; ++i) {
      (i < kNavigation ? navigation_ : links_).push_back({urls_[i], i});
    }
    page_.site_name = "harbours.example";
    page_.style_sheet = "/style.css";
    page_.script = "/site.js";
    page_.canonical = "http://harbours.example/topics/harbours/page-1.html";
    page_.navigation = navigation_;
    page_.links = links_;
    page_.images = images_;
    page_.updated = ManualClock::kDefaultStart;
  }

  HtmlPage& page() { return page_; }

 private:
  static constexpr std::uint64_t kLinks = 50;
  static constexpr std::uint64_t kNavigation = 8;

  std::vector<std::string> urls_;
  std::vector<PageLink> navigation_;
  std::vector<PageLink> links_;
  std::vector<std::string_view> images_ = {"/images/1.png", "/images/2.png"};
  HtmlPage page_;
};

void BM_HtmlPage(benchmark::State& state, Language language, PageCharset charset) {
  Fixture fixture;
  fixture.page().language = language;
  fixture.page().charset = charset;
  fixture.page().bytes = static_cast<std::uint32_t>(state.range(0));
  std::string out;
  std::size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    ++fixture.page().key;
    AppendHtmlPage(Bank(), fixture.page(), out);
    bytes += out.size();
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

void BM_Copy(benchmark::State& state) {
  const std::string from(static_cast<std::size_t>(state.range(0)), 'x');
  std::string to(from.size(), '\0');
  for ([[maybe_unused]] auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * from.size()));
}

void BM_MakeBank(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const ProseBank bank;
    benchmark::DoNotOptimize(&bank);
  }
}

void BM_Png(benchmark::State& state) {
  std::string out;
  std::uint64_t key = 0;
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    AppendPng(++key, out);
    benchmark::DoNotOptimize(out.data());
  }
}

BENCHMARK_CAPTURE(BM_HtmlPage, english_utf8, Language::kEnglish, PageCharset::kUtf8)
    ->Arg(20'000)
    ->Arg(200'000);
BENCHMARK_CAPTURE(BM_HtmlPage, japanese_utf8, Language::kJapanese, PageCharset::kUtf8)->Arg(20'000);
BENCHMARK_CAPTURE(BM_HtmlPage, japanese_shift_jis, Language::kJapanese, PageCharset::kShiftJis)
    ->Arg(20'000);
BENCHMARK(BM_Copy)->Arg(20'000)->Arg(200'000);
BENCHMARK(BM_MakeBank)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Png)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace meguri
