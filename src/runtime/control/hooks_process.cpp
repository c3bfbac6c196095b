// SPDX-License-Identifier: Apache-2.0
// State of the process that libc or the kernel keeps: the locale, limits, the time zone. Whoever sets it and whoever
// asks for it do so in every order. It is not ours to put back, so each execution gets a process of its own.
//
// The kernel keeps names, processors and priorities for each of its threads, and controlled threads may take turns
// on one. Their names are kept here; where something else is set for one of several the execution is cut.
#include <algorithm>
#include <clocale>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/hooks.h"
#include "runtime/control/kept_state.h"
#include "runtime/control/locks.h"
#include "runtime/control/modules.h"
#include "runtime/control/outside_objects.h"
#include "runtime/control/recorded.h"
#include "runtime/control/touch.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

void step_on(OutsideObject kept, bool sets, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) return;
  if (sets && world.undoing) doubt(Doubt::stubborn_state);
  control::step_on(object_of(kept), sets, pc);
}

void sets_for_thread(const char* call, const void* pc) {
  if (!controlled() || !is_own_code(number(pc))) return;
  if (world.undoing) doubt(Doubt::stubborn_state);
  if (world.threads > 1) cut(Doubt::blocking_call, call);
}

// ---- names of threads ----

constexpr std::size_t kName = 16;
struct Name {
  std::uint32_t generation;
  char text[kName];
};
Name names[kMaxThreads];

