// SPDX-License-Identifier: Apache-2.0
// Mutexes, readers-writer locks and spin locks. C++'s std::mutex, shared_mutex and timed_mutex end here too;
// C11's mutexes are POSIX's under other names, with results of their own.
#include <cerrno>
#include <ctime>

#include <pthread.h>
#include <threads.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/lock_call.h"
#include "runtime/watch/real.h"

using namespace heddle::runtime;
using heddle::sync::as_c11;
using heddle::sync::Call;

#define HEDDLE_PC __builtin_return_address(0)

namespace {

// Not tried before it is locked: glibc's trylock takes one that is not recoverable any more, says that it did not, and
// leaves it so that the next call on it hangs or crashes.
bool is_robust(const pthread_mutex_t& mutex) {
  constexpr int kRobust = 16;  // PTHREAD_MUTEX_ROBUST_NORMAL_NP
  return (mutex.__data.__kind & kRobust) != 0;
}

int lock_mutex(pthread_mutex_t* mutex, const void* pc) {
  return exclusive(Call::mutex_lock, mutex, pc)
      .locked([&] { return is_robust(*mutex) ? EBUSY : HEDDLE_REAL(pthread_mutex_trylock)(mutex); },
              [&] { return HEDDLE_REAL(pthread_mutex_lock)(mutex); });
}
int try_mutex(pthread_mutex_t* mutex, const void* pc) {
  return exclusive(Call::mutex_try_lock, mutex, pc).tried([&] {
    return HEDDLE_REAL(pthread_mutex_trylock)(mutex);
  });
}
int lock_mutex_until(pthread_mutex_t* mutex, const timespec* until, const void* pc) {
  return exclusive(Call::mutex_timed_lock, mutex, pc).tried([&] {
    return HEDDLE_REAL(pthread_mutex_timedlock)(mutex, until);
  });
}
int unlock_mutex(pthread_mutex_t* mutex, const void* pc) {
  return exclusive(Call::mutex_unlock, mutex, pc).unlocked([&] {
    return HEDDLE_REAL(pthread_mutex_unlock)(mutex);
  });
}
pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }

}  // namespace

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return lock_mutex(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return try_mutex(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  return lock_mutex_until(mutex, until, HEDDLE_PC);
}
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return unlock_mutex(mutex, HEDDLE_PC);
}
HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) { return as_c11(lock_mutex(posix(mutex), HEDDLE_PC)); }
HEDDLE_INTERPOSE int mtx_trylock(mtx_t* mutex) { return as_c11(try_mutex(posix(mutex), HEDDLE_PC)); }
HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  return as_c11(lock_mutex_until(posix(mutex), until, HEDDLE_PC));
}
HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) { return as_c11(unlock_mutex(posix(mutex), HEDDLE_PC)); }

HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return shared(Call::rwlock_read, lock, HEDDLE_PC)
      .locked([&] { return HEDDLE_REAL(pthread_rwlock_tryrdlock)(lock); },
              [&] { return HEDDLE_REAL(pthread_rwlock_rdlock)(lock); });
}
HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return exclusive(Call::rwlock_write, lock, HEDDLE_PC)
      .locked([&] { return HEDDLE_REAL(pthread_rwlock_trywrlock)(lock); },
              [&] { return HEDDLE_REAL(pthread_rwlock_wrlock)(lock); });
}
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return exclusive(Call::rwlock_unlock, lock, HEDDLE_PC).unlocked([&] {
    return HEDDLE_REAL(pthread_rwlock_unlock)(lock);
  });
}
HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  return exclusive(Call::spin_lock, lock, HEDDLE_PC)
      .locked([&] { return HEDDLE_REAL(pthread_spin_trylock)(lock); },
              [&] { return HEDDLE_REAL(pthread_spin_lock)(lock); });
}
HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  return exclusive(Call::spin_unlock, lock, HEDDLE_PC).unlocked([&] {
    return HEDDLE_REAL(pthread_spin_unlock)(lock);
  });
}

#define HEDDLE_TRY(hold, call, name, parameters, arguments)                                      \
  HEDDLE_INTERPOSE int name parameters noexcept {                                                \
    return hold(Call::call, lock, HEDDLE_PC).tried([&] { return HEDDLE_REAL(name) arguments; }); \
  }
HEDDLE_TRY(exclusive, mutex_timed_lock, pthread_mutex_clocklock,
           (pthread_mutex_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
HEDDLE_TRY(shared, rwlock_try_read, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock))
HEDDLE_TRY(shared, rwlock_timed_read, pthread_rwlock_timedrdlock,
           (pthread_rwlock_t * lock, const timespec* until), (lock, until))
HEDDLE_TRY(shared, rwlock_timed_read, pthread_rwlock_clockrdlock,
           (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
HEDDLE_TRY(exclusive, rwlock_try_write, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock))
HEDDLE_TRY(exclusive, rwlock_timed_write, pthread_rwlock_timedwrlock,
           (pthread_rwlock_t * lock, const timespec* until), (lock, until))
HEDDLE_TRY(exclusive, rwlock_timed_write, pthread_rwlock_clockwrlock,
           (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
HEDDLE_TRY(exclusive, spin_try_lock, pthread_spin_trylock, (pthread_spinlock_t * lock), (lock))

#define HEDDLE_LIFE(moment, call, name, parameters, arguments) \
  HEDDLE_INTERPOSE int name parameters noexcept {              \
    moment(Call::call, lock, HEDDLE_PC);                       \
    return HEDDLE_REAL(name) arguments;                        \
  }
HEDDLE_LIFE(before_init, mutex_init, pthread_mutex_init,
            (pthread_mutex_t * lock, const pthread_mutexattr_t* attributes), (lock, attributes))
HEDDLE_LIFE(before_destroy, mutex_destroy, pthread_mutex_destroy, (pthread_mutex_t * lock), (lock))
HEDDLE_LIFE(before_init, rwlock_init, pthread_rwlock_init,
            (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attributes), (lock, attributes))
HEDDLE_LIFE(before_destroy, rwlock_destroy, pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))
HEDDLE_LIFE(before_init, spin_init, pthread_spin_init, (pthread_spinlock_t * lock, int shared),
            (lock, shared))
HEDDLE_LIFE(before_destroy, spin_destroy, pthread_spin_destroy, (pthread_spinlock_t * lock), (lock))
HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  before_init(Call::mutex_init, mutex, HEDDLE_PC);
  return HEDDLE_REAL(mtx_init)(mutex, type);
}
HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  before_destroy(Call::mutex_destroy, mutex, HEDDLE_PC);
  HEDDLE_REAL(mtx_destroy)(mutex);
}
