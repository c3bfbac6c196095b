// SPDX-License-Identifier: Apache-2.0
// What a rule says of a call: whether it is misuse, whether it blocks, and what can come of it now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "event/operation.h"
#include "sync/call.h"

namespace heddle::sync {

enum class Misuse : std::uint8_t {
  none,
#define HEDDLE_SYNC_MISUSE(enumerator, sentence) enumerator,
#include "sync/misuse.def"
#undef HEDDLE_SYNC_MISUSE
};
constexpr const char* sentence(Misuse misuse) {  // "is destroyed while it is held": what the object suffers
  switch (misuse) {
    case Misuse::none:
      break;
#define HEDDLE_SYNC_MISUSE(enumerator, sentence) \
  case Misuse::enumerator:                       \
    return sentence;
#include "sync/misuse.def"
#undef HEDDLE_SYNC_MISUSE
  }
  return "";
}

enum class Wait : std::uint8_t {
  none,
#define HEDDLE_SYNC_WAIT(enumerator, sentence) enumerator,
#include "sync/wait.def"
#undef HEDDLE_SYNC_WAIT
};
constexpr const char* sentence(Wait wait) {
  switch (wait) {
    case Wait::none:
      break;
#define HEDDLE_SYNC_WAIT(enumerator, sentence) \
  case Wait::enumerator:                       \
    return sentence;
#include "sync/wait.def"
#undef HEDDLE_SYNC_WAIT
  }
  return "";
}

struct Caller {
  Thread thread = kNobody;
  std::uint32_t shared = 0;  // how often it holds this readers-writer lock for reading
};

// Whose function was called. Where POSIX answers with an error number, C and C++ may call the same thing undefined.
enum class Standard : std::uint8_t { posix, c, cpp };

enum class Waking : std::uint8_t { notified, spurious, timed_out };

// What else the rules look at, each of some calls only.
struct Arguments {
  State made;  // init: what the attributes say (type, robust, prefers_writers)
  std::uint64_t value =
      0;  // semaphore_init: its value; barrier_init: its parties; futex_wait: the word hoped for;
          // futex_wake: how many
  bool is_time = true;               // timed calls: 0 <= tv_nsec < 10^9
  bool is_clock = true;              // timed calls that name a clock: it is one libc waits by
  bool interrupted = false;          // a signal handler ran while it waited
  Waking waking = Waking::notified;  // condition_wake, futex_wait: why it stops waiting
  const State* mutex = nullptr;      // condition waits: the mutex, and its number as in State::mutex
  std::uint64_t mutex_number = 0;
  bool is_static = false;               // once_begin: of a static variable, not pthread_once
  Standard standard = Standard::posix;  // of locks
};

enum class Wakes : std::uint8_t { none, one, all };

// One thing that can come of the call now.
struct Answer {
  // 0, an error number, or PTHREAD_BARRIER_SERIAL_THREAD; how functions return it: returned() in call.h.
  int value = 0;
  State after;
  std::optional<event::Operation> event;  // for the order of events; none: orders nothing
  Wakes wakes = Wakes::none;              // of those that wait for the object
  // The call does not return with this: it goes on with its other half, which may block.
  //   condition_wait, condition_timed_wait  now mutex_unlock the mutex; later condition_wake on the mutex
  //   barrier_wait                          later barrier_leave
  //   once_begin                            the routine is run; then once_end, or once_abort if it throws
  std::optional<Call> then;
  // Of `wait` and `wake`: the mutex is given up, or taken: not where a recursive one stays held.
  bool with_mutex = false;
};

struct Ruling {
  Misuse misuse = Misuse::none;  // then nothing else is said
  // It cannot happen now, or, where there are answers too (timed calls), it may also wait on.
  Wait waits = Wait::none;
  std::uint8_t count = 0;
  Answer answers[2];

  constexpr bool blocks() const { return waits != Wait::none && count == 0; }
  constexpr const Answer* begin() const { return answers; }
  constexpr const Answer* end() const { return answers + count; }
};

namespace detail {

// What a rule is asked: a call, by its row, on an object in a state. Every rule is a function of this.
struct Asked {
  const Row& what;
  const State& state;
  const Caller& caller;
  const Arguments& arguments;
};

constexpr Ruling misused(Misuse misuse) {
  Ruling ruling;
  ruling.misuse = misuse;
  return ruling;
}
constexpr Ruling answered(const Answer& answer) {
  Ruling ruling;
  ruling.answers[0] = answer;
  ruling.count = 1;
  return ruling;
}
constexpr Ruling failed(int error, const State& state) {
  Answer answer;
  answer.value = error;
  answer.after = state;
  return answered(answer);
}
// The object cannot be had: tries fail, timed calls fail too or wait, the others wait.
constexpr Ruling unavailable(Form form, int busy, Wait why, const State& state) {
  Ruling ruling;
  if (form == Form::trying) return failed(busy, state);
  if (form == Form::timed) ruling = failed(ETIMEDOUT, state);
  ruling.waits = why;
  return ruling;
}

// Whether an object in this state may be used at all.
constexpr Misuse unusable(Object object, const State& state) {
  if (state.life == Life::destroyed) return Misuse::destroyed;
  const bool made =
      state.life == Life::initialised || (state.life == Life::written && has_static_initialiser(object));
  return made ? Misuse::none : Misuse::uninitialised;
}

constexpr Ruling made_anew(const State& state, const State& made) {
  if (state.life != Life::destroyed && (is_held(state) || state.waiting > 0))
    return misused(Misuse::initialised_in_use);
  Answer answer;
  answer.after = made;
  answer.after.life = Life::initialised;
  return answered(answer);
}
constexpr Ruling init(const Asked& asked) { return made_anew(asked.state, asked.arguments.made); }
constexpr Ruling destroy(const Asked& asked) {
  const State& state = asked.state;
  if (const Misuse misuse = unusable(asked.what.object, state); misuse != Misuse::none)
    return misused(misuse);
  if (is_held(state)) return misused(Misuse::destroyed_held);
  if (state.waiting > 0) return misused(Misuse::destroyed_waited_for);
  Answer answer;
  answer.after = state;
  answer.after.life = Life::destroyed;
  return answered(answer);
}

}  // namespace detail
}  // namespace heddle::sync
