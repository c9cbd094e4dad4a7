#include "app/json_lines.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "app/commands.h"
#include "base/lone_surrogates.h"
#include "http/base64.h"

namespace meguri::app {
namespace {

// Nobody has a page or a robots.txt of that size; a stream without newlines must end somewhere.
constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

// After a call that failed: true if it is worth trying again, once `fd` is ready.
bool MayRetry(int fd, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd ready{.fd = fd, .events = events, .revents = 0};
  ::poll(&ready, 1, -1);
  return true;
}

// Writes all of `bytes`. False, with errno set, if that fails.
bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (!MayRetry(fd, POLLOUT)) {
      return false;
    }
  }
  return true;
}

Question ParseLine(std::string_view line) {
  Question question = Question::parse(line, nullptr, /*allow_exceptions=*/false);
  if (question.is_discarded() && line.find("\\u") != std::string_view::npos) {
    question = Question::parse(ReplaceLoneSurrogates(line), nullptr, /*allow_exceptions=*/false);
  }
  return question;
}

// Lines from a file descriptor, however they are cut into reads.
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}

  // The next line that is already in memory, without its newline. The view lives until the
  // next Fill().
  std::optional<std::string_view> TakeBuffered() {
    const std::size_t newline = buffer_.find('\n', searched_);
    if (newline == std::string::npos) {
      searched_ = buffer_.size();
      if (!at_end_ || begin_ == buffer_.size()) return std::nullopt;
      return TakeUntil(buffer_.size(), buffer_.size());  // the last one, not terminated
    }
    return TakeUntil(newline, newline + 1);
  }

  // Waits for more. False if reading fails, with errno set.
  bool Fill() {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    std::array<char, 1 << 16> chunk;
    ssize_t got = ::read(fd_, chunk.data(), chunk.size());
    while (got < 0 && MayRetry(fd_, POLLIN))
      got = ::read(fd_, chunk.data(), chunk.size());
    if (got < 0) return false;
    if (got == 0) at_end_ = true;
    Append({chunk.data(), static_cast<std::size_t>(got)});
    return true;
  }

  bool at_end() const { return at_end_; }

 private:
  // Of a line that is too long only so much is kept that it is seen to be.
  void Append(std::string_view bytes) {
    const std::size_t newline = bytes.find('\n');
    const bool too_long = buffer_.size() > kMaxLineBytes && searched_ == buffer_.size();
    if (too_long) bytes.remove_prefix(std::min(newline, bytes.size()));
    buffer_ += bytes;
  }

  std::string_view TakeUntil(std::size_t end, std::size_t next) {
    const std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
    begin_ = searched_ = next;
    return line;
  }

  int fd_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of the first line not taken
  std::size_t searched_ = 0;  // no newline in [begin_, searched_)
  bool at_end_ = false;
};

Status WriteFailure() {
  if (errno == EPIPE) return {};
  return Fail(ErrorCode::kIo, std::string("can't write the answers: ") + std::strerror(errno));
}

Error LineError(std::string context) {
  return Error{ErrorCode::kInvalidArgument, std::move(context)};
}

}  // namespace

Result<int> AnswerStdin(std::string_view command, const Answerer& answerer) {
  if (::isatty(STDIN_FILENO) != 0) {
    fmt::print(stderr, "{}: reading JSON lines from the terminal until Ctrl-D; see {} --help\n",
               command, command);
  }
  MEGURI_CHECK_STATUS(AnswerJsonLines(STDIN_FILENO, STDOUT_FILENO, answerer));
  return kExitYes;
}

std::string AnswerLine(std::string_view line, const Answerer& answerer) {
  const Question question = line.size() > kMaxLineBytes ? Question() : ParseLine(line);
  Result<Answer> answer = tl::unexpected<Error>(LineError("not a JSON object"));
  if (line.size() > kMaxLineBytes) {
    answer = tl::unexpected<Error>(LineError("line longer than 64 MiB"));
  } else if (question.is_object()) {
    answer = answerer(question);
  }
  if (!answer) answer = Answer{{"error", answer.error().context}};
  // Bytes that are no UTF-8 can come out of percent-decoding; they must not break the line.
  return answer->dump(-1, ' ', false, Answer::error_handler_t::replace);
}

Status AnswerJsonLines(int in_fd, int out_fd, const Answerer& answerer) {
  constexpr std::size_t kWriteAt = 1 << 16;
  LineReader reader(in_fd);
  std::string out;
  for (;;) {
    while (const std::optional<std::string_view> line = reader.TakeBuffered()) {
      out += AnswerLine(*line, answerer);
      out += '\n';
      if (out.size() < kWriteAt) continue;
      if (!WriteAll(out_fd, out)) return WriteFailure();
      out.clear();
    }
    if (!WriteAll(out_fd, out)) return WriteFailure();
    out.clear();
    if (reader.at_end()) return {};
    if (!reader.Fill()) {
      return Fail(ErrorCode::kIo, std::string("can't read stdin: ") + std::strerror(errno));
    }
  }
}

Result<std::string> StringField(const Question& question, const char* name) {
  const auto field = question.find(name);
  if (field == question.end()) {
    return Fail(ErrorCode::kInvalidArgument, std::string("\"") + name + "\" is missing");
  }
  if (!field->is_string()) {
    return Fail(ErrorCode::kInvalidArgument, std::string("\"") + name + "\" must be a string");
  }
  return field->get<std::string>();
}

Result<std::string> OptionalStringField(const Question& question, const char* name) {
  const auto field = question.find(name);
  if (field == question.end() || field->is_null()) return std::string();
  return StringField(question, name);
}

Result<std::string> BytesField(const Question& question, const char* name) {
  const std::string base64_name = std::string(name) + "_base64";
  const bool has_text = question.contains(name);
  if (has_text == question.contains(base64_name)) {
    return Fail(ErrorCode::kInvalidArgument,
                std::string("want one of \"") + name + "\" and \"" + base64_name + "\"");
  }
  if (has_text) return StringField(question, name);
  MEGURI_TRY(const std::string text, StringField(question, base64_name.c_str()));
  std::optional<std::string> bytes = http::DecodeBase64(text);
  if (!bytes) return Fail(ErrorCode::kInvalidArgument, "\"" + base64_name + "\" is not base64");
  return *std::move(bytes);
}

}  // namespace meguri::app
