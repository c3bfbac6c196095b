// SPDX-License-Identifier: Apache-2.0
// Semaphores and barriers; what a call hands on to the one that waits for it.
//
// A semaphore is an atomic counter: a post is a releasing, a wait an acquiring read-modify-write, so a wait
// learns from every post before it. In a recording they are messages: send joins, receive learns.

#include <pthread.h>
#include <semaphore.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/atomic.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/object.h"
#include "runtime/watch/perturb.h"
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
    note_wait(*thread, Waits::barrier, object->number, {stack_at(*thread, pc), locks_of(*thread)});
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
  note_wait(*thread, Waits::nothing);
  Object* object = find_object(reinterpret_cast<std::uintptr_t>(barrier));
  if (object == nullptr) return;
  const ObjectGuard guard(*object);
  learn(*thread, thread->once_control[1] != 0 ? object->shared : object->published);
  if (process.recording) record_ordered(*thread, Operation::leave, object->number, 0, stack_at(*thread, pc));
  if (object->parties != 0) ++object->leaves;
}

// Whoever was released may be on its way through leave() when another one destroys the barrier, which is right:
// what they learn from it must be there still. For a second at most: they may have ended on the way.
void await_leaves(pthread_barrier_t* barrier) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = find_object(reinterpret_cast<std::uintptr_t>(barrier));
  for (int tries = 0; object != nullptr && object->parties != 0 && tries < 10'000; ++tries) {
    {
      const ObjectGuard guard(*object);
      if (object->leaves >= object->arrivals / object->parties * object->parties) return;
    }
    const std::uint32_t never = 0;
    raw_wait(&never, 0, 100'000);
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;
#define HEDDLE_PC __builtin_return_address(0)

namespace {

namespace sync = heddle::sync;
using heddle::sync::Call;

void before_use(sync::Object object, const volatile void* at, const void* pc) {
  perturb(pc);
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  use(*thread, object, at, pc);
}

// The calling thread waits for the semaphore, until it has its turn, or time is up, or it is cancelled.
void begin_waiting(sem_t* semaphore, bool in_time, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, address_of(semaphore), ObjectKind::semaphore, pc)) {
    const ObjectGuard guard(*object);
    note_wait(*thread, Waits::semaphore, object->number, {stack_at(*thread, pc), locks_of(*thread)}, in_time);
    ++object->waiting;
  }
}
void end_waiting(void* semaphore) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const KeepErrno keep;
  const Busy busy(*thread);
  note_wait(*thread, Waits::nothing);
  Object* object = find_object(address_of(semaphore));
  if (object == nullptr) return;  // destroyed meanwhile
  const ObjectGuard guard(*object);
  if (object->waiting > 0) --object->waiting;
}

template <class Wait>
int wait_for(Call call, sem_t* semaphore, const void* pc, Wait wait) {
  if (!attached()) return wait();
  before_use(sync::Object::semaphore, semaphore, pc);
  int result = 0;
  if (sync::row(call).form == sync::Form::trying) {
    result = wait();
  } else {
    begin_waiting(semaphore, sync::row(call).form == sync::Form::timed, pc);
    pthread_cleanup_push(end_waiting, semaphore);
    result = wait();
    pthread_cleanup_pop(1);
  }
  if (result == 0) receive_from(semaphore, pc);
  return result;
}

}  // namespace

#define HEDDLE_SEMAPHORE_INIT(name, call)                                            \
  HEDDLE_INTERPOSE int name(sem_t* semaphore, int shared, unsigned value) noexcept { \
    before_init(Call::call, semaphore, HEDDLE_PC);                                   \
    return HEDDLE_REAL(name)(semaphore, shared, value);                              \
  }
#define HEDDLE_SEMAPHORE_DESTROY(name, call)             \
  HEDDLE_INTERPOSE int name(sem_t* semaphore) noexcept { \
    before_destroy(Call::call, semaphore, HEDDLE_PC);    \
    return HEDDLE_REAL(name)(semaphore);                 \
  }
#define HEDDLE_SEMAPHORE_WAIT(name, call)                                                            \
  HEDDLE_INTERPOSE int name(sem_t* semaphore) {                                                      \
    return wait_for(Call::call, semaphore, HEDDLE_PC, [&] { return HEDDLE_REAL(name)(semaphore); }); \
  }
#define HEDDLE_SEMAPHORE_TRY_WAIT(name, call)                                                        \
  HEDDLE_INTERPOSE int name(sem_t* semaphore) noexcept {                                             \
    return wait_for(Call::call, semaphore, HEDDLE_PC, [&] { return HEDDLE_REAL(name)(semaphore); }); \
  }
#define HEDDLE_SEMAPHORE_TIMED_WAIT(name, call)                                                             \
  HEDDLE_INTERPOSE int name(sem_t* semaphore, const timespec* until) {                                      \
    before_use_of(until, HEDDLE_PC);                                                                        \
    return wait_for(Call::call, semaphore, HEDDLE_PC, [&] { return HEDDLE_REAL(name)(semaphore, until); }); \
  }
#define HEDDLE_SEMAPHORE_CLOCK_WAIT(name, call)                                         \
  HEDDLE_INTERPOSE int name(sem_t* semaphore, clockid_t clock, const timespec* until) { \
    before_use_of(until, HEDDLE_PC);                                                    \
    return wait_for(Call::call, semaphore, HEDDLE_PC,                                   \
                    [&] { return HEDDLE_REAL(name)(semaphore, clock, until); });        \
  }
#define HEDDLE_SEMAPHORE_POST(name, call)                           \
  HEDDLE_INTERPOSE int name(sem_t* semaphore) noexcept {            \
    before_use(sync::row(Call::call).object, semaphore, HEDDLE_PC); \
    send_to(semaphore, ObjectKind::semaphore, HEDDLE_PC);           \
    return HEDDLE_REAL(name)(semaphore);                            \
  }
#define HEDDLE_SEMAPHORE_VALUE(name, call)                           \
  HEDDLE_INTERPOSE int name(sem_t* semaphore, int* value) noexcept { \
    before_use(sync::row(Call::call).object, semaphore, HEDDLE_PC);  \
    on_range(value, sizeof *value, 0, HEDDLE_PC);                    \
    return HEDDLE_REAL(name)(semaphore, value);                      \
  }
#define HEDDLE_BARRIER_INIT(name, call)                                                                      \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,             \
                            unsigned parties) noexcept {                                                     \
    before_init(Call::call, barrier, HEDDLE_PC);                                                             \
    const int result = HEDDLE_REAL(name)(barrier, attributes, parties);                                      \
    if (Object* object = attached() ? find_object(address_of(barrier)) : nullptr) object->parties = parties; \
    return result;                                                                                           \
  }
#define HEDDLE_BARRIER_WAIT(name, call)                            \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier) noexcept { \
    before_use(sync::row(Call::call).object, barrier, HEDDLE_PC);  \
    arrive(barrier, HEDDLE_PC);                                    \
    const int result = HEDDLE_REAL(name)(barrier);                 \
    leave(barrier, HEDDLE_PC);                                     \
    return result;                                                 \
  }
#define HEDDLE_BARRIER_DESTROY(name, call)                         \
  HEDDLE_INTERPOSE int name(pthread_barrier_t* barrier) noexcept { \
    await_leaves(barrier);                                         \
    before_destroy(Call::call, barrier, HEDDLE_PC);                \
    return HEDDLE_REAL(name)(barrier);                             \
  }
#include "runtime/shared/wait_calls.def"
