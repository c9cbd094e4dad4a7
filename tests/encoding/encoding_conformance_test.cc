// Every label, every pointer of every index, and the decoder vectors of
// shared/conformance/encoding.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "encoding/encoding.h"
#include "encoding/index_tables.h"
#include "tests/support/shared_data.h"

namespace meguri::encoding {
namespace {

using nlohmann::json;
using testing_support::SharedJson;
using testing_support::SharedText;

constexpr const char* kIndexes = "conformance/encoding/indexes.json";
constexpr const char* kLabels = "conformance/encoding/encodings.json";

std::string Utf8(char32_t c) {
  std::string text;
  AppendUtf8(c, text);
  return text;
}

std::string Decoded(Encoding encoding, std::string_view bytes) {
  std::string text;
  Decode(encoding, bytes, text);
  return text;
}

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(HexDigitValue(hex[i]) * 16 + HexDigitValue(hex[i + 1]));
  }
  return bytes;
}

std::string Bytes(std::initializer_list<std::size_t> values) {
  std::string bytes;
  for (const std::size_t value : values) {
    bytes += static_cast<char>(value);
  }
  return bytes;
}

TEST(EncodingConformanceTest, DataIsThere) { MEGURI_NEED_SHARED("conformance/encoding"); }

TEST(EncodingConformanceTest, EveryLabel) {
  MEGURI_NEED_SHARED(kLabels);
  int labels = 0;
  int encodings = 0;
  for (const json& group : SharedJson(kLabels)) {
    for (const json& entry : group.at("encodings")) {
      const std::string name = entry.at("name");
      ++encodings;
      for (const std::string label : entry.at("labels")) {
        ++labels;
        for (const std::string& spelling : {label, "\t " + label + "\r\n\f"}) {
          const auto found = FindEncoding(spelling);
          ASSERT_TRUE(found) << label;
          EXPECT_EQ(EncodingName(*found), name) << label;
        }
        std::string upper = label;
        for (char& c : upper) {
          c = AsciiToUpper(c);
        }
        EXPECT_EQ(FindEncoding(upper), FindEncoding(label));
        EXPECT_FALSE(FindEncoding(label + "x"));
      }
    }
  }
  EXPECT_EQ(encodings, 40);
  EXPECT_EQ(labels, 228);
}

// How the bytes of pointer `p` look, and what else the decoder says of them.
struct IndexCase {
  const char* index;
  Encoding encoding;
  std::string (*bytes)(std::size_t p);
  // Instead of the index, where the decoder has a rule of its own; "" otherwise.
  std::string (*exception)(std::size_t p) = [](std::size_t) { return std::string(); };
};

void PrintTo(const IndexCase& row, std::ostream* out) { *out << row.index; }

std::string ShiftJisBytes(std::size_t p) {
  const std::size_t lead = p / 188;
  const std::size_t trail = p % 188;
  return Bytes({lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41)});
}

const IndexCase kIndexCases[] = {
    {"jis0208", Encoding::kShiftJis, ShiftJisBytes,
     [](std::size_t p) {
       const bool private_use = p >= 8836 && p <= 10715;
       return private_use ? Utf8(static_cast<char32_t>(0xE000 - 8836 + p)) : std::string();
     }},
    {"jis0208", Encoding::kEucJp,
     [](std::size_t p) {
       return p < 8836 ? Bytes({p / 94 + 0xA1, p % 94 + 0xA1}) : std::string();
     }},
    {"jis0208", Encoding::kIso2022Jp,
     [](std::size_t p) {
       return p < 8836 ? "\x1B$B" + Bytes({p / 94 + 0x21, p % 94 + 0x21}) : std::string();
     }},
    {"jis0212", Encoding::kEucJp,
     [](std::size_t p) {
       return Bytes({0x8F, p / 94 + 0xA1, p % 94 + 0xA1});
     }},
    {"gb18030", Encoding::kGb18030,
     [](std::size_t p) {
       return Bytes({p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41)});
     }},
    {"gb18030", Encoding::kGbk,
     [](std::size_t p) {
       return Bytes({p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41)});
     }},
    {"big5", Encoding::kBig5,
     [](std::size_t p) {
       return Bytes({p / 157 + 0x81, p % 157 + (p % 157 < 0x3F ? 0x40 : 0x62)});
     },
     [](std::size_t p) {
       if (p == 1133) return std::string("Ê\u0304");
       if (p == 1135) return std::string("Ê\u030C");
       if (p == 1164) return std::string("ê\u0304");
       if (p == 1166) return std::string("ê\u030C");
       return std::string();
     }},
    {"euc-kr", Encoding::kEucKr,
     [](std::size_t p) {
       return Bytes({p / 190 + 0x81, p % 190 + 0x41});
     }},
};

class IndexTest : public testing::TestWithParam<IndexCase> {};

