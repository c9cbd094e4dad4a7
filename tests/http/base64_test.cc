#include "http/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace meguri::http {
namespace {

TEST(Base64Test, Rfc4648Section10) {
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(EncodeBase64(bytes), text);
    EXPECT_EQ(DecodeBase64(text), bytes);
  }
}

TEST(Base64Test, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i)
    bytes += static_cast<char>(i);
  for (std::size_t length = 250; length <= 256; ++length) {
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes.substr(0, length))), bytes.substr(0, length));
  }
}

TEST(Base64Test, PaddingMayBeMissingAndSpaceIsSkipped) {
  EXPECT_EQ(DecodeBase64("Zm9vYg"), "foob");
  EXPECT_EQ(DecodeBase64(" Zm\n9v Yg==\r\n"), "foob");
}

TEST(Base64Test, RefusesWhatIsNone) {
  for (const char* text :
       {"Z", "Zm9v!", "Zg=", "Zg===", "Zg==Zg==", "=", "====", "Zm9v=", "Zm-_", "\xC3\xA9"}) {
    EXPECT_EQ(DecodeBase64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace meguri::http
