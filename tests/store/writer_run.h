// A program that writes to a store and says in lines what is durable, until it is killed.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

namespace meguri::testing_store {

class WriterRun {
 public:
  WriterRun(const char* program, const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      std::vector<char*> words{const_cast<char*>(program)};
      for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
      words.push_back(nullptr);
      ::execv(program, words.data());
      std::_Exit(127);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  ~WriterRun() {
    if (pid_ > 0) Kill();
    ::close(from_);
  }
  WriterRun(const WriterRun&) = delete;
  WriterRun& operator=(const WriterRun&) = delete;

  pid_t pid() const { return pid_; }
  const std::vector<std::string>& lines() const { return lines_; }
  int exit_code() const { return exit_code_; }  // once it has ended; -1: it was killed

  // Until so many lines were said; false if it ended before.
  bool WaitForLines(std::size_t lines) {
    while (lines_.size() < lines) {
      if (!ReadSome()) return false;
    }
    return true;
  }
  // True if it had not come to its end.
  bool Kill() {
    ::kill(pid_, SIGKILL);
    return WaitForEnd();
  }
  bool WaitForEnd() {
    while (ReadSome()) {
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return WIFSIGNALED(status);
  }

 private:
  bool ReadSome() {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(from_, bytes.data(), bytes.size());
    if (count <= 0) return false;
    text_.append(bytes.data(), static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end = text_.find('\n'); end != std::string::npos;
         end = text_.find('\n', start)) {
      lines_.push_back(text_.substr(start, end - start));
      start = end + 1;
    }
    text_.erase(0, start);
    return true;
  }

  pid_t pid_ = 0;
  int from_ = -1;
  std::string text_;
  std::vector<std::string> lines_;
  int exit_code_ = -1;
};

}  // namespace meguri::testing_store
