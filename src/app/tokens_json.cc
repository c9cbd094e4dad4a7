#include "app/tokens_json.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/json_lines.h"
#include "html/token.h"
#include "html/tokenizer.h"

namespace meguri::app {
namespace {

using html::Token;
using html::TokenizerState;
using html::TokenKind;

Answer OrNull(const std::optional<std::string>& text) {
  return text ? Answer(*text) : Answer(nullptr);
}

Answer AttributesJson(const Token& token) {
  // Not ordered_json: that looks a key up by walking over all of them.
  nlohmann::json attributes = nlohmann::json::object();
  for (const html::Attribute& attribute : token.attributes) {
    std::string name;
    attribute.AppendName(name);
    if (attributes.contains(name)) continue;  // the first counts
    std::string value;
    attribute.AppendValue(value);
    attributes.emplace(std::move(name), std::move(value));
  }
  return attributes;
}

Answer TokenJson(const Token& token) {
  std::string text;
  token.AppendText(text);
  switch (token.kind) {
    case TokenKind::kStartTag: {
      Answer json = {"StartTag", text, AttributesJson(token)};
      if (token.self_closing) json.push_back(true);
      return json;
    }
    case TokenKind::kEndTag:
      return {"EndTag", text};
    case TokenKind::kComment:
      return {"Comment", text};
    case TokenKind::kDoctype: {
      const html::Doctype doctype = ParseDoctype(token);
      return {"DOCTYPE", OrNull(doctype.name), OrNull(doctype.public_id), OrNull(doctype.system_id),
              !doctype.force_quirks};
    }
    case TokenKind::kText:
    case TokenKind::kEnd:
      break;
  }
  return {"Character", text};
}

}  // namespace

Answer TokensJson(std::string_view page, TokenizerState state, std::string_view last_start_tag) {
  html::Tokenizer tokenizer;
  tokenizer.Reset(page, state, last_start_tag);
  Answer tokens = Answer::array();
  std::string text;
  const auto flush = [&] {
    if (!text.empty()) tokens.push_back({"Character", std::exchange(text, {})});
  };
  for (;;) {
    const Token& token = tokenizer.Next();
    if (token.kind == TokenKind::kText) {
      token.AppendText(text);
      continue;
    }
    flush();
    if (token.kind == TokenKind::kEnd) return tokens;
    tokens.push_back(TokenJson(token));
  }
}

std::optional<TokenizerState> TokenizerStateOfName(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, TokenizerState>, 6> kStates = {{
      {"Data state", TokenizerState::kData},
      {"RCDATA state", TokenizerState::kRcdata},
      {"RAWTEXT state", TokenizerState::kRawtext},
      {"Script data state", TokenizerState::kScriptData},
      {"PLAINTEXT state", TokenizerState::kPlaintext},
      {"CDATA section state", TokenizerState::kCdataSection},
  }};
  for (const auto& [known, state] : kStates) {
    if (known == name) return state;
  }
  return std::nullopt;
}

}  // namespace meguri::app
