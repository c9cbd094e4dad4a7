#include <fmt/format.h>

#include <string_view>

#include "base/append_number.h"
#include "base/hash.h"
#include "report/chart_json.h"
#include "report/escape.h"
#include "report/html_table.h"
#include "report/palette.h"
#include "report/report.h"
#include "report/web_files.h"

namespace meguri::report {
namespace {

// Nothing may be asked of a network, and no script or style runs but ours, which carry a number
// that depends on all the text: what a name smuggled in could not know it.
constexpr std::string_view kHead =
    R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-{0}'; script-src 'nonce-{0}'; img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Meguri">
<link rel="icon" href="data:,">
<title>{1}</title>
<style nonce="{0}">
{2}</style>
<script nonce="{0}">document.documentElement.className='js'</script>
</head>
)";
constexpr std::string_view kScript = R"(<script nonce="{}">
(() => {{
'use strict';
{}}})();
</script>
)";

class Page {
 public:
  explicit Page(const Report& report) : report_(report) {}

  std::string Render() {
    html_ =
        "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
        "<div class=\"page\">\n";
    Heading();
    Contents();
    html_ += "<main id=\"main\">\n";
    for (std::size_t i = 0; i < report_.sections.size(); ++i)
      OneSection(i);
    html_ += "</main>\n</div>\n";
    const std::string nonce = fmt::format("{:016x}", StableHash64(html_));
    return fmt::format(kHead, nonce, Markup(report_.title), ReportStyle()) + html_ +
           fmt::format(kScript, nonce, ReportScript()) + "</body>\n</html>\n";
  }

 private:
  void Element(std::string_view tag, std::string_view text) {
    if (text.empty()) return;
    html_ += '<';
    html_ += tag;
    html_ += '>';
    AppendMarkup(text, html_);
    html_ += "</";
    html_ += tag.substr(0, tag.find(' '));
    html_ += ">\n";
  }

  void Anchor(char kind, std::size_t number) {
    html_ += kind;
    AppendNumber(number + 1, html_);
  }

  void Heading() {
    html_ += "<header>\n";
    Element("h1", report_.title);
    Element("p class=\"subtitle\"", report_.subtitle);
    if (!report_.facts.empty()) {
      html_ += "<dl class=\"facts\">\n";
      for (const auto& [name, value] : report_.facts) {
        html_ += "<div>";
        Element("dt", name);
        Element(name == "command" ? "dd class=\"code\"" : "dd", value.empty() ? "–" : value);
        html_ += "</div>\n";
      }
      html_ += "</dl>\n";
    }
    html_ += "</header>\n";
  }

  void Link(char kind, std::size_t number, std::string_view text) {
    html_ += "<li><a href=\"#";
    Anchor(kind, number);
    html_ += "\">";
    AppendMarkup(text, html_);
    html_ += "</a>";
  }

  void Contents() {
    html_ +=
        "<nav aria-label=\"Contents\"><details class=\"contents\" open><summary>Contents</summary>"
        "<ol>\n";
    std::size_t chart_number = 0;
    for (std::size_t i = 0; i < report_.sections.size(); ++i) {
      const Section& section = report_.sections[i];
      Link('s', i, section.heading.empty() ? "Section" : section.heading);
      if (!section.charts.empty()) html_ += "<ol>";
      for (const Chart& chart : section.charts) {
        Link('c', chart_number++, chart.title);
        html_ += "</li>";
      }
      html_ += section.charts.empty() ? "</li>\n" : "</ol></li>\n";
    }
    html_ += "</ol></details></nav>\n";
  }

  void OneSection(std::size_t number) {
    const Section& section = report_.sections[number];
    html_ += "<section id=\"";
    Anchor('s', number);
    html_ += "\">\n";
    Element("h2", section.heading);
    for (const std::string& paragraph : section.paragraphs)
      Element("p", paragraph);
    if (!section.charts.empty()) html_ += "<div class=\"charts\">\n";
    for (const Chart& chart : section.charts)
      Figure(chart);
    if (!section.charts.empty()) html_ += "</div>\n";
    for (const Table& table : section.tables)
      AppendTable(table, html_);
    html_ += "</section>\n";
  }

  void Figure(const Chart& chart) {
    html_ += "<figure class=\"chart\" id=\"";
    Anchor('c', charts_++);
    html_ += "\"><figcaption>";
    Element("h3", chart.title);
    Element("p class=\"note\"", chart.note);
    html_ += "</figcaption>\n<div class=\"static\">";
    html_ += ChartSvg(chart);
    html_ += "</div>\n<script type=\"application/json\">";
    html_ += ChartJson(chart);
    html_ += "</script></figure>\n";
  }

  const Report& report_;
  std::string html_;
  std::size_t charts_ = 0;
};

}  // namespace

std::string HtmlReport(const Report& report) {
  Report styled = report;
  AssignStyles(styled);
  return Page(styled).Render();
}

}  // namespace meguri::report
