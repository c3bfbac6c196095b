// SPDX-License-Identifier: Apache-2.0
// The objects threads synchronise through, as far as a rule looks at them.
//
// Each engine keeps its objects as it likes and converts to and from State for the moment of a call: State is
// plain data, made and copied without cost worth mention, and only the members of the object's kind mean
// something.
#pragma once

#include <cstdint>

namespace heddle::sync {

enum class Object : std::uint8_t { mutex, rwlock, spin, condition, semaphore, barrier, once, thread, futex };
inline constexpr unsigned kObjects = 9;
constexpr const char* name(Object object) {
  switch (object) {
    case Object::mutex:
      return "mutex";
    case Object::rwlock:
      return "readers-writer lock";
    case Object::spin:
      return "spin lock";
    case Object::condition:
      return "condition variable";
    case Object::semaphore:
      return "semaphore";
    case Object::barrier:
      return "barrier";
    case Object::once:
      return "initialisation done once";
    case Object::thread:
      return "thread";
    case Object::futex:
      return "futex";
  }
  return "";
}

// A thread's number, as the engine counts them.
using Thread = std::uint32_t;
inline constexpr Thread kNobody = 0xFFFFFFFF;

// How the object's bytes came to be what they are. Freed memory is not here: that is memory's own matter.
enum class Life : std::uint8_t {
  unwritten,    // of the heap or the stack, and nobody wrote them
  written,      // static, or written by hand: an object only where its kind has a static initialiser
  initialised,  // by its init call
  destroyed
};

enum class Type : std::uint8_t {
  normal,
  recursive,
  error_checking
};  // of a mutex; an adaptive one is normal

// Of a mutex; PTHREAD_MUTEX_STALLED is `no`.
enum class Robust : std::uint8_t {
  no,
  sound,
  owner_died,    // nobody has it; the next to take it is told
  inconsistent,  // who was told has it, and did not call pthread_mutex_consistent yet
  lost           // given up in that state: nobody can ever take it
};

enum class Once : std::uint8_t { fresh, running, done };

struct State {
  Life life = Life::written;
  // Mutexes, readers-writer locks, spin locks. A once flag that runs is owned by who runs it.
  Type type = Type::normal;
  Robust robust = Robust::no;
  bool untimed = false;          // C's mtx_plain: never locked with a time limit
  bool prefers_writers = false;  // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; libc ignores the other kind
  bool owner_ended = false;      // whoever holds it will never give it up
  Once once = Once::fresh;
  // Threads: the thread itself is `owner`.
  bool ended = false;
  bool detached = false;
  bool joined = false;
  Thread joiner = kNobody;  // who waits in a join for it

  Thread owner = kNobody;
  std::uint32_t depth = 0;            // how often its owner holds it
  std::uint32_t readers = 0;          // how often it is held shared, by all threads together
  std::uint32_t writers_waiting = 0;  // threads blocked in a write lock of it
  // Threads blocked in a call on it; of a condition those not notified yet, of a barrier those that arrived, of
  // a mutex also those that wait for a condition and will take it again.
  std::uint32_t waiting = 0;
  // A semaphore's value, a barrier's parties, a futex's word, how often a once flag's routine failed.
  std::uint32_t count = 0;
  std::uint64_t mutex = 0;  // the one the waiting threads of a condition gave up, in the engine's own numbers

  friend constexpr bool operator==(const State&, const State&) = default;
};

constexpr bool is_held(const State& state) { return state.owner != kNobody || state.readers > 0; }

// A static initialiser, or zeroes, make one of these; semaphores, barriers and spin locks have none.
constexpr bool has_static_initialiser(Object object) {
  switch (object) {
    case Object::mutex:
    case Object::rwlock:
    case Object::condition:
    case Object::once:
    case Object::thread:
    case Object::futex:
      return true;
    case Object::spin:
    case Object::semaphore:
    case Object::barrier:
      return false;
  }
  return false;
}

// From what glibc keeps of the attributes in the object, static initialisers included:
// pthread_mutex_t's __data.__kind and pthread_rwlock_t's __data.__flags. Of C's mtx_plain libc keeps nothing; an engine
// that has its own bytes adds kUntimed.
inline constexpr int kUntimed = 1 << 10;
constexpr State mutex_of_kind(int kind) {
  State state;
  constexpr int kRobust = 16;
  const int type = kind & 3;
  state.type = type == 1 ? Type::recursive : type == 2 ? Type::error_checking : Type::normal;
  state.robust = (kind & kRobust) != 0 ? Robust::sound : Robust::no;
  state.untimed = (kind & kUntimed) != 0;
  return state;
}
constexpr State rwlock_of_flags(int flags) {
  State state;
  state.prefers_writers = flags == 2;
  return state;
}

}  // namespace heddle::sync
