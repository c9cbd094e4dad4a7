// `meguri archive export --html`: a folder that a browser can walk through without the web.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/archive/archive_scan.h"
#include "app/archive/record_filter.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/result.h"

namespace meguri::app {

struct ExportFolderOptions {
  std::string directory;       // must be new or empty
  std::optional<WallTime> at;  // the capture nearest to it; nullopt: the last
};

// Writes the page of every URL in `archives` to a file below the folder (export_names.h), with its
// links leading to the others (export_html.h), and index.html, which lists the pages. Reads the
// archives twice, so none of them may be a pipe. Revisits whose original is missing and pages over
// CapturedPage::kMaxBytes are told to `damage` and left out.
Status ExportFolder(Files& disk, const std::vector<std::string>& archives,
                    const RecordFilter& filter, const ExportFolderOptions& options,
                    DamageReport& damage);

}  // namespace meguri::app
