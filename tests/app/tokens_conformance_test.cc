// html5lib's tokenizer tests (shared/conformance/html-tokenizer).
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/tokens_json.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "tests/support/shared_data.h"

namespace meguri::app {
namespace {

constexpr std::string_view kFolder = "conformance/html-tokenizer";

struct TokenizerCase {
  std::size_t index;
  std::string name;
  std::string input;
  nlohmann::json output;
  html::TokenizerState state;
  std::string last_start_tag;
  bool infoset;  // the output is that of a parser that makes XML of it
};

void PrintTo(const TokenizerCase& test, std::ostream* out) {
  *out << test.name << ": " << test.input.substr(0, 200);
}

std::string Hex4(std::string_view digits, char32_t& code_point) {
  code_point = 0;
  for (const char digit : digits) {
    const int value = HexDigitValue(digit);
    if (value < 0) return "no";
    code_point = code_point * 16 + static_cast<char32_t>(value);
  }
  return digits.size() == 4 ? "" : "no";
}

// \uHHHH once more. A lone surrogate, which UTF-8 has no room for, in three bytes all the same.
std::string Unescaped(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char32_t point = 0;
    if (text.compare(at, 2, "\\u") != 0 ||
        !Hex4(std::string_view(text).substr(at + 2, 4), point).empty()) {
      result += text[at];
      continue;
    }
    at += 5;
    if (!IsSurrogate(point)) {
      AppendUtf8(point, result);
      continue;
    }
    result += static_cast<char>(0xE0 | (point >> 12));
    result += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    result += static_cast<char>(0x80 | (point & 0x3F));
  }
  return result;
}

void UnescapeAll(nlohmann::json& json) {
  if (json.is_string()) {
    json = Unescaped(json.get<std::string>());
  } else if (json.is_array()) {
    for (nlohmann::json& entry : json)
      UnescapeAll(entry);
  } else if (json.is_object()) {
    nlohmann::json copy = nlohmann::json::object();
    for (auto& [key, value] : json.items()) {
      UnescapeAll(value);
      copy[Unescaped(key)] = value;
    }
    json = copy;
  }
}

// Neighbouring Character entries of an expected output are one.
nlohmann::json Joined(const nlohmann::json& output) {
  nlohmann::json joined = nlohmann::json::array();
  for (const nlohmann::json& token : output) {
    if (!joined.empty() && token[0] == "Character" && joined.back()[0] == "Character") {
      joined.back()[1] = joined.back()[1].get<std::string>() + token[1].get<std::string>();
    } else {
      joined.push_back(token);
    }
  }
  return joined;
}

void AddCases(const std::string& file, std::vector<TokenizerCase>& cases) {
  const nlohmann::json json = testing_support::SharedJson(std::string(kFolder) + "/" + file);
  if (json.is_null()) return;
  const bool infoset = json.contains("xmlViolationTests");
  for (nlohmann::json test : json[infoset ? "xmlViolationTests" : "tests"]) {
    if (test.value("doubleEscaped", false)) {
      test["input"] = Unescaped(test["input"].get<std::string>());
      UnescapeAll(test["output"]);
    }
    nlohmann::json states = nlohmann::json::array({"Data state"});
    if (test.contains("initialStates")) states = test["initialStates"];
    for (const nlohmann::json& state : states) {
      cases.push_back({.index = cases.size(),
                       .name = file.substr(0, file.find('.')) + " " +
                               test["description"].get<std::string>().substr(0, 60),
                       .input = test["input"].get<std::string>(),
                       .output = Joined(test["output"]),
                       .state = TokenizerStateOfName(state.get<std::string>()).value(),
                       .last_start_tag = test.value("lastStartTag", ""),
                       .infoset = infoset});
    }
  }
}

const std::vector<TokenizerCase>& Cases() {
  static const std::vector<TokenizerCase> cases = [] {
    std::vector<TokenizerCase> all;
    for (const char* file :
         {"contentModelFlags.test", "entities.test", "escapeFlag.test", "namedEntities.test",
          "numericEntities.test", "pendingSpecChanges.test", "test1.test", "test2.test",
          "test3.test", "unicodeChars.test", "unicodeCharsProblematic.test", "xmlViolation.test"}) {
      AddCases(file, all);
    }
    return all;
  }();
  return cases;
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// The standard's "coercing an HTML DOM into an infoset", as far as those four tests go.
void CoerceToInfoset(Answer& tokens) {
  for (Answer& token : tokens) {
    auto& text = token[1].get_ref<std::string&>();
    ReplaceAll(text, "\xEF\xBF\xBF", "\xEF\xBF\xBD");  // U+FFFF
    ReplaceAll(text, "\f", " ");
    if (token[0] == "Comment") ReplaceAll(text, "--", "- -");
  }
}

TEST(TokenizerConformanceTest, DataIsThere) {
  MEGURI_NEED_SHARED(kFolder);
  EXPECT_GE(Cases().size(), 6682U);
}

class TokenizerConformance : public testing::TestWithParam<std::size_t> {};

TEST_P(TokenizerConformance, GivesTheTokens) {
  const TokenizerCase& test = Cases()[GetParam()];
  Answer tokens = TokensJson(test.input, test.state, test.last_start_tag);
  if (test.infoset) CoerceToInfoset(tokens);
  EXPECT_EQ(nlohmann::json(tokens), test.output) << testing::PrintToString(test);
}

std::vector<std::size_t> Indexes() {
  std::vector<std::size_t> indexes;
  for (const TokenizerCase& test : Cases())
    indexes.push_back(test.index);
  return indexes;
}

INSTANTIATE_TEST_SUITE_P(Html5lib, TokenizerConformance, testing::ValuesIn(Indexes()),
                         [](const testing::TestParamInfo<std::size_t>& param) {
                           return testing_support::CaseNameOf(param.param,
                                                              Cases()[param.param].name);
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TokenizerConformance);

}  // namespace
}  // namespace meguri::app
