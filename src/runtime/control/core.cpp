// SPDX-License-Identifier: Apache-2.0
// One thread runs at a time. Every thread but the running one stands in front of its next visible operation,
// waits for something another thread has to do, or has not started. A thread that reaches a visible operation
// asks the scheduler who goes on; if it is itself nothing else happens, else it hands over. Threads that are
// new, or whose wait is over without an operation of their own, first run unseen up to their next visible
// operation: what happens between two visible operations is nobody else's business.
//
// Two backends hand over. Fibers: the threads are stacks with thread-local storage, all run by one thread.
// Futexes: the threads are pthreads, all but one of which sleep. Both take the same decisions.
#include "runtime/control/core.h"

#include <cstring>

#include <sys/single_threaded.h>
#include <unistd.h>

#include "base/check.h"
#include "runtime/control/bounds.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/calls.h"
#include "runtime/control/debugging.h"
#include "runtime/control/doubt_places.h"
#include "runtime/control/frames.h"
#include "runtime/control/histories.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/loops.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/modules.h"
#include "runtime/control/picking.h"
#include "runtime/control/put_back.h"
#include "runtime/control/recorded.h"
#include "runtime/control/robustness.h"
#include "runtime/control/switch.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/control/weak_memory.h"
#include "runtime/shared/abi.h"
#include "runtime/shared/raw.h"

