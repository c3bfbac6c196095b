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
// A new call is a row in call.def, which names its rule; the rule is a function in locks.h, waits.h or threads.h. The
// compiler names a rule that is missing, here and in every engine.
#pragma once

#include "sync/threads.h"
#include "sync/waits.h"

namespace heddle::sync {

constexpr Ruling rule(Call call, const State& state, const Caller& caller, const Arguments& arguments = {}) {
  const Row& what = row(call);
  const bool needs_life = what.form != Form::init && what.form != Form::destroy;
  if (const Misuse misuse = detail::unusable(what.object, state); needs_life && misuse != Misuse::none)
    return detail::misused(misuse);
  const detail::Asked asked{what, state, caller, arguments};
  switch (call) {
#define HEDDLE_SYNC_CALL(enumerator, object, form, rule, ...) \
  case Call::enumerator:                                      \
    return detail::rule(asked);
#include "sync/call.def"
#undef HEDDLE_SYNC_CALL
  }
  return {};
}

// Does a notification wake all who wait, or one of them?
constexpr bool wakes_all(Call notify) {
  State waited_for;
  waited_for.waiting = 1;
  return rule(notify, waited_for, {}).answers[0].wakes == Wakes::all;
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
