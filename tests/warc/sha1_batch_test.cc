#include "warc/sha1_batch.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "warc/digest.h"

namespace meguri::warc {
namespace {

std::string ByOpenSsl(std::string_view bytes) {
  Digester digester(DigestAlgorithm::kSha1);
  digester.Update(bytes);
  return digester.Finish();
}

class Sha1BatchTest : public testing::TestWithParam<std::size_t> {};

// Those that this CPU has.
std::vector<std::size_t> Lanes() {
  std::vector<std::size_t> lanes = {16, 8, 1};
  std::erase_if(lanes, [](std::size_t count) { return count > Sha1Lanes(); });
  return lanes;
}

void ExpectAll(std::size_t lanes, const std::vector<std::string>& messages) {
  Sha1Batch batch(lanes);
  std::vector<Sha1> digests(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    batch.Add(messages[i], &digests[i]);
  }
  batch.Run();
  EXPECT_EQ(batch.size(), 0U);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(std::string(digests[i].data(), digests[i].size()), ByOpenSsl(messages[i]))
        << "message " << i << " of " << messages[i].size() << " bytes";
  }
}

TEST_P(Sha1BatchTest, EveryLengthUpToFourBlocks) {
  std::vector<std::string> messages;
  for (std::size_t size = 0; size <= 256; ++size) {
    messages.push_back(std::string(size, static_cast<char>('a' + size % 26)));
  }
  ExpectAll(GetParam(), messages);
}

TEST_P(Sha1BatchTest, AnyNumberOfAnyLengths) {
  Random random(7);
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::string> messages(count);
    for (std::string& message : messages) {
      message.resize(random.Uniform(random.Chance(0.1) ? 20'000 : 900));
      for (char& c : message) {
        c = static_cast<char>(random.Next());
      }
    }
    ExpectAll(GetParam(), messages);
  }
}

TEST_P(Sha1BatchTest, CanBeUsedAgain) {
  Sha1Batch batch(GetParam());
  for (const char* text : {"one", "two"}) {
    std::vector<Sha1> digests(20);
    for (Sha1& digest : digests) {
      batch.Add(text, &digest);
    }
    batch.Run();
    for (const Sha1& digest : digests) {
      EXPECT_EQ(std::string(digest.data(), digest.size()), ByOpenSsl(text));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lanes, Sha1BatchTest, testing::ValuesIn(Lanes()));

}  // namespace
}  // namespace meguri::warc