namespace heddle::control {

World world;

namespace {

void (*main_function)(void*);
void* main_argument;

// Who goes on; nobody if the execution is over.
[[gnu::noinline]] Controlled* pick() {
  Controlled* quickly = pick_quickly();
  return quickly != nullptr || world.abandoned ? quickly : pick_any();
}

// The current thread has stopped, and no other one is known at once: the next one.
[[gnu::noinline]] Controlled& find_next() {
  Controlled* next = world.abandoned ? nullptr : pick_any();
  if (next != nullptr) return *next;
  if (!world.abandoned && world.leaver != nullptr) return *world.leaver;
  if (!world.abandoned) deadlock();
  world.over = true;
  abandon();
}

// The thread stands before an operation: until it is its turn.
[[gnu::always_inline]] inline void stop(Controlled& self) {
  if (heddle_called_unkept != 0 || self.unkept_from != 0) [[unlikely]]
    note_unkept(self);
  if (world.settings.backend == Backend::fiber) [[likely]] {
    heddle_stop(&self.stack_pointer);
  } else {
    Controlled* next = pick_quickly();
    hand_over(self, next != nullptr ? *next : find_next());
  }
  if (self.unkept_from != 0) [[unlikely]]
    comes_back_to_unkept(self);
}

[[noreturn]] void run_thread(Controlled& self) {
  void* result = call_back(self.start, self.argument);
  if (world.is_other_process) HEDDLE_LIBC(_exit)(0);
  leave_thread(result);
}

}  // namespace

extern "C" [[gnu::used]] HeddleFiber heddle_next() {
  Controlled* next = pick_quickly();
  if (next == nullptr) [[unlikely]]
    next = &find_next();
  else if (next->state == Controlled::State::stopped) [[likely]] {
    world.current = next;
    next->state = Controlled::State::running;
    return {next->stack_pointer, next->storage};
  }
  return {begin_turn(*next), next->storage};
}

extern "C" [[noreturn, gnu::used]] void heddle_fiber_main() {
  Controlled& self = *world.current;
  if (self.number == 0) {
    main_function(main_argument);
    if (world.is_other_process) HEDDLE_LIBC(_exit)(0);
    wait_for_others();
    world.over = true;
    to_driver(self);
  }
  run_thread(self);
}

void prepare(Shared* shared) {
  prepare_unwinding();
  prepare_promises();
  prepare_resources();
  world.shared = shared;
  static std::uint64_t unseen;
  if (world.beats == nullptr) world.beats = &unseen;
  world.driver_storage = thread_storage();
  if (world.settings.backend == Backend::fiber && !switch_supported())
    world.settings.backend = Backend::futex;
  make_main_thread();
  watch_calls();
}

namespace {

// From the driver to the thread, until the execution is over.
void run_from(void* stack, std::uint64_t storage) {
  world.active = true;
  heddle_switch(&world.driver_stack, stack, storage);
  world.active = false;
  world.current = nullptr;
}

// In the midst of the execution before, if the next one begins like it. False: it does not.
bool goes_on_from_waypoint() {
  if (!keeping) return false;
  const std::uint64_t steps = world.scheduler->goes_back_to();
  if (steps == Scheduler::kNever || !go_back(steps) || !world.scheduler->begin_at(steps_at_waypoint()))
    return false;
  world.repeats = true;
  world.over = world.abandoned = false;
  world.active = true;  // nobody's hooks run, but who goes on is asked for as ever
  Controlled* next = pick();
  world.active = false;
  HEDDLE_CHECK(next != nullptr || world.abandoned, "where there was a choice somebody can go on");
  if (next != nullptr) run_from(begin_turn(*next), next->storage);
  return true;
}

void begin_anew() {
  if (keepsake.used != 0) {
    take_back_all();
    put_back_pieces();
  }
  ++world.generation;
  world.over = world.abandoned = world.timer = world.waits_outside = false;
  world.steps = world.stamps = 0;
  world.leaver = nullptr;
  world.last = world.again = world.in_vain = kNoThread;
  for (Thread number = 0; number < world.threads; ++number) {
    Controlled& thread = *world.all[number];
    thread.state = Controlled::State::absent;
    world.views[number].state = ThreadView::State::absent;
  }
  world.threads = 0;
  world.sure = world.open = 0;
  reset_heap();
  forget_mappings();
  forget_signals();
  forget_accesses();
  forget_holds();
  forget_calls();
  heddle_called_unkept = 0;
}

void run_from_start() {
  begin_anew();
  // libstdc++ counts references without atomics until there is a second thread: all shall count alike.
  __libc_single_threaded = 0;
  if (threads_outside()) doubt(Doubt::thread_before);
  world.scheduler->begin();
  world.repeats = true;
  Controlled& main = spawn(nullptr, nullptr, nullptr);
  main.state = Controlled::State::running;
  world.unseen = 0;
  world.current = &main;
  // What heddle itself has computed so far is not the program's.
  main.stack_pointer = fresh_stack(main.fresh_top, floating_point_modes() & ~kFloatingPointFlags);
  run_from(main.stack_pointer, main.storage);
}

}  // namespace

bool execute(void (*function)(void*), void* argument) {
  main_function = function;
  main_argument = argument;
  const std::size_t handlers = exit_handlers();
  if (!goes_on_from_waypoint()) run_from_start();
  if (world.recording) note_written();
  if (world.settings.backend == Backend::futex) send_back();
  forget_exit_handlers(handlers);
  __atomic_add_fetch(&world.shared->steps_total, world.steps, __ATOMIC_RELAXED);
  return !world.abandoned;
}

Controlled& spawn(void* (*start)(void*), void* argument, const void* pc) {
  // The n-th child of one parent has the same number in every execution: numbers are kept by (parent, n).
  Shared& shared = *world.shared;
  if (world.recording && world.threads != 0) step_begins(world.current->number);
  Controlled* parent = world.threads == 0 ? nullptr : world.current;
  const std::uint64_t path =
      parent == nullptr ? 1 : (std::uint64_t{parent->number} + 1) << 32 | ++parent->children;
  Thread number = 0;
  while (number < shared.paths_count && shared.paths[number] != path) ++number;
  if (number == shared.paths_count) {
    bool full = false;
    {
      const SharedLock lock;
      while (number < shared.paths_count && shared.paths[number] != path) ++number;  // by another process
      full = number == kMaxThreads;
      if (number == shared.paths_count && !full) {
        shared.paths[number] = path;
        __atomic_store_n(&shared.paths_count, number + 1, __ATOMIC_RELEASE);
      }
    }
    if (full) cut(Doubt::too_many_threads);
    forget_waypoints();  // what was kept of clocks knows nothing of the new thread
  }
  for (Thread other = world.threads; other <= number; ++other) {
    Controlled& absent = *make_thread(other);
    will_change(absent.state);
    absent.state = Controlled::State::absent;
  }
  if (number >= world.threads) world.threads = number + 1;
  world.newest = number;
  Controlled& thread = *world.all[number];
  will_change(static_cast<const Passing&>(thread));
  thread.parent = parent == nullptr ? kNoThread : parent->number;
  thread.detached = thread.joined = thread.notified = thread.timed = false;
  thread.is_sure = thread.is_open = false;
  thread.waits_for = nullptr;
  thread.joins = kNoThread;
  thread.tired = thread.gave_up = false;
  thread.children = thread.temporaries = 0;
  thread.spurious = static_cast<int>(world.settings.spurious);
  thread.timeouts = static_cast<int>(world.settings.timeouts);
  thread.tries = static_cast<int>(world.settings.tries);
  thread.renewals = 0;
  thread.has_got_it = false;
  thread.late = static_cast<int>(world.settings.late);
  thread.plain = thread.gave_way = 0;
  thread.start = start;
  thread.argument = argument;
  thread.cleanup = nullptr;
  thread.modes = floating_point_modes();
  thread.destructors = nullptr;
  thread.holds = nullptr;
  thread.condition = thread.condition_mutex = thread.leaves = nullptr;
  thread.benign = 0;
  thread.call_times = nullptr;
  thread.call_threads = 0;
  thread.call_begun = true;
  thread.visits_count = thread.written_count = thread.visits_kept = thread.written_kept = 0;
  thread.unkept_from = 0;
  thread.before_round.step = 0;
  thread.failed = {};
  thread.looking = {};
  thread.looked_at = thread.tells_since = 0;
  thread.awaited_count = 0;
  thread.hurries = false;
  thread.hurry_pc = thread.looks = 0;
  thread.passed = 0;
  thread.clock.time = 0;
  thread.depth = 0;
  thread.returned = Controlled::kNotReturned;
  forget_known(thread);
  thread.name_gone = thread.comes_late = false;
  if (thread.keys_used) std::memset(thread.keys, 0, sizeof thread.keys);
  thread.keys_used = false;
  thread.has_release_fence = thread.has_acquire_fence = false;
  std::memset(thread.clock.at, 0, sizeof(std::uint32_t) * shared.paths_count);
  thread.clock.at[number] = 1;
  if (number != 0 && !ensure_pthread(thread)) cut(Doubt::too_many_threads);
  if (number != 0) reset_thread_locals(thread);
  thread.name = thread.storage;
  if (parent != nullptr) {
    inherit(*parent, thread);
    if (are_times_told()) learn_times(thread, *parent);
    order(*parent, thread);
  }
  thread.state = Controlled::State::fresh;
  ++world.unseen;
  if (world.recording && parent != nullptr) note_creation(number, pc);
  return thread;
}

void order(Controlled& earlier, Controlled& later) {
  world.scheduler->order(earlier.number, later.number);
  if (is_watched()) [[unlikely]]
    watch_order(earlier.number, later.number);
  if (world.memory == nullptr) [[likely]]
    return;
  will_run(earlier);
  will_run(later);
  refresh_clock(earlier);
  refresh_clock(later);
}

void reach(Operation& operation, Object* object, Action action, std::uint64_t address, const void* pc,
           std::uint8_t size) {
  Controlled& self = *world.current;
  if (world.recording) [[unlikely]]
    note_written();
  if (self.call_threads > 0) [[unlikely]]
    note_call(self, operation, action);
  note_calls(self);
  self.doing = action;
  self.doing_address = address;
  self.doing_size = size;
  self.doing_pc = pc;
  self.doing_caller = own_caller(pc);
  self.waits_for = object;
  self.plain = 0;
  self.state = Controlled::State::stopped;
  ThreadView& view = world.views[self.number];
  if (&view.next != &operation) view.next = operation;
  if (operation.need == Need::nothing) view.next.available = 3;
  // All of it is its own, and stays as it is while it stands here.
  self.is_sure = operation.need == Need::nothing && operation.awaited == 0 && !self.gave_up && !self.timed &&
                 !self.tired && self.call_threads == 0;
  stands(self, view);
  world.waits_outside |= operation.need == Need::outside;
  const bool is_touch =
      world.memory != nullptr && !self.asks && operation.count == 1 && operation.need == Need::nothing;
  if (is_touch) [[unlikely]]
    touch_weakly(operation, action, false);
  else if (world.memory != nullptr && !self.asks && operation.count > 0) [[unlikely]]
    cut_at(Doubt::beyond_model,
           operation.need == Need::outside ? "a call that waits for what is outside of the program's threads"
                                           : "an operation on several things",
           pc);
  stop(self);
  if (is_touch) [[unlikely]]
    touch_weakly(operation, action, true);
  if (!self.call_begun && is_watched()) [[unlikely]]
    watch_begin(operation);
  if (self.awaited_count > 0) [[unlikely]] {
    operation.changed = changes(self);
    if (self.hurries && operation.changed == 0) {
      self.clock.time += self.hurry;
      self.looking.hurried = true;
    }
    if (operation.awaited == 0) operation.changed = 0;
    self.awaited_count = 0;
    self.hurries = false;
  }
  if (object != nullptr) {
    keep_object(*object);
    operation.stamp = self.stamp_found = object->stamp;
  }
  if (world.recording) [[unlikely]]
    step_begins(self.number);
}

unsigned outcome(unsigned count) {
  if (count < 2) return 0;
  return world.memory != nullptr ? choose_weakly(count) : world.scheduler->outcome(count);
}

void note_performed(bool has_value, std::uint64_t value) {
  const Controlled& self = *world.current;
  Place step = place_of(self, self.doing, self.doing_address, 0, self.doing_pc);
  step.has_value = has_value;
  step.value = value;
  note_step(step);
}

void blocked_until_resumed(const Operation& operation, Object* object) {
  Controlled& self = *world.current;
  self.call_told = false;
  self.waits_for = object;
  self.state = Controlled::State::stopped;
  self.is_sure = false;
  ThreadView& view = world.views[self.number];
  if (&view.next != &operation) view.next = operation;
  view.next.need = Need::event;
  view.state = ThreadView::State::blocked;
  note_calls(self);
  stop(self);
}

void resume(Controlled& thread) {
  will_run(thread);
  goes_on(thread);
  thread.state = Controlled::State::resumed;
  ++world.unseen;
}

void leave_thread(void* result) {
  Controlled& self = *world.current;
  self.result = result;
  run_thread_end(self);
  note_calls(self);
  goes_another_way(self);
  note_last_look(self);
  if (is_visible(Shared::kEnds)) [[unlikely]]
    end_visibly(self);
  if (is_alone()) {  // main ended before, without ending the process
    for (Thread number = 0; number < world.threads; ++number) acquire_from(self, &world.all[number]->clock);
    leave_process(Ending::normal, 0, nullptr);
  }
  whole_stack_ends();
  note_unkept(self);
  self.state = Controlled::State::ended;
  world.views[self.number].state = ThreadView::State::ended;
  note_end(self);
  for (Thread number = 0; number < world.threads; ++number) {
    Controlled& other = *world.all[number];
    if (other.state == Controlled::State::stopped && other.joins == self.number) resume(other);
  }
  Controlled* next = pick();
  if (next == nullptr && !world.abandoned) next = world.leaver;
  if (next == nullptr) {
    if (!world.abandoned) deadlock();
    world.over = true;
    to_driver(self);
  }
  hand_over(self, *next);
  __builtin_unreachable();
}

void wait_for_others() {
  Controlled& self = *world.current;
  note_unkept(self);
  self.state = Controlled::State::leaving;
  world.views[self.number].state = ThreadView::State::ended;
  if (world.leaver == nullptr) world.leaver = &self;
  Controlled* next = pick();
  if (next == nullptr && !world.abandoned) next = world.leaver;
  if (next != nullptr) hand_over(self, *next);
  self.state = Controlled::State::running;
  if (!world.abandoned) partial_deadlock();
}

void abandon() {
  world.over = true;
  to_driver(*world.current);
}

}  // namespace heddle::control
