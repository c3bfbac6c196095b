// SPDX-License-Identifier: Apache-2.0
// Condition variables. A wait is two operations: it lets the mutex go and waits, or wakes up without a
// reason; later it takes the mutex again. A notify that finds nobody waiting is lost; which of several it
// wakes is a choice. A timed wait can run out before any notify.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/bounds.h"
#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

int wait(void* condition, void* mutex, bool timed, const void* pc) {
  Object& queue = object_at(condition);
  Object& object = object_at(mutex);
  Controlled& self = *world.current;
  if (object.owner != self.number) {
    misuse("a condition variable is waited for without its mutex", mutex, pc);
    return EPERM;
  }
  const std::uint32_t depth = object.depth;
  Operation operation = on(object, true);
  operation.accesses[operation.count++] = {queue.number, true};
  may_come_back(self, pc);
  reach(operation, &object, Action::wait, number(condition), pc);
  note_before(operation, object);
  const Baseless kind = timed ? Baseless::timeout : Baseless::wake_up;
  const bool may_be = may_be_baseless(self, kind, pc);
  const bool spurious = !timed && may_be && outcome(2) == 1;
  Visit let_go{.object = &object, .found = content(object)};
  object.owner = kNoThread;
  publish(self, object, false);
  self.notified = spurious;
  self.held_back = !may_be;
  if (!spurious) enqueue(queue, self);
  performed(operation);
  keep_visit(self, let_go);
  renew_stamps(self, object);

  Operation again = on(object, true);
  again.need = Need::exclusive;
  if (timed) again.accesses[again.count++] = {queue.number, true};
  self.timed = timed;
  if (!timed && !spurious) {
    self.doing = Action::wait;
    blocked_until_resumed(Operation{}, &queue);
  }
  reach(again, &object, Action::wake, number(condition), pc);
  const bool timed_out = timed && !self.notified;
  self.timed = false;
  if (timed_out) dequeue(queue, self);
  Visit taken{.object = &object, .found = content(object)};
  take(object, again);
  object.depth = depth;
  performed(again);
  keep_visit(self, taken);
  if (spurious || timed_out)
    is_baseless(self, kind, pc, {let_go, taken});
  else
    effect();
  return timed_out ? ETIMEDOUT : 0;
}

void notify(void* condition, bool all, const void* pc) {
  Object& queue = object_at(condition);
  Operation operation = on(queue, true);
  reach(operation, &queue, all ? Action::notify_all : Action::notify, number(condition), pc);
  const std::uint32_t waiters = queue.arrived;
  unsigned which = 0;
  if (!all && waiters > 1) which = outcome(waiters);
  performed(operation);
  effect();
  if (waiters == 0) return;
  if (!all) {
    wake(queue, waiter(queue, which));
  } else {
    while (queue.first_waiter != kNoThread) wake(queue, *world.all[queue.first_waiter]);
  }
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_HIDDEN int heddle_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_wait)(condition, mutex);
  return wait(condition, mutex, false, HEDDLE_PC);
}
HEDDLE_STUB(pthread_cond_wait, heddle_cond_wait)
HEDDLE_HIDDEN int heddle_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                        const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_timedwait)(condition, mutex, until);
  constexpr unsigned kMonotonic = 2;  // as libc keeps what pthread_condattr_setclock said
  const clockid_t clock = (condition->__data.__wrefs & kMonotonic) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return noted_time(wait(condition, mutex, true, HEDDLE_PC), clock, until);
}
HEDDLE_STUB(pthread_cond_timedwait, heddle_cond_timedwait)
HEDDLE_HIDDEN int heddle_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                        const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_clockwait)(condition, mutex, clock, until);
  return noted_time(wait(condition, mutex, true, HEDDLE_PC), clock, until);
}
HEDDLE_STUB(pthread_cond_clockwait, heddle_cond_clockwait)
HEDDLE_INTERPOSE int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_signal)(condition);
  notify(condition, false, HEDDLE_PC);
  return 0;
}
HEDDLE_INTERPOSE int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_broadcast)(condition);
  notify(condition, true, HEDDLE_PC);
  return 0;
}
HEDDLE_INTERPOSE int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  return controlled() ? 0 : HEDDLE_LIBC(pthread_cond_destroy)(condition);
}

HEDDLE_INTERPOSE int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  const int error = pthread_cond_timedwait(reinterpret_cast<pthread_cond_t*>(condition),
                                           reinterpret_cast<pthread_mutex_t*>(mutex), until);
  return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}
HEDDLE_INTERPOSE int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  pthread_cond_wait(reinterpret_cast<pthread_cond_t*>(condition), reinterpret_cast<pthread_mutex_t*>(mutex));
  return thrd_success;
}
HEDDLE_INTERPOSE int cnd_signal(cnd_t* condition) {
  pthread_cond_signal(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}
HEDDLE_INTERPOSE int cnd_broadcast(cnd_t* condition) {
  pthread_cond_broadcast(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}