void step_on_name(Thread thread, bool sets, const void* pc) {
  control::step_on(object_at(&names[thread]), sets, pc);
}
void set_name(Thread thread, const char* text) {
  names[thread].generation = world.generation;
  std::strncpy(names[thread].text, text, kName - 1);
  if (world.recording) note_label(thread, text);
}
const char* name_of(Thread thread) {  // a new thread has its creator's
  while (names[thread].generation != world.generation && thread != 0) thread = world.all[thread]->parent;
  if (names[thread].generation == world.generation) return names[thread].text;
  static char text[kName];
  HEDDLE_LIBC(prctl)(PR_GET_NAME, text);
  return text;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE char* setlocale(int category, const char* name) noexcept {
  step_on(OutsideObject::locale, name != nullptr, HEDDLE_PC);
  if (controlled()) {
    use_locale(name != nullptr, HEDDLE_PC);
    // Whatever is not built in is looked for in the environment, or where that says.
    if (name != nullptr && std::strcmp(name, "C") != 0 && std::strcmp(name, "POSIX") != 0)
      use_environment(HEDDLE_PC);
  }
  return HEDDLE_LIBC(setlocale)(category, name);
}
HEDDLE_INTERPOSE int pthread_setattr_default_np(const pthread_attr_t* attributes) noexcept {
  step_on(OutsideObject::thread_attributes, true, HEDDLE_PC);
  return HEDDLE_LIBC(pthread_setattr_default_np)(attributes);
}
HEDDLE_INTERPOSE int pthread_getattr_default_np(pthread_attr_t* attributes) noexcept {
  step_on(OutsideObject::thread_attributes, false, HEDDLE_PC);
  return HEDDLE_LIBC(pthread_getattr_default_np)(attributes);
}
HEDDLE_INTERPOSE lconv* localeconv() noexcept {
  step_on(OutsideObject::locale, false, HEDDLE_PC);
  // One structure, which each call fills.
  if (lconv* answer = HEDDLE_LIBC(localeconv)(); controlled()) touch(answer, sizeof *answer, true, HEDDLE_PC);
  return HEDDLE_LIBC(localeconv)();
}
HEDDLE_INTERPOSE std::size_t __ctype_get_mb_cur_max() noexcept {
  step_on(OutsideObject::locale, false, HEDDLE_PC);
  return HEDDLE_LIBC(__ctype_get_mb_cur_max)();
}
HEDDLE_INTERPOSE int setrlimit(__rlimit_resource_t which, const rlimit* limits) noexcept {
  step_on(OutsideObject::limits, true, HEDDLE_PC);
  // They would hold for what this library needs, too.
  if (controlled() && (which == RLIMIT_AS || which == RLIMIT_DATA)) {
    doubt(Doubt::unknown_call, "setrlimit, of memory");
    return 0;
  }
  return HEDDLE_LIBC(setrlimit)(which, limits);
}
HEDDLE_INTERPOSE int getrlimit(__rlimit_resource_t which, rlimit* limits) noexcept {
  step_on(OutsideObject::limits, false, HEDDLE_PC);
  return HEDDLE_LIBC(getrlimit)(which, limits);
}
HEDDLE_INTERPOSE long sysconf(int name) noexcept {
  if (name == _SC_OPEN_MAX) step_on(OutsideObject::limits, false, HEDDLE_PC);
  return HEDDLE_LIBC(sysconf)(name);
}
HEDDLE_INTERPOSE int getdtablesize() noexcept {
  step_on(OutsideObject::limits, false, HEDDLE_PC);
  return HEDDLE_LIBC(getdtablesize)();
}
HEDDLE_INTERPOSE int pthread_setconcurrency(int level) noexcept {
  step_on(OutsideObject::concurrency, true, HEDDLE_PC);
  return HEDDLE_LIBC(pthread_setconcurrency)(level);
}
HEDDLE_INTERPOSE int pthread_getconcurrency() noexcept {
  step_on(OutsideObject::concurrency, false, HEDDLE_PC);
  return HEDDLE_LIBC(pthread_getconcurrency)();
}

HEDDLE_INTERPOSE int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  const Controlled* thread = controlled() ? find_thread(handle) : nullptr;
  if (thread == nullptr) return HEDDLE_LIBC(pthread_setname_np)(handle, name);
  if (std::strlen(name) >= kName) return ERANGE;
  step_on_name(thread->number, true, HEDDLE_PC);
  set_name(thread->number, name);
  return 0;
}
HEDDLE_INTERPOSE int pthread_getname_np(pthread_t handle, char* name, std::size_t room) noexcept {
  const Controlled* thread = controlled() ? find_thread(handle) : nullptr;
  if (thread == nullptr) return HEDDLE_LIBC(pthread_getname_np)(handle, name, room);
  if (room < kName) return ERANGE;
  step_on_name(thread->number, false, HEDDLE_PC);
  std::strncpy(name, name_of(thread->number), kName);
  return 0;
}
HEDDLE_INTERPOSE int prctl(int option, ...) noexcept {
  va_list list;
  va_start(list, option);
  unsigned long given[4];
  for (unsigned long& each : given) each = va_arg(list, unsigned long);
  va_end(list);
  if (controlled() && option == PR_SET_NAME) {
    step_on_name(world.current->number, true, HEDDLE_PC);
    const auto* name = reinterpret_cast<const char*>(given[0]);
    touch(name, strnlen(name, kName - 1) + 1, false, HEDDLE_PC);
    set_name(world.current->number, name);
    return 0;
  }
  if (controlled() && option == PR_GET_NAME) {
    step_on_name(world.current->number, false, HEDDLE_PC);
    touch(reinterpret_cast<const void*>(given[0]), kName, true, HEDDLE_PC);
    std::strncpy(reinterpret_cast<char*>(given[0]), name_of(world.current->number), kName);
    return 0;
  }
  constexpr int kLooks[] = {PR_GET_DUMPABLE,     PR_GET_KEEPCAPS,    PR_GET_CHILD_SUBREAPER,
                            PR_GET_NO_NEW_PRIVS, PR_GET_SECUREBITS,  PR_GET_PDEATHSIG,
                            PR_GET_TIMERSLACK,   PR_GET_THP_DISABLE, PR_GET_SECCOMP};
  const bool looks = std::find(std::begin(kLooks), std::end(kLooks), option) != std::end(kLooks);
  step_on(OutsideObject::process, !looks, HEDDLE_PC);
  return HEDDLE_LIBC(prctl)(option, given[0], given[1], given[2], given[3]);
}

HEDDLE_INTERPOSE int sched_setaffinity(pid_t thread, std::size_t size, const cpu_set_t* processors) noexcept {
  sets_for_thread("sched_setaffinity", HEDDLE_PC);
  return HEDDLE_LIBC(sched_setaffinity)(thread, size, processors);
}
HEDDLE_INTERPOSE int pthread_setaffinity_np(pthread_t thread, std::size_t size,
                                            const cpu_set_t* processors) noexcept {
  sets_for_thread("pthread_setaffinity_np", HEDDLE_PC);
  return HEDDLE_LIBC(pthread_setaffinity_np)(thread, size, processors);
}
HEDDLE_INTERPOSE int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  sets_for_thread("setpriority", HEDDLE_PC);
  return HEDDLE_LIBC(setpriority)(which, who, priority);
}
HEDDLE_INTERPOSE int nice(int more) noexcept {
  sets_for_thread("nice", HEDDLE_PC);
  return HEDDLE_LIBC(nice)(more);
}
