// SPDX-License-Identifier: Apache-2.0
// The rules of threads: State::owner is the thread itself.
#pragma once

#include "sync/ruling.h"

namespace heddle::sync::detail {

constexpr Ruling thread_create(const Asked& asked) {
  const Arguments& arguments = asked.arguments;
  Answer answer;
  answer.after = arguments.made;  // `owner` and `detached`, as the engine and the attributes say
  answer.after.life = Life::initialised;
  answer.event = event::Operation::fork;
  return answered(answer);
}

constexpr Ruling thread_join(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (state.joined) return misused(Misuse::joined_twice);
  if (state.detached) return misused(Misuse::joined_detached);
  if (what.form == Form::timed && !arguments.is_clock) return failed(EINVAL, state);
  if (what.form == Form::trying && !state.ended) return failed(EBUSY, state);
  if (state.owner == caller.thread) return failed(EDEADLK, state);
  if (state.joiner != kNobody && state.joiner != caller.thread) return misused(Misuse::joined_by_two);
  // With a time that is none glibc asks the kernel again and again until the thread has ended.
  if (!state.ended)
    return unavailable(what.form == Form::timed && !arguments.is_time ? Form::blocking : what.form, EBUSY,
                       Wait::thread_runs, state);
  Answer answer;
  answer.after = state;
  answer.after.joined = true;
  answer.after.joiner = kNobody;
  answer.event = event::Operation::join;
  return answered(answer);
}

constexpr Ruling thread_detach(const Asked& asked) {
  const State& state = asked.state;
  if (state.detached) return misused(Misuse::detached_twice);
  if (state.joined || state.joiner != kNobody) return misused(Misuse::detached_joined);
  Answer answer;
  answer.after = state;
  answer.after.detached = true;
  return answered(answer);
}

constexpr Ruling thread_exit(const Asked& asked) {
  const State& state = asked.state;
  Answer answer;
  answer.after = state;
  answer.after.ended = true;
  answer.event = event::Operation::end;
  answer.wakes = Wakes::all;
  return answered(answer);
}

}  // namespace heddle::sync::detail
