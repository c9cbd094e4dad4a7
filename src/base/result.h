// Result<T>: a value, or the Error that kept us from it.
//
// For our own failures only: disk, corrupt store, bad configuration, bad command line.
// What the web does to us (a 404, a broken page, a hostile robots.txt) is data, never an
// Error; parsers are total functions. Our bugs are assert()s.
//
//   Result<std::string> ReadFile(const std::string& path);
//
//   Result<Config> Load(const std::string& path) {
//     MEGURI_TRY(std::string text, ReadFile(path));   // returns the Error, if it is one
//     ...
//   }
//
// [[nodiscard]] on the type: a dropped Result doesn't compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace meguri {

enum class ErrorCode : std::uint8_t {
  kInvalidArgument,  // the caller, and in the end the user, asked for something impossible
  kNotFound,         // no such file, key or record
  kAlreadyExists,    // would overwrite what must not be overwritten
  kIo,               // the operating system refused: permissions, a failing device
  kDiskFull,         // out of space or quota: the one I/O error that can pass by itself
  kCorrupt,          // stored bytes are not what we wrote
  kUnsupported,      // a valid request that this build can't serve
};

// "invalid argument", "not found", ...: for messages.
std::string_view ErrorCodeName(ErrorCode code);

struct Error {
  ErrorCode code;
  std::string context;  // one line that names the thing and says what to do: "x.toml:3: …"

  bool operator==(const Error&) const = default;
};

// "not found: /etc/nothing: no such file", on one line.
std::string ToString(const Error& error);

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

using Status = Result<void>;

// The failure side of any Result: `return Fail(ErrorCode::kIo, "…");`
inline tl::unexpected<Error> Fail(ErrorCode code, std::string context) {
  return tl::unexpected<Error>(Error{code, std::move(context)});
}

}  // namespace meguri

#define MEGURI_CONCAT_INNER(a, b) a##b
#define MEGURI_CONCAT(a, b) MEGURI_CONCAT_INNER(a, b)

// MEGURI_TRY(declaration, expression): evaluates a Result; returns its Error from the
// enclosing function, or initialises `declaration` with its value.
#define MEGURI_TRY(declaration, expression) \
  MEGURI_TRY_IMPL(MEGURI_CONCAT(meguri_try_, __LINE__), declaration, expression)
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration can't be put in parentheses
#define MEGURI_TRY_IMPL(name, declaration, expression)                        \
  auto name = (expression);                                                   \
  if (!name) return tl::unexpected<::meguri::Error>(std::move(name).error()); \
  declaration = *std::move(name)
// NOLINTEND(bugprone-macro-parentheses)

// The same for a Status, which has no value.
#define MEGURI_CHECK_STATUS(expression)                                                           \
  do {                                                                                            \
    auto meguri_status = (expression);                                                            \
    if (!meguri_status) return tl::unexpected<::meguri::Error>(std::move(meguri_status).error()); \
  } while (false)
