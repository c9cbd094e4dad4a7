#include "warc/digest.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri::warc {
namespace {

// RFC 4648 section 10, without padding.
TEST(Base32Test, KnownAnswers) {
  for (const auto& [bytes, text] : {std::pair<std::string, std::string>{"", ""},
                                    {"f", "MY"},
                                    {"fo", "MZXQ"},
                                    {"foo", "MZXW6"},
                                    {"foob", "MZXW6YQ"},
                                    {"fooba", "MZXW6YTB"},
                                    {"foobar", "MZXW6YTBOI"}}) {
    EXPECT_EQ(EncodeBase32(bytes), text);
    EXPECT_EQ(DecodeBase32(text), bytes);
    EXPECT_EQ(DecodeBase32(text + "======"), bytes);
  }
  EXPECT_EQ(DecodeBase32("mzxw6"), "foo");
  EXPECT_FALSE(DecodeBase32("M1"));
}

// SHA-1 and SHA-256 of "abc" (FIPS 180-4), in every alphabet that is met.
TEST(LabelledDigestTest, EveryAlphabetIsRead) {
  Digester sha1(DigestAlgorithm::kSha1);
  sha1.Update("a");
  sha1.Update("bc");
  const std::string raw = sha1.Finish();
  for (const char* text :
       {"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", "SHA-1:vgmt4nsha2awvor6evyxqugcnsonbwe5",
        "sha1:a9993e364706816aba3e25717850c26c9cd0d89d", "sha1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=",
        "sha1:qZk-NkcGgWq6PiVxeFDCbJzQ2J0", " sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5 "}) {
    const auto digest = ParseLabelledDigest(text);
    ASSERT_TRUE(digest) << text;
    EXPECT_EQ(digest->algorithm, DigestAlgorithm::kSha1);
    EXPECT_EQ(digest->raw, raw) << text;
  }
  EXPECT_EQ(FormatLabelledDigest(DigestAlgorithm::kSha1, raw),
            "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  Digester sha256(DigestAlgorithm::kSha256);
  sha256.Update("abc");
  EXPECT_EQ(FormatLabelledDigest(DigestAlgorithm::kSha256, sha256.Finish()),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(LabelledDigestTest, WhatIsNone) {
  for (const char* text : {"", "sha1", "sha1:", "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", "sha1:VGMT",
                           "blake3:abc", "sha256:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
                           "sha1:zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}) {
    EXPECT_FALSE(ParseLabelledDigest(text)) << text;
  }
}

TEST(DigesterTest, BeginsAnew) {
  Digester digester(DigestAlgorithm::kSha1);
  digester.Update("x");
  const std::string first = digester.Finish();
  digester.Update("x");
  EXPECT_EQ(digester.Finish(), first);
  EXPECT_NE(digester.Finish(), first);
}

}  // namespace
}  // namespace meguri::warc
