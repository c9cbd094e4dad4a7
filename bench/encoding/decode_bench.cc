// Decoding to UTF-8, in bytes of input per second.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "encoding/encoder.h"
#include "encoding/encoding.h"

namespace meguri::encoding {
namespace {

constexpr std::string_view kJapanese =
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で"
    "ニャーニャー泣いていた事だけは記憶している。吾輩はここで始めて人間というものを見た。";
constexpr std::string_view kChinese =
    "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽";
constexpr std::string_view kKorean =
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ";
constexpr std::string_view kRussian =
    "Все люди рождаются свободными и равными в своём достоинстве. ";
constexpr std::string_view kMarkup = R"(<a class="item" href="/page/1234?x=y">)";

// 1 MB in `encoding`: nothing but `text`, or between tags as a page has it.
std::string Make(Encoding encoding, std::string_view text, bool markup) {
  std::string page;
  while (page.size() < 1'000'000) {
    if (markup) page += kMarkup;
    page += text;
  }
  std::string bytes;
  Encode(encoding, page, bytes);
  return bytes;
}

void Run(benchmark::State& state, Encoding encoding, std::string_view text, bool markup) {
  const std::string bytes = Make(encoding, text, markup);
  std::string out;
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    Decode(encoding, bytes, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes.size()));
}

void View(benchmark::State& state, Encoding encoding, std::string_view text) {
  const std::string bytes = Make(encoding, text, true);
  std::string scratch;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(DecodedView(encoding, bytes, scratch).data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes.size()));
}

BENCHMARK_CAPTURE(Run, ShiftJis, Encoding::kShiftJis, kJapanese, false);
BENCHMARK_CAPTURE(Run, ShiftJisPage, Encoding::kShiftJis, kJapanese, true);
BENCHMARK_CAPTURE(Run, EucJp, Encoding::kEucJp, kJapanese, false);
BENCHMARK_CAPTURE(Run, Iso2022Jp, Encoding::kIso2022Jp, kJapanese, false);
BENCHMARK_CAPTURE(Run, Iso2022JpPage, Encoding::kIso2022Jp, kJapanese, true);
BENCHMARK_CAPTURE(Run, Gbk, Encoding::kGbk, kChinese, false);
BENCHMARK_CAPTURE(Run, Gb18030FourBytes, Encoding::kGb18030, kKorean, false);
BENCHMARK_CAPTURE(Run, Big5, Encoding::kBig5, kChinese, false);
BENCHMARK_CAPTURE(Run, EucKr, Encoding::kEucKr, kKorean, false);
BENCHMARK_CAPTURE(Run, Windows1251, Encoding::kWindows1251, kRussian, false);
BENCHMARK_CAPTURE(Run, AsciiAsWindows1252, Encoding::kWindows1252, kMarkup, false);
BENCHMARK_CAPTURE(Run, Utf8, Encoding::kUtf8, kJapanese, false);
BENCHMARK_CAPTURE(View, Utf8Page, Encoding::kUtf8, kJapanese);
BENCHMARK_CAPTURE(View, Ascii, Encoding::kShiftJis, kMarkup);

}  // namespace
}  // namespace meguri::encoding
