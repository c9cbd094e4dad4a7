// Request logs written by hand, for tests of those who read them. Times are in milliseconds.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace meguri {

struct StartLine {
  std::uint64_t number = 1;
  long at = 0;
  std::string_view server = "192.0.2.1";
  std::string_view host = "a.org";
  std::string_view kind = "page";
  long host_interval = 5000;
  std::string_view host_rule = "configured";
  long server_interval = 5000;
  long waited = 1'000'000'000;
};

struct RequestLines {
  std::string text;

  // Three lines, and those of `more`. The user's interval is 5 s.
  RequestLines& Process(std::string_view wall = "2026-01-01T00:00:00.000000Z",
                        std::string_view more = "") {
    text += fmt::format("#meguri-requests 1\n#interval\t5000000\n{}#start\t{}\n", more, wall);
    return *this;
  }
  RequestLines& Continue(std::string_view wall = "2026-01-01T00:00:00.000000Z") {
    text += fmt::format("#meguri-requests 1\n#interval\t5000000\n#continue\t{}\n", wall);
    return *this;
  }
  RequestLines& Start(const StartLine& line) {
    text += fmt::format("S\t{}\t{}\t{}\t{}\thttp://{}/\t{}\t{}\t{}\t{}\tconfigured\t{}\n",
                        line.number, line.at * 1000, line.server, line.host, line.host, line.kind,
                        line.host_interval * 1000, line.host_rule, line.server_interval * 1000,
                        line.waited * 1000);
    return *this;
  }
  RequestLines& End(std::uint64_t number, long at) {
    text += fmt::format("E\t{}\t{}\t200\t100\tcomplete\n", number, at * 1000);
    return *this;
  }
};

}  // namespace meguri
