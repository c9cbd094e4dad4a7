#include "report/html_table.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "report/escape.h"

namespace meguri::report {
namespace {

bool Skip(std::string_view token, std::string_view& text) {
  if (!text.starts_with(token)) return false;
  text.remove_prefix(token.size());
  return true;
}

// Digits, also in groups.
bool SkipDigits(std::string_view& text) {
  std::size_t digits = 0;
  const auto is_digit = [&text](std::size_t i) { return i < text.size() && IsAsciiDigit(text[i]); };
  while (is_digit(0) || (digits > 0 && text.starts_with(',') && is_digit(1))) {
    if (text.front() != ',') ++digits;
    text.remove_prefix(1);
  }
  return digits > 0;
}

bool SkipNumber(std::string_view& text) {
  if (!Skip("-", text) && !Skip("−", text)) Skip("+", text);
  const bool whole = SkipDigits(text);
  const bool part = Skip(".", text) && SkipDigits(text);
  if (!whole && !part) return false;
  if (Skip("e", text) || Skip("E", text)) {
    if (!Skip("-", text)) Skip("+", text);
    return SkipDigits(text);
  }
  return true;
}

bool IsNone(std::string_view cell) {
  return cell.empty() || cell == "-" || cell == "–" || cell == "—" || cell == "n/a";
}

// For each column whether it is to be set to the right.
std::vector<bool> NumericColumns(const Table& table) {
  std::vector<bool> numeric(table.columns.size());
  for (std::size_t column = 1; column < numeric.size(); ++column) {
    bool some = false;
    bool all = true;
    for (const auto& row : table.rows) {
      if (column >= row.size() || IsNone(row[column])) continue;
      some = true;
      all = all && IsNumeric(row[column]);
    }
    numeric[column] = some && all;
  }
  return numeric;
}

void AppendCell(std::string_view tag, bool numeric, std::string_view text, std::string& out) {
  out += '<';
  out += tag;
  if (numeric) out += " class=\"n\"";
  out += '>';
  AppendMarkup(text, out);
  out += tag.starts_with("td") ? "</td>" : "</th>";
}

}  // namespace

bool IsNumeric(std::string_view cell) {
  if (!SkipNumber(cell)) return false;
  Skip(" ", cell);
  if (Skip("±", cell)) {
    Skip(" ", cell);
    if (!SkipNumber(cell)) return false;
    Skip(" ", cell);
  }
  if (!Skip("%", cell)) Skip("×", cell);
  return cell.empty();
}

void AppendTable(const Table& table, std::string& out) {
  const std::vector<bool> numeric = NumericColumns(table);
  // A box that scrolls must be reached by keyboard.
  out += "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"";
  AppendMarkup(table.caption.empty() ? "table" : table.caption, out);
  out += "\"><table>";
  if (!table.caption.empty()) {
    out += "<caption>";
    AppendMarkup(table.caption, out);
    out += "</caption>";
  }
  out += "<thead><tr>";
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    AppendCell("th scope=\"col\"", numeric[column], table.columns[column], out);
  }
  out += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      const std::string_view cell = column < row.size() ? std::string_view(row[column]) : "";
      AppendCell(column == 0 ? "th scope=\"row\"" : "td", numeric[column], cell, out);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
}

}  // namespace meguri::report
