// SPDX-License-Identifier: Apache-2.0
// The rules of condition variables, semaphores, barriers, once flags and futexes.
#pragma once

#include <climits>

#include "sync/locks.h"

namespace heddle::sync::detail {

// ---- condition variables ----

// The first half: it begins to wait, and its engine unlocks the mutex by the rule of mutex_unlock.
constexpr Ruling condition_wait(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (bad_time(what.form, arguments)) return failed(EINVAL, state);
  const State& mutex = *arguments.mutex;
  if (const Misuse misuse = unusable(Object::mutex, mutex); misuse != Misuse::none) return misused(misuse);
  if (state.waiting > 0 && state.mutex != arguments.mutex_number) return misused(Misuse::two_mutexes);
  const Ruling unlocking = mutex_unlock({row(Call::mutex_unlock), mutex, caller, arguments});
  if (unlocking.misuse != Misuse::none) return misused(Misuse::waits_without_mutex);
  if (unlocking.answers[0].value != 0) return failed(unlocking.answers[0].value, state);
  Answer answer;
  answer.after = state;
  ++answer.after.waiting;
  answer.after.mutex = arguments.mutex_number;
  answer.event = Operation::wait;
  answer.then = Call::condition_wake;
  answer.with_mutex = unlocking.answers[0].event.has_value();
  return answered(answer);
}

// The second half, on the mutex: it is taken again, by the rules of a lock.
constexpr Ruling condition_wake(const Asked& asked) {
  Ruling ruling = mutex_lock(asked);
  for (std::uint8_t i = 0; i < ruling.count; ++i) {
    Answer& answer = ruling.answers[i];
    answer.with_mutex = answer.event.has_value();
    answer.event = Operation::wake;
    if (answer.value == 0 && asked.arguments.waking == Waking::timed_out) answer.value = ETIMEDOUT;
  }
  return ruling;
}

// It returns, notified or not: the last that it does with the condition.
constexpr Ruling condition_leave(const Asked& asked) { return failed(0, asked.state); }

// A waiting thread stops waiting without a notification: by time, or for no reason.
constexpr Ruling condition_give_up(const Asked& asked) {
  const State& state = asked.state;
  Answer answer;
  answer.after = state;
  if (answer.after.waiting > 0) --answer.after.waiting;
  if (answer.after.waiting == 0) answer.after.mutex = 0;
  return answered(answer);
}

// The events are for the record: they order nothing.
constexpr Ruling condition_signal(const Asked& asked) {
  Answer answer = condition_give_up(asked).answers[0];
  answer.event = Operation::notify;
  answer.wakes = asked.state.waiting == 0 ? Wakes::none : Wakes::one;
  return answered(answer);
}
constexpr Ruling condition_broadcast(const Asked& asked) {
  Answer answer;
  answer.after = asked.state;
  answer.after.waiting = 0;
  answer.after.mutex = 0;
  answer.event = Operation::notify_all;
  answer.wakes = asked.state.waiting == 0 ? Wakes::none : Wakes::all;
  return answered(answer);
}

// ---- semaphores ----

constexpr std::uint32_t kSemaphoreMaximum = INT_MAX;  // SEM_VALUE_MAX

constexpr Ruling semaphore_init(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (arguments.value > kSemaphoreMaximum) return failed(EINVAL, state);
  State made;
  made.count = static_cast<std::uint32_t>(arguments.value);
  return made_anew(state, made);
}

constexpr Ruling semaphore_wait(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (bad_time(what.form, arguments)) return failed(EINVAL, state);
  if (state.count == 0) {
    if (arguments.interrupted && what.form != Form::trying) return failed(EINTR, state);
    return unavailable(what.form, EAGAIN, Wait::empty, state);
  }
  Answer answer;
  answer.after = state;
  --answer.after.count;
  answer.event = Operation::receive;
  return answered(answer);
}

constexpr Ruling semaphore_post(const Asked& asked) {
  const State& state = asked.state;
  if (state.count >= kSemaphoreMaximum) return failed(EOVERFLOW, state);
  Answer answer;
  answer.after = state;
  ++answer.after.count;
  answer.event = Operation::send;
  answer.wakes = Wakes::one;
  return answered(answer);
}

constexpr Ruling semaphore_value(const Asked& asked) { return failed(0, asked.state); }

// ---- barriers ----

constexpr Ruling barrier_init(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (arguments.value == 0 || arguments.value >= INT_MAX) return failed(EINVAL, state);
  State made;
  made.count = static_cast<std::uint32_t>(arguments.value);
  return made_anew(state, made);
}

// The last to arrive wakes all, and a new round begins; every thread of the round then leaves.
constexpr Ruling barrier_wait(const Asked& asked) {
  const State& state = asked.state;
  Answer answer;
  answer.after = state;
  answer.event = Operation::arrive;
  answer.then = Call::barrier_leave;
  if (++answer.after.waiting == state.count) {
    answer.after.waiting = 0;
    answer.wakes = Wakes::all;
  }
  return answered(answer);
}

// POSIX leaves open which thread of a round gets the second answer; exactly one does.
constexpr Ruling barrier_leave(const Asked& asked) {
  const State& state = asked.state;
  Answer answer;
  answer.after = state;
  answer.event = Operation::leave;
  Ruling ruling = answered(answer);
  ruling.answers[1] = answer;
  ruling.answers[1].value = -1;  // PTHREAD_BARRIER_SERIAL_THREAD
  ruling.count = 2;
  return ruling;
}

// ---- once ----

constexpr Ruling once_begin(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  Answer answer;
  answer.after = state;
  switch (state.once) {
    case Once::fresh:
      answer.after.once = Once::running;
      answer.after.owner = caller.thread;
      answer.then = Call::once_end;
      if (state.count > 0) answer.event = Operation::receive;  // from the routine that threw
      return answered(answer);
    case Once::running:
      if (state.owner == caller.thread && arguments.is_static) return misused(Misuse::once_within_once);
      return unavailable(Form::blocking, 0, state.owner == caller.thread ? Wait::own : Wait::running, state);
    case Once::done:
      answer.event = Operation::receive;
      return answered(answer);
  }
  return {};
}

constexpr Ruling once_ends(const State& state, bool done) {
  Answer answer;
  answer.after = state;
  answer.after.once = done ? Once::done : Once::fresh;
  answer.after.owner = kNobody;
  if (!done) ++answer.after.count;
  answer.event = Operation::send;
  answer.wakes = Wakes::all;
  return answered(answer);
}
constexpr Ruling once_end(const Asked& asked) { return once_ends(asked.state, true); }
constexpr Ruling once_abort(const Asked& asked) { return once_ends(asked.state, false); }

// ---- futexes ----

// With `waking` other than notified: it has waited, and stops without being woken.
constexpr Ruling futex_wait(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  if (arguments.interrupted) return failed(EINTR, state);
  if (arguments.waking == Waking::timed_out) return failed(ETIMEDOUT, state);
  if (arguments.waking == Waking::spurious) return failed(0, state);
  if (state.count != static_cast<std::uint32_t>(arguments.value)) return failed(EAGAIN, state);
  return unavailable(Form::blocking, 0, Wait::word, state);
}

constexpr Ruling futex_wake(const Asked& asked) {
  const auto& [what, state, caller, arguments] = asked;
  const auto many =
      static_cast<std::uint32_t>(arguments.value < state.waiting ? arguments.value : state.waiting);
  Answer answer;
  answer.value = static_cast<int>(many);
  answer.after = state;
  answer.after.waiting -= many;
  answer.wakes = many == 0 ? Wakes::none : many == 1 ? Wakes::one : Wakes::all;
  return answered(answer);
}

}  // namespace heddle::sync::detail
