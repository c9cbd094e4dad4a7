// `meguri explain charset`: which encoding is this page in, and who says so?
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "base/ascii.h"
#include "base/printable.h"
#include "base/result.h"
#include "base/utf8.h"
#include "encoding/encoding.h"
#include "html/charset.h"
#include "http/mime_type.h"

namespace meguri::app {
namespace {

struct ExplainCharsetOptions {
  std::string file;
  bool has_file = false;
  std::string content_type;
};

// The charset of a Content-Type, "" if it has none: "text/html; charset=utf-8".
std::string CharsetOfContentType(std::string_view content_type) {
  const std::optional<http::MimeType> type = http::MimeType::Parse(content_type);
  return std::string(type ? type->Find("charset").value_or("") : "");
}

Result<Answer> AnswerCharset(const Question& question) {
  MEGURI_TRY(const std::string bytes, BytesField(question, "bytes"));
  MEGURI_TRY(const std::string content_type, OptionalStringField(question, "content_type"));
  const std::string http_charset = CharsetOfContentType(content_type);
  const html::Charset charset = html::FindCharset(bytes, {.http_charset = http_charset});
  std::string scratch;
  Answer answer;
  answer["encoding"] = encoding::EncodingName(charset.encoding);
  answer["source"] = html::CharsetSourceName(charset.source);
  answer["text"] = html::PageText(charset, bytes, scratch);
  return answer;
}

std::string_view ReasonInWords(html::CharsetSource source) {
  switch (source) {
    case html::CharsetSource::kBom:
      return "the byte order mark says so";
    case html::CharsetSource::kHttp:
      return "the Content-Type says so";
    case html::CharsetSource::kMeta:
      return "a <meta> or an XML declaration in the first 1024 bytes says so";
    case html::CharsetSource::kLateMeta:
      return "a <meta> that only a parser finds says so";
    case html::CharsetSource::kDetected:
      return "nothing says so, but the bytes look like it";
    case html::CharsetSource::kFallback:
      return "nothing says so, and the bytes look like nothing else";
  }
  return "";
}

Result<int> ExplainInWords(const ExplainCharsetOptions& options) {
  MEGURI_TRY(const std::string bytes, ReadInput(options.file));
  const std::string http_charset = CharsetOfContentType(options.content_type);
  const html::Charset charset = html::FindCharset(bytes, {.http_charset = http_charset});
  std::string scratch;
  std::string_view text = html::PageText(charset, bytes, scratch);

  fmt::print("{:<12} {}: {}\n", "encoding", encoding::EncodingName(charset.encoding),
             ReasonInWords(charset.source));
  const bool ignored = !http_charset.empty() && charset.source != html::CharsetSource::kHttp;
  if (ignored) {
    const bool is_label = encoding::FindEncoding(http_charset).has_value();
    fmt::print("{:<12} the Content-Type's '{}' {}\n", "note", Printable(http_charset),
               is_label ? "gives way to it" : "is no encoding of the web");
  }
  fmt::print("{:<12} {} bytes, {} as UTF-8\n", "size", bytes.size(), text.size());
  constexpr int kLines = 5;
  constexpr std::size_t kLineBytes = 200;
  for (int line = 0; line < kLines && !text.empty(); ++line) {
    const std::string_view first = text.substr(0, text.find('\n'));
    std::size_t shown = std::min(first.size(), kLineBytes);
    while (shown < first.size() && IsUtf8Continuation(first[shown])) {
      --shown;
    }
    fmt::print("{:<12} {}{}\n", line == 0 ? "text" : "", Printable(first.substr(0, shown)),
               shown < first.size() ? "…" : "");
    text.remove_prefix(std::min(first.size() + 1, text.size()));
  }
  return kExitYes;
}

Result<int> Run(const ExplainCharsetOptions& options) {
  if (options.has_file) return ExplainInWords(options);
  return AnswerStdin("meguri explain charset", AnswerCharset);
}

}  // namespace

void AddExplainCharset(Command& explain) {
  auto options = std::make_shared<ExplainCharsetOptions>();
  Command& command = explain.AddCommand("charset", "Which encoding a page is in, and who says so");
  command.SetFooter(
      "\nJSON lines: {\"bytes_base64\",\"content_type\"} gives {\"encoding\",\"source\",\"text\"}; "
      "the\n"
      "Content-Type may be missing. Source is bom, http, meta, late_meta, detected or fallback; "
      "text\n"
      "is the page in UTF-8, without its byte order mark.");
  Option& file = command.AddOption("FILE", options->file, "the page; - for stdin");
  command.AddOption("--content-type", options->content_type, "the header it came with").Needs(file);
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
