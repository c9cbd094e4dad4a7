#include "graph/bv_graph_writer.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "base/mem_files.h"
#include "base/random.h"
#include "graph/bit_reader.h"
#include "graph/bit_writer.h"
#include "tests/graph/random_graph.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

struct Written {
  std::string graph;
  std::string offsets;
  std::string properties;
  BvStatistics statistics;
};

Written Write(const WebGraph& graph, BvProperties settings = {}) {
  settings.nodes = graph.page_count();
  settings.arcs = graph.arc_count();
  MemFiles files;
  auto bits = files.OpenToWrite("g", OpenMode::kCreate);
  auto offsets = files.OpenToWrite("o", OpenMode::kCreate);
  const auto statistics = WriteBvBits(graph, settings, **bits, **offsets);
  EXPECT_TRUE(statistics);
  return {*ReadWholeFile(files, "g"), *ReadWholeFile(files, "o"),
          BvPropertiesText(settings, *statistics), *statistics};
}

Result<BvGraph> ReadBack(const Written& written) {
  MEGURI_TRY(const BvProperties properties, ParseBvProperties(written.properties, "x.properties"));
  return DecodeBvGraph(written.graph, properties, "x.graph");
}

std::map<std::string, std::string> KeysOf(const std::string& text) {
  std::map<std::string, std::string> keys;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t equals = line.find('=');
    if (line.starts_with('#') || equals == std::string::npos) continue;
    keys[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return keys;
}

TEST(BitWriterTest, EveryCodeIsReadBackAndAsLongAsPromised) {
  Random random(1);
  BitWriter bits;
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < 3000; ++i)
    numbers.push_back(random.Next() >> (63 - random.Uniform(i % 3 == 0 ? 50 : 9)));
  for (std::uint64_t& number : numbers) {
    if (random.Chance(0.1)) number = 0;
  }
  const auto each = [&](auto unary, auto other) {
    for (const std::uint64_t number : numbers) {
      unary(number % 300);
      other(number);
    }
  };
  const auto check = [&](std::uint64_t expected, auto write) {
    const std::uint64_t before = bits.position();
    write();
    ASSERT_EQ(bits.position() - before, expected);
  };
  each([&](std::uint64_t n) { check(n + 1, [&] { bits.Unary(n); }); },
       [&](std::uint64_t n) {
         check(BitWriter::GammaBits(n), [&] { bits.Gamma(n); });
         check(BitWriter::DeltaBits(n), [&] { bits.Delta(n); });
         check(BitWriter::NibbleBits(n), [&] { bits.Nibble(n); });
         for (const unsigned k : {1U, 2U, 3U, 5U, 16U}) {
           check(BitWriter::ZetaBits(n, k), [&] { bits.Zeta(n, k); });
           check(BitWriter::GolombBits(n % 2000, k), [&] { bits.Golomb(n % 2000, k); });
         }
       });
  bits.PadToWord();
  const std::string bytes = bits.TakeBytes();
  EXPECT_EQ(bytes.size() * 8, bits.position());
  BitReader reader(bytes);
  each([&](std::uint64_t n) { ASSERT_EQ(reader.Unary(), n); },
       [&](std::uint64_t n) {
         ASSERT_EQ(reader.Gamma(), n);
         ASSERT_EQ(reader.Delta(), n);
         ASSERT_EQ(reader.Nibble(), n);
         for (const unsigned k : {1U, 2U, 3U, 5U, 16U}) {
           ASSERT_EQ(reader.Zeta(k), n);
           ASSERT_EQ(reader.Golomb(k), n % 2000);
         }
       });
  EXPECT_FALSE(reader.overrun());
}

TEST(BvGraphWriterTest, WritesTheBitsOfTheFormat) {
  BvProperties settings;
  settings.window = 0;
  settings.min_interval_length = 0;
  settings.residuals = BvCode::kGamma;
  const Written written = Write(WebGraph({0, 2, 2, 3}, {1, 2, 0}), settings);
  EXPECT_EQ(written.graph, std::string("\x6F\x44\0\0\0\0\0\0", 8));
  // Offsets 0, 7, 8, 16: gamma of 0, 7, 1 and 8 is 1 0001000 010 0001001.
  EXPECT_EQ(written.offsets, std::string("\x88\x42\x40\0\0\0\0\0", 8));
}

