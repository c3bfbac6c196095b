// SPDX-License-Identifier: Apache-2.0
// A call on a mutex, readers-writer lock or spin lock, around libc's own: which, on what, and from where.
// Blocking calls run outside Busy, so that signals arrive.
#pragma once

#include <cerrno>

#include <pthread.h>
#include <sched.h>

#include "runtime/machine_code/standard_call.h"
#include "runtime/watch/calls.h"
#include "runtime/watch/locks.h"
#include "runtime/watch/openmp.h"
#include "runtime/watch/perturb.h"
#include "runtime/watch/report.h"
#include "sync/book.h"

namespace heddle::runtime {

inline bool taken(int result) { return result == 0 || result == EOWNERDEAD; }

// What the memory of a lock says of it.
inline sync::State made(const pthread_mutex_t* mutex) { return sync::mutex_of_kind(mutex->__data.__kind); }
inline sync::State made(const pthread_rwlock_t* lock) {
  return sync::rwlock_of_flags(static_cast<int>(lock->__data.__flags));
}
inline sync::State made(const volatile int*) { return {}; }  // a spin lock

template <class Lock>
struct LockCall {
  sync::Call call;
  Lock* lock;
  Hold hold;
  const void* pc;
  sync::Standard standard = sync::Standard::posix;  // C++'s is not said: it is read from the caller's code

  sync::Object object() const { return sync::row(call).object; }
  Object* object_in(Thread& thread) const {
    return object_at(thread, address_of(lock), kind_of(object()), pc);
  }

  void before() const {
    perturb(pc);
    Thread* thread = active();
    if (thread == nullptr) return;
    const Busy busy(*thread);
    may_use(*thread, object(), lock, pc);
    if (standard == sync::Standard::c) judge_time(*thread);
    if (thread->held_count > 0 &&
        (object() == sync::Object::rwlock || sync::row(call).form != sync::Form::blocking))
      judge_own_hold(*thread);
  }
  // C leaves undefined to lock with a time limit what was made without one.
  void judge_time(Thread& thread) const {
    const Object* known = find_object(address_of(lock));
    if (known == nullptr || !known->untimed) return;
    sync::State state;
    state.untimed = true;
    const sync::Misuse misuse = sync::rule(call, state, {thread.number}, {.standard = standard}).misuse;
    if (misuse != sync::Misuse::none) report_misuse(thread, misuse, *known, pc);
  }
  // C++ leaves undefined what POSIX answers with an error: to try a lock that one has, to read it twice.
  void judge_own_hold(Thread& thread) const {
    Object* known = find_object(address_of(lock));
    if (known == nullptr || !holds(thread, *known) || !machine_code::is_standard_call(pc)) return;
    sync::State state = state_of(*known, made(lock));
    state.life = sync::Life::initialised;  // may_use has judged that
    const sync::Misuse misuse =
        sync::rule(call, state, caller_of(thread, *known), {.standard = sync::Standard::cpp}).misuse;
    if (misuse != sync::Misuse::none) report_misuse(thread, misuse, *known, pc);
  }
  void after_lock(bool blocking) const {
    Thread* thread = active();
    if (thread == nullptr) return;
    const Busy busy(*thread);
    if (Object* known = object_in(*thread)) {
      known->robust = made(lock).robust != sync::Robust::no;
      on_lock(*thread, *known, hold, blocking, used_bytes(object()), pc);
    }
  }
  // A try or a timed lock. One that failed orders nothing, and a recording says that it failed: what the
  // thread does next may hang on it.
  void after_try(int result) const {
    if (taken(result)) return after_lock(false);
    Thread* thread = active();
    if (thread == nullptr) return;
    const Busy busy(*thread);
    on_use(*thread, address_of(lock), used_bytes(object()), pc);
    if (!process.recording || (result != EBUSY && result != ETIMEDOUT)) return;
    if (Object* known = object_in(*thread)) on_failed_try(*thread, *known, hold, pc, If::always);
  }
  // Between what a holder does and what the recording says of it there is a moment. A try that fails in it is
  // made again, as if the thread had come a little later. Not for ever: who holds it may not be recorded.
  template <class Real>
  int tried(Real real) const {
    if (is_libomp(pc)) return real();
    before();
    int result = real();
    for (int again = 0; process.recording && result == EBUSY && again < 100; ++again) {
      if (failed_inside()) return result;
      sched_yield();
      result = real();
    }
    after_try(result);
    return result;
  }
  bool failed_inside() const {
    Thread* thread = active();
    if (thread == nullptr) return true;
    const Busy busy(*thread);
    Object* known = object_in(*thread);
    if (known != nullptr && !on_failed_try(*thread, *known, hold, pc, If::held)) return false;
    on_use(*thread, address_of(lock), used_bytes(object()), pc);
    return true;
  }
  // Tries first; waits only if that fails, and says so before.
  template <class Try, class Real>
  int locked(Try try_lock, Real real_lock) const {
    if (!attached() || is_libomp(pc)) return real_lock();
    before();
    int result = try_lock();
    if (result == EBUSY || result == EAGAIN || result == EDEADLK) {
      Thread* thread = active();
      Object* known = nullptr;
      if (thread != nullptr) {
        const Busy busy(*thread);
        known = object_in(*thread);
        if (known != nullptr && !waits(*thread, *known)) known = nullptr;
        if (known != nullptr) begin_wait(*thread, *known, hold, pc);
      }
      result = real_lock();
      if (known != nullptr) end_wait(*thread);
    }
    if (taken(result)) after_lock(true);
    return result;
  }
  // Not where libc refuses: an error-checking mutex, or a readers-writer lock, that the thread has already.
  bool waits(const Thread& thread, Object& known) const {
    const ObjectGuard guard(known);
    sync::State state = state_of(known, made(lock));
    if (state.owner != thread.number) return true;
    state.life = sync::Life::initialised;
    return sync::rule(call, state, caller_of(thread, known)).blocks();
  }
  template <class Real>
  int unlocked(Real real) const {
    if (is_libomp(pc)) return real();
    if (Thread* thread = active()) {
      const Busy busy(*thread);
      // The entry of the lock is of the same epoch, mostly: this one costs a look.
      if (may_use(*thread, object(), lock, pc)) {
        on_use(*thread, address_of(lock), used_bytes(object()), pc);
        if (Object* known = object_in(*thread)) on_unlock(*thread, call, *known, made(lock), pc, standard);
      }
    }
    const int result = real();
    perturb(pc);
    return result;
  }
};

template <class Lock>
LockCall<Lock> exclusive(sync::Call call, Lock* lock, const void* pc,
                         sync::Standard standard = sync::Standard::posix) {
  return {call, lock, Hold::exclusive, pc, standard};
}
template <class Lock>
LockCall<Lock> shared(sync::Call call, Lock* lock, const void* pc) {
  return {call, lock, Hold::shared, pc};
}

}  // namespace heddle::runtime
