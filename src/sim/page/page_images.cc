// PNG, GIF and SVG without a compressor: PNG's deflate in stored blocks, GIF's LZW with its
// table cleared before it would make codes longer than a byte.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/draws.h"
#include "sim/page/page_files.h"

namespace meguri {
namespace {

constexpr unsigned kColours = 16;
using Colour = std::array<std::uint8_t, 3>;

// A sky with a sun, two ranges of hills before it.
class Landscape {
 public:
  Landscape(std::uint64_t key, int width, int height) : width_(width), height_(height) {
    std::uint64_t draw = key;
    for (Colour& colour : corners_) {
      const std::uint64_t drawn = NextMixed(draw);
      for (std::size_t i = 0; i < 3; ++i) {
        colour[i] = static_cast<std::uint8_t>((drawn >> (8 * i)) & 0xFFU);
      }
    }
    // Above light, below dark.
    for (std::uint8_t& part : corners_[0])
      part = static_cast<std::uint8_t>(160 + part * 3 / 8);
    for (std::uint8_t& part : corners_[1])
      part = static_cast<std::uint8_t>(part / 2);
    const std::uint64_t drawn = NextMixed(draw);
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      phases_[i] = static_cast<int>((drawn >> (8 * i)) % static_cast<unsigned>(width));
    }
  }

  // The colours of all pixels, row by row.
  std::string Pixels() const {
    const auto width = static_cast<std::size_t>(width_);
    std::string pixels(width * static_cast<std::size_t>(height_), '\0');
    for (int x = 0; x < width_; ++x) {
      const std::array<int, 2> hills = {Hill(x, 0), Hill(x, 1)};
      std::size_t at = static_cast<std::size_t>(x);
      for (int y = 0; y < height_; ++y, at += width)
        pixels[at] = ColourAt(x, y, hills);
    }
    return pixels;
  }

  // From the light corner to the dark one; the sun at last.
  Colour ColourOf(unsigned index) const {
    if (index + 1 == kColours) return {255, 236, 170};
    Colour mixed{};
    for (std::size_t i = 0; i < 3; ++i) {
      const unsigned sum = corners_[0][i] * (14 - index) + corners_[1][i] * index;
      mixed[i] = static_cast<std::uint8_t>(sum / 14);
    }
    return mixed;
  }

  // Where the ground of range `range` begins at x: half waves, made of parabolas.
  int Hill(int x, std::size_t range) const {
    const int wave = width_ / (range == 0 ? 2 : 3);
    const int at = (x + phases_[range]) % wave;
    const int rise = 4 * at * (wave - at) * (height_ / 5) / (wave * wave);
    return height_ / 2 + static_cast<int>(range) * height_ / 5 + height_ / 10 - rise;
  }

  int sun() const { return phases_[2]; }

 private:
  char ColourAt(int x, int y, const std::array<int, 2>& hills) const {
    // Distance as shade: a fifth of the height is one.
    const auto shade = [this](int depth) { return std::min(depth * 5 / height_, 2); };
    if (y >= hills[1]) return static_cast<char>(12 + shade(y - hills[1]));
    if (y >= hills[0]) return static_cast<char>(9 + shade(y - hills[0]));
    const int dx = x - phases_[2];
    const int dy = y - height_ / 4;
    if (dx * dx + dy * dy < height_ * height_ / 100) return kColours - 1;
    return static_cast<char>(y * 9 / height_);
  }

  int width_;
  int height_;
  std::array<Colour, 2> corners_{};
  std::array<int, 3> phases_{};  // of both ranges, and the sun's place
};

void AppendBigEndian(std::size_t number, std::string& out) {
  for (unsigned shift = 32; shift > 0;) {
    shift -= 8;
    out += static_cast<char>((number >> shift) & 0xFFU);
  }
}
void AppendLittleEndian16(std::size_t number, std::string& out) {
  out += static_cast<char>(number & 0xFFU);
  out += static_cast<char>((number >> 8U) & 0xFFU);
}

// Checksums are of what stands in `out` from `begin` on.
const Bytef* BytesAt(const std::string& out, std::size_t begin) {
  return reinterpret_cast<const Bytef*>(out.data()) + begin;
}

void AppendChunk(std::string_view type, std::string_view data, std::string& out) {
  AppendBigEndian(data.size(), out);
  const std::size_t begin = out.size();
  out += type;
  out += data;
  AppendBigEndian(crc32(0, BytesAt(out, begin), static_cast<uInt>(out.size() - begin)), out);
}

// RFC 1950 and 1951: a zlib stream of one stored block. REQUIRES: data.size() < 65536.
std::string Stored(const std::string& data) {
  std::string stream("\x78\x01\x01", 3);
  AppendLittleEndian16(data.size(), stream);
  AppendLittleEndian16(~data.size(), stream);
  stream += data;
  AppendBigEndian(adler32(1, BytesAt(data, 0), static_cast<uInt>(data.size())), stream);
  return stream;
}

}  // namespace

