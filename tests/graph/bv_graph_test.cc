#include "graph/bv_graph.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/shared_data.h"

namespace meguri {
namespace {

// FNV-1a over the arcs as little-endian pairs of 32 bits, as the data's own note computes it: it
// starts from 1469598103934665603, which is FNV's own start without its last digit.
std::uint64_t HashOfArcs(const WebGraph& graph) {
  std::uint64_t hash = 1'469'598'103'934'665'603;
  const auto add = [&](std::uint32_t word) {
    for (int i = 0; i < 4; ++i, word >>= 8U)
      hash = (hash ^ (word & 0xFFU)) * 0x100000001B3;
  };
  for (PageId page = 0; page < graph.page_count(); ++page) {
    for (const PageId target : graph.successors(page)) {
      add(page);
      add(target);
    }
  }
  return hash;
}

TEST(BvGraphTest, ReadsCnr2000AsItsNoteAndItsPropertiesSay) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  RealFiles files;
  const auto read = ReadBvGraph(files, *testing_support::SharedPath("graphs/cnr-2000.graph"));
  ASSERT_TRUE(read) << read.error().context;
  EXPECT_EQ(read->graph.page_count(), 325'557U);
  EXPECT_EQ(read->graph.arc_count(), 3'216'152U);
  EXPECT_EQ(read->counts, (BvCounts{2'195'145, 443'657, 577'350}));
  EXPECT_EQ(HashOfArcs(read->graph), 0xEE923FCB1EE1FB26U);
  EXPECT_EQ(WithoutSelfAndRepeatedLinks(read->graph).arc_count(), 3'128'710U);
}

TEST(BvGraphTest, ReadsTheBitsOfTheFormat) {
  BvProperties properties;
  properties.nodes = 3;
  properties.arcs = 3;
  properties.window = 0;
  properties.min_interval_length = 0;
  properties.residuals = BvCode::kGamma;
  // Node 0: degree 2 (gamma 011), first residual 0 + 1 = 1, that is 2 (011), then gap 0 (1).
  // Node 1: degree 0 (1). Node 2: degree 1 (010), residual 2 - 2 = 0, that is 3 (00100).
  // 011 011 1 1 010 00100 = 0110 1111 0100 0100
  const std::string bits = "\x6F\x44";
  const auto graph = DecodeBvGraph(bits, properties, "x.graph");
  ASSERT_TRUE(graph) << graph.error().context;
  EXPECT_EQ(
      std::vector<PageId>(graph->graph.successors(0).begin(), graph->graph.successors(0).end()),
      (std::vector<PageId>{1, 2}));
  EXPECT_TRUE(graph->graph.successors(1).empty());
  EXPECT_EQ(graph->graph.successors(2)[0], 0U);
}

TEST(BvGraphTest, PropertiesNameWhatIsWrong) {
  const auto error = [](std::string_view text) {
    const auto parsed = ParseBvProperties(text, "x.properties");
    return parsed ? "fine" : parsed.error().context;
  };
  EXPECT_EQ(error("nodes=3\narcs=2\n"), "fine");
  EXPECT_EQ(error("nodes=3\n"), "x.properties: has no arcs");
  EXPECT_EQ(error(""), "x.properties: has no nodes");
  EXPECT_EQ(error("nodes=x\narcs=2"), "x.properties: nodes is 'x', not a number");
  EXPECT_EQ(error("nodes=3\narcs=-2"), "x.properties: arcs is '-2', not a number");
  EXPECT_EQ(error("nodes=3\narcs=2\nzetak=0"), "x.properties: zetak is 0; want 1 to 16");
  EXPECT_EQ(error("nodes=3\narcs=2\ncompressionflags=RESIDUALS_MAGIC"),
            "x.properties: unknown compression flag 'RESIDUALS_MAGIC'");
  EXPECT_EQ(error("nodes=3\narcs=2\ngraphclass=it.unimi.dsi.webgraph.EFGraph"),
            "x.properties: graphclass is 'it.unimi.dsi.webgraph.EFGraph', not BVGraph");
  const auto flags = ParseBvProperties(
      "nodes = 3\r\narcs: 2\r\ncompressionflags=RESIDUALS_DELTA | REFERENCES_GAMMA\r\n", "x");
  ASSERT_TRUE(flags);
  EXPECT_EQ(flags->residuals, BvCode::kDelta);
  EXPECT_EQ(flags->references, BvCode::kGamma);
}

TEST(BvGraphTest, ACutFileIsDamagedNeverWrong) {
  MEGURI_NEED_SHARED("graphs/cnr-2000.graph");
  const std::string bits = *testing_support::SharedText("graphs/cnr-2000.graph");
  auto properties =
      ParseBvProperties(*testing_support::SharedText("graphs/cnr-2000.properties"), "x.properties");
  ASSERT_TRUE(properties);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, bits.size() / 2, bits.size() - 8}) {
    const auto cut =
        DecodeBvGraph(std::string_view(bits).substr(0, length), *properties, "x.graph");
    ASSERT_FALSE(cut) << length;
    EXPECT_EQ(cut.error().code, ErrorCode::kCorrupt);
    EXPECT_TRUE(cut.error().context.starts_with("x.graph: ")) << cut.error().context;
  }
}

TEST(BvGraphTest, BitsThatAreNoGraphAreRefusedOrReadNeverWorse) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bits(random.Uniform(60), '\0');
    for (char& c : bits)
      c = static_cast<char>(random.Next());
    BvProperties properties;
    properties.nodes = random.Uniform(40);
    properties.arcs = random.Uniform(200);
    properties.window = static_cast<std::uint32_t>(random.Uniform(8));
    properties.min_interval_length = static_cast<std::uint32_t>(random.Uniform(5));
    properties.zeta_k = 1 + static_cast<std::uint32_t>(random.Uniform(16));
    for (BvCode* code : {&properties.outdegrees, &properties.blocks, &properties.residuals,
                         &properties.references, &properties.block_counts}) {
      *code = static_cast<BvCode>(random.Uniform(5));
    }
    const auto graph = DecodeBvGraph(bits, properties, "x.graph");
    if (!graph) continue;
    for (PageId page = 0; page < graph->graph.page_count(); ++page) {
      for (const PageId target : graph->graph.successors(page)) {
        ASSERT_LT(target, properties.nodes);
      }
    }
  }
}

}  // namespace
}  // namespace meguri
