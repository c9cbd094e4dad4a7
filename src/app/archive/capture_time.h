// Which of several captures is meant: --at, or the last one.
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace meguri::app {

// The value of --at; "" gives nullopt. Fails with what a date looks like.
Result<std::optional<WallTime>> ParseAtFlag(const std::string& text);

// True if a capture of `a` is to be taken rather than one of `b`: it is nearer to `at`, or, without
// one, later. What has no date is the last choice.
bool IsBetterTime(std::optional<WallTime> a, std::optional<WallTime> b, std::optional<WallTime> at);

}  // namespace meguri::app
