#include "robots/comparison_form.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace meguri::robots {
namespace {

std::string Path(std::string_view path) {
  std::string scratch;
  return std::string(PathForm(path, scratch));
}

std::string Pattern(std::string_view pattern) {
  std::string form;
  AppendPatternForm(pattern, form);
  return form;
}

// The table of RFC 9309 section 2.2.2, first column against second and third.
TEST(ComparisonFormTest, TableOfTheRfc) {
  EXPECT_EQ(Pattern("/foo/bar?baz=quz"), Path("/foo/bar?baz=quz"));
  EXPECT_EQ(Pattern("/foo/bar?baz=https://foo.bar"), Path("/foo/bar?baz=https://foo.bar"));
  EXPECT_EQ(Pattern("/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
            Path("/foo/bar?baz=https%3a%2f%2ffoo.bar"));
  EXPECT_EQ(Pattern("/foo/bar/U+E38384"), Path("/foo/bar/U+E38384"));
  EXPECT_EQ(Pattern("/foo/bar/\xE3\x83\x84"), "/foo/bar/%E3%83%84");
  EXPECT_EQ(Pattern("/foo/bar/%E3%83%84"), Path("/foo/bar/%E3%83%84"));
  EXPECT_EQ(Pattern("/foo/bar/%62%61%7A"), Path("/foo/bar/baz"));
}

// The table of section 2.2.3.
TEST(ComparisonFormTest, SpecialCharactersAreNamedByTheirEscapes) {
  EXPECT_EQ(Pattern("/path/file-with-a-%2A.html"), Path("/path/file-with-a-*.html"));
  EXPECT_EQ(Pattern("/path/file-with-a-%2a.html"), Path("/path/file-with-a-%2A.html"));
  EXPECT_EQ(Pattern("/path/foo-%24"), Path("/path/foo-$"));
  EXPECT_EQ(Pattern("/a$b"), Path("/a$b"));
  EXPECT_EQ(Pattern("/*a**"), "/*a**");
}

TEST(ComparisonFormTest, ReservedCharactersDifferFromTheirEscapes) {
  for (const char c : std::string_view(":/?#[]@!&()+,;=")) {
    const std::string raw = std::string("/") + c;
    EXPECT_EQ(Path(raw), raw);
  }
  EXPECT_EQ(Path("/%2f%3F"), "/%2F%3F");
  EXPECT_NE(Path("/a%2Fb"), Path("/a/b"));
}

TEST(ComparisonFormTest, UnreservedCharactersAreDecoded) {
  EXPECT_EQ(Path("/%41%7a%30%2D%2e%5F%7e"), "/Az0-._~");
}

TEST(ComparisonFormTest, WhatNoUrlHoldsRawIsEscaped) {
  EXPECT_EQ(Path("/ \"<>\\^`{|}'\x7F\x01"), "/%20%22%3C%3E%5C%5E%60%7B%7C%7D%27%7F%01");
  EXPECT_EQ(Pattern("/a b"), Path("/a%20b"));
  EXPECT_EQ(Pattern("/?q='"), Path("/?q=%27"));
  EXPECT_EQ(Path("/\xFF"), "/%FF");
}

TEST(ComparisonFormTest, ALonePercentSignStays) {
  for (const std::string_view path : {"/%", "/%4", "/%zz", "/%%", "/%4g", "/100%/a"}) {
    EXPECT_EQ(Path(path), path);
    EXPECT_EQ(Pattern(path), path);
  }
  EXPECT_EQ(Path("/%%41"), "/%A");
}

TEST(ComparisonFormTest, APathBeginsWithASlash) {
  EXPECT_EQ(Path(""), "/");
  EXPECT_EQ(Path("?a"), "/?a");
  EXPECT_EQ(Path("a"), "/a");
  EXPECT_EQ(Path("*"), "/%2A");
}

TEST(ComparisonFormTest, APathInFormIsNotCopied) {
  const std::string_view path = "/a/b.html?x=%C3%A9&y=%2F#";
  std::string scratch = "untouched";
  EXPECT_EQ(PathForm(path, scratch).data(), path.data());
  EXPECT_EQ(scratch, "untouched");
}

TEST(ComparisonFormTest, ScratchIsReused) {
  std::string scratch;
  const char* const buffer = PathForm("/%61" + std::string(100, 'x'), scratch).data();
  const std::string shorter = "/%62" + std::string(90, 'x');
  EXPECT_EQ(PathForm(shorter, scratch).data(), buffer);
}

}  // namespace
}  // namespace meguri::robots
