// SPDX-License-Identifier: Apache-2.0
// Mutexes (recursive, error-checking, timed and robust ones too), spin locks and reader-writer locks.
//
// A try-lock that finds the lock held fails; a timed one has run out of time. That it could have waited is
// another schedule: the one in which it comes later.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/control/locks.h"
#include "runtime/control/stub.h"
#include "runtime/shared/abi.h"

namespace heddle::control {

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
}

namespace {

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
  Look look(object, operation, pc, true);
  reach(operation, &object, action, number(address), pc);
  look.performs();
  take(object, operation);
  look.performed(operation);
  return 0;
}

// Also a timed lock: performed while somebody else holds it, its time has run out.
int try_lock(void* address, bool recursive, int busy, bool readers, const void* pc) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  if (recursive && object.owner == self.number) {
    ++object.depth;
    return 0;
  }
  world.shared->tries_seen = true;
  Operation operation = on(object, true);
  // Readers do not conflict with readers, but with one that fails because of them: it always writes.
  if (!readers) operation.writes = Writes::if_available;
  Look look(object, operation, pc, true);
  self.tired = self.tries <= 0;
  reach(operation, &object, Action::acquire, number(address), pc);
  self.tired = false;
  look.performs();
  note_before(operation, object);
  if (object.owner != kNoThread || object.readers != 0) {
    if (operation.awaited == 0) --self.tries;
    operation.accesses[0].write = operation.writes == Writes::always;
    look.performed(operation);
    return busy;
  }
  take(object, operation);
  look.performed(operation);
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
  Look look(object, operation, pc, false);
  reach(operation, &object, Action::release, number(address), pc);
  look.performs();
  note_before(operation, object);
  object.owner = kNoThread;
  publish(self, object, false);
  look.performed(operation);
  return 0;
}

int lock_shared(void* address, bool tries, int busy, const void* pc) {
  Object& object = object_at(address);
  Controlled& self = *world.current;
  Operation operation = on(object, false);
  operation.need = tries ? Need::nothing : Need::shared;
  world.shared->tries_seen |= tries;
  Look look(object, operation, pc, true);
  reach(operation, &object, Action::acquire_shared, number(address), pc);
  look.performs();
  note_before(operation, object);
  if (tries && object.owner != kNoThread) {
    look.performed(operation);
    return busy;
  }
  operation.hold = 1;
  ++object.readers;
  if (object.published_any) acquire_from(self, object.published);
  look.performed(operation);
  return 0;
}

int unlock_rwlock(void* address, const void* pc) {
  Object& object = object_at(address);
  if (object.owner != kNoThread || object.readers == 0) return unlock(address, pc);
  Controlled& self = *world.current;
  Operation operation = on(object, false);
  operation.point = world.shared->tries_visible;
  Look look(object, operation, pc, false);
  reach(operation, &object, Action::release_shared, number(address), pc);
  look.performs();
  note_before(operation, object);
  operation.hold = -1;
  --object.readers;
  publish_shared(self, object);
  look.performed(operation);
  return 0;
}

bool is_recursive(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
}
bool is_checking(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
}

// ---- robust mutexes ----

bool is_robust(const pthread_mutex_t* mutex) { return (mutex->__data.__kind & 16) != 0; }

// After it was taken: what pthread_mutex_lock says of it.
int robust_answer(pthread_mutex_t* mutex) {
  Object& object = object_at(mutex);
  if (!is_robust(mutex)) return 0;
  effect();
  if (object.robust == Object::Robust::lost) {  // it was unlocked before anybody made it consistent
    object.owner = kNoThread;
    return ENOTRECOVERABLE;
  }
  object.next_held = world.current->robust_held;
  world.current->robust_held = &object;
  return object.robust == Object::Robust::owner_died ? EOWNERDEAD : 0;
}
void forget_robust(pthread_mutex_t* mutex) {
  Object& object = object_at(mutex);
  if (!is_robust(mutex) || object.owner != world.current->number || object.depth > 1) return;
  if (object.robust == Object::Robust::owner_died) object.robust = Object::Robust::lost;
  for (Object** held = &world.current->robust_held; *held != nullptr; held = &(*held)->next_held)
    if (*held == &object) {
      *held = object.next_held;
      return;
    }
}
int robust_lock(pthread_mutex_t* mutex, int result) {
  return result == 0 && object_at(mutex).depth == 1 ? robust_answer(mutex) : result;
}

}  // namespace

// Its thread ends: others can have them, and are told.
void release_robust(Controlled& self) {
  while (Object* object = self.robust_held) {
    self.robust_held = object->next_held;
    Operation operation = on(*object, true);
    reach(operation, object, Action::release, object->key, nullptr);
    note_before(operation, *object);
    object->owner = kNoThread;
    object->robust = Object::Robust::owner_died;
    publish(self, *object, false);
    effect();
    performed(operation);
  }
}

}  // namespace heddle::control

using namespace heddle::control;

