// SPDX-License-Identifier: Apache-2.0
// Semaphores and barriers.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

Object& semaphore(sem_t* address) {
  Object& object = object_at(address);
  if (!object.known) {
    int value = 0;
    HEDDLE_LIBC(sem_getvalue)(address, &value);
    object.counts = object.known = true;
    object.count = static_cast<std::uint32_t>(value);
  }
  return object;
}

int acquire_semaphore(sem_t* address, bool tries, int error, const void* pc, clockid_t clock = CLOCK_REALTIME,
                      const timespec* until = nullptr) {
  Object& object = semaphore(address);
  Controlled& self = *world.current;
  Operation operation = on(object, true);
  operation.need = tries ? Need::nothing : Need::exclusive;
  operation.writes = tries ? Writes::if_available : Writes::always;
  Look look(object, operation, pc, true);
  reach(operation, &object, Action::receive, number(address), pc);
  look.performs();
  note_before(operation, object);
  if (object.count == 0) {
    operation.accesses[0].write = operation.writes == Writes::always;
    look.performed(operation);
    errno = noted_time(error, clock, until);
    return -1;
  }
  --object.count;
  if (object.published_any) acquire_from(self, object.published);
  look.performed(operation);
  return 0;
}

// ---- barriers ----

struct RealBarrier {
  unsigned in, round, count;
};

int arrive(pthread_barrier_t* barrier, const void* pc) {
  Object& object = object_at(barrier);
  Controlled& self = *world.current;
  if (!object.known) {
    object.known = true;
    object.count = reinterpret_cast<const RealBarrier*>(barrier)->count;
  }
  Operation operation = on(object, true);
  reach(operation, &object, Action::arrive, number(barrier), pc);
  publish(self, object, true);
  effect();
  performed(operation);
  if (object.arrived + 1 < object.count) {
    enqueue(object, self);
    blocked_until_resumed(Operation{}, &object);
    return 0;
  }
  const Clock* round = object.published;  // all arrivals of this round
  object.published = object.shared;
  object.shared = const_cast<Clock*>(round);
  object.published_any = false;
  acquire_from(self, round);
  while (object.first_waiter != kNoThread) {
    Controlled& other = *world.all[object.first_waiter];
    dequeue(object, other);
    acquire_from(other, round);
    order(self, other);
    resume(other);
  }
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int sem_init(sem_t* address, int shared, unsigned value) noexcept {
  if (controlled()) {
    Object& object = object_at(address);
    object.counts = object.known = true;
    object.count = value;
  }
  return HEDDLE_LIBC(sem_init)(address, shared, value);
}
HEDDLE_HIDDEN int heddle_sem_wait(sem_t* address) {
  if (!controlled()) return HEDDLE_LIBC(sem_wait)(address);
  return acquire_semaphore(address, false, 0, HEDDLE_PC);
}
HEDDLE_STUB(sem_wait, heddle_sem_wait)
HEDDLE_HIDDEN int heddle_sem_trywait(sem_t* address) {
  if (!controlled()) return HEDDLE_LIBC(sem_trywait)(address);
  return acquire_semaphore(address, true, EAGAIN, HEDDLE_PC);
}
HEDDLE_STUB(sem_trywait, heddle_sem_trywait)
HEDDLE_HIDDEN int heddle_sem_timedwait(sem_t* address, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(sem_timedwait)(address, until);
  return acquire_semaphore(address, true, ETIMEDOUT, HEDDLE_PC, CLOCK_REALTIME, until);
}
HEDDLE_STUB(sem_timedwait, heddle_sem_timedwait)
HEDDLE_HIDDEN int heddle_sem_clockwait(sem_t* address, clockid_t clock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(sem_clockwait)(address, clock, until);
  return acquire_semaphore(address, true, ETIMEDOUT, HEDDLE_PC, clock, until);
}
HEDDLE_STUB(sem_clockwait, heddle_sem_clockwait)
HEDDLE_INTERPOSE int sem_post(sem_t* address) noexcept {
  if (!controlled()) return HEDDLE_LIBC(sem_post)(address);
  Object& object = semaphore(address);
  Operation operation = on(object, true);
  Look look(object, operation, HEDDLE_PC, false);
  reach(operation, &object, Action::send, number(address), HEDDLE_PC);
  look.performs();
  note_before(operation, object);
  ++object.count;
  publish(*world.current, object, true);
  look.performed(operation);
  return 0;
}
HEDDLE_HIDDEN int heddle_sem_getvalue(sem_t* address, int* value) {
  if (!controlled()) return HEDDLE_LIBC(sem_getvalue)(address, value);
  Object& object = semaphore(address);
  Operation operation = on(object, false);
  Look look(object, operation, HEDDLE_PC, true);
  reach(operation, &object, Action::atomic_load, number(address), HEDDLE_PC);
  look.performs();
  note_before(operation, object);
  *value = static_cast<int>(object.count);
  look.performed(operation);
  return 0;
}
HEDDLE_STUB(sem_getvalue, heddle_sem_getvalue)
HEDDLE_INTERPOSE int sem_destroy(sem_t* address) noexcept {
  return controlled() ? 0 : HEDDLE_LIBC(sem_destroy)(address);
}

HEDDLE_INTERPOSE int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_barrier_wait)(barrier);
  return arrive(barrier, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  return controlled() ? 0 : HEDDLE_LIBC(pthread_barrier_destroy)(barrier);
}
