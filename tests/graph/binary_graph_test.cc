#include "graph/files/binary_graph.h"

#include <gtest/gtest.h>

#include <string>

#include "base/mem_files.h"
#include "tests/graph/random_graph.h"

namespace meguri {
namespace {

using testing_support::RandomGraph;
using testing_support::RandomUrls;

std::string Written(const WebGraph& graph, const UrlList& urls) {
  MemFiles files;
  auto file = files.OpenToWrite("g.mgraph", OpenMode::kCreate);
  EXPECT_TRUE(WriteBinaryGraph(graph, urls, **file));
  return *ReadWholeFile(files, "g.mgraph");
}

Result<BinaryGraph> ReadBack(std::string_view bytes) {
  MemFiles files;
  EXPECT_TRUE((*files.OpenToWrite("g.mgraph", OpenMode::kCreate))->Append(bytes));
  return ReadBinaryGraph(files, "g.mgraph");
}

TEST(BinaryGraphTest, ReadsWhatWasWritten) {
  const auto check = [](const WebGraph& graph, const UrlList& urls) {
    const auto read = ReadBack(Written(graph, urls));
    ASSERT_TRUE(read) << read.error().context;
    EXPECT_EQ(read->graph, graph);
    EXPECT_EQ(read->urls, urls);
  };
  check(WebGraph(), UrlList());
  check(WebGraph({0, 0}, {}), UrlList());
  check(RandomGraph(1, 30, 200), RandomUrls(1, 30));
  check(RandomGraph(2, 300'000, 1'000'000), RandomUrls(2, 300'000));  // several blocks
}

TEST(BinaryGraphTest, TheBytesAreAsTheFormatSays) {
  UrlList urls;
  urls.Add("ab");
  urls.Add("ac");
  const std::string bytes = Written(WebGraph({0, 2, 2}, {1, 0}), urls);
  EXPECT_EQ(bytes.substr(0, 48), std::string("\x89MGRAPH\n\1\0\0\0\1\0\0\0\2\0\0\0\0\0\0\0"
                                             "\2\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                             48));
  EXPECT_EQ(bytes.substr(56, 8), std::string("\4\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(72, 12), std::string("\1\0\0\0\2\0\0\0\2\2\1\0", 12));
  EXPECT_EQ(bytes.substr(100), std::string("\2\0\0\0\2\0\0\0\0\2ab\1\1c", 15));
}

TEST(BinaryGraphTest, EveryDamagedByteIsSeen) {
  const std::string bytes = Written(RandomGraph(3, 20, 60), RandomUrls(3, 20));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    const auto read = ReadBack(damaged);
    ASSERT_FALSE(read) << i;
    EXPECT_TRUE(read.error().context.starts_with("g.mgraph: ")) << read.error().context;
    EXPECT_FALSE(ReadBack(std::string_view(bytes).substr(0, i))) << i;
  }
  EXPECT_EQ(ReadBack(bytes + "x").error().context,
            "g.mgraph: byte " + std::to_string(bytes.size()) + ": something follows the graph");
  EXPECT_EQ(ReadBack("abc").error().context, "g.mgraph: 3 bytes are no .mgraph file");
}

}  // namespace
}  // namespace meguri
