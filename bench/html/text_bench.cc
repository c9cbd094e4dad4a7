// What the text of a page costs, stage by stage, on a page of 22 kB made here: English or Japanese
// prose with navigation, links, code and dates. Figures are for one page; bytes per second are
// bytes of the page. BM_Memchr reads the same bytes in the same run: what the machine can do.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/random.h"
#include "html/content_model.h"
#include "html/text/language.h"
#include "html/text/minhash.h"
#include "html/text/simhash.h"
#include "html/text/text_extractor.h"
#include "html/text/text_fingerprint.h"
#include "html/text/words.h"
#include "html/tokenizer.h"

namespace meguri::html {
namespace {

constexpr std::size_t kPageBytes = 22'000;

constexpr std::string_view kEnglish[] = {
    "the",    "object", "returns", "a",      "value",   "of",       "function", "is",
    "if",     "not",    "method",  "with",   "default", "argument", "when",     "this",
    "string", "module", "class",   "called", "an",      "will",     "be",       "raised",
    "used",   "to",     "see",     "also",   "for",     "each",     "in",       "and",
    "or",     "list",   "new",     "from",   "that",    "may",      "only",     "type"};
constexpr std::string_view kJapanese[] = {
    "関数は",     "文字列を", "返し",   "ます。", "この",     "値が",     "ない",   "場合、",
    "例外が",     "発生",     "する。", "引数",   "として",   "使われる", "新しい", "クラス",
    "モジュール", "によって", "定義",   "された", "詳しくは", "以下を",   "参照",   "。"};

void AppendProse(std::span<const std::string_view> words, std::string_view space, Random& random,
                 std::string& out) {
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t chance = random.Next() % 100;
    const std::string_view word = words[random.Next() % words.size()];
    if (chance < 6) {
      out.append("<code class=\"literal\"><span class=\"pre\">")
          .append(word)
          .append("</span></code>");
    } else if (chance < 10) {
      out.append("<a class=\"reference internal\" href=\"library/x.html#y\">")
          .append(word)
          .append("</a>");
    } else {
      out += word;
    }
    if (chance == 99) out += " 3." + std::to_string(random.Next() % 12);
    if (chance == 98) out += " &amp;";
    out += i % 12 == 11 ? "\n" : space;
  }
}

std::string MakePage(bool japanese) {
  Random random(42);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\" /><title>A page</title>\n"
      "<link rel=\"stylesheet\" href=\"style.css\" /><script>var x = {a: "
      "1};</script></head><body>\n"
      "<div class=\"related\" role=\"navigation\"><h3>Navigation</h3><ul>\n";
  for (int i = 0; i < 20; ++i)
    page += "<li class=\"right\"><a href=\"p" + std::to_string(i) +
            ".html\" title=\"page\">entry</a> |</li>\n";
  page +=
      "</ul></div><div class=\"document\"><div class=\"body\" role=\"main\">\n<h1>A page</h1>\n";
  while (page.size() < kPageBytes - 400) {
    page += "<section id=\"s\"><h2>Part<a class=\"headerlink\" href=\"#s\">¶</a></h2>\n<p>";
    for (int paragraph = 0; paragraph < 3; ++paragraph) {
      AppendProse(japanese ? std::span<const std::string_view>(kJapanese) : kEnglish,
                  japanese ? "" : " ", random, page);
      page += "</p>\n<p>";
    }
    page += "Changed on 12 March 2024.</p><pre>def f(x):\n    return x + 1\n</pre></section>\n";
  }
  return page +
         "</div></div><div class=\"footer\">&copy; 2001-2024. Updated on 12 March "
         "2024.</div></body></html>\n";
}

const std::string& PageOf(const benchmark::State& state) {
  static const std::string english_page = MakePage(false);
  static const std::string japanese_page = MakePage(true);
  return state.range(0) != 0 ? japanese_page : english_page;
}

void SetFigures(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(PageOf(state).size()) * state.iterations());
}

struct NoSink {
  void OnToken(const Token& token) { benchmark::DoNotOptimize(token.kind); }
};

template <class Sink>
void RunTokens(const std::string& page, Tokenizer& tokenizer, ContentModel& model, Sink& sink) {
  tokenizer.Reset(page);
  model.Reset();
  Tokenize(tokenizer, model, sink);
}

std::string MainTextOf(const std::string& page) {
  Tokenizer tokenizer;
  ContentModel model;
  TextExtractor extractor;
  RunTokens(page, tokenizer, model, extractor);
  extractor.Finish();
  return std::string(extractor.main_text());
}

