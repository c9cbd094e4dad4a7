// The vectors of Python's surt, one test each: conformance/surt of the shared data.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/shared_data.h"
#include "url/surt/ia_canonical.h"
#include "url/surt/ia_host.h"
#include "url/surt/ia_rules.h"
#include "url/surt/surt.h"

namespace meguri::url {
namespace {

constexpr char kVectors[] = "conformance/surt/surt_vectors.json";

struct Vector {
  std::string name;
  std::string op;
  std::string input;
  std::string expect;  // "" for null
  nlohmann::json options;

  bool Option(const char* key, bool otherwise) const { return options.value(key, otherwise); }
  friend void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.input; }
};

std::string TextOf(const nlohmann::json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string RunSurt(const Vector& vector) {
  return Surt(vector.input, {.with_scheme = vector.Option("with_scheme", false),
                             .trailing_comma = vector.Option("trailing_comma", false),
                             .host_massage = vector.Option("host_massage", true),
                             .reverse_ipaddr = vector.Option("reverse_ipaddr", true)});
}

std::string RunUrlOp(const Vector& vector, bool google, bool archive) {
  ia::IaUrl url;
  if (!ia::Parse(vector.input, url)) return "(not parsed)";
  ia::QuerySorter sorter;
  if (google) ia::CanonicalizeLikeGoogle(url);
  if (archive) {
    const bool query_lowercase = vector.Option("query_lowercase", true);
    ia::CanonicalizeLikeIa(url, {.query_lowercase = query_lowercase}, sorter);
  }
  std::string text;
  ia::AppendUrl(url, text);
  return text;
}

// The ops that rewrite one part.
std::optional<std::string> RunPartOp(const Vector& vector) {
  std::string text = vector.input;
  if (vector.op == "hostToSURT") {
    std::string host;
    AppendSurtHost(text, vector.Option("reverse_ipaddr", true), host);
    return host;
  }
  if (vector.op == "attemptIPFormats") {
    const std::optional<std::uint32_t> address = ia::ParseLooseIpv4(text);
    return address ? ia::Ipv4Text(*address) : "";
  }
  if (vector.op == "getDefaultPort") return std::to_string(ia::DefaultPort(text));
  if (vector.op == "unescapeRepeatedly") {
    ia::UnescapeRepeatedly(text);
  } else if (vector.op == "stripQuerySessionID") {
    ia::StripQuerySessionId(text);
  } else if (vector.op == "stripPathSessionID") {
    ia::StripPathSessionId(text);
  } else if (vector.op == "massageHost") {
    ia::StripWww(text);
  } else if (vector.op == "alphaReorderQuery") {
    ia::QuerySorter().Sort(text);
  } else {
    return std::nullopt;
  }
  return text;
}

// nullopt: an op we have no counterpart of.
std::optional<std::string> RunOp(const Vector& vector) {
  if (vector.op == "surt") return RunSurt(vector);
  if (vector.op == "handyurl.parse+geturl") return RunUrlOp(vector, false, false);
  if (vector.op == "GoogleURLCanonicalizer.canonicalize") return RunUrlOp(vector, true, false);
  if (vector.op == "IAURLCanonicalizer.canonicalize") return RunUrlOp(vector, false, true);
  if (vector.op == "DefaultIAURLCanonicalizer.canonicalize") return RunUrlOp(vector, true, true);
  return RunPartOp(vector);
}

std::vector<Vector> LoadVectors() {
  std::vector<Vector> vectors;
  std::size_t index = 0;
  for (const nlohmann::json& json : testing_support::SharedJson(kVectors)) {
    Vector vector{.op = json["op"],
                  .input = TextOf(json["input"]),
                  .expect = TextOf(json["expect"]),
                  .options = json.value("options", nlohmann::json::object())};
    vector.name = testing_support::CaseNameOf(index++, vector.op + "_" + vector.input);
    // Registered domains are site.h's affair.
    if (!vector.op.starts_with("getPublic")) vectors.push_back(std::move(vector));
  }
  return vectors;
}

class SurtVectorTest : public testing::TestWithParam<Vector> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SurtVectorTest);

TEST(SurtConformanceTest, DataIsThere) { MEGURI_NEED_SHARED(kVectors); }

TEST_P(SurtVectorTest, Agrees) { EXPECT_EQ(RunOp(GetParam()), GetParam().expect); }

INSTANTIATE_TEST_SUITE_P(PythonSurt, SurtVectorTest, testing::ValuesIn(LoadVectors()),
                         [](const auto& vector) { return vector.param.name; });

}  // namespace
}  // namespace meguri::url
