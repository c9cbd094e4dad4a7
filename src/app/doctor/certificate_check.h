// The certificates by which https servers are believed: are there any, and do they still hold?
//
// They are read by OpenSSL into a store, as libcurl has it done for a connection, so that a file
// that one broken certificate makes useless is found out here.
#pragma once

#include <cstddef>
#include <string>

#include "app/doctor/findings.h"
#include "base/clock.h"
#include "base/result.h"

namespace meguri::app {

struct CertificateFacts {
  std::string file;       // printable
  std::size_t valid = 0;  // now
  std::size_t expired = 0;
  std::size_t not_yet = 0;  // valid later
};

// Fails if `path` is not a file, or can't be read as PEM to its end.
Result<CertificateFacts> ReadCertificates(const std::string& path, WallTime now);

// `own`: the file was named with --ca-file.
Finding JudgeCertificates(const Result<CertificateFacts>& facts, bool own);

}  // namespace meguri::app
