#include "order/order_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meguri {
namespace {

using testing::HasSubstr;

CutOff CutOffOf(std::string_view name) {
  const auto order = ParseOrder(name);
  EXPECT_TRUE(order) << name;
  return order ? order->cut_off : CutOff{};
}

std::string ErrorOf(std::string_view name) {
  const auto order = ParseOrder(name);
  EXPECT_FALSE(order) << name;
  return order ? "" : order.error().context;
}

TEST(OrderNameTest, ThePapersCutOffs) {
  EXPECT_EQ(CutOffOf("ipr:dl1"), cut_off::kDirect);
  EXPECT_EQ(CutOffOf("ipr:depth=1"), cut_off::kDirect);
  EXPECT_EQ(CutOffOf("ipr:pl"), cut_off::kPages);
  EXPECT_EQ(CutOffOf("ipr:pl=8"), cut_off::kPages);
  EXPECT_EQ(CutOffOf("ipr:vr=1.5"), cut_off::kRatio);
  EXPECT_EQ(CutOffOf("ipr:ar=29/30"), cut_off::kAccumulated);
  EXPECT_EQ(CutOffOf("ipr:ar2"), cut_off::kAccumulated2);
}

TEST(OrderNameTest, ConditionsCompose) {
  const CutOff want{.max_depth = 3, .max_pages = 100, .min_ratio = 0.5};
  EXPECT_EQ(CutOffOf("ipr:depth=3+ratio=0.5+pages=100"), want);
  const CutOff damped{.min_share = 0.01, .min_score = 2, .damping = 0.85};
  EXPECT_EQ(CutOffOf("ipr:share=1/100+score=2+damping=0.85"), damped);
  EXPECT_EQ(CutOffOf("ipr:damping=1+ar2").damping, 1);
}

TEST(OrderNameTest, ErrorsNameThePart) {
  EXPECT_THAT(ErrorOf("ipr:deep=3"), HasSubstr("'deep=3'"));
  EXPECT_THAT(ErrorOf("ipr:depth=x"), HasSubstr("'depth=x'"));
  EXPECT_THAT(ErrorOf("ipr:depth=0"), HasSubstr("1 or more"));
  EXPECT_THAT(ErrorOf("ipr:pl=1.5"), HasSubstr("'pl=1.5'"));
  EXPECT_THAT(ErrorOf("ipr:ar=29/0"), HasSubstr("29/30"));
  EXPECT_THAT(ErrorOf("ipr:damping=2+dl1"), HasSubstr("at most 1"));
  EXPECT_THAT(ErrorOf("ipr:share=0.1"), HasSubstr("may never end"));
  EXPECT_THAT(ErrorOf("ipr:"), HasSubstr("want dl1"));
  EXPECT_THAT(ErrorOf("dfs"), HasSubstr("'dfs' is no strategy"));
}

TEST(OrderNameTest, Lists) {
  const auto orders = ParseOrders("bf,ipr:ar=29/30,oracle");
  ASSERT_TRUE(orders);
  ASSERT_EQ(orders->size(), 3U);
  EXPECT_EQ((*orders)[1].name, "ipr:ar=29/30");
  EXPECT_TRUE((*orders)[1].online());
  EXPECT_FALSE((*orders)[2].online());
  EXPECT_FALSE(ParseOrders("bf,"));
}

}  // namespace
}  // namespace meguri
