// SPDX-License-Identifier: Apache-2.0
// Signals. A handler of the program is ordinary code of the thread it interrupts. Should it interrupt the
// runtime, it waits until the runtime is done (a handler's own accesses would find its locks held); faults do
// not wait.
//
// What happens before a handler runs: what the thread did that set it up, and what one did that sent the
// signal, to this thread or to the process. What a handler may not do is checked for signals that can come at
// any time: it must leave errno as it found it (the interrupted code may be about to read it), and not
// allocate (it may interrupt the allocator).
#include "runtime/watch/signals.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <pthread.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/caller.h"
#include "runtime/watch/crash.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/report.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {
namespace {

constexpr int kSignals = 65;
struct Handler {
  void (*plain)(int) = nullptr;
  void (*informed)(int, siginfo_t*, void*) = nullptr;
  const void* code() const {
    return informed != nullptr ? reinterpret_cast<const void*>(informed)
                               : reinterpret_cast<const void*>(plain);
  }
};
Handler handlers[kSignals];
char sent[kSignals];  // to the process: its addresses stand for what the senders did
const volatile void* sent_to(pthread_t thread, int number) {
  return reinterpret_cast<const char*>(thread) + number;  // within libc's own state of the thread
}

constexpr std::uint32_t kMostPending = 64;
constexpr std::size_t kAlternateStack = std::size_t{1} << 15;
static_assert(sizeof(siginfo_t) <= 128);

bool is_fault(int number, const siginfo_t* info) { return is_crash(number) && info->si_code > 0; }

void learn_of(int number, const void* pc) {
  receive_from(&handlers[number], pc);
  receive_from(&sent[number], pc);
  receive_from(sent_to(pthread_self(), number), pc);
}

// A handler that may come at any time, on the thread that runs it.
class Asynchronous {
 public:
  Asynchronous(Thread& thread, int number) : thread_(thread), outer_(thread.handler) {
    thread_.handler = {number, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))};
  }
  ~Asynchronous() { thread_.handler = outer_; }
  Asynchronous(const Asynchronous&) = delete;
  Asynchronous& operator=(const Asynchronous&) = delete;

 private:
  Thread& thread_;
  Thread::HandlerFrame outer_;
};

void call(const Handler& handler, int number, siginfo_t* info, void* machine) {
  if (handler.informed != nullptr)
    handler.informed(number, info, machine);
  else if (handler.plain != nullptr)
    handler.plain(number);
}

void end_by(int number, const siginfo_t* info, const void* machine) {
  note_crash(self, number, info, machine);
  struct sigaction standard = {};
  HEDDLE_REAL(sigaction)(number, &standard, nullptr);
  // A fault comes again as soon as the handler is left.
  if (info->si_code <= 0) raw_syscall(SYS_tgkill, raw_process(), raw_thread(), number);
}

void handle(int number, siginfo_t* info, void* machine) {
  const Handler handler = handlers[number];
  if (handler.code() == nullptr && is_crash(number)) return end_by(number, info, machine);
  Thread* thread = self;
  if (thread == nullptr) return call(handler, number, info, machine);
  const std::uint32_t depth = thread->depth;
  // Frames of the handler may stand anywhere (an alternate stack): none below this one is popped for that.
  if (depth < kMaxDepth) thread->frames[depth] = {0, ~std::uint64_t{0}, 0};
  thread->depth = depth + 1;
  learn_of(number, handler.code());
  if (is_fault(number, info) || thread->raising == number) {
    call(handler, number, info, machine);
  } else {
    constexpr int kMark = 99;
    const int before = errno;
    errno = kMark;
    {
      const Asynchronous asynchronous(*thread, number);
      call(handler, number, info, machine);
    }
    // One that ends the program by the same signal, once it is done, need not care.
    if (errno != kMark && number != SIGTERM && active() != nullptr) {
      const Busy busy(*thread);
      report_signal_misuse(*thread, RawFinding::Kind::spoils_errno, number, "errno", handler.code());
    }
    errno = before;
  }
  thread->depth = depth;
}

void on_signal(int number, siginfo_t* info, void* machine) {
  Thread* thread = self;
  if (thread == nullptr || thread->busy == 0) return handle(number, info, machine);
  if (is_crash(number) || thread->signals == nullptr ||
      thread->end_of_signals - thread->first_signal >= kMostPending)
    return handle(number, info, machine);
  Thread::Signal& kept = thread->signals[thread->end_of_signals % kMostPending];
  kept.number = number;
  __builtin_memcpy(kept.info, info, sizeof *info);
  asm volatile("" ::: "memory");
  ++thread->end_of_signals;
}

