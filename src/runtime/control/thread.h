// SPDX-License-Identifier: Apache-2.0
// A controlled thread, and what each part of control keeps with it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/happens_before.h"

struct heddle_call_times;

namespace heddle::control {

// A lock that a thread has.
struct Hold {
  Object* object;
  std::uint32_t shared;  // how often, for reading; 0: exclusively
  Hold* next;
  const void* pc;  // where it was taken
};

struct Visit {  // of an object, in what may be a loop that does nothing but look (loops.cpp)
  std::uint64_t pc = 0;
  std::uint64_t state = 0;  // of registers and stack before it; 0: not taken
  Object* object = nullptr;
  const volatile void* memory = nullptr;  // where its value is; nullptr: what it is made of
  std::uint64_t found = 0, left = 0;      // before and after
  std::uint64_t stamp_found = 0, stamp_left = 0;
  std::uint64_t looks = 0;  // at the clock, until then
  std::int64_t time = 0;
  std::uint8_t size = 0;
  bool writes = false;    // it was announced as a write
  bool baseless = false;  // it failed without a reason: as `how`, if it is the first of its failure
  Baseless how = Baseless::wake_up;
  bool reads = true;       // it was more than a store
  bool wrote = false;      // if only what was there
  std::uint64_t step = 0;  // of the execution
};
// Before the first visit of what may be a round of a loop that waits (loops.cpp): what a visit changes that
// is not memory.
struct BeforeRound {
  std::uint64_t step = 0;  // that visit's; 0: there is none
  bool has_acquire_fence = false;
  bool published_any = false;
};
struct RoundClocks {  // of then
  Clock* clock = nullptr;
  Clock* acquire_fence = nullptr;
  Clock* published = nullptr;  // the object's
};
struct Written {  // plain memory, in what may be such a loop
  std::uint64_t address = 0;
  std::uint64_t before = 0;
  std::uint32_t visits = 0;  // before it
  std::uint8_t size = 0;
};
struct Failed {  // without a reason, and not come back yet
  bool exists = false;
  Shared::Site* site = nullptr;
  std::uint64_t pc = 0;
  std::uint64_t state = 0;
  std::uint32_t visit = 0;
  std::uint8_t level = 0;  // how often in a row, here
  std::uint8_t next = 0;   // and if it fails here once more; 0: it has done something else since
  std::int64_t time = 0;   // on its clock
};
struct Looking {  // at the clock, last (hooks_time.cpp)
  std::uint64_t place = 0;
  std::uint64_t steps = 0;
  std::int64_t time = 0;
  std::uint32_t repeats = 0;
  bool hurried = false;  // time passed since, in a loop that waits
  bool answers = false;  // the next one is to tell whether a timed call was in time
  bool cut = false;      // it was not let be late
  bool in_time = false;  // it woke up without a reason; that its time ran out is another schedule
  bool slept = false;    // since
};
struct Awaited {
  const Object* object = nullptr;
  const volatile void* memory = nullptr;
  std::uint8_t size = 0;
  std::uint64_t seen = 0;
};

struct ThreadLocal {  // a destructor to run when a thread ends
  void (*destroy)(void*);
  void* object;
  ThreadLocal* next;
};

// Where a function's frame begins, and the time at which the function was called, or returned.
struct Frame {
  std::uint64_t base;  // the frame pointer; what it calls lies below
  std::uint32_t since;
};

struct Block {  // that has ended: a variable of it
  std::uint64_t begin, end;
  std::uint32_t since;
};

struct Outside {                          // a call that waits for something outside
  bool (*attempt)(void* call) = nullptr;  // makes it if it need not wait
  void* call = nullptr;
  bool timed = false;
  bool done = false;
};

// All that the steps of an execution change in a thread, but for what lies in arrays: kept as a whole where the execution
// may come back to (waypoints.cpp).
struct Passing {
  enum class State : std::uint8_t { absent, fresh, running, stopped, resumed, leaving, ended };
  static constexpr std::uint32_t kNotReturned = ~std::uint32_t{0};

