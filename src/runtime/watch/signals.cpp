// SPDX-License-Identifier: Apache-2.0
// Signals. A handler of the program is ordinary code of the thread it interrupts. Should it interrupt the
// runtime, it waits until the runtime is done (a handler's own accesses would find its locks held); faults do
// not wait.
#include "runtime/watch/signals.h"

#include <csignal>
#include <cstring>

#include "runtime/shared/abi.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"

namespace heddle::runtime {
namespace {

constexpr int kSignals = 65;
struct Handler {
  void (*plain)(int) = nullptr;
  void (*informed)(int, siginfo_t*, void*) = nullptr;
};
Handler handlers[kSignals];

constexpr std::uint32_t kMostPending = 64;
static_assert(sizeof(siginfo_t) <= 128);

bool is_fault(int number, const siginfo_t* info) {
  return (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
          number == SIGTRAP || number == SIGABRT || number == SIGSYS) &&
         info->si_code > 0;
}

void call(int number, siginfo_t* info, void* machine) {
  const Handler handler = handlers[number];
  Thread* thread = self;
  std::uint32_t depth = 0;
  if (thread != nullptr) {
    depth = thread->depth;
    // Frames of the handler may stand anywhere (an alternate stack): none below this one is popped for that.
    if (depth < kMaxDepth) thread->frames[depth] = {0, ~std::uint64_t{0}, 0};
    thread->depth = depth + 1;
  }
  if (handler.informed != nullptr)
    handler.informed(number, info, machine);
  else if (handler.plain != nullptr)
    handler.plain(number);
  if (thread != nullptr) thread->depth = depth;
}

void on_signal(int number, siginfo_t* info, void* machine) {
  Thread* thread = self;
  if (thread == nullptr || thread->busy == 0) return call(number, info, machine);
  if (is_fault(number, info) || thread->signals == nullptr || thread->pending_signals >= kMostPending)
    return call(number, info, machine);
  Thread::Signal& kept = thread->signals[thread->pending_signals];
  kept.number = number;
  __builtin_memcpy(kept.info, info, sizeof *info);
  ++thread->pending_signals;
}

void make_room(Thread* thread) {
  if (thread != nullptr && thread->signals == nullptr)
    thread->signals = static_cast<Thread::Signal*>(permanent(kMostPending * sizeof(Thread::Signal)));
}

}  // namespace

void deliver_signals(Thread& thread) {
  const KeepErrno keep;
  while (thread.pending_signals > 0) {
    // First come, first served; a handler may be interrupted itself.
    Thread::Signal signal = thread.signals[0];
    for (std::uint32_t i = 1; i < thread.pending_signals; ++i) thread.signals[i - 1] = thread.signals[i];
    --thread.pending_signals;
    siginfo_t info;
    __builtin_memcpy(&info, signal.info, sizeof info);
    call(signal.number, &info, nullptr);
  }
}

void Busy::deliver() { deliver_signals(thread_); }

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int sigaction(int number, const struct sigaction* wanted, struct sigaction* old) noexcept {
  initialise();
  if (!attached() || number <= 0 || number >= kSignals) return HEDDLE_REAL(sigaction)(number, wanted, old);
  make_room(self);
  const Handler before = handlers[number];
  struct sigaction ours;
  if (wanted != nullptr) {
    ours = *wanted;
    const bool informed = (wanted->sa_flags & SA_SIGINFO) != 0;
    if (informed || (wanted->sa_handler != SIG_DFL && wanted->sa_handler != SIG_IGN)) {
      Handler handler;
      if (informed)
        handler.informed = wanted->sa_sigaction;
      else
        handler.plain = wanted->sa_handler;
      handlers[number] = handler;
      ours.sa_sigaction = on_signal;
      ours.sa_flags |= SA_SIGINFO;
    }
  }
  const int result = HEDDLE_REAL(sigaction)(number, wanted != nullptr ? &ours : nullptr, old);
  if (result == 0 && old != nullptr && old->sa_sigaction == on_signal) {
    if (before.informed != nullptr) {
      old->sa_sigaction = before.informed;
    } else {
      old->sa_handler = before.plain;
      old->sa_flags &= ~SA_SIGINFO;
    }
  }
  return result;
}

HEDDLE_INTERPOSE sighandler_t signal(int number, sighandler_t handler) noexcept {
  struct sigaction wanted = {}, old = {};
  wanted.sa_handler = handler;
  wanted.sa_flags = SA_RESTART;
  if (sigaction(number, &wanted, &old) != 0) return SIG_ERR;
  return old.sa_handler;
}
