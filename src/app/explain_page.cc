// `meguri explain page`: what was found in a page, one JSON line for each.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/page_json.h"
#include "base/printable.h"
#include "base/result.h"
#include "html/page_reader.h"
#include "url/url.h"

namespace meguri::app {
namespace {

// "html" or "bytes_base64": text is UTF-8 whatever it says of itself.
struct GivenPage {
  std::string bytes;
  std::string content_type;
};

Result<GivenPage> PageOf(const Question& question) {
  GivenPage page;
  MEGURI_TRY(page.content_type, OptionalStringField(question, "content_type"));
  const bool has_html = question.contains("html");
  if (has_html == question.contains("bytes_base64")) {
    return Fail(ErrorCode::kInvalidArgument, "want one of \"html\" and \"bytes_base64\"");
  }
  if (!has_html) {
    MEGURI_TRY(page.bytes, BytesField(question, "bytes"));
    return page;
  }
  MEGURI_TRY(page.bytes, StringField(question, "html"));
  // A byte order mark wins over all else.
  page.bytes.insert(0, "\xEF\xBB\xBF");
  if (page.content_type.empty()) page.content_type = "text/html";
  return page;
}

// A string, or an array of them.
Result<std::vector<std::string>> StringsField(const Question& question, const char* name) {
  std::vector<std::string> values;
  const auto found = question.find(name);
  if (found == question.end() || found->is_null()) return values;
  if (!found->is_array()) {
    MEGURI_TRY(std::string value, StringField(question, name));
    values.push_back(std::move(value));
    return values;
  }
  for (const Question& entry : *found) {
    if (!entry.is_string()) {
      return Fail(ErrorCode::kInvalidArgument,
                  std::string("\"") + name + "\" must be a string or a list of them");
    }
    values.push_back(entry.get<std::string>());
  }
  return values;
}

Result<Answer> AnswerPage(const Question& question) {
  MEGURI_TRY(const GivenPage given, PageOf(question));
  MEGURI_TRY(const std::string url_text, StringField(question, "url"));
  MEGURI_TRY(const std::string agent, OptionalStringField(question, "agent"));
  MEGURI_TRY(const std::string language, OptionalStringField(question, "content_language"));
  MEGURI_TRY(const std::string link, OptionalStringField(question, "link"));
  MEGURI_TRY(const std::string refresh, OptionalStringField(question, "refresh"));
  MEGURI_TRY(const std::vector<std::string> tags, StringsField(question, "x_robots_tag"));
  url::Url url;
  if (!url.Assign(url_text)) {
    return Fail(ErrorCode::kInvalidArgument, "'" + Printable(url_text) + "' is no URL");
  }
  html::PageReaderOptions options;
  if (!agent.empty()) options.agent = agent;
  const std::vector<std::string_view> tag_views(tags.begin(), tags.end());
  html::PageReader reader(options);
  reader.Read({.bytes = given.bytes,
               .url = &url,
               .content_type = given.content_type,
               .content_language = language,
               .link = link,
               .refresh = refresh,
               .x_robots_tag = tag_views});
  Answer answer = PageJson(reader, url.href());
  if (question.contains("html")) answer["encoding_source"] = "given";
  return answer;
}

Result<int> Run(bool has_file) {
  if (has_file) {
    return Fail(ErrorCode::kInvalidArgument,
                "takes JSON lines alone; one page is shown by meguri parse FILE");
  }
  return AnswerStdin("meguri explain page", AnswerPage);
}

}  // namespace

void AddExplainPage(Command& explain) {
  Command& command = explain.AddCommand(
      "page", "Links, title, text, language and robots hints of pages (one page: meguri parse)");
  command.SetFooter(
      "\nJSON lines: {\"html\" or \"bytes_base64\",\"url\",\"content_type\"?,\"agent\"?,"
      "\"content_language\"?,\n"
      "\"link\"?,\"refresh\"?,\"x_robots_tag\"?} gives what meguri parse --json does. \"html\" is "
      "UTF-8; the\n"
      "last four are headers, the very last a string or a list of them.");
  // All other kinds take a file: whoever tries it here is told where that is.
  Option& file = command.AddValue("FILE", IntoTexts([](const auto&) {}), "").Hidden();
  command.Does([&file] { return Run(file.given()); });
}

}  // namespace meguri::app
