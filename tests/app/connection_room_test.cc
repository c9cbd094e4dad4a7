#include "app/crawl/connection_room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace meguri::app {
namespace {

using testing::HasSubstr;

TEST(ConnectionRoomTest, WhereThereIsEnoughItIsAsWanted) {
  const auto room = RoomForConnections(1'000'000, 500);
  ASSERT_TRUE(room);
  EXPECT_EQ(room->under_way, 500U);
  EXPECT_EQ(room->idle, 500U);
  EXPECT_EQ(RoomForConnections(1'000'000, 1)->idle, 100U);
}

TEST(ConnectionRoomTest, ItFitsOrIsRefused) {
  for (const std::uint32_t wanted : {1U, 10U, 500U, 60'000U}) {
    for (std::uint64_t descriptors = 0; descriptors < 5000; ++descriptors) {
      const auto room = RoomForConnections(descriptors, wanted);
      if (!room) {
        EXPECT_LT(descriptors, 154U);
        continue;
      }
      EXPECT_GE(room->under_way, std::min(wanted, 4U));
      EXPECT_LE(room->under_way, wanted);
      EXPECT_GE(room->idle, 16U);  // one for each of libcurl's handles, which they have anyway
      const std::uint64_t tables = std::min<std::uint64_t>(descriptors / 4, 256);
      EXPECT_LE(room->under_way + room->idle + 96 + tables, descriptors) << descriptors;
    }
  }
}

TEST(ConnectionRoomTest, TooFewAreToldWithHowManyItTakes) {
  const auto room = RoomForConnections(64, 500);
  ASSERT_FALSE(room);
  EXPECT_THAT(room.error().context, HasSubstr("64 files"));
  EXPECT_THAT(room.error().context, HasSubstr("154"));
  EXPECT_FALSE(RoomForConnections(153, 500));
  EXPECT_TRUE(RoomForConnections(154, 500));
}

}  // namespace
}  // namespace meguri::app
