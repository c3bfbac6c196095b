// SPDX-License-Identifier: Apache-2.0
// The rule book of synchronisation: what POSIX's, C11's and C++'s calls on mutexes, readers-writer locks, spin
// locks, condition variables, semaphores, barriers, once flags, threads and futexes do, written down once.
//
// Every engine interprets it: it keeps its objects, its queues and its choice of who goes next, and asks the
// book what a call does in a state. The book is pure (no memory of its own, nothing allocated, all constexpr)
// and stands in headers, so that the libraries inside the user's process have it too.
//
// How an engine performs a call:
//   1. The call accesses its object's bytes, and what an argument points to, as row(call) says.
//   2. rule(call, state, caller, arguments) says one of:
//        misuse   a finding, "mutex m " + sentence(misuse).
//        blocks   the caller waits (it is one of State::waiting) and asks again when the state has changed.
//                 That it waits for ever is a deadlock, for the reason sentence(waits).
//        answers  one of them happens, and which is a choice. Where it `waits` besides, as timed calls do, to
//                 wait on is a choice too: the engine may leave it away, as coming later is another schedule.
//   3. The object becomes answer.after, answer.event is the event for the order, answer.wakes says who of the
//      waiting may go on, and the function returns returned(style, answer.value), or goes on with its second
//      half, answer.then.
//
// Which outcome a call has is decided by POSIX, by C and C++, and where these leave it open by glibc, in that
// order: libc itself, executed, is the oracle (test/agree/sync_libc_test.cpp). What is not here: cancellation,
// process-shared objects seen by several processes (pshared changes nothing within one), priorities.
//
// A new call is a row in call.def and a case below: the compiler names what lacks it, here and in every engine.
#pragma once

#include "sync/threads.h"
#include "sync/waits.h"

namespace heddle::sync {

constexpr Ruling rule(Call call, const State& state, const Caller& caller, const Arguments& arguments = {}) {
  const Row& what = row(call);
  const bool needs_life = what.form != Form::init && what.form != Form::destroy;
  if (const Misuse misuse = detail::unusable(what.object, state); needs_life && misuse != Misuse::none)
    return detail::misused(misuse);
  switch (call) {  // no default: a new row must say here what it does
    case Call::mutex_init:
    case Call::rwlock_init:
    case Call::spin_init:
    case Call::condition_init:
      return detail::init(state, arguments.made);
    case Call::mutex_destroy:
    case Call::rwlock_destroy:
    case Call::spin_destroy:
    case Call::condition_destroy:
    case Call::semaphore_destroy:
    case Call::barrier_destroy:
      return detail::destroy(what.object, state);
    case Call::mutex_lock:
    case Call::mutex_try_lock:
    case Call::mutex_timed_lock:
      return detail::mutex_lock(what.form, state, caller, arguments);
    case Call::mutex_unlock:
      return detail::mutex_unlock(state, caller);
    case Call::mutex_consistent:
      return detail::mutex_consistent(state, caller);
    case Call::mutex_owner_ends:
    case Call::rwlock_owner_ends:
    case Call::spin_owner_ends:
      return detail::owner_ends(state);
    case Call::rwlock_read:
    case Call::rwlock_try_read:
    case Call::rwlock_timed_read:
      return detail::rwlock_read(what.form, state, caller, arguments);
    case Call::rwlock_write:
    case Call::rwlock_try_write:
    case Call::rwlock_timed_write:
      return detail::rwlock_write(what.form, state, caller, arguments);
    case Call::rwlock_unlock:
      return detail::rwlock_unlock(state, caller);
    case Call::spin_lock:
    case Call::spin_try_lock:
      return detail::spin_lock(what.form, state, caller);
    case Call::spin_unlock:
      return detail::spin_unlock(state, caller);
    case Call::condition_wait:
    case Call::condition_timed_wait:
      return detail::condition_wait(what.form, state, caller, arguments);
    case Call::condition_wake:
      return detail::condition_wake(state, caller, arguments);
    case Call::condition_give_up:
      return detail::condition_give_up(state);
    case Call::condition_signal:
      return detail::condition_notify(state, false);
    case Call::condition_broadcast:
      return detail::condition_notify(state, true);
    case Call::semaphore_init:
      return detail::semaphore_init(state, arguments);
    case Call::semaphore_wait:
    case Call::semaphore_try_wait:
    case Call::semaphore_timed_wait:
      return detail::semaphore_wait(what.form, state, arguments);
    case Call::semaphore_post:
      return detail::semaphore_post(state);
    case Call::semaphore_value:
      return detail::failed(0, state);
    case Call::barrier_init:
      return detail::barrier_init(state, arguments);
    case Call::barrier_wait:
      return detail::barrier_wait(state);
    case Call::barrier_leave:
      return detail::barrier_leave(state);
    case Call::once_begin:
      return detail::once_begin(state, caller, arguments);
    case Call::once_end:
      return detail::once_ends(state, true);
    case Call::once_abort:
      return detail::once_ends(state, false);
    case Call::thread_create:
      return detail::thread_create(arguments);
    case Call::thread_join:
    case Call::thread_try_join:
    case Call::thread_timed_join:
      return detail::thread_join(what.form, state, caller, arguments);
    case Call::thread_detach:
      return detail::thread_detach(state);
    case Call::thread_exit:
      return detail::thread_exit(state);
    case Call::futex_wait:
      return detail::futex_wait(state, arguments);
    case Call::futex_wake:
      return detail::futex_wake(state, arguments);
  }
  return {};
}

// Whether an object in this state may be used at all.
using detail::unusable;

// The memory of an object is freed, or its scope is left.
constexpr Misuse memory_ends(const State& state) {
  if (state.life == Life::destroyed) return Misuse::none;
  return is_held(state)      ? Misuse::memory_ends_held
         : state.waiting > 0 ? Misuse::memory_ends_waited_for
                             : Misuse::none;
}

}  // namespace heddle::sync
