// SPDX-License-Identifier: Apache-2.0
// Mutexes, reader-writer locks, spin locks, condition variables, semaphores, barriers and futexes, as the
// scheduler plays them: the real ones are never touched while threads are controlled.
#include <cstdio>

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/abi.h"
#include "runtime/control/stub.h"
#include "runtime/control/world.h"
#include "runtime/raw.h"

namespace heddle::control {
namespace {

std::uint64_t number(const volatile void* address) { return reinterpret_cast<std::uintptr_t>(address); }

Operation on(const Object& object, bool write) {
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, write};
  return operation;
}
void note_before(Operation& operation, const Object& object) {
  if (object.counts) {
    operation.available = object.count > 0 ? 3 : 0;
    return;
  }
  operation.available = static_cast<std::uint8_t>(object.owner != kNoThread ? 0
                                                  : object.readers != 0     ? 2
                                                                            : 3);
  operation.before = object.owner;
}
// Whatever a thread does to a lock ends a loop that only reads.
void effect() { world.current->visits_count = 0; }

// ---- locks ----

void misuse(const char* what, const volatile void* lock, const void* pc) {
  const Place place = here(Action::release, number(lock), 0, pc);
  fail(FailureKind::lock_misuse, what, number(lock), 0, &place, 1);
}

void take(Object& object, Operation& operation) {
  Controlled& self = *world.current;
  note_before(operation, object);
  object.owner = self.number;
  object.depth = 1;
  if (object.published_any) acquire_from(self, object.published);
  if (object.shared_any) acquire_from(self, object.shared);
  effect();
}

int lock(void* address, bool recursive, bool checks, const void* pc, Action action = Action::acquire) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  if (object.owner == self.number) {
    if (recursive) {
      ++object.depth;
      return 0;
    }
    if (checks) return EDEADLK;
  }
  Operation operation = on(object, true);
  operation.need = Need::exclusive;
  reach(operation, &object, action, number(address), pc);
  take(object, operation);
  performed(operation);
  return 0;
}

// Also a timed lock: performed while somebody else holds it, its time has run out.
int try_lock(void* address, bool recursive, int busy, bool readers, const void* pc, bool stubbed = false) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  if (recursive && object.owner == self.number) {
    ++object.depth;
    return 0;
  }
  world.shared->tries_seen = true;
  Operation operation = on(object, true);
  std::uint64_t state = 0;
  if (stubbed && self.visits_count != 0)
    state = look_for_loop(self, operation, &object.owner, sizeof object.owner, pc);
  self.tired = self.tries <= 0;
  reach(operation, &object, Action::acquire, number(address), pc);
  self.tired = false;
  note_before(operation, object);
  if (object.owner != kNoThread || object.readers != 0) {
    --self.tries;
    operation.accesses[0].write = readers;  // readers do not conflict with readers, but with this one
    if (stubbed) visited(self, &object.owner, sizeof object.owner, object.owner, object.number, pc, state);
    performed(operation);
    return busy;
  }
  take(object, operation);
  performed(operation);
  return 0;
}

int unlock(void* address, const void* pc) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  if (object.owner != self.number) {
    misuse(object.owner == kNoThread ? "a lock is unlocked that nobody holds"
                                     : "a lock is unlocked by another thread than its owner",
           address, pc);
    return EPERM;
  }
  if (--object.depth > 0) return 0;
  Operation operation = on(object, true);
  operation.point = world.shared->tries_visible;
  reach(operation, &object, Action::release, number(address), pc);
  note_before(operation, object);
  object.owner = kNoThread;
  publish(self, object, false);
  effect();
  performed(operation);
  return 0;
}

int lock_shared(void* address, bool tries, int busy, const void* pc) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  Operation operation = on(object, false);
  operation.need = tries ? Need::nothing : Need::shared;
  world.shared->tries_seen |= tries;
  reach(operation, &object, Action::acquire_shared, number(address), pc);
  note_before(operation, object);
  if (tries && object.owner != kNoThread) {
    performed(operation);
    return busy;
  }
  operation.hold = 1;
  operation.before = object.readers;
  ++object.readers;
  if (object.published_any) acquire_from(self, object.published);
  effect();
  performed(operation);
  return 0;
}

