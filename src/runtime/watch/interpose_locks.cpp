// SPDX-License-Identifier: Apache-2.0
// Mutexes, readers-writer locks and spin locks, as lock_calls.def lists them. C++'s std::mutex, shared_mutex and
// timed_mutex end here too; C11's mutexes are POSIX's under other names.
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
using heddle::sync::Standard;

#define HEDDLE_PC __builtin_return_address(0)

namespace {

// Not tried before it is locked: glibc's trylock takes one that is not recoverable any more, says that it did not, and
// leaves it so that the next call on it hangs or crashes.
bool is_robust(const pthread_mutex_t* mutex) {
  constexpr int kRobust = 16;  // PTHREAD_MUTEX_ROBUST_NORMAL_NP
  return (mutex->__data.__kind & kRobust) != 0;
}
bool is_robust(const volatile void*) { return false; }
pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }

}  // namespace

// Each function stands before libc's of the same name; what it does is in one of ours, which C11's functions share.
#define HEDDLE_LOCK_INIT(type, name, call, besides)                  \
  HEDDLE_INTERPOSE int name(type* lock, besides argument) noexcept { \
    before_use_of(argument, HEDDLE_PC);                              \
    before_init(Call::call, lock, HEDDLE_PC);                        \
    return HEDDLE_REAL(name)(lock, argument);                        \
  }
#define HEDDLE_LOCK_DESTROY(type, name, call)      \
  HEDDLE_INTERPOSE int name(type* lock) noexcept { \
    before_destroy(Call::call, lock, HEDDLE_PC);   \
    return HEDDLE_REAL(name)(lock);                \
  }
#define HEDDLE_LOCK(hold, type, name, call, trying)                                  \
  static int watched_##name(type* lock, const void* pc) {                            \
    return hold(Call::call, lock, pc)                                                \
        .locked([&] { return is_robust(lock) ? EBUSY : HEDDLE_REAL(trying)(lock); }, \
                [&] { return HEDDLE_REAL(name)(lock); });                            \
  }                                                                                  \
  HEDDLE_INTERPOSE int name(type* lock) noexcept { return watched_##name(lock, HEDDLE_PC); }
#define HEDDLE_TRY_LOCK(hold, type, name, call)                                       \
  static int watched_##name(type* lock, const void* pc) {                             \
    return hold(Call::call, lock, pc).tried([&] { return HEDDLE_REAL(name)(lock); }); \
  }                                                                                   \
  HEDDLE_INTERPOSE int name(type* lock) noexcept { return watched_##name(lock, HEDDLE_PC); }
#define HEDDLE_TIMED_LOCK(hold, type, name, call)                              \
  static int watched_##name(type* lock, const timespec* until, const void* pc, \
                            Standard standard = Standard::posix) {             \
    before_use_of(until, pc);                                                  \
    auto it = hold(Call::call, lock, pc);                                      \
    it.standard = standard;                                                    \
    return it.tried([&] { return HEDDLE_REAL(name)(lock, until); });           \
  }                                                                            \
  HEDDLE_INTERPOSE int name(type* lock, const timespec* until) noexcept {      \
    return watched_##name(lock, until, HEDDLE_PC);                             \
  }
#define HEDDLE_CLOCK_LOCK(hold, type, name, call)                                                          \
  HEDDLE_INTERPOSE int name(type* lock, clockid_t clock, const timespec* until) noexcept {                 \
    before_use_of(until, HEDDLE_PC);                                                                       \
    return hold(Call::call, lock, HEDDLE_PC).tried([&] { return HEDDLE_REAL(name)(lock, clock, until); }); \
  }
#define HEDDLE_UNLOCK(type, name, call)                                                                 \
  static int watched_##name(type* lock, const void* pc, Standard standard = Standard::posix) {          \
    return exclusive(Call::call, lock, pc, standard).unlocked([&] { return HEDDLE_REAL(name)(lock); }); \
  }                                                                                                     \
  HEDDLE_INTERPOSE int name(type* lock) noexcept { return watched_##name(lock, HEDDLE_PC); }
#define HEDDLE_C11_LOCK(name, its) \
  HEDDLE_INTERPOSE int name(mtx_t* mutex) { return as_c11(watched_##its(posix(mutex), HEDDLE_PC)); }
#define HEDDLE_C11_TIMED_LOCK(name, its)                                       \
  HEDDLE_INTERPOSE int name(mtx_t* mutex, const timespec* until) {             \
    return as_c11(watched_##its(posix(mutex), until, HEDDLE_PC, Standard::c)); \
  }
#define HEDDLE_C11_UNLOCK(name, its)                                    \
  HEDDLE_INTERPOSE int name(mtx_t* mutex) {                             \
    return as_c11(watched_##its(posix(mutex), HEDDLE_PC, Standard::c)); \
  }
#include "runtime/shared/lock_calls.def"

HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  before_init(Call::mutex_init, mutex, HEDDLE_PC);
  if (Thread* thread = (type & mtx_timed) == 0 ? active() : nullptr) {
    const Busy busy(*thread);
    if (Object* object = object_at(*thread, address_of(mutex), ObjectKind::mutex, HEDDLE_PC))
      object->untimed = true;
  }
  return HEDDLE_REAL(mtx_init)(mutex, type);
}
HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  before_destroy(Call::mutex_destroy, mutex, HEDDLE_PC);
  HEDDLE_REAL(mtx_destroy)(mutex);
}
