// `meguri explain feed`: what does this feed announce?
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/feed_json.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "base/printable.h"
#include "base/result.h"
#include "robots/feed/feed.h"

namespace meguri::app {
namespace {

struct ExplainFeedOptions {
  std::string file;
  bool has_file = false;
  std::string url;
};

// A feed is read from memory; none is larger.
constexpr std::size_t kMaxFeedBytes = std::size_t{64} << 20;

Result<Answer> AnswerFeed(const Question& question) {
  MEGURI_TRY(const std::string body, BytesField(question, "body"));
  MEGURI_TRY(const std::string url, OptionalStringField(question, "url"));
  MEGURI_TRY(const std::string content_type, OptionalStringField(question, "content_type"));
  return FeedAsJson(robots::ReadFeed(body, {.url = url, .content_type = content_type}));
}

std::string DateInWords(const robots::FeedDate& date) {
  if (date.text.empty() || date.time) return Printable(date.text);
  return Printable(date.text) + " (not understood)";
}

void PrintLine(const char* name, const std::string& text) {
  if (!text.empty()) fmt::print("{:<12} {}\n", name, text);
}

void PrintPart(const robots::FeedPart& part) {
  PrintLine("title", Printable(part.title));
  PrintLine("link", Printable(part.link));
  PrintLine("id", Printable(part.id));
  PrintLine("author", Printable(part.author));
  PrintLine("published", DateInWords(part.published));
  PrintLine("updated", DateInWords(part.updated));
  for (const robots::FeedLink& link : part.links) {
    if (link.href == part.link) continue;
    PrintLine(link.rel == "enclosure" ? "enclosure" : "other link",
              Printable(link.href) + " (" + Printable(link.rel) + ")");
  }
}

Result<int> ExplainInWords(const ExplainFeedOptions& options) {
  if (!options.url.empty()) MEGURI_CHECK_STATUS(ParseUrlOption(options.url));
  MEGURI_TRY(const std::string body, ReadInput(options.file, kMaxFeedBytes));
  const robots::Feed feed = robots::ReadFeed(body, {.url = options.url});
  if (feed.version.empty() && feed.entries.empty()) {
    fmt::print("{:<12} no feed that Meguri knows\n", "format");
    return kExitNo;
  }
  PrintLine("format", feed.version.empty() ? "unknown" : feed.version);
  PrintPart(feed);
  PrintLine("language", Printable(feed.language));
  fmt::print("{:<12} {}{}\n", "entries", feed.entries.size(),
             feed.truncated ? ", and more that were not read" : "");
  for (const robots::FeedEntry& entry : feed.entries) {
    fmt::print("\n");
    PrintPart(entry);
  }
  return kExitYes;
}

Result<int> Run(const ExplainFeedOptions& options) {
  if (options.has_file) return ExplainInWords(options);
  return AnswerStdin("meguri explain feed", AnswerFeed);
}

}  // namespace

void AddExplainFeed(Command& explain) {
  auto options = std::make_shared<ExplainFeedOptions>();
  Command& command =
      explain.AddCommand("feed", "What an RSS, Atom or JSON feed says of itself and its entries");
  command.SetFooter(
      "\nJSON lines: {\"body\" or \"body_base64\",\"url\",\"content_type\"} gives\n"
      "{\"version\",\"title\",\"link\",\"id\",\"updated\",…,\"links\":[{\"href\",\"rel\",\"type\"}]"
      ","
      "\"entries\":[…]}\n"
      "in the names that feedparser has for them. Exit code with arguments: 0 a feed, 1 none.");
  Option& file = command.AddOption("FILE", options->file, "the feed; - for stdin");
  command.AddOption("--url", options->url, "where it was fetched: links are relative to it")
      .Needs(file);
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
