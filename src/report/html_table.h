// A table of a report as HTML, with what web/table.js needs to sort it.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace meguri::report {

// "12", "−1,234.5", "1e-3", "0.5 ± 0.1", "80%": what sorts as a number.
bool IsNumeric(std::string_view cell);

void AppendTable(const Table& table, std::string& out);

}  // namespace meguri::report
