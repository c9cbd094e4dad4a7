// usage: html_speed FOLDER…
// CPU time per page, one thread: ours up to the resolved links with their texts, ours with text,
// language and fingerprints; gumbo's tree; libxml2's SAX parser. In turns, the best of several
// rounds each, so that a busy machine harms all alike. Exit 1 if a ratio is below its bar.
#include <fmt/format.h>
#include <gumbo.h>
#include <libxml/HTMLparser.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "bench/html/pages.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::bench {
namespace {

constexpr std::size_t kPages = 600;
constexpr int kRounds = 5;

struct Sample {
  url::Url document;
  std::string bytes;
};

double CpuNow() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Bytes to charset to tokens to resolved links with their texts.
std::size_t OurLinks(const Sample& page) {
  static html::PageReader reader({.want_text = false});
  reader.Read({.bytes = page.bytes, .url = &page.document});
  return reader.links().size();
}

// And text, main text, language, simhash and min-hash.
std::size_t OurText(const Sample& page) {
  static html::PageReader reader;
  reader.Read({.bytes = page.bytes, .url = &page.document});
  return reader.links().size();
}

std::size_t GumboTree(const Sample& page) {
  GumboOutput* output =
      gumbo_parse_with_options(&kGumboDefaultOptions, page.bytes.data(), page.bytes.size());
  const std::size_t result = output->root == nullptr ? 0 : 1;
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return result;
}

// As a link extractor would use it: every href and src it hands out is looked at, no more.
void OnStartElement(void* context, const xmlChar* /*name*/, const xmlChar** attributes) {
  auto& links = *static_cast<std::size_t*>(context);
  for (; attributes != nullptr && *attributes != nullptr; attributes += 2) {
    if (xmlStrEqual(attributes[0], BAD_CAST "href") != 0 ||
        xmlStrEqual(attributes[0], BAD_CAST "src") != 0) {
      ++links;
    }
  }
}

std::size_t Libxml2Sax(const Sample& page) {
  std::size_t links = 0;
  htmlSAXHandler handler{};
  handler.startElement = OnStartElement;
  htmlParserCtxtPtr parser =
      htmlCreatePushParserCtxt(&handler, &links, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8);
  htmlCtxtUseOptions(parser, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  htmlParseChunk(parser, page.bytes.data(), static_cast<int>(page.bytes.size()), 1);
  htmlFreeParserCtxt(parser);
  return links;
}

struct Contender {
  const char* name;
  std::size_t (*read)(const Sample&);
  double best = 1e9;
  std::size_t sum = 0;
};

int Race(const std::vector<std::string>& folders) {
  std::vector<Sample> pages;
  double bytes = 0;
  for (const PageFile& file : PageFiles(folders, kPages)) {
    pages.push_back({url::Url::Parse(file.url).value(), ReadPage(file)});
    bytes += static_cast<double>(pages.back().bytes.size());
  }
  if (pages.empty()) return 1;
  std::vector<Contender> contenders = {{"meguri: links", OurLinks},
                                       {"meguri: all", OurText},
                                       {"gumbo: tree", GumboTree},
                                       {"libxml2: SAX", Libxml2Sax}};
  for (int round = 0; round < kRounds; ++round) {
    for (Contender& contender : contenders) {
      contender.sum = 0;
      const double start = CpuNow();
      for (const Sample& page : pages) {
        contender.sum += contender.read(page);
      }
      contender.best = std::min(contender.best, CpuNow() - start);
    }
  }
  const auto count = static_cast<double>(pages.size());
  fmt::print("{} pages, {:.1f} kB each; CPU time, best of {} rounds\n", pages.size(),
             bytes / count / 1e3, kRounds);
  for (const Contender& contender : contenders) {
    fmt::print("{:<16} {:8.1f} us/page {:8.1f} MB/s  ({} found)\n", contender.name,
               contender.best / count * 1e6, bytes / contender.best / 1e6, contender.sum);
  }
  // What must hold: ours, the other's, how many times faster at least.
  struct Bar {
    std::size_t ours;
    std::size_t other;
    double times;
  };
  bool held = true;
  for (const Bar& bar : {Bar{0, 2, 20}, Bar{0, 3, 5}, Bar{1, 2, 5}}) {
    const double times = contenders[bar.other].best / contenders[bar.ours].best;
    held = held && times >= bar.times;
    fmt::print("{:<14} against {:<14} {:6.1f} times faster (bar {})\n", contenders[bar.ours].name,
               contenders[bar.other].name, times, bar.times);
  }
  return held ? 0 : 1;
}

}  // namespace
}  // namespace meguri::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: html_speed FOLDER...\n");
    return 2;
  }
  return meguri::bench::Race({argv + 1, argv + argc});
}
