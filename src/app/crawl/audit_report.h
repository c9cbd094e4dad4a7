// An audit, said: in words for people, as a line of JSON for programs.
#pragma once

#include <string>

#include "crawl/audit/audit.h"

namespace meguri::app {

// Both end with '\n'.
std::string AuditInWords(const Audit& audit);
std::string AuditAsJson(const Audit& audit);

}  // namespace meguri::app