int unlock_rwlock(void* address, const void* pc) {
  Object& object = object_at(address);
  if (object.owner != kNoThread || object.readers == 0) return unlock(address, pc);
  Controlled& self = *world.current;
  Operation operation = on(object, false);
  operation.point = world.shared->tries_visible;
  reach(operation, &object, Action::release_shared, number(address), pc);
  note_before(operation, object);
  operation.hold = -1;
  operation.before = object.readers;
  --object.readers;
  publish_shared(self, object);
  effect();
  performed(operation);
  return 0;
}

bool is_recursive(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
}
bool is_checking(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
}

// ---- queues of waiting threads ----

void enqueue(Object& object, Controlled& thread) {
  thread.next_waiter = kNoThread;
  if (object.last_waiter == kNoThread)
    object.first_waiter = thread.number;
  else
    world.all[object.last_waiter]->next_waiter = thread.number;
  object.last_waiter = thread.number;
  ++object.arrived;
}
bool dequeue(Object& object, Controlled& thread) {
  Thread before = kNoThread;
  for (Thread at = object.first_waiter; at != kNoThread; before = at, at = world.all[at]->next_waiter) {
    if (at != thread.number) continue;
    if (before == kNoThread)
      object.first_waiter = thread.next_waiter;
    else
      world.all[before]->next_waiter = thread.next_waiter;
    if (object.last_waiter == at) object.last_waiter = before;
    --object.arrived;
    return true;
  }
  return false;
}
Controlled& waiter(Object& object, unsigned which) {
  Thread at = object.first_waiter;
  while (which-- > 0) at = world.all[at]->next_waiter;
  return *world.all[at];
}

// ---- condition variables ----

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
  reach(operation, &object, Action::wait, number(condition), pc);
  note_before(operation, object);
  const bool spurious = !timed && self.spurious > 0 && outcome(2) == 1;
  object.owner = kNoThread;
  publish(self, object, false);
  effect();
  self.notified = spurious;
  if (spurious)
    --self.spurious;
  else
    enqueue(queue, self);
  performed(operation);

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
  if (timed_out) {
    dequeue(queue, self);
    --self.timeouts;
  }
  take(object, again);
  object.depth = depth;
  performed(again);
  return timed_out ? ETIMEDOUT : 0;
}

void wake(Object& queue, Controlled& thread) {
  Controlled& self = *world.current;
  dequeue(queue, thread);
  thread.notified = true;
  // A timed wait could end without this: what orders the two is the condition variable both touch.
  if (thread.timed) return;
  order(self, thread);
  resume(thread);
}

void notify(void* condition, bool all, const void* pc) {
  Object& queue = object_at(condition);
  Operation operation = on(queue, true);
  reach(operation, &queue, all ? Action::notify_all : Action::notify, number(condition), pc);
  const std::uint32_t waiters = queue.arrived;
  unsigned which = 0;
  if (!all && waiters > 1) which = outcome(waiters);
  performed(operation);
  if (waiters == 0) return;
  if (!all) {
    wake(queue, waiter(queue, which));
  } else {
    while (queue.first_waiter != kNoThread) wake(queue, *world.all[queue.first_waiter]);
  }
  effect();
}

// ---- semaphores ----

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

