// SPDX-License-Identifier: Apache-2.0
// Signals that the program sends to itself. What is set for them, blocked and pending is shared by all threads:
// calls that change it and calls that depend on it are operations on one object. They order nothing.
//
// A signal to the calling thread is delivered in the call: its handler is called, and while it runs the same
// signal waits. One whose default is to end the process is a failure. One to another thread, or to the
// process where several threads could take it, could interrupt them anywhere: that is not explored, and a
// doubt. One to the whole process group comes to this process: the others in it are not the program.
//
// The process goes on after an execution, so what was set and blocked is put back before the next. So is the alternate
// stack for handlers; but each thread has one of its own, and they share that of the system's thread: what a thread
// asks for is kept here.
#include <cstdio>
#include <cstring>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

#include "runtime/control/failures.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

struct Before {
  bool is_kept;
  struct sigaction action;
};
Before before[NSIG];
bool is_any_kept = false;
bool is_mask_kept = false;
sigset_t mask_before;

struct Alternate {
  std::uint32_t generation;  // of the execution that set it
  stack_t stack;
};
Alternate alternates[kMaxThreads];
stack_t alternate_outside = {nullptr, SS_DISABLE, 0};  // of the thread that came to the check
bool is_alternate_kept = false;
stack_t alternate_before;

stack_t alternate_of(Thread thread) {
  const Alternate& own = alternates[thread];
  if (own.generation == world.generation) return own.stack;
  return thread == 0 ? alternate_outside : stack_t{nullptr, SS_DISABLE, 0};
}

int set_alternate(const stack_t* stack, stack_t* old) {
  stack_t system{};
  if (HEDDLE_LIBC(sigaltstack)(stack, &system) != 0) return -1;
  const Thread self = world.current->number;
  stack_t own = alternate_of(self);
  own.ss_flags |= system.ss_flags & SS_ONSTACK;
  if (stack != nullptr) {
    if (!is_alternate_kept) alternate_before = system;
    is_alternate_kept = true;
    alternates[self] = {world.generation, *stack};
  }
  if (old != nullptr) *old = own;
  return 0;
}

void step_on_signals(bool write, const void* pc) {
  step_on(object_at(reinterpret_cast<void*>(1), Role::signal), write, pc);
}

void keep(int number) {
  if (number <= 0 || number >= NSIG || before[number].is_kept) return;
  HEDDLE_LIBC(sigaction)(number, nullptr, &before[number].action);
  before[number].is_kept = is_any_kept = true;
}

[[noreturn]] void not_explored(const char* call) { cut(Doubt::other_signal, call); }

enum class Fate { nothing, handler, end, stop };
Fate fate_of(int number) {
  struct sigaction action {};
  if (HEDDLE_LIBC(sigaction)(number, nullptr, &action) != 0) return Fate::nothing;
  if (action.sa_handler == SIG_IGN) return Fate::nothing;
  if (action.sa_handler != SIG_DFL) return Fate::handler;
  if (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return Fate::nothing;
  const bool stops = number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
  return stops ? Fate::stop : Fate::end;
}

bool is_blocked(int number) {
  sigset_t blocked;
  HEDDLE_LIBC(pthread_sigmask)(SIG_BLOCK, nullptr, &blocked);
  return sigismember(&blocked, number) == 1;
}

[[noreturn]] void killed(int number, const void* pc) {
  char message[96];
  std::snprintf(message, sizeof message, "the program is ended by a signal: %s", strsignal(number));
  const Place place = here(Action::read, 0, 0, pc);
  fail(number == SIGABRT ? FailureKind::abort : FailureKind::signal, message, 0, 0, &place, 1);
  __builtin_unreachable();
}

std::uint64_t handling[kMaxThreads], again[kMaxThreads];  // which signals, a bit each; in this execution
std::uint32_t generation = 0;

void handle(int number) {
  const Thread self = world.current->number;
  const std::uint64_t bit = std::uint64_t{1} << (number - 1);
  if ((handling[self] & bit) != 0) {
    again[self] |= bit;
    return;
  }
  struct sigaction action {};
  do {
    again[self] &= ~bit;
    HEDDLE_LIBC(sigaction)(number, nullptr, &action);
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return;
    if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
      keep(number);
      struct sigaction none {};
      none.sa_handler = SIG_DFL;
      HEDDLE_LIBC(sigaction)(number, &none, nullptr);
    }
    if ((action.sa_flags & SA_NODEFER) == 0) handling[self] |= bit;
    if ((action.sa_flags & SA_SIGINFO) != 0) {
      siginfo_t information{};
      information.si_signo = number;
      information.si_code = SI_TKILL;
      ucontext_t context{};
      action.sa_sigaction(number, &information, &context);
    } else {
      action.sa_handler(number);
    }
    handling[self] &= ~bit;
  } while ((again[self] & bit) != 0);
}

void send(int number, bool to_process, const char* call, const void* pc) {
  if (generation != world.generation) {
    generation = world.generation;
    std::memset(handling, 0, sizeof handling);
    std::memset(again, 0, sizeof again);
  }
  step_on_signals(to_process || is_blocked(number), pc);
  const Fate fate = fate_of(number);
  if (fate == Fate::nothing) return;
  if (is_blocked(number)) {
    if (!is_alone()) not_explored(call);  // it stays pending, for whom?
    HEDDLE_LIBC(raise)(number);
    return;
  }
  if (fate == Fate::stop || (fate == Fate::handler && to_process && !is_alone())) not_explored(call);
  if (fate == Fate::end) killed(number, pc);
  handle(number);
}

bool is_signal(int number) { return number > 0 && number < NSIG; }

