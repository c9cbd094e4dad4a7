#include "base/files.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

namespace meguri {
namespace {

ErrorCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
      return ErrorCode::kNotFound;
    case EEXIST:
      return ErrorCode::kAlreadyExists;
    case ENOSPC:
    case EDQUOT:
      return ErrorCode::kDiskFull;
    default:
      return ErrorCode::kIo;
  }
}

}  // namespace

Error FileError(const std::string& path, std::string_view attempt, int error_number) {
  std::string context = path;
  context += ": can't ";
  context += attempt;
  context += ": ";
  context += std::generic_category().message(error_number);
  return Error{CodeOf(error_number), std::move(context)};
}

std::string DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

Result<std::string> ReadWholeFile(Files& files, const std::string& path, std::uint64_t max_bytes) {
  MEGURI_TRY(const std::unique_ptr<ReadableFile> file, files.OpenToRead(path));
  MEGURI_TRY(const std::uint64_t expected, file->Size());
  // One byte more than expected, to see the end; what grows meanwhile, or tells no size
  // (/proc), comes in further rounds.
  constexpr std::uint64_t kStep = 65536;
  max_bytes = std::min<std::uint64_t>(max_bytes, std::numeric_limits<std::int64_t>::max() - kStep);
  std::string bytes;
  std::uint64_t wanted = std::min(expected, max_bytes) + 1;
  for (;;) {
    const std::size_t old_size = bytes.size();
    bytes.resize(static_cast<std::size_t>(wanted));
    MEGURI_TRY(const std::size_t got,
               file->ReadAt(old_size, std::span(bytes.data() + old_size, wanted - old_size)));
    bytes.resize(old_size + got);
    if (bytes.size() > max_bytes) {
      return Fail(ErrorCode::kInvalidArgument,
                  path + ": larger than " + std::to_string(max_bytes) + " bytes");
    }
    if (bytes.size() < wanted) return bytes;
    wanted = std::min(wanted + kStep, max_bytes + 1);
  }
}

Status ReplaceFile(Files& files, const std::string& path, std::string_view bytes) {
  const std::string temporary = path + ".tmp";
  {
    MEGURI_TRY(const std::unique_ptr<WritableFile> file,
               files.OpenToWrite(temporary, OpenMode::kCreateOrAppend));
    MEGURI_CHECK_STATUS(file->Truncate(0));  // an earlier attempt may have left something
    MEGURI_CHECK_STATUS(file->Append(bytes));
    MEGURI_CHECK_STATUS(file->Sync());
  }
  MEGURI_CHECK_STATUS(files.Rename(temporary, path));
  return files.SyncDirectory(DirectoryOf(path));
}

}  // namespace meguri
