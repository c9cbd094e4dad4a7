#include "fetch/dns_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/fetch/dns_fixture.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_fetch::A;
using testing_fetch::Cname;
using testing_fetch::DnsQuestion;
using testing_fetch::DnsReply;
using testing_fetch::Record;
using testing_fetch::Soa;
using testing_fetch::WriteReply;

std::string Message(const DnsReply& reply, const std::string& name = "a.test") {
  return WriteReply({.message = std::string(12, '\0'), .name = name, .type = 1}, reply);
}

DnsAnswerRead Read(const DnsReply& reply, const std::string& host = "a.test") {
  return ReadDnsAnswer(Message(reply, host), host, AddressFamily::kV4);
}

TEST(DnsAnswerTest, AliasesInAnyOrder) {
  const DnsAnswerRead read =
      Read({.answers = {A("c.test", 9, "192.0.2.1"), Cname("b.test", 8, "c.test"),
                        Cname("A.test", 7, "B.test")}});
  EXPECT_TRUE(read.readable);
  EXPECT_EQ(read.addresses.size(), 1U);
  EXPECT_EQ(read.ttl, 7U);
  EXPECT_THAT(read.lines,
              ElementsAre("a.test. 7 IN CNAME b.test.\n", "b.test. 8 IN CNAME c.test.\n",
                          "c.test. 9 IN A 192.0.2.1\n"));
}

TEST(DnsAnswerTest, NamesAreWrittenAsInZoneFiles) {
  std::string odd = Record("x", 5, 7, std::string("\3a.b\4\x01;\"\xFF\0", 10));
  odd.replace(0, 3, testing_fetch::WireName("a.test"));
  EXPECT_THAT(Read({.answers = {odd}}).lines,
              ElementsAre("a.test. 7 IN CNAME a\\.b.\\001\\;\\\"\\255.\n"));
  EXPECT_EQ(Read({.answers = {A("a_b.test", 5, "192.0.2.1")}}, "a_b.test").addresses.size(), 1U);
  EXPECT_EQ(Read({.answers = {A("a~b.test", 5, "192.0.2.1")}}, "a~b.test").addresses.size(), 1U);
  EXPECT_EQ(Read({.answers = {A("a.test", 5, "192.0.2.1")}}, "a.test.").addresses.size(), 1U);
}

TEST(DnsAnswerTest, OnlyWhatWasAskedFor) {
  std::string chaos = A("a.test", 5, "192.0.2.1");
  chaos[8 + 2 + 1] = 3;  // its class
  const DnsAnswerRead read =
      Read({.answers = {chaos, Record("a.test", 1, 5, "abcde"), Record("a.test", 1, 5, "abc"),
                        Record("a.test", 28, 5, std::string(16, 'x')),
                        Record("a.test", 16, 5, "text")}});
  EXPECT_TRUE(read.readable);
  EXPECT_THAT(read.addresses, IsEmpty());
  EXPECT_THAT(read.lines, IsEmpty());
  EXPECT_EQ(read.ttl, std::nullopt);
}

TEST(DnsAnswerTest, PointersThatNeverEnd) {
  std::string message = Message({.answers = {std::string()}});
  const std::size_t at = message.size();
  message += static_cast<char>(0xC0 | at >> 8U);
  message += static_cast<char>(at);  // to itself
  message += std::string(10, '\0');
  EXPECT_FALSE(ReadDnsAnswer(message, "a.test", AddressFamily::kV4).readable);
}

TEST(DnsAnswerTest, AnyBytesGiveAnAnswer) {
  const std::string whole =
      Message({.answers = {Cname("a.test", 5, "b.test"), A("b.test", 5, "192.0.2.1")},
               .authority = {Soa("test", 5, 6)}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const DnsAnswerRead read = ReadDnsAnswer(whole.substr(0, length), "a.test", AddressFamily::kV4);
    if (read.addresses.empty()) {
      EXPECT_FALSE(read.readable) << length;
    }
  }
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string bent = whole;
    for (int j = 0; j < 3; ++j)
      bent[random() % bent.size()] = static_cast<char>(random());
    const DnsAnswerRead read = ReadDnsAnswer(bent, "a.test", AddressFamily::kV4);
    EXPECT_LE(read.addresses.size(), 1U);
  }
}

TEST(DnsAnswerTest, NoMoreThanSoManyRecords) {
  DnsReply reply;
  for (int i = 0; i < 3000; ++i)
    reply.answers.push_back(Record("a.test", 1, 5, {"\1\2", 2}));
  for (int i = 0; i < 300; ++i)
    reply.answers.push_back(A("a.test", 5, "192.0.2.1"));
  EXPECT_THAT(Read(reply).addresses, IsEmpty());
}

}  // namespace
}  // namespace meguri
