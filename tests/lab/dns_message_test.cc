#include "lab/dns/dns_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/lab/dns_query.h"

namespace meguri {
namespace {

DnsQuery Parsed(std::string_view message) {
  DnsQuery query;
  ParseDnsQuery(message, query);
  return query;
}

std::string Written(const DnsQuery& query, const DnsAnswer& answer, std::size_t max_bytes) {
  std::string out;
  WriteDnsAnswer(query, answer, max_bytes, out);
  return out;
}

TEST(DnsMessageTest, ReadsAQuestion) {
  const DnsQuery query = Parsed(MakeDnsQuery("WwW.Example.TEST", 28));
  EXPECT_TRUE(query.answerable);
  EXPECT_EQ(query.code, DnsCode::kNoError);
  EXPECT_EQ(query.id, 0x1234);
  EXPECT_EQ(query.name, "www.example.test");
  EXPECT_EQ(query.wire_name, std::string("\3WwW\7Example\4TEST\0", 18));
  EXPECT_EQ(query.type, DnsType::kAaaa);
  EXPECT_FALSE(query.has_edns);
  EXPECT_EQ(query.udp_bytes, 512);
}

TEST(DnsMessageTest, ReadsEdns) {
  const DnsQuery query = Parsed(MakeDnsQuery("a.test", 1, {.edns = true, .udp_bytes = 4096}));
  EXPECT_EQ(query.code, DnsCode::kNoError);
  EXPECT_TRUE(query.has_edns);
  EXPECT_EQ(query.udp_bytes, 4096);
  EXPECT_EQ(Parsed(MakeDnsQuery("a.test", 1, {.edns = true, .edns_version = 1})).code,
            DnsCode::kBadVers);
}

TEST(DnsMessageTest, DotsWithinLabelsAreNobodys) {
  std::string message = MakeDnsQuery("xyz.test", 1);
  message[14] = '.';
  EXPECT_EQ(Parsed(message).name, "x\\.z.test");
}

TEST(DnsMessageTest, GarbageIsAFormatError) {
  const std::string good = MakeDnsQuery("a.test", 1, {.edns = true});
  for (std::size_t size = 12; size < good.size(); ++size) {
    const DnsQuery query = Parsed(good.substr(0, size));
    EXPECT_TRUE(query.answerable);
    EXPECT_EQ(query.code, DnsCode::kFormErr) << size;
  }
  EXPECT_EQ(Parsed(good).code, DnsCode::kNoError);
  EXPECT_EQ(Parsed(good + "x").code, DnsCode::kFormErr);
  std::string two_questions = good;
  two_questions[5] = 2;
  EXPECT_EQ(Parsed(two_questions).code, DnsCode::kFormErr);
  std::string pointer = good;
  pointer[12] = '\xC0';
  EXPECT_EQ(Parsed(pointer).code, DnsCode::kFormErr);
  std::string two_opts = good + good.substr(good.size() - 11);
  two_opts[11] = 2;
  EXPECT_EQ(Parsed(two_opts).code, DnsCode::kFormErr);
  const std::string long_name =
      MakeDnsQuery(std::string(63, 'a') + "." + std::string(63, 'a') + "." + std::string(63, 'a') +
                       "." + std::string(62, 'a'),
                   1);
  EXPECT_EQ(Parsed(long_name).code, DnsCode::kFormErr);  // 256 bytes; 255 may be
}

TEST(DnsMessageTest, AnswersAndScrapsGetNoAnswer) {
  std::string answer = MakeDnsQuery("a.test", 1);
  answer[2] = '\x80';
  EXPECT_FALSE(Parsed(answer).answerable);
  EXPECT_FALSE(Parsed(answer.substr(0, 11)).answerable);
  EXPECT_FALSE(Parsed("").answerable);
}

TEST(DnsMessageTest, OtherOpcodesAreNotImplemented) {
  std::string update = MakeDnsQuery("a.test", 1);
  update[2] = 5 << 3;
  EXPECT_EQ(Parsed(update).code, DnsCode::kNotImp);
}

TEST(DnsMessageTest, WritesTheQuestionAsAskedAndPointsToIt) {
  const DnsQuery query = Parsed(MakeDnsQuery("A.tEst", 1));
  const DnsAnswer answer{.answers = {{.ttl = 300, .address = IpAddress::V4(0x7F010002)}}};
  EXPECT_EQ(Written(query, answer, 512), std::string("\x12\x34\x85\0\0\1\0\1\0\0\0\0"
                                                     "\1A\4tEst\0\0\1\0\1"
                                                     "\xC0\x0C\0\1\0\1\0\0\1\x2C\0\4\x7F\1\0\2",
                                                     12 + 12 + 16));
}

TEST(DnsMessageTest, ANegativeAnswerHasTheSoaOfItsZone) {
  const DnsQuery query = Parsed(MakeDnsQuery("a.b.test", 1));
  const DnsAnswer answer{.code = DnsCode::kNxDomain,
                         .authority = {{.labels_cut = 2, .type = DnsType::kSoa, .ttl = 60}}};
  const std::string out = Written(query, answer, 512);
  // "test" begins behind "a" and "b", at 12 + 2 + 2.
  EXPECT_EQ(out.substr(26, 2), "\xC0\x10");
  EXPECT_EQ(out.substr(38, 18), std::string("\2ns\xC0\x10\x0Ahostmaster\xC0\x10", 18));
}

TEST(DnsMessageTest, WhatIsTooLongIsCutWhole) {
  const DnsQuery query = Parsed(MakeDnsQuery("a.test", 1, {.edns = true}));
  DnsAnswer answer;
  answer.answers.resize(40);
  const std::string whole = Written(query, answer, 65'535);
  EXPECT_EQ(whole.size(), 12U + 12 + 40 * 16 + 11);
  EXPECT_EQ(Written(query, answer, whole.size()), whole);
  const std::string cut = Written(query, answer, whole.size() - 1);
  EXPECT_EQ(cut.size(), 12U + 12 + 11);
  EXPECT_EQ(cut[2] & 2, 2);                                     // TC
  EXPECT_EQ(cut.substr(6, 6), std::string("\0\0\0\0\0\1", 6));  // the OPT alone
}

}  // namespace
}  // namespace meguri
