#include "report/svg_page.h"

#include <utility>

#include "base/utf8.h"
#include "report/escape.h"

namespace meguri::report {
namespace {

double CharacterWidth(char32_t c) {
  constexpr char32_t kFirstWide = 0x1100;  // Hangul; the ideographs and their like follow
  if (c >= kFirstWide && (c < 0x2000 || c >= 0x2E80)) return 1;
  if (c == 'i' || c == 'l' || c == 'j' || c == '.' || c == ',' || c == '\'' || c == '|')
    return 0.28;
  if (c == 'm' || c == 'w' || c == 'M' || c == 'W') return 0.86;
  return c >= 'A' && c <= 'Z' ? 0.68 : 0.56;
}

}  // namespace

SvgPage::SvgPage(double width, double height, std::string_view title) {
  svg_ = R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 )";
  AppendPixels(width, svg_);
  svg_ += ' ';
  AppendPixels(height, svg_);
  svg_ += '"';
  Attribute("width", width);
  Attribute("height", height);
  svg_ += R"( role="img" font-family="system-ui,-apple-system,'Segoe UI',Roboto,)"
          R"('Helvetica Neue',Arial,sans-serif"><title>)";
  AppendMarkup(title, svg_);
  svg_ += "</title>";
  Rectangle({0, 0, width, height}, "#fff");
}

void SvgPage::Attribute(std::string_view name, double pixels) {
  svg_ += ' ';
  svg_ += name;
  svg_ += "=\"";
  AppendPixels(pixels, svg_);
  svg_ += '"';
}

void SvgPage::Line(Point from, Point to, std::string_view colour, double width) {
  svg_ += R"(<path d=")";
  AppendPath({from, to}, svg_);
  svg_ += R"(" stroke=")";
  svg_ += colour;
  svg_ += '"';
  if (width != 1) Attribute("stroke-width", width);
  svg_ += "/>";
}

void SvgPage::Rectangle(const Box& box, std::string_view fill) {
  svg_ += "<rect";
  Attribute("x", box.left);
  Attribute("y", box.top);
  Attribute("width", box.width);
  Attribute("height", box.height);
  svg_ += R"( fill=")";
  svg_ += fill;
  svg_ += "\"/>";
}

void SvgPage::Text(Point at, std::string_view text, const TextStyle& style) {
  svg_ += "<text";
  Attribute("x", at.x);
  Attribute("y", at.y);
  Attribute("font-size", style.size);
  if (style.anchor != "start") {
    svg_ += R"( text-anchor=")";
    svg_ += style.anchor;
    svg_ += '"';
  }
  if (style.bold) svg_ += R"( font-weight="600")";
  svg_ += R"( fill=")";
  svg_ += style.colour;
  svg_ += "\">";
  AppendMarkup(text, svg_);
  svg_ += "</text>";
}

void SvgPage::BeginClip(const Box& box, std::string_view id) {
  std::string name = "clip-";
  AppendMarkup(id, name);
  svg_ += R"(<clipPath id=")" + name + "\">";
  Rectangle(box, "#000");
  svg_ += R"(</clipPath><g clip-path="url(#)" + name + ")\">";
}

std::string SvgPage::Finish() && {
  svg_ += "</svg>\n";
  return std::move(svg_);
}

double TextWidth(std::string_view text, int size) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    width += CharacterWidth(step.code_point);
    at += step.length;
  }
  return width * size;
}

std::string FittingText(std::string_view text, double width, int size) {
  if (TextWidth(text, size) <= width) return std::string(text);
  double used = 0.9 * size;  // the dots
  std::size_t end = 0;
  while (end < text.size()) {
    const Utf8Step step = DecodeUtf8(text, end);
    used += CharacterWidth(step.code_point) * size;
    if (used > width) break;
    end += step.length;
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace meguri::report
