// `meguri explain http`: what is in this response, byte by byte as a server sent it?
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "base/printable.h"
#include "base/result.h"
#include "base/utf8.h"
#include "http/base64.h"
#include "http/content_coding.h"
#include "http/mime_type.h"
#include "http/response.h"

namespace meguri::app {
namespace {

struct ExplainHttpOptions {
  std::string file;
  bool has_file = false;
  bool to_head_request = false;
};

// A response as who uses it sees it: chunks and content codings undone.
struct Explained {
  http::Response response;
  http::DecodedContent content;
  http::DecodeMark mark = http::DecodeMark::kBroken;  // the worse of the body's and the content's
  bool ok = false;
  bool truncated = false;
  std::string_view error;
};

http::DecodeMark WorseOf(http::BodyState body, http::DecodeMark content) {
  using enum http::DecodeMark;
  if (body == http::BodyState::kBroken) return kBroken;
  return content == kComplete && body == http::BodyState::kTruncated ? kTruncated : content;
}

Explained Explain(std::string_view raw, bool to_head_request) {
  http::ResponseOptions options;
  options.to_head_request = to_head_request;
  Explained result;
  result.response = http::ParseResponse(raw, options);
  const http::Response& response = result.response;
  result.error = response.error;
  if (!response.has_head) {
    result.truncated = response.state == http::BodyState::kTruncated;
    return result;
  }
  // Transfer codings were put on last.
  std::string scratch;
  std::string codings(response.head.headers.Combined("Content-Encoding", scratch).value_or(""));
  codings += ", ";
  codings += response.framing.codings;
  result.content = http::DecodeContent(response.body(), codings);
  result.mark = WorseOf(response.state, result.content.mark);
  using enum http::DecodeMark;
  result.truncated = result.mark != kComplete && result.mark != kBroken;
  if (result.error.empty()) result.error = result.content.error;
  result.ok = result.error.empty();
  return result;
}

// JSON holds Unicode: text that is no UTF-8 is read as Latin-1, as HTTP once had it.
std::string ToUtf8(std::string_view text) {
  if (IsValidUtf8(text)) return std::string(text);
  std::string result;
  for (const char c : text)
    AppendUtf8(static_cast<unsigned char>(c), result);
  return result;
}

Result<bool> OptionalBoolField(const Question& question, const char* name) {
  const auto field = question.find(name);
  if (field == question.end()) return false;
  if (!field->is_boolean()) {
    return Fail(ErrorCode::kInvalidArgument, std::string("\"") + name + "\" must be true or false");
  }
  return field->get<bool>();
}

Result<Answer> AnswerHttp(const Question& question) {
  MEGURI_TRY(const std::string raw, BytesField(question, "raw"));
  MEGURI_TRY(const bool to_head_request, OptionalBoolField(question, "to_head_request"));
  const Explained explained = Explain(raw, to_head_request);
  const http::Response& response = explained.response;
  Answer answer;
  answer["ok"] = explained.ok;
  answer["status"] = response.has_head ? Answer(response.head.status) : Answer(nullptr);
  answer["headers"] = Answer::array();
  for (const http::Header& header : response.head.headers.all()) {
    answer["headers"].push_back(Answer::array({ToUtf8(header.name), ToUtf8(header.value)}));
  }
  answer["body_base64"] = http::EncodeBase64(explained.content.content);
  answer["truncated"] = explained.truncated;
  if (!explained.error.empty()) answer["error"] = explained.error;
  if (!response.has_head) return answer;
  answer["codings"] = Answer::array();
  for (const http::Coding coding : explained.content.undone) {
    answer["codings"].push_back(http::CodingName(coding));
  }
  if (!explained.content.left.empty()) answer["coding_left"] = ToUtf8(explained.content.left);
  answer["mark"] = http::DecodeMarkName(explained.mark);
  answer["bytes"] = response.size;
  return answer;
}

std::string_view FramingInWords(http::FramingKind kind) {
  switch (kind) {
    case http::FramingKind::kNone:
      return "no body: by its status, or as the answer to HEAD";
    case http::FramingKind::kLength:
      return "by Content-Length";
    case http::FramingKind::kChunked:
      return "in chunks";
    case http::FramingKind::kUntilClose:
      return "until the connection closes";
  }
  return "";
}

std::string_view StateInWords(http::BodyState state) {
  switch (state) {
    case http::BodyState::kTruncated:
      return "truncated";
    case http::BodyState::kBroken:
      return "broken";
    default:
      return "complete";
  }
}

void PrintContent(const http::DecodedContent& content) {
  std::string undone;
  for (const http::Coding coding : content.undone) {
    if (!undone.empty()) undone += ", then ";
    undone += http::CodingName(coding);
  }
  fmt::print("{:<12} {} bytes, {}; undone: {}\n", "content", content.content.size(),
             http::DecodeMarkName(content.mark), undone.empty() ? "nothing" : undone);
  if (!content.left.empty()) {
    fmt::print("{:<12} the coding '{}' is not known and left as it is\n", "note",
               Printable(content.left));
  }
}

Result<int> ExplainInWords(const ExplainHttpOptions& options) {
  MEGURI_TRY(const std::string raw, ReadInput(options.file));
  const Explained explained = Explain(raw, options.to_head_request);
  const http::Response& response = explained.response;
  if (!response.has_head) {
    fmt::print("{:<12} {}\n", "no response", explained.error);
    return kExitNo;
  }
  const http::ResponseHead& head = response.head;
  fmt::print("{:<12} {} {} (HTTP/{}.{})\n", "status", head.status, Printable(head.reason),
             head.major, head.minor);
  if (response.interim_count > 0) {
    fmt::print("{:<12} {} before it\n", "interim", response.interim_count);
  }
  for (const http::Header& header : head.headers.all()) {
    fmt::print("{:<12} {}: {}\n", "header", Printable(header.name), Printable(header.value));
  }
  if (head.ignored_lines > 0) {
    fmt::print("{:<12} {} lines that are no headers are ignored\n", "note", head.ignored_lines);
  }
  if (const auto type = http::ExtractMimeType(head.headers)) {
    fmt::print("{:<12} {}\n", "type", Printable(type->Serialise()));
  }
  fmt::print("{:<12} {} bytes {}, {}\n", "body", response.body().size(),
             FramingInWords(response.framing.kind), StateInWords(response.state));
  PrintContent(explained.content);
  if (!explained.error.empty()) fmt::print("{:<12} {}\n", "error", explained.error);
  if (response.size < raw.size()) {
    fmt::print("{:<12} {} bytes behind it\n", "more", raw.size() - response.size);
  }
  return explained.ok ? kExitYes : kExitNo;
}

Result<int> Run(const ExplainHttpOptions& options) {
  if (options.has_file) return ExplainInWords(options);
  return AnswerStdin("meguri explain http", AnswerHttp);
}

}  // namespace

void AddExplainHttp(Command& explain) {
  auto options = std::make_shared<ExplainHttpOptions>();
  Command& command =
      explain.AddCommand("http", "What is in this response: status, headers, body, codings");
  command.SetFooter(
      "\nJSON lines: {\"raw_base64\" or \"raw\",\"to_head_request\"?} gives\n"
      "{\"ok\",\"status\",\"headers\",\"body_base64\",\"truncated\",\"error\"?,\"codings\","
      "\"coding_left\"?,\n"
      "\"mark\",\"bytes\"}. The body is the content: chunks, transfer and content codings undone,\n"
      "as far as that went; \"codings\" are those undone, \"coding_left\" is one not known, "
      "\"mark\" "
      "is\n"
      "complete, truncated, too_large, bomb or broken, \"bytes\" the message's length. Without a\n"
      "head, status is null and the fields behind \"error\" are missing. ok is false if there is\n"
      "an error; what was read until there is given all the same. Headers that are no UTF-8 are\n"
      "read as Latin-1. Exit code with arguments: 0 ok, 1 not.");
  Option& file = command.AddOption("FILE", options->file, "a response; - for stdin");
  command.AddFlag("--head", options->to_head_request, "the response to a HEAD request");
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
