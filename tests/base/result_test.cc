#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace meguri {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return Fail(ErrorCode::kInvalidArgument, "odd");
  return n / 2;
}

Result<int> Quarter(int n) {
  MEGURI_TRY(const int half, Half(n));
  MEGURI_TRY(const int quarter, Half(half));
  return quarter;
}

Status IsEven(int n) {
  MEGURI_TRY([[maybe_unused]] const int half, Half(n));
  return {};
}

Status BothEven(int a, int b) {
  MEGURI_CHECK_STATUS(IsEven(a));
  MEGURI_CHECK_STATUS(IsEven(b));
  return {};
}

TEST(ResultTest, TryPassesTheValueOn) { EXPECT_EQ(Quarter(12), 3); }

TEST(ResultTest, TryReturnsTheFirstError) {
  const Result<int> result = Quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), (Error{ErrorCode::kInvalidArgument, "odd"}));
}

TEST(ResultTest, CheckStatusReturnsTheError) {
  EXPECT_TRUE(BothEven(2, 4));
  EXPECT_FALSE(BothEven(2, 3));
  EXPECT_FALSE(BothEven(3, 2));
}

TEST(ResultTest, HoldsMoveOnlyValues) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  ASSERT_TRUE(result);
  EXPECT_EQ(**result, 7);
}

TEST(ResultTest, ErrorReadsAsOneLine) {
  EXPECT_EQ(ToString(Error{ErrorCode::kDiskFull, "warc/0.open"}), "disk full: warc/0.open");
}

}  // namespace
}  // namespace meguri