TEST(BvGraphWriterTest, Cnr2000ComesOutAsItsOwnWriterWroteIt) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const auto read = ReadBvGraph(files, *testing_support::SharedPath("graphs/cnr-2000.graph"));
  ASSERT_TRUE(read) << read.error().context;
  const Written written = Write(read->graph, read->properties);
  EXPECT_EQ(written.statistics.bits(), read->bits);
  EXPECT_TRUE(written.graph == *testing_support::SharedText("graphs/cnr-2000.graph"));
  const std::string offsets = *testing_support::SharedText("graphs/cnr-2000.offsets");
  EXPECT_TRUE(offsets.starts_with(written.offsets));
  EXPECT_EQ(offsets.substr(written.offsets.size()),
            std::string(8, '\0'));  // theirs has a word more
  auto ours = KeysOf(written.properties);
  const auto theirs = KeysOf(*testing_support::SharedText("graphs/cnr-2000.properties"));
  for (const std::string key : {"successoravgloggap", "residualavgloggap"}) {  // their last digits
    EXPECT_NEAR(std::stod(ours[key]), std::stod(theirs.at(key)), 1e-9);
    ours[key] = theirs.at(key);
  }
  EXPECT_EQ(ours, theirs);
}

TEST(BvGraphWriterTest, EverySettingIsReadBack) {
  Random random(5);
  const std::vector<BvCode> codes{BvCode::kGamma, BvCode::kDelta, BvCode::kUnary, BvCode::kZeta,
                                  BvCode::kNibble};
  for (std::uint64_t round = 0; round < 300; ++round) {
    const WebGraph graph = round % 2 == 0
                               ? testing_support::SimilarLists(round, 1 + random.Uniform(120))
                               : WithSortedLinks(testing_support::RandomGraph(round, 50, 300));
    BvProperties settings;
    settings.window = static_cast<std::uint32_t>(random.Uniform(10));
    settings.max_references = static_cast<std::uint32_t>(random.Uniform(5));
    settings.min_interval_length = static_cast<std::uint32_t>(random.Uniform(6));
    settings.zeta_k = 1 + static_cast<std::uint32_t>(random.Uniform(16));
    for (BvCode* code : {&settings.outdegrees, &settings.blocks, &settings.references,
                         &settings.block_counts, &settings.offsets}) {
      *code = codes[random.Uniform(codes.size())];
    }
    settings.residuals = random.Chance(0.3) ? BvCode::kGolomb : codes[random.Uniform(codes.size())];
    const Written written = Write(graph, settings);
    const auto read = ReadBack(written);
    ASSERT_TRUE(read) << read.error().context << '\n' << written.properties;
    ASSERT_EQ(read->graph, graph) << written.properties;
    ASSERT_EQ(read->bits, written.statistics.bits());
    ASSERT_EQ(read->counts, written.statistics.counts);
    settings.nodes = graph.page_count();
    settings.arcs = graph.arc_count();
    settings.counts = written.statistics.counts;
    ASSERT_EQ(read->properties, settings);
    ASSERT_EQ(Write(read->graph, read->properties).graph, written.graph);
  }
}

TEST(BvGraphWriterTest, ReferencesAndIntervalsHalveTheBits) {
  const WebGraph graph = testing_support::SimilarLists(9, 400);
  const std::uint64_t usual = Write(graph).statistics.bits();
  BvProperties bare;
  bare.window = 0;
  bare.min_interval_length = 0;
  EXPECT_LT(usual * 2, Write(graph, bare).statistics.bits());
}

TEST(BvGraphWriterTest, PropertiesThatDisagreeWithTheBitsAreRefused) {
  Written written = Write(testing_support::SimilarLists(3, 50));
  const std::string key = "copiedarcs=";
  const std::size_t at = written.properties.find("\n" + key) + 1;
  written.properties.insert(at + key.size(), "1");
  const auto read = ReadBack(written);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(read.error().context.starts_with("x.graph: ")) << read.error().context;
  EXPECT_NE(read.error().context.find("its properties promise 1"), std::string::npos);
}

TEST(BvGraphWriterTest, SettingsThatNobodyCouldReadAreRefused) {
  const auto error = [](auto change) {
    BvProperties settings;
    change(settings);
    const Status checked = CheckBvSettings(settings);
    return checked ? "fine" : checked.error().context;
  };
  EXPECT_EQ(error([](BvProperties&) {}), "fine");
  EXPECT_EQ(error([](BvProperties& s) { s.zeta_k = 17; }), "zeta k is 17; want 1 to 16");
  EXPECT_EQ(error([](BvProperties& s) { s.blocks = BvCode::kGolomb; }),
            "Golomb's code is for residuals alone");
  EXPECT_EQ(error([](BvProperties& s) { s.window = 2'000'000; }),
            "the window is 2000000; want at most 1048576");
}

}  // namespace
}  // namespace meguri
