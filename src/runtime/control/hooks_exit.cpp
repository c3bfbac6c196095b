// SPDX-License-Identifier: Apache-2.0
// The end of the process: return from main, exit, quick_exit, _exit, from any thread.
//
// exit runs the destructors of its thread's thread-local objects, then what was registered (atexit,
// destructors of static objects: last registered first), then the destructor functions of the program's
// modules. All of it is ordinary code of the thread that calls exit, while the others go on. Then the process
// is gone. Whatever another thread would do after that it could as well have done just before, so that last
// step waits until the others have ended or cannot go on: it loses nothing, and nobody who merely waits then
// is stuck.
//
// Two threads that both call exit share the handlers, as in glibc. A status other than 0 is a failure as soon
// as its thread comes to the last step: the others need not have come to theirs.
//
// Everything is registered here, from before main on. What is registered outside of an execution is
// registered with libc as well: there the end of the real process runs it.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

#include "base/check.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/heap.h"
#include "runtime/control/histories.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/shared/abi.h"

extern "C" {
int __cxa_atexit(void (*)(void*), void*, void*) noexcept;
int __cxa_at_quick_exit(void (*)(void*), void*) noexcept;
void __cxa_finalize(void*) noexcept;
}

namespace heddle::control {
namespace {

struct Handler {
  void (*function)(void*);          // one of the two; none: it was run
  void (*with_status)(int, void*);  // of on_exit
  void* argument;
  void* module;  // whose it is, as __cxa_finalize names it
  bool quick;
  std::uint32_t run_in;  // the execution that ran it: for the others it is still to be run
};
constexpr std::size_t kHandlers = std::size_t{1} << 20;
Handler* handlers = nullptr;
std::size_t handlers_count = 0;

Object& list() { return object_at(&handlers_count); }

void add(const Handler& handler, const void* pc) {
  if (controlled()) {
    Operation operation = on(list(), true);
    reach(operation, &list(), Action::send, 0, pc);
    publish(*world.current, list(), true);
    effect();
    performed(operation);
  }
  if (handlers == nullptr) handlers = static_cast<Handler*>(map_apart(kHandlers * sizeof(Handler)));
  const std::size_t index = __atomic_fetch_add(&handlers_count, 1, __ATOMIC_RELAXED);
  HEDDLE_CHECK(index < kHandlers, "there is room for what is to run at the end of the process");
  handlers[index] = handler;
}

bool take(Handler& taken, bool (*wanted)(const Handler&, const void*), const void* which) {
  for (std::size_t i = handlers_count; i-- > 0;) {
    Handler& handler = handlers[i];
    if ((handler.function == nullptr && handler.with_status == nullptr) || !wanted(handler, which)) continue;
    if (controlled_kept() && handler.run_in == world.generation) continue;
    taken = handler;
    will_change(handler);
    if (controlled_kept())
      handler.run_in = world.generation;
    else
      handler = {};
    return true;
  }
  return false;
}

// The next one to run, last registered first. That none is left is something others can change too.
bool take_next(Handler& taken, bool quick) {
  Controlled& self = *world.current;
  Operation operation = on(list(), true);
  reach(operation, &list(), Action::end, 0, nullptr);
  if (list().published_any) acquire_from(self, list().published);
  const auto is_ordinary = [](const Handler& handler, const void*) { return !handler.quick; };
  const auto is_quick = [](const Handler& handler, const void*) { return handler.quick; };
  const bool found = quick ? take(taken, is_quick, nullptr) : take(taken, is_ordinary, nullptr);
  effect();
  performed(operation);
  return found;
}

// The destructor of a variable whose class is the library's: no instrumented code calls it, and what it does to the
// variable is nobody's to see. How much of the variable it writes: all, where the class is one that is in the library, not
// in its headers; of others the first byte.
std::size_t bytes_ended_by(void (*destructor)(void*)) {
  struct Class {
    std::string_view begins;  // the destructor's name
    std::size_t bytes;
  };
  static constexpr Class kClasses[] = {
      {"_ZNSt18condition_variableD", sizeof(std::condition_variable)},
      {"_ZNSt7__cxx1118basic_stringstreamIc", sizeof(std::stringstream)},
      {"_ZNSt7__cxx1119basic_istringstreamIc", sizeof(std::istringstream)},
      {"_ZNSt7__cxx1119basic_ostringstreamIc", sizeof(std::ostringstream)},
      {"_ZNSt7__cxx1112basic_stringIc", sizeof(std::string)},
      {"_ZNSt13basic_fstreamIc", sizeof(std::fstream)},
      {"_ZNSt14basic_ifstreamIc", sizeof(std::ifstream)},
      {"_ZNSt14basic_ofstreamIc", sizeof(std::ofstream)},
      {"_ZNSt6localeD", sizeof(std::locale)},
  };
  Dl_info information;
  if (dladdr(reinterpret_cast<void*>(destructor), &information) == 0 || information.dli_sname == nullptr)
    return 1;
  const std::string_view name = information.dli_sname;
  for (const Class& each : kClasses)
    if (name.substr(0, each.begins.size()) == each.begins) return each.bytes;
  return 1;
}

void ends_in_library(const Handler& handler) {
  const auto function = reinterpret_cast<std::uintptr_t>(handler.function);
  const auto object = reinterpret_cast<std::uintptr_t>(handler.argument);
  if (!controlled_kept() || function == 0 || is_own_code(function) || !is_global(object)) return;
  touch(handler.argument, bytes_ended_by(handler.function), true, reinterpret_cast<const void*>(function));
}

void run(const Handler& handler, int status) {
  ends_in_library(handler);
  if (handler.with_status != nullptr)
    call_back(handler.with_status, status, handler.argument);
  else
    call_back(handler.function, handler.argument);
}

void run_handlers(int status, bool quick) {
  for (Handler handler; take_next(handler, quick);) run(handler, status);
}

// A call of a scenario that does not come back has no result, and what the others did could not be judged.
void told_by_scenario(const void* pc) {
  if (!is_in_scenario()) return;
  const Place place = here(Action::end, 0, 0, pc);
  fail(FailureKind::failure, "a call of the test ends the process", 0, 0, &place, 1);
}

}  // namespace

std::size_t exit_handlers() { return handlers_count; }
void forget_exit_handlers(std::size_t kept) { handlers_count = kept; }

void leave_process(Ending ending, int status, const void* pc) {
  if (ending == Ending::normal) run_thread_locals(*world.current);
  if (ending != Ending::at_once) run_handlers(status, ending == Ending::quick);
  void (*destructor)() = nullptr;
  for (std::size_t i = 0; ending == Ending::normal && own_destructor(i, &destructor); ++i) destructor();
  if (ending == Ending::normal) flush_functions(pc);
  if ((status & 0xff) != 0) {
    char message[64];
    std::snprintf(message, sizeof message, "the program ends with status %d", status & 0xff);
    const Place place = here(Action::end, 0, 0, pc);
    fail(FailureKind::failure, message, 0, 0, &place, 1);
  }
  wait_for_others();
  abandon();
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int __cxa_atexit(void (*function)(void*), void* argument, void* module) noexcept {
  add({function, nullptr, argument, module, false, 0}, HEDDLE_PC);
  return controlled() ? 0 : HEDDLE_LIBC(__cxa_atexit)(function, argument, module);
}
HEDDLE_INTERPOSE int on_exit(void (*function)(int, void*), void* argument) noexcept {
  add({nullptr, function, argument, nullptr, false, 0}, HEDDLE_PC);
  return controlled() ? 0 : HEDDLE_LIBC(on_exit)(function, argument);
}
HEDDLE_INTERPOSE int __cxa_at_quick_exit(void (*function)(void*), void* module) noexcept {
  add({function, nullptr, nullptr, module, true, 0}, HEDDLE_PC);
  return controlled() ? 0 : HEDDLE_LIBC(__cxa_at_quick_exit)(function, module);
}
// A module goes, or the destructor functions run: what it registered comes first.
HEDDLE_INTERPOSE void __cxa_finalize(void* module) noexcept {
  const auto is_its = [](const Handler& handler, const void* which) {
    return !handler.quick && (which == nullptr || handler.module == which);
  };
  Handler handler;
  while (take(handler, is_its, module))
    if (controlled_kept()) run(handler, 0);
  if (!controlled_kept()) HEDDLE_LIBC(__cxa_finalize)(module);
}

#define HEDDLE_ENDS(name, ending, exceptions)                      \
  HEDDLE_INTERPOSE void name(int status) exceptions {              \
    if (controlled_kept()) {                                       \
      told_by_scenario(HEDDLE_PC);                                 \
      leave_process(Ending::ending, status, HEDDLE_PC);            \
    }                                                              \
    reinterpret_cast<void (*)(int)>(libc_function(#name))(status); \
    __builtin_unreachable();                                       \
  }
HEDDLE_ENDS(exit, normal, noexcept)
HEDDLE_ENDS(quick_exit, quick, noexcept)
HEDDLE_ENDS(_exit, at_once, )
HEDDLE_ENDS(_Exit, at_once, noexcept)