int acquire_semaphore(sem_t* address, bool tries, int error, const void* pc) {
  Object& object = semaphore(address);
  Controlled& self = *world.current;
  Operation operation = on(object, true);
  operation.need = tries ? Need::nothing : Need::exclusive;
  reach(operation, &object, Action::receive, number(address), pc);
  note_before(operation, object);
  if (object.count == 0) {
    operation.accesses[0].write = false;
    performed(operation);
    errno = error;
    return -1;
  }
  --object.count;
  if (object.published_any) acquire_from(self, object.published);
  effect();
  performed(operation);
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

// ---- futexes: what std::atomic::wait, futures, latches and semaphores of C++ stand on ----

long futex_wait(std::uint32_t* word, std::uint32_t expected, bool timed, const void* pc) {
  Object& queue = object_at(word, Role::queue);
  Object& object = object_at(word);
  Controlled& self = *world.current;
  Operation operation = on(queue, true);
  operation.accesses[operation.count++] = {object.number, false};
  reach(operation, &queue, Action::wait, number(word), pc);
  operation.available = 3;
  if (*word != expected) {
    performed(operation);
    errno = EAGAIN;
    return -1;
  }
  enqueue(queue, self);
  effect();
  self.notified = false;
  performed(operation);
  if (!timed) {
    blocked_until_resumed(Operation{}, &queue);
    return 0;
  }
  self.timed = true;
  Operation again = on(queue, true);
  reach(again, &queue, Action::wake, number(word), pc);
  self.timed = false;
  if (!self.notified) {
    dequeue(queue, self);
    --self.timeouts;
  }
  performed(again);
  if (self.notified) return 0;
  errno = ETIMEDOUT;
  return -1;
}

long futex_wake(std::uint32_t* word, int count, const void* pc) {
  Object& queue = object_at(word, Role::queue);
  Operation operation = on(queue, true);
  reach(operation, &queue, Action::notify, number(word), pc);
  performed(operation);
  long woken = 0;
  while (queue.first_waiter != kNoThread && woken < count) {
    wake(queue, *world.all[queue.first_waiter]);
    ++woken;
  }
  if (woken > 0) effect();
  return woken;
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_lock)(mutex);
  return lock(mutex, is_recursive(mutex), is_checking(mutex), HEDDLE_PC);
}
HEDDLE_HIDDEN int heddle_mutex_trylock(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_trylock)(mutex);
  return try_lock(mutex, is_recursive(mutex), EBUSY, false, HEDDLE_PC, true);
}
HEDDLE_STUB(pthread_mutex_trylock, heddle_mutex_trylock)
HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_timedlock)(mutex, until);
  return try_lock(mutex, is_recursive(mutex), ETIMEDOUT, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_clocklock)(mutex, clock, until);
  return try_lock(mutex, is_recursive(mutex), ETIMEDOUT, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_unlock)(mutex);
  return unlock(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_destroy)(mutex);
  if (object_at(mutex).owner != kNoThread) misuse("a mutex is destroyed while it is held", mutex, HEDDLE_PC);
  return 0;
}
HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* spin) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_lock)(spin);
  return lock(const_cast<int*>(spin), false, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_spin_trylock(pthread_spinlock_t* spin) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_trylock)(spin);
  return try_lock(const_cast<int*>(spin), false, EBUSY, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* spin) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_unlock)(spin);
  return unlock(const_cast<int*>(spin), HEDDLE_PC);
}

HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_rdlock)(rwlock);
  return lock_shared(rwlock, false, 0, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_tryrdlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_tryrdlock)(rwlock);
  return lock_shared(rwlock, true, EBUSY, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t* rwlock, const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_timedrdlock)(rwlock, until);
  return lock_shared(rwlock, true, ETIMEDOUT, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_clockrdlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                                const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_clockrdlock)(rwlock, clock, until);
  return lock_shared(rwlock, true, ETIMEDOUT, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_wrlock)(rwlock);
  return lock(rwlock, false, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_trywrlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_trywrlock)(rwlock);
  return try_lock(rwlock, false, EBUSY, true, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t* rwlock, const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_timedwrlock)(rwlock, until);
  return try_lock(rwlock, false, ETIMEDOUT, true, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_clockwrlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                                const timespec* until) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_clockwrlock)(rwlock, clock, until);
  return try_lock(rwlock, false, ETIMEDOUT, true, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_unlock)(rwlock);
  return unlock_rwlock(rwlock, HEDDLE_PC);
}

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_wait)(condition, mutex);
  return wait(condition, mutex, false, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_timedwait)(condition, mutex, until);
  return wait(condition, mutex, true, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            clockid_t clock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_cond_clockwait)(condition, mutex, clock, until);
  return wait(condition, mutex, true, HEDDLE_PC);
}
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

