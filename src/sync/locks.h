// SPDX-License-Identifier: Apache-2.0
// The rules of mutexes, readers-writer locks and spin locks. Where POSIX leaves a choice they say what glibc
// does; test/agree/sync_libc_test.cpp compares.
#pragma once

#include "sync/ruling.h"

namespace heddle::sync::detail {

using event::Operation;

constexpr Wait why_held(const State& state, const Caller& caller) {
  return state.owner == caller.thread && state.owner != kNobody ? Wait::own
         : state.owner_ended                                    ? Wait::owner_ended
                                                                : Wait::held;
}

constexpr Answer taken(const State& state, const Caller& caller) {
  Answer answer;
  answer.after = state;
  answer.after.owner = caller.thread;
  answer.after.depth = 1;
  answer.event = Operation::acquire;
  return answer;
}

constexpr Answer given_up(const State& state) {
  Answer answer;
  answer.after = state;
  answer.after.owner = kNobody;
  answer.after.depth = 0;
  answer.event = Operation::release;
  answer.wakes = Wakes::one;
  return answer;
}

// C++: whoever holds a lock that is not recursive must not even try to take it.
constexpr bool may_not_try(const Asked& asked, bool holds) {
  return holds && asked.what.form != Form::blocking && asked.arguments.standard == Standard::cpp;
}

// ---- mutexes ----

constexpr Ruling mutex_lock(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (what.form == Form::timed && state.untimed && arguments.standard == Standard::c)
    return misused(Misuse::untimed);
  if (what.form == Form::timed && !arguments.is_clock) return failed(EINVAL, state);
  if (state.owner == caller.thread && state.type == Type::recursive) {
    Answer answer;
    answer.after = state;
    ++answer.after.depth;
    return answered(answer);
  }
  if (may_not_try(asked, state.owner == caller.thread)) return misused(Misuse::tried_by_owner);
  // pthread_mutex_trylock checks for this only where it looks at the owner anyway: of robust ones.
  if (state.owner == caller.thread && state.type == Type::error_checking &&
      (what.form != Form::trying || state.robust != Robust::no))
    return failed(EDEADLK, state);
  if (state.robust == Robust::lost) return failed(ENOTRECOVERABLE, state);
  if (state.owner != kNobody) {
    if (what.form == Form::timed && !arguments.is_time) return failed(EINVAL, state);
    return unavailable(what.form, EBUSY, why_held(state, caller), state);
  }
  Answer answer = taken(state, caller);
  if (state.robust == Robust::owner_died) {
    answer.value = EOWNERDEAD;
    answer.after.robust = Robust::inconsistent;
  }
  return answered(answer);
}

constexpr Ruling mutex_unlock(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.owner != caller.thread) {
    const bool is_refused = state.type != Type::normal || state.robust != Robust::no;
    if (is_refused && arguments.standard == Standard::posix) return failed(EPERM, state);
    return misused(state.owner == kNobody ? Misuse::unlocked_free : Misuse::unlocked_by_other);
  }
  if (state.depth > 1) {
    Answer answer;
    answer.after = state;
    --answer.after.depth;
    return answered(answer);
  }
  Answer answer = given_up(state);
  if (state.robust == Robust::inconsistent) answer.after.robust = Robust::lost;
  return answered(answer);
}

constexpr Ruling mutex_consistent(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.robust != Robust::inconsistent) return failed(EINVAL, state);
  if (state.owner != caller.thread) return misused(Misuse::consistent_by_other);
  Answer answer;
  answer.after = state;
  answer.after.robust = Robust::sound;
  return answered(answer);
}

// Its holder ended: a robust mutex is given up, anything else stays held.
constexpr Ruling owner_ends(const Asked& asked) {
  const State& state = asked.state;
  if (state.robust != Robust::no) {
    Answer answer = given_up(state);
    answer.after.robust = Robust::owner_died;
    return answered(answer);
  }
  Answer answer;
  answer.after = state;
  answer.after.owner_ended = true;
  return answered(answer);
}

// ---- readers-writer locks ----

constexpr bool bad_time(Form form, const Arguments& arguments) {
  return form == Form::timed && (!arguments.is_clock || !arguments.is_time);
}

constexpr Ruling rwlock_read(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (bad_time(what.form, arguments)) return failed(EINVAL, state);
  if (may_not_try(asked, state.owner == caller.thread)) return misused(Misuse::tried_by_owner);
  if (caller.shared > 0 && arguments.standard == Standard::cpp) return misused(Misuse::read_twice);
  if (state.owner == caller.thread) return failed(what.form == Form::trying ? EBUSY : EDEADLK, state);
  if (state.owner != kNobody) return unavailable(what.form, EBUSY, why_held(state, caller), state);
  const bool writer_first = state.prefers_writers && state.writers_waiting > 0;
  if (writer_first && state.readers > 0)
    return unavailable(what.form, EBUSY, caller.shared > 0 ? Wait::own : Wait::writer_first, state);
  Answer answer;
  answer.after = state;
  ++answer.after.readers;
  if (caller.shared == 0) answer.event = Operation::acquire_shared;
  Ruling ruling = answered(answer);
  if (writer_first && what.form == Form::trying) {  // the writer is about to take it: it may have begun
    ruling.answers[1] = failed(EBUSY, state).answers[0];
    ruling.count = 2;
  }
  return ruling;
}

constexpr Ruling rwlock_write(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (bad_time(what.form, arguments)) return failed(EINVAL, state);
  if (may_not_try(asked, state.owner == caller.thread || caller.shared > 0))
    return misused(Misuse::tried_by_owner);
  if (state.owner == caller.thread) return failed(what.form == Form::trying ? EBUSY : EDEADLK, state);
  if (state.owner != kNobody) return unavailable(what.form, EBUSY, why_held(state, caller), state);
  if (state.readers > 0)
    return unavailable(what.form, EBUSY,
                       caller.shared > 0   ? Wait::own
                       : state.owner_ended ? Wait::owner_ended
                                           : Wait::held_shared,
                       state);
  return answered(taken(state, caller));
}

constexpr Ruling rwlock_unlock(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.owner == caller.thread) {
    Answer answer = given_up(state);
    answer.wakes = Wakes::all;
    return answered(answer);
  }
  if (caller.shared == 0) return misused(is_held(state) ? Misuse::unlocked_by_other : Misuse::unlocked_free);
  Answer answer;
  answer.after = state;
  --answer.after.readers;
  if (caller.shared == 1) answer.event = Operation::release_shared;
  if (answer.after.readers == 0) answer.wakes = Wakes::all;
  return answered(answer);
}

// ---- spin locks ----

constexpr Ruling spin_lock(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.owner != kNobody) return unavailable(what.form, EBUSY, why_held(state, caller), state);
  return answered(taken(state, caller));
}

constexpr Ruling spin_unlock(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.owner != caller.thread)
    return misused(state.owner == kNobody ? Misuse::unlocked_free : Misuse::unlocked_by_other);
  return answered(given_up(state));
}

}  // namespace heddle::sync::detail