// Ours stays in place of the default, for signals that would end the program in error.
struct sigaction instead_of_default() {
  struct sigaction ours = {};
  ours.sa_sigaction = on_signal;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return ours;
}

}  // namespace

void watch_crashes() {
  for (int number = 1; number < kSignals; ++number) {
    struct sigaction now = {};
    if (!is_crash(number) || HEDDLE_REAL(sigaction)(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL)
      continue;
    const struct sigaction ours = instead_of_default();
    HEDDLE_REAL(sigaction)(number, &ours, nullptr);
  }
}

void prepare_for_signals(Thread& thread) {
  if (thread.signals == nullptr) {
    thread.signals = static_cast<Thread::Signal*>(permanent(kMostPending * sizeof(Thread::Signal)));
    thread.alternate_stack = static_cast<char*>(permanent(kAlternateStack));
  }
  stack_t now = {};
  if (thread.alternate_stack == nullptr || raw_syscall(SYS_sigaltstack, 0, as_word(&now)) != 0 ||
      (now.ss_flags & SS_DISABLE) == 0)
    return;
  stack_t ours = {};
  ours.ss_sp = thread.alternate_stack;
  ours.ss_size = kAlternateStack;
  raw_syscall(SYS_sigaltstack, as_word(&ours), 0);
}

void leave_signals(Thread& thread) {
  forget_objects(reinterpret_cast<std::uintptr_t>(sent_to(pthread_self(), 0)), kSignals);
  stack_t now = {};
  if (raw_syscall(SYS_sigaltstack, 0, as_word(&now)) != 0 || now.ss_sp != thread.alternate_stack) return;
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  raw_syscall(SYS_sigaltstack, as_word(&none), 0);
}

// First come, first served. A handler may be interrupted itself, and then delivers others; taking one from the
// ring is not.
void deliver_signals(Thread& thread) {
  const KeepErrno keep;
  for (;;) {
    Thread::Signal signal;
    ++thread.busy;
    asm volatile("" ::: "memory");
    const bool any = thread.first_signal != thread.end_of_signals;
    if (any) {
      signal = thread.signals[thread.first_signal % kMostPending];
      asm volatile("" ::: "memory");
      ++thread.first_signal;
    }
    asm volatile("" ::: "memory");
    --thread.busy;
    if (!any) return;
    siginfo_t info;
    __builtin_memcpy(&info, signal.info, sizeof info);
    handle(signal.number, &info, nullptr);
  }
}

void Busy::deliver() { deliver_signals(thread_); }

void check_handler(Thread& thread, const char* what, const void* pc) {
  if (thread.handler.number == 0) return;
  // A handler that was left by siglongjmp does not say so: its frame is then below the stack pointer, or
  // elsewhere.
  const std::uint64_t below =
      thread.handler.frame - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (below > std::uint64_t{1} << 20) {
    thread.handler = {};
    return;
  }
  report_signal_misuse(thread, RawFinding::Kind::unsafe_in_handler, thread.handler.number, what, pc);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int sigaction(int number, const struct sigaction* wanted, struct sigaction* old) noexcept {
  initialise();
  if (!attached() || number <= 0 || number >= kSignals) return HEDDLE_REAL(sigaction)(number, wanted, old);
  const Handler before = handlers[number];
  struct sigaction ours;
  if (wanted != nullptr) {
    ours = *wanted;
    const bool informed = (wanted->sa_flags & SA_SIGINFO) != 0;
    Handler handler;
    if (informed || (wanted->sa_handler != SIG_DFL && wanted->sa_handler != SIG_IGN)) {
      if (informed)
        handler.informed = wanted->sa_sigaction;
      else
        handler.plain = wanted->sa_handler;
      ours.sa_sigaction = on_signal;
      ours.sa_flags |= SA_SIGINFO;
    } else if (wanted->sa_handler == SIG_DFL && is_crash(number)) {
      ours = instead_of_default();
    }
    if (handler.code() != nullptr) send_to(&handlers[number], ObjectKind::annotation, HEDDLE_PC);
    if (handler.code() != nullptr || is_crash(number)) handlers[number] = handler;
  }
  const int result = HEDDLE_REAL(sigaction)(number, wanted != nullptr ? &ours : nullptr, old);
  if (result == 0 && old != nullptr && old->sa_sigaction == on_signal) {
    if (before.informed != nullptr) {
      old->sa_sigaction = before.informed;
    } else {
      old->sa_handler = before.plain;
      old->sa_flags &= ~SA_SIGINFO;
      if (before.plain == nullptr) *old = {};
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

// ---- sending, and waiting without a handler ----

namespace {

bool is_signal(int number) { return attached() && number > 0 && number < kSignals; }
void send_to_process(pid_t process_number, int number, const void* pc) {
  if (is_signal(number) && (process_number == process.number || process_number == 0 || process_number == -1))
    send_to(&sent[number], ObjectKind::annotation, pc);
}
void send_to_thread(pthread_t thread, int number, const void* pc) {
  if (is_signal(number) && thread != pthread_self())
    send_to(sent_to(thread, number), ObjectKind::annotation, pc);
}
int learned(int number, const void* pc) {
  if (is_signal(number)) {
    const KeepErrno keep;
    learn_of(number, pc);
  }
  return number;
}

// The handler of a signal that a thread sends itself runs then and there.
class Raising {
 public:
  explicit Raising(int number) : thread_(self), outer_(thread_ != nullptr ? thread_->raising : 0) {
    if (thread_ != nullptr) thread_->raising = number;
  }
  ~Raising() {
    if (thread_ != nullptr) thread_->raising = outer_;
  }
  Raising(const Raising&) = delete;
  Raising& operator=(const Raising&) = delete;

 private:
  Thread* thread_;
  int outer_;
};

}  // namespace

HEDDLE_EARLY(raise)
HEDDLE_INTERPOSE int raise(int number) noexcept {
  const Raising raising(number);
  return real_raise()(number);
}
HEDDLE_EARLY(pthread_kill)
HEDDLE_INTERPOSE int pthread_kill(pthread_t thread, int number) noexcept {
  const Raising raising(thread == pthread_self() ? number : 0);
  send_to_thread(thread, number, HEDDLE_PC);
  return real_pthread_kill()(thread, number);
}
HEDDLE_EARLY(pthread_sigqueue)
HEDDLE_INTERPOSE int pthread_sigqueue(pthread_t thread, int number, const sigval value) noexcept {
  send_to_thread(thread, number, HEDDLE_PC);
  return real_pthread_sigqueue()(thread, number, value);
}
HEDDLE_EARLY(kill)
HEDDLE_INTERPOSE int kill(pid_t process_number, int number) noexcept {
  send_to_process(process_number, number, HEDDLE_PC);
  return real_kill()(process_number, number);
}
HEDDLE_EARLY(sigqueue)
HEDDLE_INTERPOSE int sigqueue(pid_t process_number, int number, const sigval value) noexcept {
  send_to_process(process_number, number, HEDDLE_PC);
  return real_sigqueue()(process_number, number, value);
}

// The stack that this thread's signals come on is no business of the program's.
HEDDLE_EARLY(sigaltstack)
HEDDLE_INTERPOSE int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  const int error = real_sigaltstack()(stack, old);
  if (error == 0 && old != nullptr && self != nullptr && old->ss_sp == self->alternate_stack &&
      old->ss_sp != nullptr)
    *old = {nullptr, SS_DISABLE, 0};
  return error;
}

HEDDLE_EARLY(sigwait)
HEDDLE_INTERPOSE int sigwait(const sigset_t* set, int* number) {
  const int result = real_sigwait()(set, number);
  if (result == 0) {
    learned(*number, HEDDLE_PC);
    writes(number, sizeof *number, HEDDLE_PC);
  }
  return result;
}
HEDDLE_EARLY(sigwaitinfo)
HEDDLE_INTERPOSE int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  return learned(real_sigwaitinfo()(set, info), HEDDLE_PC);
}
HEDDLE_EARLY(sigtimedwait)
HEDDLE_INTERPOSE int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* limit) {
  return learned(real_sigtimedwait()(set, info, limit), HEDDLE_PC);
}

namespace heddle::runtime {
void learn_of_signal(int number, const void* pc) { learned(number, pc); }
}  // namespace heddle::runtime
