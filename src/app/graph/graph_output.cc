#include "app/graph/graph_output.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/size_text.h"

namespace meguri::app {
namespace {

double BitsPerLink(const BvStatistics& bv, std::uint64_t arcs) {
  return arcs == 0 ? 0 : static_cast<double>(bv.bits()) / static_cast<double>(arcs);
}

}  // namespace

void PrintJson(const Answer& answer) {
  fmt::print("{}\n", answer.dump(-1, ' ', false, Answer::error_handler_t::replace));
}

std::string WrittenInWords(const WrittenGraph& written, std::uint64_t arcs) {
  std::string words;
  for (std::size_t i = 0; i < written.paths.size(); ++i) {
    if (i > 0) words += i + 1 == written.paths.size() ? " and " : ", ";
    words += written.paths[i];
  }
  words += ": " + FormatSize(written.bytes);
  if (written.bv)
    words += fmt::format("; {:.3f} bits a link", BitsPerLink(*written.bv, arcs - written.dropped));
  if (written.dropped > 0)
    words += fmt::format("; {} links came twice, and a BVGraph has each once", written.dropped);
  return words;
}

Answer WrittenAsJson(const WrittenGraph& written, std::uint64_t pages, std::uint64_t arcs) {
  Answer answer{{"files", written.paths},
                {"bytes", written.bytes},
                {"pages", pages},
                {"links", arcs - written.dropped},
                {"dropped", written.dropped}};
  if (written.bv) {
    answer["bits_per_link"] = BitsPerLink(*written.bv, arcs - written.dropped);
    answer["copied"] = written.bv->counts.copied;
    answer["in_intervals"] = written.bv->counts.in_intervals;
    answer["residual"] = written.bv->counts.residual;
  }
  return answer;
}

PagesDone ShowPages(Progress& progress, std::uint64_t all) {
  return [&progress, all](std::uint64_t pages) {
    progress.Say(fmt::format("{} of {} pages", pages, all));
  };
}

std::string ShownUrl(const UrlList& urls, PageId page) {
  return urls.empty() ? "" : Printable(urls.url(page));
}

}  // namespace meguri::app
