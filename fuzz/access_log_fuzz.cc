// An access log of any bytes: lines that make sense, the same a second time, and a judgement; or
// an error that names a line.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "lab/judge/judge.h"
#include "tests/lab/written_log.h"

using namespace meguri;  // NOLINT(google-build-using-namespace)

namespace {

struct Seen {
  std::uint64_t lines = 0;
  bool whole = false;  // up to the end
  bool cut_short = false;

  bool operator==(const Seen&) const = default;
};

Seen ReadThrough(LogReader& reader) {
  Seen seen;
  LogLine line;
  std::uint64_t last = 0;
  for (;;) {
    const auto more = reader.Next(line);
    if (!more) return seen;
    if (!*more) break;
    ++seen.lines;
    Check(line.number > last, "lines are numbered");
    Check(line.start <= line.end, "requests end after they start");
    for (const std::string_view text :
         {line.server, line.scheme, line.host, line.method, line.url, line.agent}) {
      Check(text.find_first_of("\t\n") == text.npos, "fields are apart");
    }
    last = line.number;
  }
  seen.whole = true;
  seen.cut_short = reader.cut_short();
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = "lab.log";
  const TextFile file(std::string(reinterpret_cast<const char*>(data), size));
  auto reader = LogReader::Open(file, name);
  if (!reader) {
    Check(reader.error().context.starts_with("lab.log:"), "errors name the file");
    return 0;
  }
  const Seen seen = ReadThrough(*reader);
  reader->Rewind();
  Check(ReadThrough(*reader) == seen, "a second time is as the first");

  const auto judgement = JudgeLog(*reader, {.max_fetches = 1, .max_listed = 3}, nullptr);
  Check(judgement.has_value() == seen.whole, "a log that can be read can be judged");
  if (!judgement) return 0;
  Check(judgement->lines == seen.lines, "each line counts");
  Check(judgement->requests + judgement->connections <= seen.lines, "once");
  Check(judgement->span.count() >= 0, "time goes on");
  Check(judgement->hosts.list.size() <= 3 && judgement->repeats.list.size() <= 3,
        "lists are as long as asked for");
  return 0;
}
