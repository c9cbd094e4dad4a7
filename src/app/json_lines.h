// The machine side of `meguri explain`: JSON lines in, one JSON line out for each, in order.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace meguri::app {

// Answers keep the order in which their fields are written.
using Answer = nlohmann::ordered_json;
using Question = nlohmann::json;
// An Error's context becomes the line's {"error": …}.
using Answerer = std::function<Result<Answer>(const Question&)>;

// Reads `in_fd` to its end and answers each line on `out_fd`. A line that is not a JSON
// object, or has over 64 MiB, gives {"error": …} and the next one is read. Whatever is answered is
// written out before waiting for more input, so that a program may ask one question at a time.
// Fails only if reading or writing does; a reader that went away is no failure.
Status AnswerJsonLines(int in_fd, int out_fd, const Answerer& answerer);

// The same from stdin to stdout, which is what every `explain` does without arguments; gives
// exit code 0. If stdin is a terminal, says first what is being waited for: nobody types JSON by
// intention.
Result<int> AnswerStdin(std::string_view command, const Answerer& answerer);

// One line's answer, without the newline.
std::string AnswerLine(std::string_view line, const Answerer& answerer);

// The string `name` of `question`; fails if it is missing or no string.
Result<std::string> StringField(const Question& question, const char* name);
// The same, "" if it is missing or null.
Result<std::string> OptionalStringField(const Question& question, const char* name);
// The bytes in the string `name`, or in base64 in `name`_base64; exactly one must be there.
Result<std::string> BytesField(const Question& question, const char* name);

}  // namespace meguri::app