void AppendPng(std::uint64_t key, std::string& out) {
  constexpr int kWidth = 160;
  constexpr int kHeight = 120;
  const Landscape landscape(key, kWidth, kHeight);
  out += "\x89PNG\r\n\x1A\n";
  std::string header;
  AppendBigEndian(kWidth, header);
  AppendBigEndian(kHeight, header);
  header += std::string("\x04\x03\x00\x00\x00", 5);  // four bits a pixel, a palette
  AppendChunk("IHDR", header, out);
  std::string palette;
  for (unsigned i = 0; i < kColours; ++i) {
    for (const std::uint8_t part : landscape.ColourOf(i))
      palette += static_cast<char>(part);
  }
  AppendChunk("PLTE", palette, out);
  const std::string pixels = landscape.Pixels();
  std::string rows;
  rows.reserve(pixels.size() / 2 + kHeight);
  for (std::size_t at = 0; at < pixels.size(); at += 2) {
    if (at % kWidth == 0) rows += '\0';  // no filter
    rows += static_cast<char>((pixels[at] << 4) | pixels[at + 1]);
  }
  AppendChunk("IDAT", Stored(rows), out);
  AppendChunk("IEND", {}, out);
}

void AppendGif(std::uint64_t key, std::string& out) {
  constexpr int kWidth = 96;
  constexpr int kHeight = 72;
  constexpr unsigned kClear = 128;      // with 128 colours codes begin with eight bits …
  constexpr std::size_t kMaxRun = 120;  // … and stay so for 126 pixels
  const Landscape landscape(key, kWidth, kHeight);
  out += "GIF89a";
  AppendLittleEndian16(kWidth, out);
  AppendLittleEndian16(kHeight, out);
  out += std::string("\xE6\x00\x00", 3);  // a palette of 128 colours
  for (unsigned i = 0; i < kClear; ++i) {
    const Colour colour = landscape.ColourOf(i % kColours);
    for (const std::uint8_t part : colour)
      out += static_cast<char>(part);
  }
  out += std::string("\x2C\x00\x00\x00\x00", 5);
  AppendLittleEndian16(kWidth, out);
  AppendLittleEndian16(kHeight, out);
  out += std::string("\x00\x07", 2);
  const std::string pixels = landscape.Pixels();
  std::string codes;
  for (std::size_t at = 0; at < pixels.size(); at += kMaxRun) {
    codes += static_cast<char>(kClear);
    codes += std::string_view(pixels).substr(at, kMaxRun);
  }
  codes += static_cast<char>(kClear + 1);  // the end
  for (std::string_view left = codes; !left.empty();) {
    const std::string_view block = left.substr(0, 255);
    out += static_cast<char>(block.size());
    out += block;
    left.remove_prefix(block.size());
  }
  out += std::string("\x00;", 2);
}

void AppendSvg(std::uint64_t key, std::string& out) {
  constexpr int kWidth = 640;
  constexpr int kHeight = 480;
  const Landscape landscape(key, kWidth, kHeight);
  const auto colour = [&landscape](unsigned index) {
    const Colour parts = landscape.ColourOf(index);
    return fmt::format("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2]);
  };
  out += fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n"
      "<linearGradient id=\"sky\" x2=\"0\" y2=\"1\"><stop stop-color=\"{}\"/>"
      "<stop offset=\"1\" stop-color=\"{}\"/></linearGradient>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"url(#sky)\"/>\n"
      "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n",
      kWidth, kHeight, colour(0), colour(8), landscape.sun(), kHeight / 4, kHeight / 10,
      colour(15));
  for (const std::size_t range : {0U, 1U}) {
    out += fmt::format("<path fill=\"{}\" d=\"M0 {}", colour(range == 0 ? 10 : 13), kHeight);
    for (int x = 0; x <= kWidth; x += 16) {
      out += fmt::format("L{} {}", x, landscape.Hill(x, range));
    }
    out += fmt::format("L{} {}z\"/>\n", kWidth, kHeight);
  }
  out += "</svg>\n";
}

}  // namespace meguri