int set_mask(int how, const sigset_t* set, sigset_t* old, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) return HEDDLE_LIBC(pthread_sigmask)(how, set, old);
  step_on_signals(set != nullptr, pc);
  if (set != nullptr) {
    // Threads that take turns on one thread of the system share its mask.
    if (!is_alone()) doubt(Doubt::other_signal, "pthread_sigmask");
    if (!is_mask_kept) HEDDLE_LIBC(pthread_sigmask)(SIG_BLOCK, nullptr, &mask_before);
    is_mask_kept = true;
  }
  return HEDDLE_LIBC(pthread_sigmask)(how, set, old);
}

}  // namespace

void handle_abort() {
  if (fate_of(SIGABRT) == Fate::handler) handle(SIGABRT);
}

void forget_signals() {
  if (is_mask_kept) HEDDLE_LIBC(pthread_sigmask)(SIG_SETMASK, &mask_before, nullptr);
  is_mask_kept = false;
  if (is_alternate_kept) HEDDLE_LIBC(sigaltstack)(&alternate_before, nullptr);
  is_alternate_kept = false;
  if (!is_any_kept) return;
  for (int number = 1; number < NSIG; ++number) {
    if (before[number].is_kept) HEDDLE_LIBC(sigaction)(number, &before[number].action, nullptr);
    before[number].is_kept = false;
  }
  is_any_kept = false;
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int sigaction(int number, const struct sigaction* action, struct sigaction* old) noexcept {
  if (controlled() && is_own_code(heddle::control::number(HEDDLE_PC))) {
    step_on_signals(action != nullptr, HEDDLE_PC);
    if (action != nullptr) keep(number);
  }
  const int result = HEDDLE_LIBC(sigaction)(number, action, old);
  if (result == 0 && old != nullptr && is_own_handler(reinterpret_cast<const void*>(old->sa_sigaction)))
    *old = {};
  return result;
}
HEDDLE_INTERPOSE sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (controlled() && is_own_code(heddle::control::number(HEDDLE_PC))) {
    step_on_signals(true, HEDDLE_PC);
    keep(number);
  }
  const sighandler_t replaced = HEDDLE_LIBC(signal)(number, handler);
  return is_own_handler(reinterpret_cast<const void*>(replaced)) ? SIG_DFL : replaced;
}
HEDDLE_INTERPOSE int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  return set_mask(how, set, old, HEDDLE_PC);
}
HEDDLE_INTERPOSE int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  const int error = set_mask(how, set, old, HEDDLE_PC);
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}
HEDDLE_INTERPOSE int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (controlled()) return set_alternate(stack, old);
  stack_t system{};
  if (HEDDLE_LIBC(sigaltstack)(stack, &system) != 0) return -1;
  const stack_t own = alternate_outside;
  if (stack != nullptr) alternate_outside = *stack;
  if (old != nullptr) *old = {own.ss_sp, own.ss_flags | (system.ss_flags & SS_ONSTACK), own.ss_size};
  return 0;
}
HEDDLE_INTERPOSE int sigpending(sigset_t* set) noexcept {
  if (controlled()) step_on_signals(false, HEDDLE_PC);
  return HEDDLE_LIBC(sigpending)(set);
}
HEDDLE_INTERPOSE int raise(int number) noexcept {
  if (!controlled() || !is_signal(number)) return HEDDLE_LIBC(raise)(number);
  send(number, false, "raise", HEDDLE_PC);
  return 0;
}
namespace {
// A group that it belongs to, or all processes: heddle may be among them, so it is sent to this one alone.
bool is_among(pid_t processes) {
  return processes == world.shared->process || processes == 0 || processes == -1 ||
         processes == -HEDDLE_LIBC(getpgrp)();
}
int send_to(pid_t processes, int number, const char* call, const void* pc) {
  if (!is_signal(number)) return HEDDLE_LIBC(kill)(HEDDLE_LIBC(getpid)(), number);
  if (processes == -1) not_explored("kill, of all processes");
  send(number, true, call, pc);
  return 0;
}
}  // namespace
HEDDLE_INTERPOSE int kill(pid_t process, int number) noexcept {
  if (!controlled() || !is_among(process)) return HEDDLE_LIBC(kill)(process, number);
  return send_to(process, number, "kill", HEDDLE_PC);
}
HEDDLE_INTERPOSE int killpg(pid_t group, int number) noexcept {
  if (!controlled() || group < 0 || !is_among(-group)) return HEDDLE_LIBC(killpg)(group, number);
  return send_to(-group, number, "killpg", HEDDLE_PC);
}
HEDDLE_INTERPOSE int sigqueue(pid_t process, int number, const sigval value) noexcept {
  if (controlled() && process == world.shared->process && is_signal(number)) not_explored("sigqueue");
  return HEDDLE_LIBC(sigqueue)(process, number, value);
}
HEDDLE_INTERPOSE int tgkill(pid_t process, pid_t thread, int number) {
  if (!controlled() || process != world.shared->process) return HEDDLE_LIBC(tgkill)(process, thread, number);
  if (!is_signal(number) || thread != gettid()) not_explored("tgkill");
  send(number, false, "tgkill", HEDDLE_PC);
  return 0;
}
HEDDLE_INTERPOSE int pthread_kill(pthread_t handle, int number) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_kill)(handle, number);
  if (!is_signal(number)) return number != 0 ? EINVAL : find_thread(handle) != nullptr ? 0 : ESRCH;
  if (handle != world.current->name) not_explored("pthread_kill");
  send(number, false, "pthread_kill", HEDDLE_PC);
  return 0;
}
