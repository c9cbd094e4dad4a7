// `meguri explain tokens`: what the HTML tokenizer makes of a page.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "app/cli/command.h"
#include "app/commands.h"
#include "app/json_lines.h"
#include "app/read_input.h"
#include "app/tokens_json.h"
#include "base/ascii.h"
#include "base/printable.h"
#include "base/result.h"
#include "html/tokenizer.h"

namespace meguri::app {
namespace {

struct ExplainTokensOptions {
  std::string file;
  bool has_file = false;
  std::string state = "Data state";
  std::string last_start_tag;
};

Result<html::TokenizerState> ParseState(const std::string& name) {
  if (name.empty()) return html::TokenizerState::kData;
  const std::optional<html::TokenizerState> state = TokenizerStateOfName(name);
  if (state) return *state;
  return Fail(ErrorCode::kInvalidArgument,
              "'" + Printable(name) +
                  "' is no state; want 'Data state', 'RCDATA state', 'RAWTEXT state', 'Script data "
                  "state', 'PLAINTEXT state' or 'CDATA section state'");
}

Result<Answer> AnswerTokens(const Question& question) {
  MEGURI_TRY(const std::string input, BytesField(question, "input"));
  MEGURI_TRY(const std::string state_name, OptionalStringField(question, "initialState"));
  MEGURI_TRY(const std::string last_start_tag, OptionalStringField(question, "lastStartTag"));
  MEGURI_TRY(const html::TokenizerState state, ParseState(state_name));
  Answer answer;
  answer["tokens"] = TokensJson(input, state, last_start_tag);
  return answer;
}

Result<int> Run(const ExplainTokensOptions& options) {
  if (!options.has_file) {
    return AnswerStdin("meguri explain tokens", AnswerTokens);
  }
  MEGURI_TRY(const html::TokenizerState state, ParseState(options.state));
  MEGURI_TRY(const std::string input, ReadInput(options.file));
  for (const Answer& token : TokensJson(input, state, options.last_start_tag)) {
    fmt::print("{}\n", token.dump(-1, ' ', false, Answer::error_handler_t::replace));
  }
  return kExitYes;
}

}  // namespace

void AddExplainTokens(Command& explain) {
  auto options = std::make_shared<ExplainTokensOptions>();
  Command& command =
      explain.AddCommand("tokens", "The tokens of an HTML page, in the form of html5lib's tests");
  command.SetFooter(
      "\nJSON lines: {\"input\" or \"input_base64\",\"initialState\"?,\"lastStartTag\"?} gives "
      "{\"tokens\"}.\n"
      "The tokenizer alone: no start tag changes its state, as <script> would in a page. The "
      "input\n"
      "is UTF-8.");
  Option& file = command.AddOption("FILE", options->file, "an HTML page; - for stdin");
  command.AddOption("--state", options->state, "the state to begin in").ShowDefault();
  command.AddOption("--last-start-tag", options->last_start_tag,
                    "the element whose end tag ends RCDATA, RAWTEXT and script data");
  command.Does([options, &file] {
    options->has_file = file.given();
    return Run(*options);
  });
}

}  // namespace meguri::app
