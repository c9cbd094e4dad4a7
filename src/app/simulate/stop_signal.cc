#include "app/simulate/stop_signal.h"

#include <unistd.h>

namespace meguri::app {
namespace {

constexpr int kExitInterrupted = 130;
std::atomic<std::atomic<bool>*> current{nullptr};

void Handle(int) {
  std::atomic<bool>* const stop = current.load();
  if (stop == nullptr || stop->exchange(true)) ::_exit(kExitInterrupted);
}

}  // namespace

StopSignal::StopSignal(std::atomic<bool>& stop) {
  current = &stop;
  struct sigaction action {};
  action.sa_handler = Handle;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &action, &before_[i]);
}

StopSignal::~StopSignal() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &before_[i], nullptr);
  current = nullptr;
}

}  // namespace meguri::app