TEST_P(IndexTest, EveryPointer) {
  MEGURI_NEED_SHARED(kIndexes);
  const IndexCase& row = GetParam();
  const json indexes = SharedJson(kIndexes);
  const json& index = indexes.at(row.index);
  int wrong = 0;
  for (std::size_t p = 0; p < index.size(); ++p) {
    const std::string bytes = row.bytes(p);
    if (bytes.empty()) continue;  // not reached in this encoding
    std::string expected = row.exception(p);
    if (expected.empty() && !index[p].is_null()) expected = Utf8(index[p].get<std::uint32_t>());
    if (expected.empty()) {
      expected = Utf8(kReplacementCharacter);
      // ASCII behind a lead byte is itself again.
      const bool seven_bits = row.encoding == Encoding::kIso2022Jp;
      if (!seven_bits && IsAscii(bytes.substr(1))) expected += bytes.substr(1);
    }
    // Something before and behind, so that nothing leaks.
    const std::string after = row.encoding == Encoding::kIso2022Jp ? "\x1B(B>" : ">";
    const bool right = Decoded(row.encoding, "<" + bytes + after) == "<" + expected + ">";
    EXPECT_TRUE(right) << "pointer " << p << " expected " << expected;
    if (!right && ++wrong > 20) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Whatwg, IndexTest, testing::ValuesIn(kIndexCases),
                         [](const testing::TestParamInfo<IndexCase>& row) {
                           return testing_support::CaseNameOf(
                               row.index, std::string(row.param.index) + "_" +
                                              std::string(EncodingName(row.param.encoding)));
                         });

TEST(EncodingConformanceTest, EverySingleByteIndex) {
  MEGURI_NEED_SHARED(kIndexes);
  const json indexes = SharedJson(kIndexes);
  std::set<std::string> checked;
  for (int i = static_cast<int>(Encoding::kIbm866); i <= static_cast<int>(Encoding::kXMacCyrillic);
       ++i) {
    const auto encoding = static_cast<Encoding>(i);
    std::string name = AsciiLowered(EncodingName(encoding));
    if (name == "iso-8859-8-i") name = "iso-8859-8";
    const json& index = indexes.at(name);
    checked.insert(name);
    ASSERT_EQ(index.size(), 128U);
    for (std::size_t p = 0; p < 128; ++p) {
      const char32_t c =
          index[p].is_null() ? kReplacementCharacter : char32_t{index[p].get<std::uint32_t>()};
      EXPECT_EQ(Decoded(encoding, Bytes({p + 0x80})), Utf8(c)) << name << " " << p;
    }
  }
  // Nothing of the file is left out.
  for (const auto& [name, index] : indexes.items()) {
    EXPECT_TRUE(index.size() != 128 || checked.contains(name)) << name;
  }
  EXPECT_EQ(checked.size(), 27U);
}

TEST(EncodingConformanceTest, EveryFourBytePointer) {
  MEGURI_NEED_SHARED(kIndexes);
  const json all = SharedJson(kIndexes);
  const json& ranges = all.at("gb18030-ranges");
  std::size_t row = 0;
  int wrong = 0;
  for (std::uint32_t p = 0; p < 126 * 10 * 126 * 10; ++p) {
    while (row + 1 < ranges.size() && ranges[row + 1][0].get<std::uint32_t>() <= p) {
      ++row;
    }
    char32_t expected =
        ranges[row][1].get<std::uint32_t>() + p - ranges[row][0].get<std::uint32_t>();
    if ((p > 39419 && p < 189000) || p > 1237575) expected = 0;
    if (p == 7457) expected = 0xE7C7;
    const bool right = Gb18030RangesCodePoint(p) == expected;
    EXPECT_TRUE(right) << p << " " << static_cast<std::uint32_t>(expected);
    if (!right && ++wrong > 20) break;
    // Through the decoder: all of the Basic Multilingual Plane, and samples of the rest.
    if (p > 40000 && p % 997 != 0) continue;
    const std::string bytes = Bytes(
        {p / 12600 + 0x81, p / 1260 % 10 + 0x30, p / 10 % 126 + 0x81, p % 10 + std::size_t{0x30}});
    ASSERT_EQ(Decoded(Encoding::kGb18030, "<" + bytes + ">"),
              "<" + Utf8(expected == 0 ? kReplacementCharacter : expected) + ">")
        << p;
  }
}

struct Page {
  const char* file;
  Encoding encoding;
  int lines;
};

TEST(EncodingConformanceTest, EveryCharacterOfThePages) {
  MEGURI_NEED_SHARED("conformance/encoding/sjis_chars.tsv");
  constexpr Page kPages[] = {{"sjis_chars.tsv", Encoding::kShiftJis, 7393},
                             {"eucjp_chars.tsv", Encoding::kEucJp, 13459},
                             {"iso2022jp_chars.tsv", Encoding::kIso2022Jp, 7329}};
  for (const Page& page : kPages) {
    std::istringstream lines(*SharedText(std::string("conformance/encoding/") + page.file));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const std::size_t tab = line.find('\t');
      ASSERT_NE(tab, std::string::npos);
      std::string expected;
      std::istringstream code_points(line.substr(tab + 1));
      for (std::string hex; code_points >> hex;) {
        AppendUtf8(static_cast<char32_t>(std::stoul(hex, nullptr, 16)), expected);
      }
      EXPECT_EQ(Decoded(page.encoding, FromHex(line.substr(0, tab))), expected) << line;
    }
    EXPECT_EQ(count, page.lines) << page.file;
  }
}

struct Vector {
  std::size_t index;
  std::string encoding, bytes, text, name;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.name; }

std::vector<Vector> LoadVectors() {
  std::vector<Vector> vectors;
  const json loaded = SharedJson("conformance/encoding/decoder_vectors.json");
  if (!loaded.is_array()) return vectors;
  for (const json& entry : loaded) {
    vectors.push_back({vectors.size(), entry.at("encoding"),
                       FromHex(entry.at("bytes_hex").get<std::string>()), entry.at("text"),
                       entry.value("name", "")});
  }
  return vectors;
}

class DecoderVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(DecoderVectorTest, Holds) {
  const Vector& vector = GetParam();
  const auto encoding = FindEncoding(vector.encoding);
  ASSERT_TRUE(encoding);
  EXPECT_EQ(Decoded(*encoding, vector.bytes), vector.text);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DecoderVectorTest);
INSTANTIATE_TEST_SUITE_P(Wpt, DecoderVectorTest, testing::ValuesIn(LoadVectors()),
                         [](const testing::TestParamInfo<Vector>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.name);
                         });

}  // namespace
}  // namespace meguri::encoding
