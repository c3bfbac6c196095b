// SPDX-License-Identifier: Apache-2.0
// One execution: its threads, whose turn it is, and who decides. One thread runs at a time, so nothing here is
// locked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/orders.h"
#include "runtime/control/thread.h"
#include "runtime/control/waypoints.h"
#include "schedule/memory.h"
#include "schedule/plan.h"
#include "schedule/scheduler.h"

namespace heddle::control {

enum class Backend : std::uint8_t { fiber, futex };

struct Settings {
  Backend backend = Backend::fiber;
  std::uint32_t spurious = 1;   // failures without a reason, each thread
  std::uint32_t timeouts = 2;   // timed waits that run out while others could go on, each thread
  std::uint32_t tries = 8;      // failures of try_lock while others could go on, each thread
  std::uint32_t late = 1;       // looks at the clock that find that much time has passed, each thread
  std::uint64_t steps = 20000;  // visible operations of one execution
  bool leaks = false;
  bool keep_going = false;         // a race becomes a scheduling point, not a failure
  bool races_meant = false;        // nor a doubt
  bool reads_race = false;         // unordered reads are races, too
  bool writes_race_first = false;  // a read and a later write are none
  const KeptRace* kept = nullptr;  // races that are no failures
  std::size_t kept_count = 0;
  std::size_t kept_frames = 0;  // that their places have, at most
  bool watches_robustness = false;
  bool leaves_model = false;  // under a memory model: if it goes on for long, another search takes over
  bool notes_orders = false;  // of atomic operations, and uses others
  TriedOrders tried_orders;
};

// What the steps of an execution change.
struct Going {
  bool over = false;       // this execution is
  bool abandoned = false;  // by the scheduler
  bool timer = false;      // was armed
  Controlled* current = nullptr;
  Thread threads = 0;  // numbers handed out
  Thread newest = 0;   // started last
  Thread last = kNoThread;
  Thread again = kNoThread;       // runs a round of its loop for those who wait to see what it changes
  Thread in_vain = kNoThread;     // tried once more where nobody could go on, and gives up since
  std::uint32_t stack_holds = 0;  // locks that are held, conditions that are waited for, on stacks
  Controlled* leaver = nullptr;   // the first thread that is at the process's end
  std::uint32_t unseen = 0;       // threads that are fresh or resumed
  std::uint64_t sure = 0;         // of the first 64: those that stand here and are surely ready, a bit each
  std::uint32_t open = 0;         // others that stand here: whether they are has to be looked at
  bool repeats = false;           // this execution begins as another one did, as far as is known
  bool waits_outside = false;     // somebody has come to a Need::outside, in this execution
  std::uint64_t steps = 0;
  std::uint64_t stamps = 0;
  Tables tables;
  std::size_t holds_used = 0;  // of all there is room for
  Hold* free_holds = nullptr;
  const char* history = nullptr;   // that fails: fail() keeps it
  const char* scenario = nullptr;  // of a linearizability test, in words: fail() keeps it
};

struct World : Going {
  bool active = false;  // hooks act
  bool recording = false;
  bool is_other_process = false;  // forked by the program: nothing here is explored
  bool undoing = false;           // the process runs more executions: writes to globals are taken back
  bool goes_back = false;         // and they may go on from the midst of the one before (waypoints.h)
  std::uint32_t generation = 0;   // of the executions that began with the first step
  Settings settings;
  Scheduler* scheduler = nullptr;
  Memory* memory = nullptr;  // where the values of atomics come from; nullptr: from memory
  Shared* shared = nullptr;
  std::uint64_t* beats = nullptr;  // counts visible operations where the process that watches can see
  Controlled* all[kMaxThreads] = {};
  ThreadView views[kMaxThreads];
  void* driver_stack = nullptr;
  std::uint64_t driver_storage = 0;
};
extern World world __attribute__((visibility("hidden")));
extern "C" std::uint64_t heddle_registers[8] __attribute__((visibility("hidden")));

// Is the caller's thread controlled? Asked by each hook, first of all.
inline bool controlled_kept() { return world.active; }  // by one that keeps all that it changes (waypoints.h)
inline bool controlled() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (world.active && heddle_called_unkept < here) heddle_called_unkept = here;
  return world.active;
}

inline Object& object_at(const volatile void* address, Role role = Role::memory) {
  const std::uint64_t key = number(address) | static_cast<std::uint64_t>(role) << 60;
  Object* recent = recent_object(key);
  if (recent == nullptr || recent->key != key || recent->generation != world.generation) [[unlikely]]
    return object_of_key(key);
  keep_object(*recent);
  return *recent;
}

}  // namespace heddle::control
