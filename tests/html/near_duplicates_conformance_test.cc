// The public vectors for simhash, and MinHash and simhash on 95 real licence texts against their
// exact similarity (shared/conformance/near-dup).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/text/minhash.h"
#include "html/text/simhash.h"
#include "html/text/words.h"
#include "tests/support/shared_data.h"

namespace meguri::html {
namespace {

using nlohmann::json;

constexpr std::string_view kVectors = "conformance/near-dup/simhash_vectors.json";
constexpr std::string_view kDocuments = "conformance/near-dup/spdx_docs.jsonl";
constexpr std::string_view kPairs = "conformance/near-dup/spdx_pairs.json";

std::uint64_t Hex(const json& text) { return std::stoull(text.get<std::string>(), nullptr, 16); }

std::vector<std::uint64_t> HexList(const json& list) {
  std::vector<std::uint64_t> values;
  for (const json& entry : list)
    values.push_back(Hex(entry));
  return values;
}

struct Vector {
  json entry;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.entry["source"]; }

std::vector<Vector> LoadVectors() {
  std::vector<Vector> vectors;
  for (const json& entry : testing_support::SharedJson(kVectors))
    vectors.push_back({entry});
  return vectors;
}

std::string NameOf(const testing::TestParamInfo<Vector>& info) {
  const std::string op = info.param.entry["op"].get<std::string>();
  return testing_support::CaseNameOf(info.index, op);
}

class SimhashVectorTest : public testing::TestWithParam<Vector> {};

TEST_P(SimhashVectorTest, IsAsPublished) {
  const json& entry = GetParam().entry;
  const std::string op = entry["op"].get<std::string>();
  if (op == "hamming") {
    EXPECT_EQ(HammingDistance(Hex(entry["a"]), Hex(entry["b"])), entry["expect"].get<int>());
    return;
  }
  const std::vector<std::uint64_t> hashes = HexList(entry["hashes"]);
  if (op == "simhash_of_64bit_hashes") {
    Simhash simhash;
    simhash.Add(hashes);
    EXPECT_EQ(simhash.Value(), Hex(entry["expect"]));
  } else if (op == "all_pairs_within") {
    std::vector<SimhashPair> expected;
    for (const json& pair : entry["expect_pairs"]) {
      const std::uint64_t a = Hex(pair[0]);
      const std::uint64_t b = Hex(pair[1]);
      expected.push_back({std::min(a, b), std::max(a, b)});
    }
    std::ranges::sort(expected);
    EXPECT_EQ(FindPairs(hashes, entry["max_distance"].get<int>()), expected);
  } else if (op == "clusters_within") {
    std::vector<std::vector<std::uint64_t>> expected;
    for (const json& cluster : entry["expect_clusters"]) {
      expected.push_back(HexList(cluster));
      std::ranges::sort(expected.back());
    }
    std::ranges::sort(expected);
    EXPECT_EQ(FindClusters(hashes, entry["max_distance"].get<int>()), expected);
  } else {
    FAIL() << "unknown operation " << op;
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SimhashVectorTest);
INSTANTIATE_TEST_SUITE_P(Seomoz, SimhashVectorTest, testing::ValuesIn(LoadVectors()), NameOf);

TEST(NearDuplicatesDataTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/near-dup");
  EXPECT_EQ(LoadVectors().size(), 10U);
}

struct Fingerprints {
  MinHashSignature minhash;
  std::uint64_t simhash;
};

Fingerprints FingerprintsOf(std::string_view text, std::size_t words_per_shingle) {
  ShingleReader shingles(text, words_per_shingle);
  MinHash minhash;
  Simhash simhash;
  std::array<std::uint64_t, 64> batch;
  while (const std::size_t count = shingles.Read(batch)) {
    minhash.Add(std::span(batch).first(count));
    simhash.Add(std::span(batch).first(count));
  }
  return {minhash.Signature(), simhash.Value()};
}

struct Pair {
  std::string a;
  std::string b;
  double truth;  // 0: below 0.3
  double estimate;
  int distance;
};

// All 4,465 pairs. The truth is of shingles of three words.
std::vector<Pair> LoadPairs() {
  std::map<std::string, Fingerprints> documents;
  std::istringstream lines(testing_support::SharedText(kDocuments).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const json document = json::parse(line);
    documents[document["id"]] = FingerprintsOf(document["text"].get<std::string>(), 3);
  }
  std::map<std::pair<std::string, std::string>, double> truth;
  const json listed = testing_support::SharedJson(kPairs);
  for (const json& pair : listed["pairs"]) {
    const auto a = pair[0].get<std::string>();
    const auto b = pair[1].get<std::string>();
    truth[{std::min(a, b), std::max(a, b)}] = pair[2];
  }
  std::vector<Pair> pairs;
  for (auto a = documents.begin(); a != documents.end(); ++a) {
    for (auto b = std::next(a); b != documents.end(); ++b) {
      const auto found = truth.find({a->first, b->first});
      pairs.push_back({.a = a->first,
                       .b = b->first,
                       .truth = found == truth.end() ? 0 : found->second,
                       .estimate = EstimateJaccard(a->second.minhash, b->second.minhash),
                       .distance = HammingDistance(a->second.simhash, b->second.simhash)});
    }
  }
  EXPECT_EQ(truth.size(), 826U);
  return pairs;
}

// The threshold of docs/design/near_duplicates.md.
constexpr double kThreshold = 0.6;

TEST(MinHashLicencesTest, EveryEstimateIsWithinTheStatedError) {
  MEGURI_NEED_SHARED(kPairs);
  const std::vector<Pair> pairs = LoadPairs();
  ASSERT_EQ(pairs.size(), 4465U);
  double worst = 0;
  double squares = 0;
  int listed = 0;
  for (const Pair& pair : pairs) {
    if (pair.truth == 0) {
      EXPECT_LT(pair.estimate, 0.3 + kMinHashMaxError) << pair.a << " " << pair.b;
      continue;
    }
    const double error = pair.estimate - pair.truth;
    EXPECT_LE(std::abs(error), kMinHashMaxError) << pair.a << " " << pair.b;
    worst = std::max(worst, std::abs(error));
    squares += error * error;
    ++listed;
  }
  RecordProperty("worst_error", std::to_string(worst));
  RecordProperty("mean_square_error", std::to_string(std::sqrt(squares / listed)));
  std::cout << "MinHash: worst error " << worst << ", root mean square "
            << std::sqrt(squares / listed) << " of " << listed << " pairs\n";
}

TEST(MinHashLicencesTest, TheThresholdFindsAllAndNothingElse) {
  MEGURI_NEED_SHARED(kPairs);
  int reported = 0;
  int near = 0;
  double lowest_near = 1;
  double highest_far = 0;
  double lowest_reported = 1;
  for (const Pair& pair : LoadPairs()) {
    if (pair.truth >= 0.8) {
      EXPECT_GE(pair.estimate, kThreshold) << pair.a << " " << pair.b;
      lowest_near = std::min(lowest_near, pair.estimate);
      ++near;
    }
    if (pair.truth == 0) highest_far = std::max(highest_far, pair.estimate);
    if (pair.estimate < kThreshold) continue;
    EXPECT_GE(pair.truth, 0.3) << pair.a << " " << pair.b;
    lowest_reported = std::min(lowest_reported, pair.truth);
    ++reported;
  }
  EXPECT_EQ(near, 30);
  std::cout << "MinHash: at " << kThreshold << " " << reported
            << " pairs reported, the least alike " << lowest_reported
            << "; estimates of those >= 0.8 from " << lowest_near << ", of those < 0.3 up to "
            << highest_far << "\n";
}

// How far apart simhash keeps them: no bar, since licence texts are short and differ in whole
// clauses, but an order.
TEST(SimhashLicencesTest, AlikeTextsAreNearerThanOthers) {
  MEGURI_NEED_SHARED(kPairs);
  std::map<int, std::vector<int>> distances;  // by tenths of similarity; 0: below 0.3
  for (const Pair& pair : LoadPairs())
    distances[pair.truth >= 0.95 ? 95 : static_cast<int>(pair.truth * 10) * 10].push_back(
        pair.distance);
  const auto mean = [](const std::vector<int>& values) {
    double sum = 0;
    for (const int value : values)
      sum += value;
    return sum / static_cast<double>(values.size());
  };
  for (auto& [tenth, values] : distances) {
    std::ranges::sort(values);
    std::cout << "simhash: Jaccard from 0." << tenth << ": " << values.size() << " pairs, distance "
              << values.front() << " to " << values.back() << ", mean " << mean(values) << "\n";
  }
  EXPECT_LT(distances[95].back(), distances[0].front());
  EXPECT_LT(mean(distances[90]), mean(distances[60]));
  EXPECT_LT(mean(distances[60]), mean(distances[30]));
  EXPECT_LT(mean(distances[30]), mean(distances[0]));
}

}  // namespace
}  // namespace meguri::html
