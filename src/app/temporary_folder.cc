#include "app/temporary_folder.h"

#include <cstdlib>

namespace meguri::app {

std::string TemporaryFolder() {
  const char* const folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): one thread
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

}  // namespace meguri::app