HEDDLE_HIDDEN int heddle_mutex_lock(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_lock)(mutex);
  return robust_lock(mutex, lock(mutex, is_recursive(mutex), is_checking(mutex), HEDDLE_PC));
}
HEDDLE_STUB(pthread_mutex_lock, heddle_mutex_lock)
HEDDLE_HIDDEN int heddle_mutex_trylock(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_trylock)(mutex);
  return robust_lock(mutex, try_lock(mutex, is_recursive(mutex), EBUSY, false, HEDDLE_PC));
}
HEDDLE_STUB(pthread_mutex_trylock, heddle_mutex_trylock)
HEDDLE_HIDDEN int heddle_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_timedlock)(mutex, until);
  return noted_time(robust_lock(mutex, try_lock(mutex, is_recursive(mutex), ETIMEDOUT, false, HEDDLE_PC)),
                    CLOCK_REALTIME, until);
}
HEDDLE_STUB(pthread_mutex_timedlock, heddle_mutex_timedlock)
HEDDLE_HIDDEN int heddle_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_clocklock)(mutex, clock, until);
  return noted_time(robust_lock(mutex, try_lock(mutex, is_recursive(mutex), ETIMEDOUT, false, HEDDLE_PC)),
                    clock, until);
}
HEDDLE_STUB(pthread_mutex_clocklock, heddle_mutex_clocklock)
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_unlock)(mutex);
  forget_robust(mutex);
  return unlock(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_consistent)(mutex);
  Object& object = object_at(mutex);
  if (!is_robust(mutex) || object.owner != world.current->number ||
      object.robust != Object::Robust::owner_died)
    return EINVAL;
  object.robust = Object::Robust::consistent;
  return 0;
}
HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_mutex_destroy)(mutex);
  if (object_at(mutex).owner != kNoThread) misuse("a mutex is destroyed while it is held", mutex, HEDDLE_PC);
  return 0;
}
HEDDLE_HIDDEN int heddle_spin_lock(pthread_spinlock_t* spin) {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_lock)(spin);
  return lock(const_cast<int*>(spin), false, false, HEDDLE_PC);
}
HEDDLE_STUB(pthread_spin_lock, heddle_spin_lock)
HEDDLE_HIDDEN int heddle_spin_trylock(pthread_spinlock_t* spin) {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_trylock)(spin);
  return try_lock(const_cast<int*>(spin), false, EBUSY, false, HEDDLE_PC);
}
HEDDLE_STUB(pthread_spin_trylock, heddle_spin_trylock)
HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* spin) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_spin_unlock)(spin);
  return unlock(const_cast<int*>(spin), HEDDLE_PC);
}

HEDDLE_HIDDEN int heddle_rwlock_rdlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_rdlock)(rwlock);
  return lock_shared(rwlock, false, 0, HEDDLE_PC);
}
HEDDLE_STUB(pthread_rwlock_rdlock, heddle_rwlock_rdlock)
HEDDLE_HIDDEN int heddle_rwlock_tryrdlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_tryrdlock)(rwlock);
  return lock_shared(rwlock, true, EBUSY, HEDDLE_PC);
}
HEDDLE_STUB(pthread_rwlock_tryrdlock, heddle_rwlock_tryrdlock)
HEDDLE_HIDDEN int heddle_rwlock_timedrdlock(pthread_rwlock_t* rwlock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_timedrdlock)(rwlock, until);
  return noted_time(lock_shared(rwlock, true, ETIMEDOUT, HEDDLE_PC), CLOCK_REALTIME, until);
}
HEDDLE_STUB(pthread_rwlock_timedrdlock, heddle_rwlock_timedrdlock)
HEDDLE_HIDDEN int heddle_rwlock_clockrdlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                            const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_clockrdlock)(rwlock, clock, until);
  return noted_time(lock_shared(rwlock, true, ETIMEDOUT, HEDDLE_PC), clock, until);
}
HEDDLE_STUB(pthread_rwlock_clockrdlock, heddle_rwlock_clockrdlock)
HEDDLE_HIDDEN int heddle_rwlock_wrlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_wrlock)(rwlock);
  return lock(rwlock, false, false, HEDDLE_PC);
}
HEDDLE_STUB(pthread_rwlock_wrlock, heddle_rwlock_wrlock)
HEDDLE_HIDDEN int heddle_rwlock_trywrlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_trywrlock)(rwlock);
  return try_lock(rwlock, false, EBUSY, true, HEDDLE_PC);
}
HEDDLE_STUB(pthread_rwlock_trywrlock, heddle_rwlock_trywrlock)
HEDDLE_HIDDEN int heddle_rwlock_timedwrlock(pthread_rwlock_t* rwlock, const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_timedwrlock)(rwlock, until);
  return noted_time(try_lock(rwlock, false, ETIMEDOUT, true, HEDDLE_PC), CLOCK_REALTIME, until);
}
HEDDLE_STUB(pthread_rwlock_timedwrlock, heddle_rwlock_timedwrlock)
HEDDLE_HIDDEN int heddle_rwlock_clockwrlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                            const timespec* until) {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_clockwrlock)(rwlock, clock, until);
  return noted_time(try_lock(rwlock, false, ETIMEDOUT, true, HEDDLE_PC), clock, until);
}
HEDDLE_STUB(pthread_rwlock_clockwrlock, heddle_rwlock_clockwrlock)
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* rwlock) noexcept {
  if (!controlled()) return HEDDLE_LIBC(pthread_rwlock_unlock)(rwlock);
  return unlock_rwlock(rwlock, HEDDLE_PC);
}

HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) {
  return pthread_mutex_lock(reinterpret_cast<pthread_mutex_t*>(mutex));
}
HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) {
  return pthread_mutex_unlock(reinterpret_cast<pthread_mutex_t*>(mutex));
}
HEDDLE_INTERPOSE int mtx_trylock(mtx_t* mutex) {
  return pthread_mutex_trylock(reinterpret_cast<pthread_mutex_t*>(mutex)) == 0 ? thrd_success : thrd_busy;
}
HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  const int error = pthread_mutex_timedlock(reinterpret_cast<pthread_mutex_t*>(mutex), until);
  return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}
