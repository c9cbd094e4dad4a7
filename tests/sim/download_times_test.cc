// Download times of sites: drawn, and of a file.
#include "sim/revisit/download_times.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/sim/source_probe.h"

namespace meguri {
namespace {

TEST(DownloadTimesTest, DrawnWithTheMean) {
  std::vector<std::string> sites;
  for (int i = 0; i < 200'000; ++i)
    sites.push_back("s" + std::to_string(i));
  const std::vector<double> seconds = DrawDownloadTimes(sites, 1);
  double sum = 0;
  double below = 0;
  for (const double each : seconds) {
    sum += each;
    below += each < 1 ? 1 : 0;
  }
  EXPECT_NEAR(sum / 200'000, kMeanDownload, 0.015);  // five deviations of the mean
  EXPECT_NEAR(below / 200'000, 0.748, 0.005);
  // Of the name and the seed alone.
  EXPECT_EQ(DrawDownloadTimes({"s17"}, 1)[0], seconds[17]);
  EXPECT_NE(DrawDownloadTimes({"s17"}, 2)[0], seconds[17]);
}

TEST(DownloadTimesTest, OfAFile) {
  MemFiles files;
  testing_support::WriteFile(files, "t", "# times\n\na 500\nother 1\nmy site\t \t1.5e3\n");
  const auto seconds = ReadDownloadTimes(files, "t", {"my site", "a"});
  ASSERT_TRUE(seconds) << seconds.error().context;
  EXPECT_EQ(*seconds, (std::vector<double>{1.5, 0.5}));
  EXPECT_EQ(ReadDownloadTimes(files, "t", {"b"}).error().context,
            "t: has no line for the site b; add one");
  for (const std::string bad : {"a", "a x", "a 0", "a -1", "a nan", "a 1e99", " 5", "a "}) {
    MemFiles others;
    testing_support::WriteFile(others, "bad", "a 5\n" + bad + "\n");
    const auto read = ReadDownloadTimes(others, "bad", {"a"});
    ASSERT_FALSE(read) << bad;
    EXPECT_EQ(read.error().context, "bad:2: '" + bad + "' is no \"SITE MILLISECONDS\"");
  }
}

}  // namespace
}  // namespace meguri
