// A line on the terminal that is written anew twice a second while simulations run.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace meguri::app {

// Shown from the beginning to the end of its life, if stderr is a terminal.
class LiveLine {
 public:
  // `line` is called from a thread of its own, until this is destroyed.
  explicit LiveLine(std::function<std::string()> line);
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

 private:
  const std::function<std::string()> line_;
  std::jthread thread_;
};

// While the work ends after a first Ctrl-C.
inline constexpr std::string_view kStoppingLine =
    "stopping; what is done is kept (Ctrl-C again ends at once)";

}  // namespace meguri::app
