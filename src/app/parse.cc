// `meguri parse`: what was found in a page, for people.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/page_json.h"
#include "app/read_input.h"
#include "base/hash.h"
#include "base/printable.h"
#include "base/result.h"
#include "html/links/link.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {
namespace {

struct ParseOptions {
  std::string file;
  std::string url;
  std::string content_type;
  std::string agent = "meguri";
  bool json = false;
  bool text = false;
  bool links = false;
};

constexpr std::string_view kNoUrl = "http://localhost/";

void Row(std::string_view name, std::string_view value) {
  if (!value.empty()) fmt::print("{:<12} {}\n", name, Printable(value));
}

std::string RobotsInWords(const html::RobotsDirectives& robots) {
  std::string words;
  const auto add = [&](bool asked, std::string_view word) {
    if (asked) words.append(words.empty() ? "" : ", ").append(word);
  };
  add(robots.noindex, "noindex");
  add(robots.nofollow, "nofollow");
  add(robots.noarchive, "noarchive");
  return words;
}

void PrintHead(const html::PageReader& page, std::string_view url) {
  Row("page", url);
  Row("type", fmt::format("{}, {} ({})", html::PageKindName(page.kind()),
                          encoding::EncodingName(page.charset().encoding),
                          html::CharsetSourceName(page.charset().source)));
  Row("title", page.text().title());
  Row("description", page.text().description());
  if (!page.language().code.empty()) {
    Row("language",
        fmt::format("{} ({}{})", page.language().code, LanguageSourceName(page.language().source),
                    page.language().reliable ? "" : ", not sure"));
  }
  Row("canonical", page.canonical());
  if (page.base().href() != url) Row("base", page.base().href());
  Row("robots", RobotsInWords(page.robots()));
  Row("text", fmt::format("{} bytes, {} of them the page's own; {} words, simhash {}",
                          page.text().text().size(), page.text().main_text().size(),
                          page.fingerprint().word_count, ToHex(page.fingerprint().simhash)));
}

void PrintLinks(const html::PageReader& page) {
  std::size_t pages = 0;
  std::size_t requisites = 0;
  for (std::size_t i = 0; i < page.links().size(); ++i) {
    const html::LinkKind kind = page.links().at(i).kind;
    pages += html::IsPageLink(kind) ? 1 : 0;
    requisites += html::IsRequisiteLink(kind) ? 1 : 0;
  }
  fmt::print("{:<12} {} to pages, {} to what the page is shown with", "links", pages, requisites);
  const std::size_t over_limit = page.links().over_limit();
  const std::size_t no_urls = page.links().dropped() - over_limit;
  if (no_urls > 0) fmt::print("; {} left out: no http or https URL", no_urls);
  if (over_limit > 0) fmt::print("; {} left out: too long or too many", over_limit);
  fmt::print("\n");
  for (std::size_t i = 0; i < page.links().size(); ++i) {
    const html::Link link = page.links().at(i);
    std::string note;
    if (!link.text.empty()) note += "  \"" + Printable(link.text) + "\"";
    if (!link.rel.empty()) note += "  rel=" + Printable(link.rel);
    if (!link.hreflang.empty()) note += "  hreflang=" + Printable(link.hreflang);
    fmt::print("  {:<10} {}{}\n", html::LinkKindName(link.kind), link.url, note);
  }
}

void PrintHeadings(const html::PageReader& page) {
  if (page.text().headings().empty()) return;
  fmt::print("headings\n");
  for (const html::Heading& heading : page.text().headings()) {
    fmt::print("  {:{}}h{} {}\n", "", static_cast<std::size_t>(heading.level - 1) * 2,
               heading.level, Printable(heading.text));
  }
}

void PrintText(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    fmt::print("{}\n", Printable(text.substr(begin, end - begin)));
    begin = end + 1;
  }
}

Result<int> Run(const ParseOptions& options) {
  MEGURI_TRY(const url::Url url,
             ParseUrlOption(options.url.empty() ? kNoUrl : std::string_view(options.url)));
  MEGURI_TRY(const std::string input, ReadInput(options.file));
  if (options.url.empty() && !options.json && !options.text) {
    fmt::print(stderr, "meguri parse: no --url, so links are resolved against {}\n", kNoUrl);
  }
  html::PageReader page({.agent = options.agent});
  page.Read({.bytes = input, .url = &url, .content_type = options.content_type});
  if (options.json) {
    fmt::print("{}\n",
               PageJson(page, url.href()).dump(-1, ' ', false, Answer::error_handler_t::replace));
    return kExitYes;
  }
  if (options.text) {
    PrintText(page.text().main_text());
    return kExitYes;
  }
  if (!options.links) PrintHead(page, url.href());
  PrintLinks(page);
  if (!options.links) PrintHeadings(page);
  return kExitYes;
}

}  // namespace

void AddParseCommand(Command& app) {
  auto options = std::make_shared<ParseOptions>();
  Command& command =
      app.AddCommand("parse", "Show what is in a page: links, title, text, language, robots hints");
  command.SetFooter(
      "\nExample: curl -s https://example.org/ | meguri parse - --url https://example.org/\n"
      "Kinds of links, and which of them are crawled: docs/design/links.md.");
  command.AddOption("FILE", options->file, "the page; - for stdin").Required();
  command.AddOption("--url", options->url, "where it is from, for links that are relative");
  command.AddOption("--content-type", options->content_type,
                    "its Content-Type header; else it is HTML if it looks like it");
  command.AddOption("--agent", options->agent, "whom <meta name=…> may address").ShowDefault();
  Option& json = command.AddFlag("--json", options->json, "everything, as one line of JSON");
  Option& text =
      command.AddFlag("--text", options->text, "the page's own text alone, without navigation");
  command.AddFlag("--links", options->links, "the links alone").Excludes(json).Excludes(text);
  json.Excludes(text);
  command.Does([options] { return Run(*options); });
}

}  // namespace meguri::app
