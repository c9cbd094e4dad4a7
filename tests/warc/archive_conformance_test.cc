// What the tests of warcio, jwarc and pywb say of their archives (shared/conformance/warc).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/shared_data.h"
#include "tests/warc/read_archive.h"

namespace meguri::warc {
namespace {

constexpr std::string_view kFolder = "conformance/warc/";

struct Case {
  std::string file;
  nlohmann::json expected;
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.expected.dump(); }

std::vector<Case> LoadCases() {
  std::vector<Case> cases;
  for (const nlohmann::json& entry :
       testing_support::SharedJson(std::string(kFolder) + "expected.json")) {
    cases.push_back({.file = entry["file"].get<std::string>(), .expected = entry});
  }
  return cases;
}

// The first record of an ARC file is a warcinfo record here, and in some of the facts.
std::vector<std::string> TypesOf(const nlohmann::json& list) {
  std::vector<std::string> types;
  for (const nlohmann::json& type : list) {
    types.push_back(type == "arc_header" ? "warcinfo" : type.get<std::string>());
  }
  return types;
}

void ExpectRecord(const ReadRecord& record, const nlohmann::json& fact) {
  EXPECT_EQ(record.extent.offset, fact["offset"].get<std::uint64_t>());
  EXPECT_EQ(record.extent.length, fact["length"].get<std::uint64_t>());
  EXPECT_EQ(record.type, fact["warc-type"].get<std::string>());
  EXPECT_EQ(record.uri, fact.value("warc-target-uri", ""));
  EXPECT_EQ(record.filename, fact.value("warc-filename", ""));
  if (fact.contains("http:content-type")) {
    EXPECT_EQ(record.mime, fact["http:content-type"].get<std::string>());
  }
  EXPECT_TRUE(record.whole);
}

struct Digests {
  int none = 0;
  int pass = 0;
  int fail = 0;
};

Digests CountDigests(const ReadArchive& archive) {
  Digests count;
  for (const ReadRecord& record : archive.records) {
    const auto any = [&](DigestVerdict verdict) {
      return record.verdict.block_digest == verdict || record.verdict.payload_digest == verdict;
    };
    if (any(DigestVerdict::kFail)) {
      ++count.fail;
    } else if (any(DigestVerdict::kPass)) {
      ++count.pass;
    } else {
      ++count.none;
    }
  }
  return count;
}

const ReadRecord& FirstOf(const ReadArchive& archive, std::string_view type) {
  const auto found = std::ranges::find(archive.records, type, &ReadRecord::type);
  EXPECT_NE(found, archive.records.end()) << "no " << type;
  return *found;
}

class ArchiveConformanceTest : public testing::TestWithParam<Case> {};

TEST(ArchiveConformanceDataTest, IsThere) { MEGURI_NEED_SHARED(kFolder); }

// Without the public test data there are no cases, which is reported as a skip.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ArchiveConformanceTest);
TEST_P(ArchiveConformanceTest, HasTheFacts) {
  const nlohmann::json& facts = GetParam().expected;
  const auto bytes = testing_support::SharedText(std::string(kFolder) + GetParam().file);
  ASSERT_TRUE(bytes);
  const ReadArchive archive = ReadAll(*bytes);
  std::string damage;
  for (const Damage& one : archive.damage) {
    damage += std::to_string(one.offset) + ": " + one.what + "\n";
  }
  SCOPED_TRACE(damage);

  if (facts.contains("records")) {
    ASSERT_EQ(archive.records.size(), facts["records"].size());
    for (std::size_t i = 0; i < archive.records.size(); ++i) {
      ExpectRecord(archive.records[i], facts["records"][i]);
    }
  }
  if (facts.contains("record_types")) {
    EXPECT_EQ(archive.types(), TypesOf(facts["record_types"]));
  }
  if (facts.contains("offsets")) {
    for (std::size_t i = 0; i < archive.records.size(); ++i) {
      EXPECT_EQ(archive.records[i].extent.offset, facts["offsets"][i].get<std::uint64_t>());
    }
  }
  if (facts.contains("errors")) {
    EXPECT_EQ(archive.damage.size(), facts["errors"].get<std::size_t>());
  }
  EXPECT_TRUE(!facts.contains("must_fail") || !archive.damage.empty());
  if (facts.contains("recoverable_record_types")) {
    EXPECT_EQ(archive.types(), TypesOf(facts["recoverable_record_types"]));
  }
  if (facts.contains("first_response_target_uri")) {
    EXPECT_EQ(FirstOf(archive, "response").uri, facts["first_response_target_uri"]);
  }
  if (facts.contains("first_resource_target_uri")) {
    EXPECT_EQ(FirstOf(archive, "resource").uri, facts["first_resource_target_uri"]);
  }
  if (facts.contains("resource")) {
    EXPECT_EQ(FirstOf(archive, "resource").content_type, facts["resource"]["content_type"]);
    EXPECT_EQ(FirstOf(archive, "resource").content_length, facts["resource"]["content_length"]);
  }
  if (facts.contains("record_type_counts")) {
    std::map<std::string, int> counts;
    for (const std::string& type : archive.types()) {
      ++counts[type];
    }
    EXPECT_EQ(nlohmann::json(counts), facts["record_type_counts"]);
  }
  if (!facts.contains("must_fail") && !facts.contains("errors") &&
      !GetParam().file.ends_with("bad.arc") &&
      !GetParam().file.ends_with("example-space-in-url.arc")) {  // twelve bytes too short
    EXPECT_THAT(archive.damage, testing::IsEmpty());
  }
}

TEST_P(ArchiveConformanceTest, HasTheDigests) {
  const nlohmann::json& facts = GetParam().expected;
  const auto bytes = testing_support::SharedText(std::string(kFolder) + GetParam().file);
  ASSERT_TRUE(bytes);
  const ReadArchive archive = ReadAll(*bytes);
  if (facts.contains("digest_checks")) {
    const nlohmann::json& checks = facts["digest_checks"];
    const Digests count = CountDigests(archive);
    EXPECT_EQ(count.fail, checks.value("fail", checks.value("payload_digest_failures", 0)));
    EXPECT_EQ(count.pass, checks.value("pass", count.pass));
    EXPECT_EQ(count.none, checks.value("no_digest", count.none));
  }
  if (facts.contains("arc_to_warc")) {
    ASSERT_EQ(archive.records.size(), facts["arc_to_warc"].size());
    for (std::size_t i = 0; i < archive.records.size(); ++i) {
      const nlohmann::json& fact = facts["arc_to_warc"][i];
      Digester digester(DigestAlgorithm::kSha1);
      digester.Update(archive.records[i].block);
      const std::string digest = FormatLabelledDigest(DigestAlgorithm::kSha1, digester.Finish());
      EXPECT_EQ(archive.records[i].type, fact["warc-type"]);
      // warcio writes the head of an ARC file anew; its digest is not that of the block there.
      EXPECT_TRUE(i == 0 || digest == fact["warc-block-digest"]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Public, ArchiveConformanceTest, testing::ValuesIn(LoadCases()),
                         [](const auto& param_info) {
                           return testing_support::CaseNameOf(param_info.index,
                                                              param_info.param.file);
                         });

}  // namespace
}  // namespace meguri::warc
