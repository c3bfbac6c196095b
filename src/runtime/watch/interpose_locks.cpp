// SPDX-License-Identifier: Apache-2.0
// pthread's mutexes, rwlocks, spinlocks and condition variables. C++'s std::mutex, shared_mutex, timed_mutex
// and condition_variable end here too. Blocking calls run outside Busy, so that signals arrive.
#include <cerrno>
#include <ctime>

#include <pthread.h>

#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/process.h"
#include "runtime/watch/real.h"
#include "runtime/watch/report.h"

using namespace heddle::runtime;

namespace {

std::uint64_t address_of(const volatile void* object) { return reinterpret_cast<std::uintptr_t>(object); }

bool taken(int result) { return result == 0 || result == EOWNERDEAD; }

void after_lock(const volatile void* lock, ObjectKind kind, Hold hold, bool blocking, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, address_of(lock), kind, pc))
    on_lock(*thread, *object, hold, blocking, pc);
}

// A try or a timed lock. One that failed orders nothing, and a recording says that it failed: what the thread
// does next may hang on it.
void after_try(const volatile void* lock, ObjectKind kind, Hold hold, int result, const void* pc) {
  if (taken(result)) return after_lock(lock, kind, hold, false, pc);
  if (result != EBUSY && result != ETIMEDOUT) return;
  Thread* thread = active();
  if (thread == nullptr || !process.recording) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, address_of(lock), kind, pc))
    on_failed_try(*thread, *object, hold, pc);
}

void before_unlock(const volatile void* lock, ObjectKind kind, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (Object* object = object_at(*thread, address_of(lock), kind, pc)) on_unlock(*thread, *object, pc);
}

void after_destroy(const volatile void* lock, const void* pc) {
  Thread* thread = active();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  Object* object = find_object(address_of(lock));
  if (object == nullptr) return;
  if (object->holder != nullptr || object->readers != 0)
    report_lock_misuse(*thread, RawFinding::Kind::destroy_held, *object, pc);
  forget_object(address_of(lock));
}

// Tries first; waits only if that fails, and says so before.
template <class Try, class Lock>
int lock_or_wait(const volatile void* lock, ObjectKind kind, Hold hold, const void* pc, Try try_lock,
                 Lock real_lock, bool refuses_owner = false) {
  if (!attached()) return real_lock();
  int result = try_lock();
  if (result == EBUSY || result == EAGAIN || result == EDEADLK) {
    Thread* thread = active();
    Object* object = nullptr;
    if (thread != nullptr) {
      const Busy busy(*thread);
      object = object_at(*thread, address_of(lock), kind, pc);
      if (object != nullptr && refuses_owner && object->holder == thread) object = nullptr;
      if (object != nullptr) begin_wait(*thread, *object, hold, pc);
    }
    result = real_lock();
    if (object != nullptr) {
      const Busy busy(*thread);
      end_wait(*thread);
    }
  }
  if (taken(result)) after_lock(lock, kind, hold, true, pc);
  return result;
}

}  // namespace

#define HEDDLE_PC __builtin_return_address(0)

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return lock_or_wait(
      mutex, ObjectKind::mutex, Hold::exclusive, HEDDLE_PC,
      [&] { return HEDDLE_REAL(pthread_mutex_trylock)(mutex); },
      [&] { return HEDDLE_REAL(pthread_mutex_lock)(mutex); },
      (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP);
}
HEDDLE_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  const int result = HEDDLE_REAL(pthread_mutex_trylock)(mutex);
  after_try(mutex, ObjectKind::mutex, Hold::exclusive, result, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  const int result = HEDDLE_REAL(pthread_mutex_timedlock)(mutex, until);
  after_try(mutex, ObjectKind::mutex, Hold::exclusive, result, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* until) noexcept {
  const int result = HEDDLE_REAL(pthread_mutex_clocklock)(mutex, clock, until);
  after_try(mutex, ObjectKind::mutex, Hold::exclusive, result, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  before_unlock(mutex, ObjectKind::mutex, HEDDLE_PC);
  return HEDDLE_REAL(pthread_mutex_unlock)(mutex);
}
HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  after_destroy(mutex, HEDDLE_PC);
  return HEDDLE_REAL(pthread_mutex_destroy)(mutex);
}
HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) noexcept {
  if (attached()) forget_object(address_of(mutex));
  return HEDDLE_REAL(pthread_mutex_init)(mutex, attributes);
}

HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return lock_or_wait(
      lock, ObjectKind::rwlock, Hold::shared, HEDDLE_PC,
      [&] { return HEDDLE_REAL(pthread_rwlock_tryrdlock)(lock); },
      [&] { return HEDDLE_REAL(pthread_rwlock_rdlock)(lock); }, true);
}
HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return lock_or_wait(
      lock, ObjectKind::rwlock, Hold::exclusive, HEDDLE_PC,
      [&] { return HEDDLE_REAL(pthread_rwlock_trywrlock)(lock); },
      [&] { return HEDDLE_REAL(pthread_rwlock_wrlock)(lock); }, true);
}
#define HEDDLE_TRY_RWLOCK(name, hold, parameters, arguments)      \
  HEDDLE_INTERPOSE int name parameters noexcept {                 \
    const int result = HEDDLE_REAL(name) arguments;               \
    after_try(lock, ObjectKind::rwlock, hold, result, HEDDLE_PC); \
    return result;                                                \
  }
HEDDLE_TRY_RWLOCK(pthread_rwlock_tryrdlock, Hold::shared, (pthread_rwlock_t * lock), (lock))
HEDDLE_TRY_RWLOCK(pthread_rwlock_trywrlock, Hold::exclusive, (pthread_rwlock_t * lock), (lock))
HEDDLE_TRY_RWLOCK(pthread_rwlock_timedrdlock, Hold::shared, (pthread_rwlock_t * lock, const timespec* until),
                  (lock, until))
HEDDLE_TRY_RWLOCK(pthread_rwlock_timedwrlock, Hold::exclusive,
                  (pthread_rwlock_t * lock, const timespec* until), (lock, until))
HEDDLE_TRY_RWLOCK(pthread_rwlock_clockrdlock, Hold::shared,
                  (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
HEDDLE_TRY_RWLOCK(pthread_rwlock_clockwrlock, Hold::exclusive,
                  (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  before_unlock(lock, ObjectKind::rwlock, HEDDLE_PC);
  return HEDDLE_REAL(pthread_rwlock_unlock)(lock);
}
HEDDLE_INTERPOSE int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  after_destroy(lock, HEDDLE_PC);
  return HEDDLE_REAL(pthread_rwlock_destroy)(lock);
}
HEDDLE_INTERPOSE int pthread_rwlock_init(pthread_rwlock_t* lock,
                                         const pthread_rwlockattr_t* attributes) noexcept {
  if (attached()) forget_object(address_of(lock));
  return HEDDLE_REAL(pthread_rwlock_init)(lock, attributes);
}

HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  return lock_or_wait(
      lock, ObjectKind::spinlock, Hold::exclusive, HEDDLE_PC,
      [&] { return HEDDLE_REAL(pthread_spin_trylock)(lock); },
      [&] { return HEDDLE_REAL(pthread_spin_lock)(lock); });
}
HEDDLE_INTERPOSE int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  const int result = HEDDLE_REAL(pthread_spin_trylock)(lock);
  after_try(lock, ObjectKind::spinlock, Hold::exclusive, result, HEDDLE_PC);
  return result;
}
HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  before_unlock(lock, ObjectKind::spinlock, HEDDLE_PC);
  return HEDDLE_REAL(pthread_spin_unlock)(lock);
}
HEDDLE_INTERPOSE int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  after_destroy(lock, HEDDLE_PC);
  return HEDDLE_REAL(pthread_spin_destroy)(lock);
}

// Waiting gives the mutex up and takes it again, also when the thread is cancelled while it waits. POSIX and
// C++ let nothing else follow from a notification: whoever relies on more than the mutex has a race.
namespace {

struct Rewait {
  pthread_mutex_t* mutex;
  const void* pc;
};
void take_again(void* what) {
  const auto* wait = static_cast<Rewait*>(what);
  after_lock(wait->mutex, ObjectKind::mutex, Hold::exclusive, true, wait->pc);
}

template <class Wait>
int wait_with(pthread_mutex_t* mutex, const void* pc, Wait wait) {
  if (!attached()) return wait();
  before_unlock(mutex, ObjectKind::mutex, pc);
  Rewait again{mutex, pc};
  int result = 0;
  pthread_cleanup_push(take_again, &again);
  result = wait();
  pthread_cleanup_pop(1);
  return result;
}

}  // namespace

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_with(mutex, HEDDLE_PC,
                   [&] { return HEDDLE_REAL_VERSION(pthread_cond_wait, "GLIBC_2.3.2")(condition, mutex); });
}
HEDDLE_INTERPOSE int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            const timespec* until) {
  return wait_with(mutex, HEDDLE_PC, [&] {
    return HEDDLE_REAL_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2")(condition, mutex, until);
  });
}
HEDDLE_INTERPOSE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            clockid_t clock, const timespec* until) {
  return wait_with(mutex, HEDDLE_PC,
                   [&] { return HEDDLE_REAL(pthread_cond_clockwait)(condition, mutex, clock, until); });
}
