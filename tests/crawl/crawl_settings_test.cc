#include "crawl/crawl_settings.h"

#include <gtest/gtest.h>

namespace meguri {
namespace {

TEST(CrawlSettingsTest, AHostsSettingsHoldForAllBelowIt) {
  const HostSettings settings{.host = "example.org"};
  EXPECT_TRUE(Covers(settings, "example.org"));
  EXPECT_TRUE(Covers(settings, "www.example.org"));
  EXPECT_FALSE(Covers(settings, "notexample.org"));
  EXPECT_FALSE(Covers(settings, "org"));
}

}  // namespace
}  // namespace meguri
