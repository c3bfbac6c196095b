// SPDX-License-Identifier: Apache-2.0
// Semaphores, barriers, once and static guards.
//
// A semaphore is an atomic counter: a post is a releasing, a wait an acquiring read-modify-write, so a wait
// learns from every post before it. In a recording they are messages: send joins, receive learns.
#include <cerrno>

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/atomic.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/record.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {

void send_to(const volatile void* where, ObjectKind kind, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = object_at(*thread, reinterpret_cast<std::uintptr_t>(where), kind, pc);
  if (object == nullptr) return;
  {
    const ObjectGuard guard(*object);
    if (process.recording) record_ordered(*thread, Operation::send, object->number, 0, stack_at(*thread, pc));
    release_joining(*thread, *object);
  }
  tick(*thread);
}

void receive_from(const volatile void* where, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = find_object(reinterpret_cast<std::uintptr_t>(where));
  if (object == nullptr || object->number == 0) return;  // nothing was ever sent here
  const ObjectGuard guard(*object);
  if (object->published.empty()) return;
  acquire_from(*thread, *object);
  if (process.recording)
    record_ordered(*thread, Operation::receive, object->number, 0, stack_at(*thread, pc));
}

namespace {

void arrive(pthread_barrier_t* barrier, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = object_at(*thread, reinterpret_cast<std::uintptr_t>(barrier), ObjectKind::barrier, pc);
  if (object == nullptr || object->parties == 0) return;
  {
    const ObjectGuard guard(*object);
    const bool odd = object->arrivals / object->parties % 2 != 0;
    Clock& round = odd ? object->shared : object->published;
    // Nobody can still be leaving the round before last: everyone has come to the last one since.
    if (object->arrivals % object->parties == 0) round.clear();
    ++object->arrivals;
    round.join(thread->clock);
    if (process.recording)
      record_ordered(*thread, Operation::arrive, object->number, 0, stack_at(*thread, pc));
    thread->once_control[1] = odd;
  }
  tick(*thread);
}

void leave(pthread_barrier_t* barrier, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = find_object(reinterpret_cast<std::uintptr_t>(barrier));
  if (object == nullptr) return;
  const ObjectGuard guard(*object);
  learn(*thread, thread->once_control[1] != 0 ? object->shared : object->published);
  if (process.recording) record_ordered(*thread, Operation::leave, object->number, 0, stack_at(*thread, pc));
}

// once's routine takes no argument: what to call and for whom is kept here. Routines may nest.
struct Once {
  void (*routine)();
  const volatile void* control;
  Once* outer;
};
__thread Once* once __attribute__((tls_model("initial-exec")));

void run_once() {
  const Once current = *once;
  current.routine();
  send_to(current.control, ObjectKind::once, reinterpret_cast<const void*>(current.routine));
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;
#define HEDDLE_PC __builtin_return_address(0)

HEDDLE_INTERPOSE int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  if (attached()) forget_object(reinterpret_cast<std::uintptr_t>(semaphore));
  const int result = HEDDLE_REAL(sem_init)(semaphore, shared, value);
  if (result == 0 && value > 0) send_to(semaphore, ObjectKind::semaphore, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int sem_post(sem_t* semaphore) noexcept {
  send_to(semaphore, ObjectKind::semaphore, HEDDLE_PC);
  return HEDDLE_REAL(sem_post)(semaphore);
}
HEDDLE_INTERPOSE int sem_wait(sem_t* semaphore) {
  const int result = HEDDLE_REAL(sem_wait)(semaphore);
  if (result == 0) receive_from(semaphore, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int sem_trywait(sem_t* semaphore) noexcept {
  const int result = HEDDLE_REAL(sem_trywait)(semaphore);
  if (result == 0) receive_from(semaphore, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int sem_timedwait(sem_t* semaphore, const timespec* until) {
  const int result = HEDDLE_REAL(sem_timedwait)(semaphore, until);
  if (result == 0) receive_from(semaphore, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  const int result = HEDDLE_REAL(sem_clockwait)(semaphore, clock, until);
  if (result == 0) receive_from(semaphore, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int sem_destroy(sem_t* semaphore) noexcept {
  if (attached()) forget_object(reinterpret_cast<std::uintptr_t>(semaphore));
  return HEDDLE_REAL(sem_destroy)(semaphore);
}

HEDDLE_INTERPOSE int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                          unsigned parties) noexcept {
  const int result = HEDDLE_REAL(pthread_barrier_init)(barrier, attributes, parties);
  if (Thread* thread = active()) {
    const Busy busy(*thread);
    const auto address = reinterpret_cast<std::uintptr_t>(barrier);
    forget_object(address);
    if (Object* object = object_at(*thread, address, ObjectKind::barrier, HEDDLE_PC))
      object->parties = parties;
  }
  return result;
}
HEDDLE_INTERPOSE int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  arrive(barrier, HEDDLE_PC);
  const int result = HEDDLE_REAL(pthread_barrier_wait)(barrier);
  leave(barrier, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  if (attached()) forget_object(reinterpret_cast<std::uintptr_t>(barrier));
  return HEDDLE_REAL(pthread_barrier_destroy)(barrier);
}

HEDDLE_INTERPOSE int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!attached()) return HEDDLE_REAL(pthread_once)(control, routine);
  Once current{routine, control, once};
  once = &current;
  const int result = HEDDLE_REAL(pthread_once)(control, run_once);
  once = current.outer;
  receive_from(control, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE void call_once(once_flag* control, void (*routine)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(control), routine);
}

// A static's guard is an atomic byte, which inlined code reads too. An initialiser that threw comes before
// the next one.
extern "C" int __cxa_guard_acquire(std::uint64_t*);
extern "C" void __cxa_guard_release(std::uint64_t*);
extern "C" void __cxa_guard_abort(std::uint64_t*);
namespace {
AtomicAccess guard_byte(std::uint64_t* guard, const void* pc) {
  return {reinterpret_cast<std::uintptr_t>(guard), 1, pc};
}
}  // namespace
HEDDLE_INTERPOSE int __cxa_guard_acquire(std::uint64_t* guard) {
  const int result = HEDDLE_REAL(__cxa_guard_acquire)(guard);
  atomic_load(guard_byte(guard, HEDDLE_PC), __ATOMIC_ACQUIRE,
              [&] { return static_cast<std::uint64_t>(result == 0); });
  return result;
}
HEDDLE_INTERPOSE void __cxa_guard_release(std::uint64_t* guard) {
  atomic_store(guard_byte(guard, HEDDLE_PC), 1, __ATOMIC_RELEASE, [&] {
    HEDDLE_REAL(__cxa_guard_release)(guard);
  });
}
HEDDLE_INTERPOSE void __cxa_guard_abort(std::uint64_t* guard) {
  atomic_store(guard_byte(guard, HEDDLE_PC), 0, __ATOMIC_RELEASE, [&] {
    HEDDLE_REAL(__cxa_guard_abort)(guard);
  });
}
