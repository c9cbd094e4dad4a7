// Runs the program itself in a folder of its own.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/sanitizers.h"
#include "tests/support/temporary_directory.h"

namespace meguri::app {

inline std::string FileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ProgramTest : public testing::Test {
 protected:
  struct Outcome {
    int exit_code = -1;
    std::string output;
    std::string errors;

    std::vector<std::string> lines() const {
      std::vector<std::string> lines;
      std::istringstream in(output);
      for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
      }
      return lines;
    }
    std::vector<nlohmann::json> json() const {
      std::vector<nlohmann::json> values;
      for (const std::string& line : lines()) {
        values.push_back(nlohmann::json::parse(line));
      }
      return values;
    }
  };

  std::string Path(std::string_view name) const {
    return fmt::format("{}/{}", folder_.path(), name);
  }
  std::string Bytes(std::string_view name) const { return FileBytes(Path(name)); }

  void Put(std::string_view name, std::string_view bytes) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }

  // `arguments` may redirect; stderr goes to a file elsewhere.
  Outcome Meguri(const std::string& arguments) const {
    const testing_support::TemporaryDirectory scratch;
    const std::string errors = scratch.path() + "/errors";
    const std::string command =
        fmt::format("cd {}; exec 2>{}; " MEGURI_PROGRAM " {}", folder_.path(), errors, arguments);
    Outcome outcome;
    std::FILE* pipe = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own command line
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
      outcome.output.append(buffer.data(), got);
    }
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    outcome.errors = FileBytes(errors);
    return outcome;
  }

  // The most memory that any run of the program took so far, in all tests of this process. 0 where
  // most of it would be the sanitizer's.
  static std::size_t PeakBytes() {
#if defined(MEGURI_ASAN)
    return 0;
#endif
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) << 10U;
  }

  // Exit code 2, and one line that begins with the command's name.
  void ExpectError(const std::string& command, const std::string& arguments) const {
    const Outcome outcome = Meguri(fmt::format("{} {}", command, arguments));
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(outcome.errors.starts_with("meguri " + command + ": ")) << outcome.errors;
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << arguments << '\n' << outcome.errors;
  }

  // The same of each pair's first, with its second in the line, and nothing on stdout.
  void ExpectErrors(const std::string& command,
                    const std::vector<std::pair<std::string, std::string>>& cases) const {
    for (const auto& [arguments, line] : cases) {
      const Outcome outcome = Meguri(fmt::format("{} {}", command, arguments));
      EXPECT_EQ(outcome.exit_code, 2) << arguments;
      EXPECT_EQ(outcome.output, "") << arguments;
      EXPECT_NE(outcome.errors.find(line), std::string::npos) << arguments << '\n'
                                                              << outcome.errors;
      EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
    }
  }

  // What the program's exit code is if nobody reads more than a line of it.
  int ExitCodeBeforeHead(std::string_view arguments) const {
    Put("run", fmt::format(MEGURI_PROGRAM " {}; echo $? >code\n", arguments));
    const std::string command = fmt::format("cd {}; sh ./run | head -1 >/dev/null", folder_.path());
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): our own command line
    return std::stoi("0" + Bytes("code"));
  }

  // All files and folders, relative, sorted.
  std::vector<std::string> Names(std::string_view below = ".") const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(Path(below))) {
      names.push_back(std::filesystem::relative(entry.path(), Path(below)).string());
    }
    std::ranges::sort(names);
    return names;
  }

 private:
  testing_support::TemporaryDirectory folder_;
};

}  // namespace meguri::app