HEDDLE_INTERPOSE int sem_init(sem_t* address, int shared, unsigned value) noexcept {
  if (controlled()) {
    Object& object = object_at(address);
    object.counts = object.known = true;
    object.count = value;
  }
  return HEDDLE_LIBC(sem_init)(address, shared, value);
}
HEDDLE_INTERPOSE int sem_wait(sem_t* address) {
  if (!controlled()) return HEDDLE_LIBC(sem_wait)(address);
  return acquire_semaphore(address, false, 0, HEDDLE_PC);
}
HEDDLE_INTERPOSE int sem_trywait(sem_t* address) noexcept {
  if (!controlled()) return HEDDLE_LIBC(sem_trywait)(address);
  return acquire_semaphore(address, true, EAGAIN, HEDDLE_PC);
}
HEDDLE_INTERPOSE int sem_timedwait(sem_t* address, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(sem_timedwait)(address, until);
  return acquire_semaphore(address, true, ETIMEDOUT, HEDDLE_PC);
}
HEDDLE_INTERPOSE int sem_clockwait(sem_t* address, clockid_t clock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(sem_clockwait)(address, clock, until);
  return acquire_semaphore(address, true, ETIMEDOUT, HEDDLE_PC);
}
HEDDLE_INTERPOSE int sem_post(sem_t* address) noexcept {
  if (!controlled()) return HEDDLE_LIBC(sem_post)(address);
  Object& object = semaphore(address);
  Operation operation = on(object, true);
  reach(operation, &object, Action::send, number(address), HEDDLE_PC);
  note_before(operation, object);
  ++object.count;
  publish(*world.current, object, true);
  effect();
  performed(operation);
  return 0;
}
HEDDLE_INTERPOSE int sem_getvalue(sem_t* address, int* value) noexcept {
  if (!controlled()) return HEDDLE_LIBC(sem_getvalue)(address, value);
  Object& object = semaphore(address);
  Operation operation = on(object, false);
  reach(operation, &object, Action::atomic_load, number(address), HEDDLE_PC);
  *value = static_cast<int>(object.count);
  performed(operation);
  return 0;
}
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

HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) noexcept {
  return pthread_mutex_lock(reinterpret_cast<pthread_mutex_t*>(mutex));
}
HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) noexcept {
  return pthread_mutex_unlock(reinterpret_cast<pthread_mutex_t*>(mutex));
}
HEDDLE_INTERPOSE int mtx_trylock(mtx_t* mutex) noexcept {
  return pthread_mutex_trylock(reinterpret_cast<pthread_mutex_t*>(mutex)) == 0 ? thrd_success : thrd_busy;
}
HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* until) noexcept {
  const int error = pthread_mutex_timedlock(reinterpret_cast<pthread_mutex_t*>(mutex), until);
  return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
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
HEDDLE_INTERPOSE int cnd_signal(cnd_t* condition) noexcept {
  pthread_cond_signal(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}
HEDDLE_INTERPOSE int cnd_broadcast(cnd_t* condition) noexcept {
  pthread_cond_broadcast(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}

namespace {
// They neither wait nor tell anything that changes with the schedule.
bool is_harmless(long call) {
  for (const long known : {SYS_gettid, SYS_getpid, SYS_sched_yield, SYS_getcpu, SYS_membarrier, SYS_getrandom,
                           SYS_clock_gettime, SYS_sched_getaffinity})
    if (call == known) return true;
  return false;
}
}  // namespace

HEDDLE_INTERPOSE long syscall(long call, ...) noexcept {
  va_list arguments;
  va_start(arguments, call);
  long a[6];
  for (long& each : a) each = va_arg(arguments, long);
  va_end(arguments);
  if (controlled() && call == SYS_futex) {
    auto* word = reinterpret_cast<std::uint32_t*>(a[0]);
    switch (a[1] & FUTEX_CMD_MASK) {
      case FUTEX_WAIT:
      case FUTEX_WAIT_BITSET:
        return futex_wait(word, static_cast<std::uint32_t>(a[2]), a[3] != 0, HEDDLE_PC);
      case FUTEX_WAKE:
      case FUTEX_WAKE_BITSET:
        return futex_wake(word, static_cast<int>(a[2]), HEDDLE_PC);
      default:
        doubt(Doubt::blocking_call, "futex");
    }
  } else if (controlled() && !is_harmless(call)) {
    doubt(Doubt::blocking_call, "syscall");
  }
  const long result = heddle::runtime::raw_syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}