  State state = State::absent;
  bool is_sure = false;  // stopped: it waits for nothing, and nothing holds it back
  bool is_open = false;  // stopped: it is one of World::open
  Thread number = 0;
  Thread parent = kNoThread;
  bool detached = false, joined = false, notified = false, timed = false;
  bool held_back = false;  // timed: its time runs out only if nothing else can happen
  Thread next_waiter = kNoThread;
  std::uint32_t futex_bits = 0;  // by which it can be woken
  Object* waits_for = nullptr;   // the object of the operation it stopped at
  Thread joins = kNoThread;
  std::uint8_t awaited_count = 0;
  bool hurries = false;      // if nothing has changed, time has passed
  bool hurry_early = false;  // while others could go on
  std::int64_t hurry = 0;    // so much
  std::uint64_t hurry_pc = 0;
  std::int64_t passed = 0;  // nanoseconds, when it slept last or waited in vain
  std::uint64_t looks = 0;  // at the clock
  Looking looking;
  // Of its own times: when it looked at the clock last, beside others, and since when what it writes may tell of
  // such looks; 0: never (meeting_times.cpp).
  std::uint32_t looked_at = 0, tells_since = 0;
  std::uint64_t stamp_found = 0;  // on the object of the operation it performs
  Outside outside;                // Need::outside
  std::uint32_t children = 0;
  std::uint32_t temporaries = 0;  // files without a name of their own that it made
  int spurious = 0;               // failures without a reason that are left
  int timeouts = 0;
  int tries = 0;            // failures of try_lock that are left
  int renewals = 0;         // how often they were made as many again
  bool has_got_it = false;  // the last one did not fail
  int late = 0;             // looks at the clock that come late
  bool gave_up = false;     // a round of its loop was in vain: the execution is one without it
  bool asks = false;        // it knows what to ask world.memory
  bool tired = false;       // its try_lock is to fail again only if nothing else can happen
  bool repeats = false;     // which it would as it did before
  std::uint64_t plain = 0;  // accesses since its last visible operation
  std::uint32_t gave_way = 0;
  // For the reports: what it stopped at.
  Action doing = Action::read;
  std::uint64_t doing_address = 0;
  std::uint8_t doing_size = 0;  // of an atomic; 0: it is none
  const void* doing_pc = nullptr;
  const void* doing_caller = nullptr;  // in the program, if that is in a library

  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* cleanup = nullptr;  // the last buffer of pthread_cleanup_push: hooks_cleanup.cpp
  ThreadLocal* destructors = nullptr;
  Hold* holds = nullptr;
  Object* condition = nullptr;              // that it waits for
  Object* condition_mutex = nullptr;        // and takes again then
  Object* leaves = nullptr;                 // that it has waited for and touches once more when it returns
  int benign = 0;                           // depth of regions whose races are meant
  heddle_call_times* call_times = nullptr;  // histories.h: of the call it is in
  unsigned call_self = 0, call_threads = 0;
  bool call_begun = true;
  bool call_told = false;  // its last operation counts as its end
  bool keys_used = false;
  std::uint64_t keys_state = 0;   // of all their values
  void* stack_pointer = nullptr;  // while it does not run
  std::uint64_t modes = 0;        // of floating point, to begin with
  std::uint64_t name = 0;         // the id by which the program knows it
  bool name_gone = false;         // it ended, and its id is that of another one since
  bool comes_late = false;        // others had gone before: its id may be one of theirs
  bool has_release_fence = false, has_acquire_fence = false;
  std::uint32_t visits_count = 0;
  std::uint32_t round_visits = 0;  // of the loop that was found to wait: its last so many
  std::uint32_t written_count = 0;
  std::uint32_t visits_kept = 0, written_kept = 0;  // so many, from the first on, a waypoint may need again
  BeforeRound before_round;
  std::uint64_t registers[7] = {};  // of the caller of the hook it is in: bounds.cpp
  Failed failed;
  std::uint32_t depth = 0;
  std::uint32_t returned = kNotReturned;  // the depth, if what happened last was that a function returned
  std::uint64_t known_from = 0,
                known_to = 0;  // of its stack others accessed something in between (frames.cpp)
  std::uint32_t blocks_count = 0;
  std::uint64_t heap_used = 0;
  std::uint64_t kept_for = 0;  // the waypoint (waypoints.h) for which it was kept last
  std::uint64_t unkept_from =
      0;  // it may be in a call that keeps nothing, which began with this stack pointer
};

struct Controlled : Passing {
  static constexpr std::size_t kFrames = std::size_t{1} << 16;
  static constexpr std::size_t kVisits = 64;
  static constexpr std::size_t kKeys = 1024;

  Awaited awaited[Operation::kAccesses];
  void* keys[kKeys];
  std::uint32_t keys_set[kKeys];  // for which key (hooks_keys.cpp); means something if keys_used

  void* stack = nullptr;         // its memory
  std::size_t stack_bytes = 0;   // of it; the first page is none of its own
  std::size_t stack_closed = 0;  // behind that page, because the thread asked for less
  void* stack_top = nullptr;
  void* fresh_top = nullptr;
  std::uint64_t storage = 0;
  bool has_pthread = false;
  // The futex backend's.
  std::uint32_t turn = 0;
  void* parked = nullptr;  // the stack pointer of its pthread's own loop
  bool unwinding = false;  // sent back there

  Clock clock, release_fence, acquire_fence;

  Visit visits[kVisits];
  static constexpr std::size_t kWritten = 16;
  Written written[kWritten];
  RoundClocks round_clocks;
  std::uint64_t* frames = nullptr;  // where each returns to
  Frame* bases = nullptr;
  static constexpr std::uint32_t kBlocks = 1U << 22;
  Block* blocks = nullptr;  // the last one last

  std::uint64_t heap_high = 0;
};

}  // namespace heddle::control
