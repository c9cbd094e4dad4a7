// `meguri explain sitemap`: which URLs does this sitemap list?
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "base/printable.h"
#include "base/result.h"
#include "robots/sitemap/sitemap.h"

namespace meguri::app {
namespace {

struct ExplainSitemapOptions {
  std::string file;
  bool has_file = false;
  std::string url;
};

// Through gmtime(): of a time_point {fmt} 9 gives the local time, whatever the "Z" says.
std::string DateText(robots::FeedTime time) {
  const std::time_t seconds = time.time_since_epoch().count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

Answer AsJson(const robots::SitemapUrl& url) {
  Answer object;
  object["loc"] = url.loc;
  object["lastmod"] = url.lastmod ? Answer(DateText(*url.lastmod)) : Answer(nullptr);
  const std::string_view frequency = robots::ChangeFrequencyName(url.changefreq);
  object["changefreq"] = frequency.empty() ? Answer(nullptr) : Answer(frequency);
  object["priority"] = url.priority ? Answer(*url.priority) : Answer(nullptr);
  object["images"] = url.images;
  object["alternates"] = Answer::array();
  for (const robots::SitemapAlternate& alternate : url.alternates) {
    object["alternates"].push_back({{"hreflang", alternate.language}, {"href", alternate.url}});
  }
  return object;
}

Result<Answer> AnswerSitemap(const Question& question) {
  MEGURI_TRY(const std::string body, BytesField(question, "body"));
  MEGURI_TRY(const std::string url, OptionalStringField(question, "url"));
  MEGURI_TRY(const std::string content_type, OptionalStringField(question, "content_type"));
  const robots::Sitemap sitemap =
      robots::ReadSitemap(body, {.url = url, .content_type = content_type});
  Answer answer;
  answer["kind"] = robots::SitemapKindName(sitemap.kind);
  answer["urls"] = Answer::array();
  for (const robots::SitemapUrl& listed : sitemap.urls)
    answer["urls"].push_back(AsJson(listed));
  answer["count"] = sitemap.urls.size();
  answer["skipped"] = sitemap.skipped;
  answer["lastmod"] = sitemap.lastmod ? Answer(DateText(*sitemap.lastmod)) : Answer(nullptr);
  answer["truncated"] = sitemap.truncated;
  return answer;
}

std::string_view KindInWords(robots::SitemapKind kind) {
  switch (kind) {
    case robots::SitemapKind::kNone:
      return "no sitemap that Meguri knows";
    case robots::SitemapKind::kUrlset:
      return "sitemap (urlset)";
    case robots::SitemapKind::kIndex:
      return "index: its URLs are those of more sitemaps";
    case robots::SitemapKind::kText:
      return "text, a URL a line";
    case robots::SitemapKind::kAtom:
      return "Atom feed";
    case robots::SitemapKind::kRss:
      return "RSS feed";
  }
  return "";
}

void PrintUrl(const robots::SitemapUrl& url) {
  std::string line = Printable(url.loc);
  if (url.lastmod) line += ", changed " + DateText(*url.lastmod);
  const std::string_view frequency = robots::ChangeFrequencyName(url.changefreq);
  if (!frequency.empty()) line += fmt::format(", {}", frequency);
  if (url.priority) line += fmt::format(", priority {}", *url.priority);
  fmt::print("{:<12} {}\n", "URL", line);
  for (const std::string& image : url.images)
    fmt::print("{:<12} {}\n", "  image", Printable(image));
  for (const robots::SitemapAlternate& alternate : url.alternates) {
    fmt::print("{:<12} {} ({})\n", "  also", Printable(alternate.url),
               Printable(alternate.language));
  }
}

Result<int> ExplainInWords(const ExplainSitemapOptions& options) {
  constexpr robots::SitemapLimits kLimits;
  if (!options.url.empty()) MEGURI_CHECK_STATUS(ParseUrlOption(options.url));
  MEGURI_TRY(const std::string body, ReadInput(options.file, kLimits.max_bytes + 1));
  const robots::Sitemap sitemap = robots::ReadSitemap(body, {.url = options.url}, kLimits);
  fmt::print("{:<12} {}\n", "kind", KindInWords(sitemap.kind));
  if (sitemap.kind == robots::SitemapKind::kNone) return kExitNo;
  fmt::print("{:<12} {}\n", "URLs", sitemap.urls.size());
  if (sitemap.skipped > 0) {
    fmt::print("{:<12} {} without a URL that can be fetched{}\n", "left out", sitemap.skipped,
               options.url.empty() ? "; --url makes relative ones absolute" : "");
  }
  if (sitemap.truncated) fmt::print("{:<12} there is more, which was not read\n", "note");
  for (const robots::SitemapUrl& url : sitemap.urls)
    PrintUrl(url);
  return kExitYes;
}

Result<int> Run(const ExplainSitemapOptions& options) {
  if (options.has_file) return ExplainInWords(options);
  return AnswerStdin("meguri explain sitemap", AnswerSitemap);
}

}  // namespace

void AddExplainSitemap(Command& explain) {
  auto options = std::make_shared<ExplainSitemapOptions>();
  Command& command = explain.AddCommand("sitemap", "Which URLs a sitemap lists");
  command.SetFooter(
      "\nJSON lines: {\"body\" or \"body_base64\",\"url\",\"content_type\"} gives\n"
      "{\"kind\",\"urls\":[{\"loc\",\"lastmod\",\"changefreq\",\"priority\",\"images\","
      "\"alternates\"}],\n"
      "\"count\",\"skipped\",\"lastmod\",\"truncated\"}; kind is urlset, index, text, atom, rss or "
      "none.\n"
      "Exit code with arguments: 0 a sitemap, 1 none.");
  Option& file = command.AddOption("FILE", options->file, "the sitemap; - for stdin");
  command.AddOption("--url", options->url, "where it was fetched: URLs are relative to it")
      .Needs(file);
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
