// SPDX-License-Identifier: Apache-2.0
// What a signal does to the process is shared by all its threads: who sets that, and who sends the signal, do so in
// every order. A handler runs in the thread that raised its signal. A signal to the whole process may be any
// thread's to handle: a doubt, if there is a handler and another thread.
#include <csignal>

#include "runtime/control/locks.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

enum class SignalUse : std::uint8_t { looks, sets, sends };

Object& signal_object(std::uint32_t which) {
  return object_at(reinterpret_cast<void*>(std::uintptr_t{64} + which), Role::outside);
}
// On what the signal does; 0: on which are pending.
void step(int signal, SignalUse use, const void* pc) {
  if (!controlled() || signal < 0) return;
  Object& object = signal_object(static_cast<std::uint32_t>(signal));
  Operation operation = on(object, use == SignalUse::sets);
  if (use == SignalUse::sends && world.memory == nullptr)
    operation.accesses[operation.count++] = {signal_object(0).number, true};
  reach(operation, &object, use == SignalUse::looks ? Action::read : Action::write, 0, pc);
  effect();
  performed(operation);
}

bool is_alone() {
  std::size_t others = 0;
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    others += &thread != world.current && thread.state != Controlled::State::absent &&
              thread.state != Controlled::State::ended;
  }
  return others == 0;
}

bool is_handled(int signal) {
  struct sigaction action {};
  if (HEDDLE_LIBC(sigaction)(signal, nullptr, &action) != 0) return false;
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  step(signal, action != nullptr ? SignalUse::sets : SignalUse::looks, HEDDLE_PC);
  return HEDDLE_LIBC(sigaction)(signal, action, old);
}
HEDDLE_INTERPOSE sighandler_t signal(int signal, sighandler_t handler) noexcept {
  step(signal, SignalUse::sets, HEDDLE_PC);
  return HEDDLE_LIBC(signal)(signal, handler);
}
HEDDLE_INTERPOSE int raise(int signal) noexcept {
  step(signal, SignalUse::sends, HEDDLE_PC);
  return HEDDLE_LIBC(raise)(signal);
}
HEDDLE_INTERPOSE int kill(pid_t process, int signal) noexcept {
  const bool is_self = controlled() && process == world.shared->process;
  if (!is_self) return HEDDLE_LIBC(kill)(process, signal);
  step(signal, SignalUse::sends, HEDDLE_PC);
  if (signal != 0 && !is_alone() && is_handled(signal))
    doubt(Doubt::other_signal, "kill of the process itself");
  return HEDDLE_LIBC(kill)(HEDDLE_LIBC(getpid)(), signal);
}
HEDDLE_INTERPOSE int sigpending(sigset_t* pending) noexcept {
  step(0, SignalUse::looks, HEDDLE_PC);
  return HEDDLE_LIBC(sigpending)(pending);
}
