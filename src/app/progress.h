// A line on the terminal that says how far a long job is; nothing if stderr is no terminal, or
// the job takes less than a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace meguri::app {

class Progress {
 public:
  // `verb`: "checked", "indexed", …
  explicit Progress(std::string_view verb);
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap: looks at the clock now and then only.
  void Update(std::uint64_t records, std::uint64_t bytes);
  // The same for what isn't counted so: any words. Looks at the clock each time.
  void Say(std::string_view words);
  // Takes the line away, so that something else can be written.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string verb_;
  bool IsTime();

  bool terminal_;
  bool shown_ = false;
  std::uint32_t calls_ = 0;
  Clock::time_point started_;
  Clock::time_point last_;
};

}  // namespace meguri::app
