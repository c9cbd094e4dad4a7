#include "app/graph/interruptible_files.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstddef>
#include <string_view>

namespace meguri::app {
namespace {

// A handler has nothing but what is global.
struct Unfinished {
  std::atomic<bool> is_there = false;  // set last, cleared first: the path is whole meanwhile
  std::array<char, PATH_MAX> path{};
};
std::array<Unfinished, 8> g_unfinished;  // NOLINT: see above

static_assert(std::atomic<bool>::is_always_lock_free);

void Note(const std::string& path) {
  if (path.size() >= PATH_MAX) return;
  for (Unfinished& slot : g_unfinished) {
    if (slot.is_there) continue;
    *std::ranges::copy(path, slot.path.begin()).out = '\0';
    slot.is_there = true;
    return;
  }
}

void Forget(const std::string& path) {
  for (Unfinished& slot : g_unfinished) {
    if (slot.is_there && std::string_view(slot.path.data()) == path) slot.is_there = false;
  }
}

// All within is async-signal-safe. The signal was reset when it came: raised again, it ends us.
void RemoveUnfinished(int signal) {
  for (const Unfinished& slot : g_unfinished) {
    if (slot.is_there) ::unlink(slot.path.data());
  }
  ::raise(signal);
}

}  // namespace

InterruptibleFiles::InterruptibleFiles() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;  // nohup
    struct sigaction action {};
    action.sa_handler = RemoveUnfinished;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptibleFiles::~InterruptibleFiles() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &before_[i], nullptr);
}

Result<std::unique_ptr<WritableFile>> InterruptibleFiles::OpenToWrite(const std::string& path,
                                                                      OpenMode mode) {
  auto file = files_.OpenToWrite(path, mode);
  if (file && mode == OpenMode::kCreate) Note(path);
  return file;
}

Status InterruptibleFiles::Rename(const std::string& from, const std::string& to) {
  Status renamed = files_.Rename(from, to);
  if (renamed) Forget(from);
  return renamed;
}

Status InterruptibleFiles::Remove(const std::string& path) {
  Forget(path);
  return files_.Remove(path);
}

Result<std::unique_ptr<ReadableFile>> InterruptibleFiles::OpenToRead(const std::string& path) {
  return files_.OpenToRead(path);
}
Result<std::vector<DirectoryEntry>> InterruptibleFiles::List(const std::string& directory) {
  return files_.List(directory);
}
Status InterruptibleFiles::MakeDirectories(const std::string& directory) {
  return files_.MakeDirectories(directory);
}
Status InterruptibleFiles::SyncDirectory(const std::string& directory) {
  return files_.SyncDirectory(directory);
}
Result<std::uint64_t> InterruptibleFiles::FreeBytes(const std::string& path) {
  return files_.FreeBytes(path);
}

}  // namespace meguri::app
