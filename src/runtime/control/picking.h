// SPDX-License-Identifier: Apache-2.0
// Whose turn it is, where that is known without a look at all threads; picking.cpp knows it anywhere.
#pragma once

#include "runtime/control/core.h"
#include "runtime/control/outlook.h"

namespace heddle::control {

Controlled* pick_any();                // nullptr: nobody can go on, or the execution is given up
Controlled* take_turn(Thread chosen);  // its turn has come
Thread ready_after(Thread last);       // the next one that is ready

// A thread comes to an operation, and stands before it. Whether it is ready is known of most: then nobody looks again
// until it goes on. (Threads that wait to be resumed, or have ended, are neither sure nor open: nothing else makes them
// ready.)
[[gnu::always_inline]] inline void stands(Controlled& self, ThreadView& view) {
  constexpr Thread kBits = 64;
  if (self.is_sure && self.number < kBits) {
    world.sure |= std::uint64_t{1} << self.number;
    view.state = ThreadView::State::ready;
  } else if (!self.is_open) {
    self.is_open = true;
    ++world.open;
  }
}
[[gnu::always_inline]] inline void goes_on(Controlled& thread) {
  if (thread.is_open) {
    thread.is_open = false;
    --world.open;
  } else if (thread.is_sure) {
    world.sure &= ~(std::uint64_t{1} << thread.number);
  }
  thread.is_sure = false;
}

// It is about to run, or another one is about to change it.
[[gnu::always_inline]] inline void will_run(Controlled& thread) {
  if (keeping && thread.kept_for != waypoint_number) [[unlikely]]
    keep_thread_now(thread);
}

// The same of one that is surely ready.
[[gnu::always_inline]] inline Controlled* take_sure_turn(Thread chosen) {
  if (world.in_vain != kNoThread) [[unlikely]]
    return take_turn(chosen);
  if (chosen != world.again) world.again = kNoThread;
  world.last = chosen;
  will_run(*world.all[chosen]);
  goes_on(*world.all[chosen]);
  return world.all[chosen];
}

[[gnu::always_inline]] inline void count_step() {
  ++*world.beats;
  ++world.steps;
}

// Before a choice.
inline void leave_waypoint_if_wanted() {
  if (!world.goes_back || !is_waypoint_due()) [[likely]]
    return;
  if (const std::uint64_t steps = world.scheduler->comes_back(); steps != Scheduler::kNever)
    make_waypoint(steps);
}

// kNoThread: the execution is given up. `ready`: as in Moment.
[[gnu::always_inline]] inline Thread ask_scheduler(std::uint64_t ready) {
  Moment moment{{world.views, world.threads}, kNoThread, &outlook(), ready};
  if (world.last != kNoThread && world.views[world.last].state == ThreadView::State::ready)
    moment.current = world.last == world.again ? ready_after(world.last) : world.last;
  const Thread chosen = world.scheduler->choose(moment);
  if (chosen == kNoThread) world.abandoned = true;
  return chosen;
}

// What needs no look at all threads: what an execution repeats, most of its steps, and where it is known of all of them
// whether they are ready. (A call that waits for something outside is tried at each step.) nullptr: there is no such
// thread, or the execution is given up.
[[gnu::always_inline]] inline Controlled* pick_quickly() {
  if (world.unseen > 0 || world.steps >= world.settings.steps) return nullptr;
  if (world.repeats && !world.waits_outside) {
    const Thread chosen = world.scheduler->repeats();
    if (chosen == kNoThread) world.repeats = false;
    if (chosen < world.threads && is_surely_ready(*world.all[chosen])) {
      leave_waypoint_if_wanted();
      count_step();
      return take_sure_turn(chosen);
    }
  }
  if (world.open > 0 || world.sure == 0 || world.in_vain != kNoThread) return nullptr;
  leave_waypoint_if_wanted();
  count_step();
  const Thread chosen = ask_scheduler(world.sure);
  return chosen != kNoThread ? take_sure_turn(chosen) : nullptr;
}

}  // namespace heddle::control
