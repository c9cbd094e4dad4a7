#include "warc/write/archive_name.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/printable.h"

namespace meguri::warc {
namespace {

constexpr std::size_t kMaxNameBytes = 200;  // of the 255 that file systems give

tl::unexpected<Error> Wrong(std::string_view pattern, std::string_view why) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("archive name \"{}\": {}", Printable(pattern), why));
}

bool IsNameChar(char c) { return IsAsciiAlphanumeric(c) || c == '.' || c == '-' || c == '_'; }

}  // namespace

Result<ArchiveName> ArchiveName::Create(const ArchiveNameOptions& options) {
  ArchiveName name(options);
  MEGURI_TRY(const std::string example, name.Render(WallTime{}));
  if (options.pattern.find("{serial}") == std::string::npos) {
    return Wrong(options.pattern, "needs {serial}, or two files get the same name");
  }
  if (example.size() > kMaxNameBytes)
    return Wrong(options.pattern, "gives names that are too long");
  if (!IsAsciiAlphanumeric(example.front())) {
    return Wrong(options.pattern, "must begin with a letter or a digit");
  }
  const auto bad = std::ranges::find_if_not(example, IsNameChar);
  if (bad != example.end()) {
    return Wrong(options.pattern,
                 fmt::format("'{}' in \"{}\" is no letter, digit, '.', '-' or '_'",
                             Printable(std::string_view(&*bad, 1)), Printable(example)));
  }
  return name;
}

std::string ArchiveName::Next(WallTime now) {
  std::string name = *Render(now);  // Create() has tried it
  ++serial_;
  return name;
}

Result<std::string> ArchiveName::Render(WallTime now) const {
  std::string name;
  std::string_view rest = options_.pattern;
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    name += rest.substr(0, open);
    rest.remove_prefix(open);
    if (rest.empty()) break;
    const std::size_t close = rest.find('}');
    if (close == std::string_view::npos) return Wrong(options_.pattern, "'{' without '}'");
    const std::string_view placeholder = rest.substr(0, close + 1);
    rest.remove_prefix(close + 1);
    if (placeholder == "{prefix}") {
      name += options_.prefix;
    } else if (placeholder == "{timestamp}") {
      name += FormatTimestamp14(now);
    } else if (placeholder == "{serial}") {
      name += fmt::format("{:05}", serial_);
    } else if (placeholder == "{host}") {
      name += options_.host;
    } else {
      return Wrong(options_.pattern,
                   fmt::format("unknown {}; there are {{prefix}}, {{timestamp}}, {{serial}} and "
                               "{{host}}",
                               Printable(placeholder)));
    }
  }
  return name + (options_.packed ? ".warc.gz" : ".warc");
}

}  // namespace meguri::warc
