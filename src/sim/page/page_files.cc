#include "sim/page/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "sim/draws.h"

namespace meguri {
namespace {

constexpr std::string_view kStyleRules = R"(
*, *::before, *::after { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  color: var(--ink);
  background: var(--paper);
  line-height: 1.65;
}
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
a:hover, a:focus { background: var(--accent); color: var(--paper); }
.site-header { color: #fff; background-color: var(--accent); padding: 1.5rem 1rem 0; }
.site-name { max-width: 64rem; margin: 0 auto 0.75rem; font-size: 1.5rem; font-weight: 700; }
nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  max-width: 64rem;
  margin: 0 auto;
  padding: 0 0 1rem;
  list-style: none;
  font-size: 0.9rem;
}
nav a { color: #fff; }
main {
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(12rem, 1fr);
  gap: 2.5rem;
  max-width: 66rem;
  margin: 2rem auto;
  padding: 0 1rem;
}
h1 { margin: 0 0 0.5rem; font-size: 2.1rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.35rem; color: var(--accent); }
.byline { margin: 0 0 1.5rem; color: #666; font-size: 0.9rem; }
.byline .date::before { content: "\00b7\00a0"; }
article > p { margin: 0 0 1.1rem; hyphens: auto; }
figure { margin: 1.5rem 0; }
figure img { display: block; width: 100%; height: auto; border-radius: 6px; }
figcaption { margin-top: 0.4rem; color: #666; font-size: 0.85rem; }
blockquote {
  margin: 1.5rem 0;
  padding: 0.25rem 1.25rem;
  border-left: 4px solid var(--accent);
  background: var(--tint);
  font-style: italic;
}
table { width: 100%; margin: 1.5rem 0; border-collapse: collapse; font-size: 0.95rem; }
th, td { padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--tint); text-align: left; }
th { border-bottom-color: var(--accent); }
td + td, th + th { text-align: right; font-variant-numeric: tabular-nums; }
.related { margin: 1.5rem 0; padding: 0.75rem 1.25rem; background: var(--tint); border-radius: 6px; }
.related ul { margin: 0.25rem 0; padding-left: 1.25rem; }
.related-title { margin: 0; font-weight: 700; }
aside { align-self: start; padding: 0.5rem 1.25rem; background: var(--tint); font-size: 0.9rem; }
aside h2 { margin-top: 0.75rem; font-size: 1.1rem; }
footer {
  padding: 1.5rem 1rem;
  border-top: 1px solid var(--tint);
  color: #666;
  font-size: 0.85rem;
  text-align: center;
}
footer p { margin: 0.25rem 0; }
@media (max-width: 48rem) {
  main { display: block; }
  h1 { font-size: 1.6rem; }
}
@media print {
  nav, aside { display: none; }
  body { background: none; }
}
)";

constexpr std::string_view kScriptBody = R"(
  function each(selector, act) {
    Array.prototype.forEach.call(document.querySelectorAll(selector), act);
  }
  function ready(act) {
    if (document.readyState !== "loading") act();
    else document.addEventListener("DOMContentLoaded", act);
  }
  // How long it takes to read the article, as a hint under its title.
  function minutes(text) {
    return Math.max(1, Math.round(text.length / settings.perMinute));
  }
  ready(function () {
    each("article", function (article) {
      article.setAttribute("data-minutes", minutes(article.textContent || ""));
    });
    each("figure img", function (image) {
      image.loading = "lazy";
      image.addEventListener("error", function () {
        image.classList.add("missing");
      });
    });
    each("table", function (table) {
      each("th", function (head, column) {
        head.addEventListener("click", function () {
          var rows = Array.prototype.slice.call(table.rows, 1);
          rows.sort(function (a, b) {
            var left = a.cells[column].textContent;
            var right = b.cells[column].textContent;
            return column === 0 ? left.localeCompare(right) : left - right;
          });
          rows.forEach(function (row) {
            row.parentNode.appendChild(row);
          });
        });
      });
    });
  });
)";

// Hue from the key; dark enough for white letters on it.
std::string Hsl(std::uint64_t key, unsigned saturation, unsigned lightness) {
  return fmt::format("hsl({}, {}%, {}%)", Mixed(key) % 360, saturation, lightness);
}

// Strings of PDF (ISO 32000, 7.3.4.2): parentheses and backslashes are escaped.
std::string PdfString(std::string_view text) {
  std::string escaped = "(";
  for (const char c : text) {
    if (c == '(' || c == ')' || c == '\\') escaped += '\\';
    escaped += c;
  }
  escaped += ')';
  return escaped;
}

// Lines of `text` of at most `width` characters, broken at spaces.
std::vector<std::string_view> Lines(std::string_view text, std::size_t width) {
  std::vector<std::string_view> lines;
  while (text.size() > width) {
    const std::size_t space = text.rfind(' ', width);
    const std::size_t end = space == std::string_view::npos ? width : space;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  lines.push_back(text);
  return lines;
}

std::string PdfContent(const ProseBank& bank, std::uint64_t key, std::string_view title) {
  constexpr std::size_t kParagraphs = 6;
  constexpr std::size_t kSentences = 5;
  constexpr std::size_t kColumns = 90;
  std::string content =
      fmt::format("BT\n/F1 16 Tf\n72 770 Td\n{} Tj\n/F1 10.5 Tf\n15 TL\nT*\n", PdfString(title));
  std::uint64_t draw = key;
  for (std::size_t i = 0; i < kParagraphs; ++i) {
    std::string paragraph;
    for (std::size_t j = 0; j < kSentences; ++j) {
      paragraph += bank.sentence(Language::kEnglish, PageCharset::kWindows1252,
                                 NextMixed(draw) % ProseBank::kSentences);
    }
    content += "T*\n";
    for (const std::string_view line : Lines(paragraph, kColumns)) {
      content += PdfString(line) + " Tj T*\n";
    }
  }
  content += "ET\n";
  return content;
}

}  // namespace

void AppendStyleSheet(std::uint64_t key, std::string_view image_url, std::string& out) {
  constexpr std::array<std::string_view, 4> kFonts = {
      "Georgia, \"Times New Roman\", serif", "Verdana, \"DejaVu Sans\", sans-serif",
      "\"Helvetica Neue\", Arial, sans-serif", "\"Palatino Linotype\", Palatino, serif"};
  fmt::format_to(std::back_inserter(out),
                 "@charset \"utf-8\";\n"
                 ":root {{\n  --ink: #222;\n  --paper: {};\n  --tint: {};\n  --accent: {};\n}}\n"
                 "body {{ font-family: {}; }}",
                 Hsl(key, 30, 99), Hsl(key, 35, 94), Hsl(key, 55, 30),
                 kFonts[Mixed(key ^ 1U) % kFonts.size()]);
  out += kStyleRules;
  if (image_url.empty()) return;
  out += ".site-header { background-image: url(\"";
  for (const char c : image_url) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += "\"); background-blend-mode: multiply; background-size: cover; }\n";
}

void AppendScript(std::uint64_t key, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "(function () {{\n  \"use strict\";\n"
                 "  var settings = {{ build: \"{:016x}\", perMinute: {} }};\n",
                 Mixed(key), 900 + Mixed(key ^ 2U) % 300);
  out += kScriptBody;
  out += "})();\n";
}

void AppendPdf(const ProseBank& bank, std::uint64_t key, std::string& out) {
  std::string title;
  bank.AppendTitle(Language::kEnglish, PageCharset::kWindows1252, key, title);
  const std::string content = PdfContent(bank, key, title);
  const std::array<std::string, 6> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
      "/Resources << /Font << /F1 5 0 R >> >> >>",
      fmt::format("<< /Length {} >>\nstream\n{}endstream", content.size(), content),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      fmt::format("<< /Title {} >>", PdfString(title))};
  const std::size_t begin = out.size();
  out += "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    table += fmt::format("{:010} 00000 n \n", out.size() - begin);
    out += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t table_at = out.size() - begin;
  fmt::format_to(std::back_inserter(out),
                 "xref\n0 {0}\n{1}trailer\n<< /Size {0} /Root 1 0 R /Info 6 0 R >>\n"
                 "startxref\n{2}\n%%EOF\n",
                 objects.size() + 1, table, table_at);
}

}  // namespace meguri
