// A judgement, said: in words for people, as a line of JSON for programs.
#pragma once

#include <chrono>
#include <string>

#include "lab/judge/judge.h"

namespace meguri::app {

// Both end with '\n'.
std::string JudgementInWords(const Judgement& judgement, std::chrono::microseconds interval);
std::string JudgementAsJson(const Judgement& judgement, std::chrono::microseconds interval);

}  // namespace meguri::app
