// usage: html_against_gumbo FOLDER…
// Reads every .html file below the folders and compares our links with those of gumbo's tree:
// kind, URL and anchor text of each. Prints the first differences; exit 1 if there is one.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bench/html/gumbo_links.h"
#include "bench/html/pages.h"
#include "html/content_model.h"
#include "html/links/link_extractor.h"
#include "html/tokenizer.h"
#include "url/url.h"

namespace meguri::bench {
namespace {

// The kinds that GumboLinks() knows.
std::string_view PlainKind(html::LinkKind kind) {
  switch (kind) {
    case html::LinkKind::kCanonical:
    case html::LinkKind::kAlternate:
    case html::LinkKind::kRelated:
    case html::LinkKind::kStylesheet:
    case html::LinkKind::kIcon:
    case html::LinkKind::kPreload:
    case html::LinkKind::kService:
      return "link";
    case html::LinkKind::kAnchor:
    case html::LinkKind::kArea:
    case html::LinkKind::kFrame:
    case html::LinkKind::kIframe:
    case html::LinkKind::kForm:
    case html::LinkKind::kImage:
    case html::LinkKind::kScript:
      return html::LinkKindName(kind);
    default:
      return "";
  }
}

std::vector<std::string> OurLinks(std::string_view page, const url::Url& document) {
  static html::Tokenizer tokenizer;
  static html::ContentModel model;
  static html::LinkExtractor extractor;
  tokenizer.Reset(page);
  model.Reset();
  extractor.Reset(document, nullptr, "meguri");
  html::Tokenize(tokenizer, model, extractor);
  std::vector<std::string> links;
  for (std::size_t i = 0; i < extractor.links().size(); ++i) {
    const html::Link link = extractor.links().at(i);
    const std::string_view kind = PlainKind(link.kind);
    // A style sheet of an @import, and the image of a background, are not among gumbo's.
    if (kind.empty() || (kind == "link" && link.rel.empty())) continue;
    links.push_back(fmt::format("{} {} {}", kind, link.url, link.text));
  }
  return links;
}

// True if they agree; prints how they differ, unless `quiet`.
bool ComparePage(const PageFile& file, bool quiet, std::size_t& links) {
  const std::string page = ReadPage(file);
  const url::Url document = url::Url::Parse(file.url).value();
  std::vector<std::string> ours = OurLinks(page, document);
  std::vector<std::string> theirs = GumboLinks(page, document);
  links += theirs.size();
  std::ranges::sort(ours);  // a tree moves what a table can't hold; the order is not the point
  std::ranges::sort(theirs);
  if (ours == theirs || quiet) return ours == theirs;
  std::vector<std::string> difference;
  std::ranges::set_difference(ours, theirs, std::back_inserter(difference));
  const std::size_t only_ours = difference.size();
  std::ranges::set_difference(theirs, ours, std::back_inserter(difference));
  fmt::print("{}:\n", file.path);
  for (std::size_t i = 0; i < std::min<std::size_t>(difference.size(), 6); ++i) {
    fmt::print("  only {}: {:.300}\n", i < only_ours ? "ours" : "gumbo's", difference[i]);
  }
  return false;
}

int Compare(const std::vector<std::string>& folders) {
  constexpr std::size_t kShown = 10;
  std::size_t links = 0;
  std::size_t differing = 0;
  const std::vector<PageFile> files = PageFiles(folders);
  for (const PageFile& file : files) {
    if (!ComparePage(file, differing >= kShown, links)) ++differing;
  }
  fmt::print("{} pages, {} links; pages on which we differ from gumbo: {}\n", files.size(), links,
             differing);
  return differing == 0 && links > 0 ? 0 : 1;
}

}  // namespace
}  // namespace meguri::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: html_against_gumbo FOLDER...\n");
    return 2;
  }
  return meguri::bench::Compare({argv + 1, argv + argc});
}
