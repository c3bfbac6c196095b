// SPDX-License-Identifier: Apache-2.0
// Code that runs once: pthread_once, call_once, static variables of functions.
//
// Who runs it holds it as one holds a lock, and who comes meanwhile waits for the holder (locks.h): a ring that goes
// through an initialisation is a deadlock too. Whether a caller will wait, run it, or find it done is for libc to say, so
// it waits until one of these is known; while nobody holds it, that is part of no ring.
#include <pthread.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/atomic.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/object.h"
#include "runtime/watch/perturb.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/report.h"
#include "runtime/watch/sync.h"

extern "C" void heddle_call_finally(void (*function)(), void (*after)(void*), void* argument);  // once.c
extern "C" int __cxa_guard_acquire(std::uint64_t*);
extern "C" void __cxa_guard_release(std::uint64_t*);
extern "C" void __cxa_guard_abort(std::uint64_t*);

namespace heddle::runtime {
namespace {

constexpr int kOnceState = 3, kOnceDone = 2;  // in glibc's pthread_once_t

void uses(const pthread_once_t* control, const void* pc) {
  perturb(pc);
  if (Thread* thread = active()) {
    const Busy busy(*thread);
    use(*thread, sync::Object::once, control, pc);
  }
}

// The thread is about to run it, or to wait for who does. `is_static`: who does must not come again.
void comes(const volatile void* what, bool is_static, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = object_at(*thread, reinterpret_cast<std::uintptr_t>(what), ObjectKind::once, pc);
  if (object == nullptr) return;
  if (is_static && object->holder == thread)
    return report_misuse(*thread, sync::Misuse::once_within_once, *object, pc);
  begin_wait(*thread, *object, Hold::exclusive, pc);
}

void stops_waiting() {
  Thread* thread = active();
  if (thread == nullptr || thread->waits_for == nullptr) return;
  const Busy busy(*thread);
  end_wait(*thread);
}

void set_runs(const volatile void* what, bool runs) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = find_object(reinterpret_cast<std::uintptr_t>(what));
  if (object == nullptr) return;
  const ObjectGuard guard(*object);
  object->holder = runs ? thread : nullptr;
}

// once's routine takes no argument: what to call and for whom is kept here. Routines may nest.
struct Once {
  void (*routine)();
  const volatile void* control;
  Once* outer;
};
__thread Once* once __attribute__((tls_model("initial-exec")));

// Also if it throws, or pthread_exit leaves it: what was done comes before the next attempt.
void once_was_left(void* which) {
  const Once& current = *static_cast<const Once*>(which);
  once = current.outer;
  set_runs(current.control, false);
  send_to(current.control, ObjectKind::once, reinterpret_cast<const void*>(current.routine));
}
void run_once() {
  Once current = *once;
  stops_waiting();
  set_runs(current.control, true);
  receive_from(current.control,
               reinterpret_cast<const void*>(current.routine));  // of an attempt that was left
  heddle_call_finally(current.routine, once_was_left, &current);
}

// A static's guard is an atomic byte, which inlined code reads too. An initialiser that threw comes before
// the next one.
AtomicAccess guard_byte(std::uint64_t* guard, const void* pc) {
  return {reinterpret_cast<std::uintptr_t>(guard), 1, pc};
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;
#define HEDDLE_PC __builtin_return_address(0)

HEDDLE_INTERPOSE int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!attached()) return HEDDLE_REAL(pthread_once)(control, routine);
  uses(control, HEDDLE_PC);
  Once current{routine, control, once};
  once = &current;
  if ((__atomic_load_n(control, __ATOMIC_ACQUIRE) & kOnceState) != kOnceDone)
    comes(control, false, HEDDLE_PC);
  const int result = HEDDLE_REAL(pthread_once)(control, run_once);
  stops_waiting();
  once = current.outer;
  receive_from(control, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE void call_once(once_flag* control, void (*routine)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(control), routine);
}

HEDDLE_INTERPOSE int __cxa_guard_acquire(std::uint64_t* guard) {
  comes(guard, true, HEDDLE_PC);
  const int result = HEDDLE_REAL(__cxa_guard_acquire)(guard);
  stops_waiting();
  if (result != 0) set_runs(guard, true);
  atomic_load(guard_byte(guard, HEDDLE_PC), __ATOMIC_ACQUIRE,
              [&] { return static_cast<std::uint64_t>(result == 0); });
  return result;
}
HEDDLE_INTERPOSE void __cxa_guard_release(std::uint64_t* guard) {
  set_runs(guard, false);
  atomic_store(guard_byte(guard, HEDDLE_PC), 1, __ATOMIC_RELEASE, [&] {
    HEDDLE_REAL(__cxa_guard_release)(guard);
  });
}
HEDDLE_INTERPOSE void __cxa_guard_abort(std::uint64_t* guard) {
  set_runs(guard, false);
  atomic_store(guard_byte(guard, HEDDLE_PC), 0, __ATOMIC_RELEASE, [&] {
    HEDDLE_REAL(__cxa_guard_abort)(guard);
  });
}
