// Which program this is, and what it runs with: `meguri --version`.
#pragma once

#include <string>
#include <string_view>

namespace meguri::app {

// The commit that it was built from: "abc1234", with a "+" if files had been changed since, or
// "unknown" if there was no git. Written at each build, into a file of its own
// (cmake/MeguriCommit.cmake).
std::string_view CommitName();

// "meguri 0.2.0 (abc1234)", then a line for the compiler and one for each library. A library is
// asked which version it is; of those that don't tell, it is the version that was compiled against.
std::string VersionText(std::string_view version, std::string_view commit);

}  // namespace meguri::app
