// SPDX-License-Identifier: Apache-2.0
// One execution: its threads, whose turn it is, and who decides. One thread runs at a time, so nothing here is
// locked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/orders.h"
#include "runtime/control/thread.h"
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
  const KeptRace* kept = nullptr;  // races that are no failures
  std::size_t kept_count = 0;
  bool watches_robustness = false;
  bool notes_orders = false;  // of atomic operations, and uses others
  TriedOrders tried_orders;
};

struct World {
  bool active = false;     // hooks act
  bool over = false;       // this execution is
  bool abandoned = false;  // by the scheduler
  bool timer = false;      // was armed
  bool recording = false;
  bool is_other_process = false;  // forked by the program: nothing here is explored
  bool undoing = false;           // the process runs more executions: writes to globals are taken back
  std::uint32_t generation = 0;
  Settings settings;
  Scheduler* scheduler = nullptr;
  Memory* memory = nullptr;  // where the values of atomics come from; nullptr: from memory
  Shared* shared = nullptr;
  Controlled* current = nullptr;
  Thread threads = 0;  // numbers handed out
  Thread last = kNoThread;
  Thread again = kNoThread;       // runs a round of its loop for those who wait to see what it changes
  Thread in_vain = kNoThread;     // tried once more where nobody could go on, and gives up since
  std::uint32_t stack_holds = 0;  // locks that are held, conditions that are waited for, on stacks
  Controlled* leaver = nullptr;   // the first thread that is at the process's end
  std::uint32_t unseen = 0;       // threads that are fresh or resumed
  bool waits_outside = false;     // somebody has come to a Need::outside, in this execution
  std::uint64_t steps = 0;
  std::uint64_t stamps = 0;
  const char* history = nullptr;   // that fails: fail() keeps it
  const char* scenario = nullptr;  // of a linearizability test, in words: fail() keeps it
  std::uint64_t* beats = nullptr;  // counts visible operations where the process that watches can see
  Controlled* all[kMaxThreads] = {};
  ThreadView views[kMaxThreads];
  void* driver_stack = nullptr;
  std::uint64_t driver_storage = 0;
};
extern World world __attribute__((visibility("hidden")));
extern "C" std::uint64_t heddle_registers[8] __attribute__((visibility("hidden")));

inline bool controlled() { return world.active; }

}  // namespace heddle::control
