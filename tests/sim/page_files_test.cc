#include "sim/page/page_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "html/links/css_urls.h"

namespace meguri {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::size_t BigEndian(std::string_view bytes) {
  std::size_t number = 0;
  for (const char c : bytes)
    number = number * 256 + static_cast<unsigned char>(c);
  return number;
}
std::size_t LittleEndian16(std::string_view bytes) {
  return static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
}
const Bytef* Bytes(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

struct Chunk {
  std::string_view type;
  std::string_view data;
};

// With their checksums tested.
std::vector<Chunk> Chunks(std::string_view png) {
  std::vector<Chunk> chunks;
  png.remove_prefix(8);
  while (png.size() >= 12) {
    const std::size_t size = BigEndian(png.substr(0, 4));
    chunks.push_back({png.substr(4, 4), png.substr(8, size)});
    EXPECT_EQ(crc32(0, Bytes(png.substr(4)), static_cast<uInt>(size + 4)),
              BigEndian(png.substr(8 + size, 4)));
    png.remove_prefix(12 + size);
  }
  EXPECT_TRUE(png.empty());
  return chunks;
}

TEST(PageFiles, PngIsRead) {
  std::string png;
  AppendPng(1, png);
  ASSERT_TRUE(png.starts_with("\x89PNG\r\n\x1A\n"));
  const std::vector<Chunk> chunks = Chunks(png);
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(chunks[0].type, "IHDR");
  EXPECT_EQ(BigEndian(chunks[0].data.substr(0, 4)), 160U);
  EXPECT_EQ(BigEndian(chunks[0].data.substr(4, 4)), 120U);
  EXPECT_EQ(chunks[1].data.size(), 48U);
  EXPECT_EQ(chunks[2].type, "IDAT");
  std::string pixels(100'000, '\0');
  uLongf size = pixels.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(pixels.data()), &size, Bytes(chunks[2].data),
                       chunks[2].data.size()),
            Z_OK);
  EXPECT_EQ(size, 120U * (1 + 80));
  EXPECT_EQ(chunks[3].type, "IEND");
  EXPECT_GT(png.size(), 1'000U);
  EXPECT_LT(png.size(), 20'000U);
}

TEST(PageFiles, GifHasAllItsPixels) {
  std::string gif;
  AppendGif(1, gif);
  ASSERT_TRUE(gif.starts_with("GIF89a"));
  EXPECT_EQ(LittleEndian16(std::string_view(gif).substr(6)), 96U);
  std::string_view left = std::string_view(gif).substr(13 + 128 * 3);
  ASSERT_EQ(left[0], ',');
  left.remove_prefix(10);
  ASSERT_EQ(left[0], 7);  // codes of eight bits
  left.remove_prefix(1);
  std::size_t pixels = 0;
  std::size_t since_clear = 0;
  unsigned last = 0;
  while (left[0] != 0) {
    const auto size = static_cast<unsigned char>(left[0]);
    for (const char c : left.substr(1, size)) {
      last = static_cast<unsigned char>(c);
      ASSERT_LE(last, 129U);
      since_clear = last == 128 ? 0 : since_clear + 1;
      ASSERT_LT(since_clear, 126U);  // else codes would be of nine bits
      pixels += last < 128 ? 1 : 0;
    }
    left.remove_prefix(1U + size);
  }
  EXPECT_EQ(last, 129U);
  EXPECT_EQ(pixels, 96U * 72U);
  EXPECT_EQ(left, std::string_view("\0;", 2));
}

TEST(PageFiles, SvgIsAPicture) {
  std::string svg;
  AppendSvg(1, svg);
  EXPECT_TRUE(
      svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 480\">"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(std::ranges::count(svg, '<'), std::ranges::count(svg, '>'));
}

std::vector<std::string> CssUrls(std::string_view css) {
  std::vector<std::string> urls;
  std::string scratch;
  html::CssUrlReader reader(css, scratch);
  for (std::string_view url; reader.Next(url);)
    urls.emplace_back(url);
  return urls;
}

TEST(PageFiles, StyleSheetNamesItsImage) {
  std::string css;
  AppendStyleSheet(1, "/images/a.png?x=\"1\"", css);
  EXPECT_THAT(CssUrls(css), ElementsAre("/images/a.png?x=\"1\""));
  EXPECT_EQ(std::ranges::count(css, '{'), std::ranges::count(css, '}'));
  EXPECT_GT(css.size(), 2'000U);
  css.clear();
  AppendStyleSheet(1, "", css);
  EXPECT_THAT(CssUrls(css), ElementsAre());
}

TEST(PageFiles, ScriptIsWhole) {
  std::string script;
  AppendScript(1, script);
  EXPECT_EQ(std::ranges::count(script, '{'), std::ranges::count(script, '}'));
  EXPECT_EQ(std::ranges::count(script, '('), std::ranges::count(script, ')'));
  EXPECT_EQ(script.find("http"), std::string::npos);
}

// Where the number behind `label` points to in `pdf`.
std::string_view PointedTo(std::string_view pdf, std::string_view label) {
  const std::size_t at = pdf.rfind(label);
  if (at == std::string_view::npos) return {};
  return pdf.substr(std::strtoul(pdf.data() + at + label.size(), nullptr, 10));
}

TEST(PageFiles, PdfFindsItsObjects) {
  const ProseBank bank;
  for (const std::uint64_t key : {1U, 2U, 3U, 4U}) {
    std::string pdf;
    AppendPdf(bank, key, pdf);
    ASSERT_TRUE(pdf.starts_with("%PDF-1.4\n"));
    EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
    const std::string_view table = PointedTo(pdf, "startxref\n");
    ASSERT_TRUE(table.starts_with("xref\n0 7\n0000000000 65535 f \n"));
    constexpr std::size_t kEntry = 20;
    for (std::size_t i = 1; i < 7; ++i) {
      const std::string_view entry = table.substr(9 + i * kEntry, kEntry);
      const std::size_t at = std::strtoul(entry.data(), nullptr, 10);
      EXPECT_TRUE(std::string_view(pdf).substr(at).starts_with(std::to_string(i) + " 0 obj\n"));
    }
    const std::size_t length_at = pdf.find("/Length ") + 8;
    const std::size_t length = std::strtoul(pdf.data() + length_at, nullptr, 10);
    const std::size_t stream = pdf.find("stream\n") + 7;
    EXPECT_EQ(pdf.substr(stream + length, 9), "endstream");
  }
}

TEST(PageFiles, KeysMakeThemDifferent) {
  const ProseBank bank;
  const auto differs = [](const auto& append) {
    std::string one;
    std::string same;
    std::string other;
    append(1, one);
    append(1, same);
    append(2, other);
    EXPECT_EQ(one, same);
    return one != other;
  };
  EXPECT_TRUE(differs(AppendPng));
  EXPECT_TRUE(differs(AppendGif));
  EXPECT_TRUE(differs(AppendSvg));
  EXPECT_TRUE(differs(AppendScript));
  EXPECT_TRUE(
      differs([](std::uint64_t key, std::string& out) { AppendStyleSheet(key, "/a.png", out); }));
  EXPECT_TRUE(differs([&bank](std::uint64_t key, std::string& out) { AppendPdf(bank, key, out); }));
}

}  // namespace
}  // namespace meguri
