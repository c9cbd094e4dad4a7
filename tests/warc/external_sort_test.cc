#include "warc/index/external_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/mem_files.h"
#include "base/random.h"
#include "tests/support/temporary_directory.h"

namespace meguri::warc {
namespace {

using Lines = std::vector<std::string>;

Result<Lines> Sort(ExternalSorter& sorter, const Lines& lines) {
  for (const std::string& line : lines) {
    MEGURI_CHECK_STATUS(sorter.Add(line));
  }
  Lines sorted;
  MEGURI_CHECK_STATUS(sorter.Finish([&](std::string_view line) {
    sorted.emplace_back(line);
    return Status();
  }));
  return sorted;
}

Lines Expected(Lines lines, bool drop_duplicates) {
  std::ranges::sort(lines);
  if (drop_duplicates) lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

Lines RandomLines(Random& random, std::size_t count, std::size_t longest) {
  Lines lines(count);
  for (std::string& line : lines) {
    line.resize(static_cast<std::size_t>(random.Uniform(longest + 1)));
    for (char& c : line) {
      // Few letters, so that lines repeat and share beginnings; bytes of all kinds among them.
      constexpr std::string_view kLetters("ab\x80\xff\0 ", 6);
      c = kLetters[static_cast<std::size_t>(random.Uniform(kLetters.size()))];
    }
  }
  return lines;
}

Lines Names(MemFiles& files) {
  Lines names;
  const auto entries = files.List(".");
  EXPECT_TRUE(entries);
  for (const DirectoryEntry& entry : *entries) {
    names.push_back(entry.name);
  }
  return names;
}

TEST(ExternalSortTest, NothingAndOneLine) {
  for (const Lines& lines : {Lines{}, Lines{"a"}, Lines{""}, Lines{"", ""}}) {
    MemFiles files;
    files.SetCapacity(0);
    ExternalSorter sorter(files, {});
    EXPECT_EQ(Sort(sorter, lines).value(), lines);
    EXPECT_EQ(sorter.lines(), lines.size());
    EXPECT_EQ(sorter.runs_spilled(), 0U);
  }
}

TEST(ExternalSortTest, BytesAreUnsigned) {
  MemFiles files;
  ExternalSorter sorter(files, {});
  EXPECT_EQ(Sort(sorter, {"\xff", "a", "", "ab", "a "}).value(),
            (Lines{"", "a", "a ", "ab", "\xff"}));
}

TEST(ExternalSortTest, RandomLinesAsStdSortHasThem) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto count = static_cast<std::size_t>(random.Uniform(400));
    const auto longest = static_cast<std::size_t>(random.Uniform(40));
    const Lines lines = RandomLines(random, count, longest);
    const bool drop = random.Chance(0.5);
    MemFiles files;
    ExternalSorter sorter(files, {.memory_bytes = static_cast<std::size_t>(random.Uniform(4000)),
                                  .fan_in = 2 + static_cast<std::size_t>(random.Uniform(5)),
                                  .drop_duplicates = drop});
    ASSERT_EQ(Sort(sorter, lines).value(), Expected(lines, drop)) << "round " << round;
    ASSERT_TRUE(Names(files).empty());
  }
}

TEST(ExternalSortTest, ManyRunsTakeSeveralPasses) {
  Random random(2);
  const Lines lines = RandomLines(random, 5000, 30);
  MemFiles files;
  ExternalSorter sorter(files, {.memory_bytes = 500});
  EXPECT_EQ(Sort(sorter, lines).value(), Expected(lines, false));
  EXPECT_GT(sorter.runs_spilled(), 100U);
  EXPECT_GT(sorter.merges_between(), sorter.runs_spilled() / 2);
}

TEST(ExternalSortTest, OnePassIfBuffersAreLongEnough) {
  Lines lines;
  for (int i = 0; i < 200'000; ++i) {
    lines.push_back(std::to_string((i * 7919LL) % 200'003));
  }
  MemFiles files;
  ExternalSorter sorter(files, {.memory_bytes = std::size_t{640} << 10});
  EXPECT_EQ(Sort(sorter, lines).value(), Expected(lines, false));
  EXPECT_GT(sorter.runs_spilled(), 5U);
  EXPECT_LE(sorter.runs_spilled(), 10U);
  EXPECT_EQ(sorter.merges_between(), 0U);
}

TEST(ExternalSortTest, LinesLongerThanTheBudget) {
  Lines lines = {
      "b", std::string(10'000, 'z'), "a", std::string(300, 'a'), std::string(10'000, 'a'),
      "c", std::string(10'000, 'a'), ""};
  for (const bool drop : {false, true}) {
    MemFiles files;
    ExternalSorter sorter(files, {.memory_bytes = 256, .drop_duplicates = drop});
    EXPECT_EQ(Sort(sorter, lines).value(), Expected(lines, drop));
  }
}

TEST(ExternalSortTest, AFullDiskIsSaidInOneLineAndLeavesNothing) {
  Random random(3);
  const Lines lines = RandomLines(random, 1000, 30);
  std::uint64_t total = 0;
  for (const std::string& line : lines) {
    total += line.size() + 1;
  }
  bool failed = false;
  bool succeeded = false;
  for (std::uint64_t capacity = 0; capacity < 3 * total; capacity += total / 7) {
    MemFiles files;
    files.SetCapacity(capacity);
    ExternalSorter sorter(files, {.name = "s", .memory_bytes = 1000});
    const Result<Lines> sorted = Sort(sorter, lines);
    EXPECT_TRUE(Names(files).empty());
    if (sorted) {
      succeeded = true;
      EXPECT_GE(capacity, total);
      EXPECT_EQ(*sorted, Expected(lines, false));
    } else {
      failed = true;
      EXPECT_EQ(sorted.error().code, ErrorCode::kDiskFull);
      EXPECT_EQ(sorted.error().context, "./s.spill: can't write: No space left on device");
    }
  }
  EXPECT_TRUE(failed);
  EXPECT_TRUE(succeeded);
}

TEST(ExternalSortTest, NoFolderToSpillIntoIsAnError) {
  MemFiles files;
  ExternalSorter sorter(files, {.directory = "no", .memory_bytes = 256});
  const Result<Lines> sorted = Sort(sorter, Lines(100, "line"));
  ASSERT_FALSE(sorted);
  EXPECT_EQ(sorted.error().code, ErrorCode::kNotFound);
}

TEST(ExternalSortTest, WhatACrashLeftIsTakenOver) {
  MemFiles files;
  EXPECT_TRUE(ReplaceFile(files, "s.spill", "zzz\n"));
  EXPECT_TRUE(ReplaceFile(files, "other.spill", "kept"));
  ExternalSorter sorter(files, {.name = "s", .memory_bytes = 256});
  const Lines lines(100, "line");
  EXPECT_EQ(Sort(sorter, lines).value(), lines);
  EXPECT_EQ(Names(files), Lines{"other.spill"});
}

TEST(ExternalSortTest, ACrashOnTheWayLeavesNothing) {
  MemFiles files;
  ExternalSorter sorter(files, {.name = "s", .memory_bytes = 256});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(sorter.Add("line"));
  }
  EXPECT_GT(sorter.runs_spilled(), 0U);
  EXPECT_TRUE(Names(files).empty());
  files.DropUnsynced();
  EXPECT_TRUE(Names(files).empty());
  const Status status = sorter.Finish([](std::string_view) { return Status(); });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
}

TEST(ExternalSortTest, WhatTheSinkSaysEndsIt) {
  for (const std::size_t memory : {std::size_t{256}, std::size_t{1} << 20}) {
    MemFiles files;
    ExternalSorter sorter(files, {.memory_bytes = memory});
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(sorter.Add("line"));
    }
    int taken = 0;
    const Status status = sorter.Finish([&](std::string_view) -> Status {
      if (++taken == 3) return Fail(ErrorCode::kIo, "enough");
      return {};
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().context, "enough");
    EXPECT_EQ(taken, 3);
  }
}

TEST(ExternalSortTest, OnARealDisk) {
  const testing_support::TemporaryDirectory directory;
  Random random(4);
  const Lines lines = RandomLines(random, 3000, 30);
  RealFiles files;
  ExternalSorter sorter(files, {.directory = directory.path(), .memory_bytes = 5000});
  EXPECT_EQ(Sort(sorter, lines).value(), Expected(lines, false));
  EXPECT_GT(sorter.runs_spilled(), 5U);
  EXPECT_TRUE(files.List(directory.path())->empty());
}

}  // namespace
}  // namespace meguri::warc