void BM_Memchr(benchmark::State& state) {
  const std::string& page = PageOf(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(std::memchr(page.data(), '\x01', page.size()));
  SetFigures(state);
}

void BM_TokensAlone(benchmark::State& state) {
  Tokenizer tokenizer;
  ContentModel model;
  NoSink sink;
  for (auto _ : state)
    RunTokens(PageOf(state), tokenizer, model, sink);
  SetFigures(state);
}

// With the tokenizer: take off BM_TokensAlone.
void BM_TokensAndText(benchmark::State& state) {
  Tokenizer tokenizer;
  ContentModel model;
  TextExtractor extractor;
  for (auto _ : state) {
    extractor.Reset();
    RunTokens(PageOf(state), tokenizer, model, extractor);
    extractor.Finish();
    benchmark::DoNotOptimize(extractor.main_text().data());
  }
  SetFigures(state);
  state.counters["text_bytes"] = static_cast<double>(extractor.text().size());
  state.counters["main_bytes"] = static_cast<double>(extractor.main_text().size());
}

void BM_StableText(benchmark::State& state) {
  const std::string text = MainTextOf(PageOf(state));
  std::string out;
  for (auto _ : state) {
    out.clear();
    AppendStableText(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  SetFigures(state);
}

void BM_Words(benchmark::State& state) {
  const std::string text = MainTextOf(PageOf(state));
  std::array<std::uint64_t, 256> batch{};
  std::size_t words = 0;
  for (auto _ : state) {
    WordReader reader(text);
    words = 0;
    while (const std::size_t count = reader.Read(batch))
      words += count;
    benchmark::DoNotOptimize(words);
  }
  SetFigures(state);
  state.counters["words"] = static_cast<double>(words);
}

// Stable text, words, shingles, simhash and MinHash together.
void BM_Fingerprint(benchmark::State& state) {
  const std::string text = MainTextOf(PageOf(state));
  TextFingerprinter fingerprinter;
  for (auto _ : state) {
    TextFingerprint fingerprint = fingerprinter.Of(text);
    benchmark::DoNotOptimize(fingerprint);
  }
  SetFigures(state);
}

void BM_LanguageDeclared(benchmark::State& state) {
  const std::string text = MainTextOf(PageOf(state));
  for (auto _ : state) {
    PageLanguage language = DecideLanguage("en", "", text);
    benchmark::DoNotOptimize(language);
  }
  SetFigures(state);
}

void BM_LanguageDetected(benchmark::State& state) {
  const std::string text = MainTextOf(PageOf(state));
  for (auto _ : state) {
    PageLanguage language = DetectLanguage(text);
    benchmark::DoNotOptimize(language);
  }
  SetFigures(state);
}

// Everything, with the tokenizer: take off BM_TokensAlone. The page declares its language.
void BM_WholePage(benchmark::State& state) {
  Tokenizer tokenizer;
  ContentModel model;
  TextExtractor extractor;
  TextFingerprinter fingerprinter;
  for (auto _ : state) {
    extractor.Reset();
    RunTokens(PageOf(state), tokenizer, model, extractor);
    extractor.Finish();
    TextFingerprint fingerprint = fingerprinter.Of(extractor.main_text());
    benchmark::DoNotOptimize(fingerprint);
    PageLanguage language =
        DecideLanguage(extractor.declared_language(), "", extractor.main_text());
    benchmark::DoNotOptimize(language);
  }
  SetFigures(state);
}

std::array<std::uint64_t, 1000> RandomFeatures() {
  Random random(7);
  std::array<std::uint64_t, 1000> features{};
  for (std::uint64_t& feature : features)
    feature = random.Next();
  return features;
}

// A thousand features; below, the same with a counter for each bit.
void BM_Simhash(benchmark::State& state) {
  const auto features = RandomFeatures();
  for (auto _ : state) {
    Simhash simhash;
    simhash.Add(features);
    benchmark::DoNotOptimize(simhash.Value());
  }
}

void BM_SimhashByCounters(benchmark::State& state) {
  const auto features = RandomFeatures();
  for (auto _ : state) {
    std::array<int, 64> votes{};
    for (const std::uint64_t feature : features) {
      for (unsigned bit = 0; bit < 64; ++bit)
        votes[bit] += static_cast<int>(feature >> bit & 1U) * 2 - 1;
    }
    std::uint64_t result = 0;
    for (unsigned bit = 0; bit < 64; ++bit)
      result |= static_cast<std::uint64_t>(votes[bit] > 0) << bit;
    benchmark::DoNotOptimize(result);
  }
}

void BM_MinHash(benchmark::State& state) {
  const auto features = RandomFeatures();
  for (auto _ : state) {
    MinHash minhash;
    minhash.Add(features);
    MinHashSignature signature = minhash.Signature();
    benchmark::DoNotOptimize(signature);
  }
}

void BM_EstimateJaccard(benchmark::State& state) {
  const MinHashSignature a = TextFingerprinter().Of("a b c d e f g h i j k l m n o p q").minhash;
  MinHashSignature b = TextFingerprinter().Of("a b c d e f g h i j k l m n o p r").minhash;
  for (auto _ : state) {
    benchmark::DoNotOptimize(b);
    benchmark::DoNotOptimize(EstimateJaccard(a, b));
  }
}

// 0: English, 1: Japanese.
BENCHMARK(BM_Memchr)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_TokensAlone)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_TokensAndText)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_StableText)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Words)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Fingerprint)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_LanguageDeclared)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_LanguageDetected)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_WholePage)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Simhash)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SimhashByCounters)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_MinHash)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_EstimateJaccard);

}  // namespace
}  // namespace meguri::html
