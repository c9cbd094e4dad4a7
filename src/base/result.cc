#include "base/result.h"

namespace meguri {

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid argument";
    case ErrorCode::kNotFound:
      return "not found";
    case ErrorCode::kAlreadyExists:
      return "already exists";
    case ErrorCode::kIo:
      return "I/O error";
    case ErrorCode::kDiskFull:
      return "disk full";
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kUnsupported:
      return "unsupported";
  }
  return "unknown error";
}

std::string ToString(const Error& error) {
  std::string text(ErrorCodeName(error.code));
  text += ": ";
  text += error.context;
  return text;
}

}  // namespace meguri
