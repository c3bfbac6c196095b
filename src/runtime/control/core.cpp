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

#include "runtime/control/bounds.h"
#include "runtime/control/callbacks.h"
#include "runtime/control/calls.h"
#include "runtime/control/debugging.h"
#include "runtime/control/frames.h"
#include "runtime/control/giving_way.h"
#include "runtime/control/histories.h"
#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"
#include "runtime/control/loops.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/modules.h"
#include "runtime/control/outlook.h"
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

// Nobody can go on. If somebody waits for something outside it may still come, for a while.
bool may_come_from_outside() {
  bool somebody = false;
  for (Thread number = 0; number < world.threads; ++number)
    somebody |= world.all[number]->state == Controlled::State::stopped &&
                world.views[number].next.need == Need::outside;
  if (!somebody) return false;
  constexpr std::uint32_t kPatience = 2000, kPause = 5;
  if (world.shared->waited_outside >= kPatience) {
    doubt(Doubt::cut_execution, "nothing came from outside");
    world.abandoned = true;
    return false;
  }
  world.shared->waited_outside += kPause;
  ++*world.beats;
  static const std::uint32_t never = 0;
  runtime::raw_wait(&never, 0, kPause * std::uint64_t{1'000'000});
  return true;
}

// A thread that runs a round of its loop again, for those who wait to see what the round changes, would do so
// for ever if it were always preferred: it leaves everything as it was.
Thread ready_after(Thread last) {
  for (Thread number = last + 1;; ++number) {
    if (number >= world.threads) number = 0;
    if (world.views[number].state == ThreadView::State::ready) return number;
  }
}

// Its turn has come.
Controlled* take_turn(Thread chosen) {
  const bool again = world.views[chosen].next.awaited > 0 && changes(*world.all[chosen]) == 0;
  if (again || chosen != world.again) world.again = again ? chosen : kNoThread;
  note_in_vain(chosen, again);
  world.last = chosen;
  return world.all[chosen];
}

// What an execution repeats, most of its steps, needs no look at all threads. (A call that waits for something outside
// is tried at each of them.)
Controlled* pick_repeated() {
  if (world.waits_outside || world.steps >= world.settings.steps) return nullptr;
  const Thread chosen = world.scheduler->repeats();
  if (chosen >= world.threads || !is_surely_ready(*world.all[chosen])) return nullptr;
  ++*world.beats;
  ++world.steps;
  return take_turn(chosen);
}

// Who goes on; nobody if the execution is over.
Controlled* pick() {
  if (world.unseen == 0)
    if (Controlled* repeated = pick_repeated()) return repeated;
  for (Thread number = 0; world.unseen > 0 && number < world.threads; ++number) {
    Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::fresh || thread.state == Controlled::State::resumed)
      return &thread;
  }
  bool any = false;
  bool gave_up = false;
  for (int round = 0; round < 2 && !any && !gave_up; ++round) {
    for (Thread number = 0; number < world.threads; ++number) {
      Controlled& thread = *world.all[number];
      ThreadView& view = world.views[number];
      switch (thread.state) {
        case Controlled::State::absent:
          view.state = ThreadView::State::absent;
          break;
        case Controlled::State::leaving:
        case Controlled::State::ended:
          view.state = ThreadView::State::ended;
          break;
        default: {
          if (thread.gave_up) [[unlikely]] {
            view.state = ThreadView::State::gave_up;
            gave_up = true;
            break;
          }
          // Time passes for a wait that has run out often enough only when nothing else can happen.
          bool held_back = thread.timed && !thread.notified && thread.held_back &&
                           (round == 0 || (thread.awaited_count > 0 && changes(thread) == 0));
          if (thread.tired && round == 0 && (available(*thread.waits_for) & 1) == 0) {
            if (!thread.repeats) doubt(Doubt::too_many_tries);
            held_back = true;
          }
          held_back |= round == 0 && gives_way(thread);
          view.state = !held_back && is_ready(thread, view.next, round == 1) ? ThreadView::State::ready
                                                                             : ThreadView::State::blocked;
          any |= view.state == ThreadView::State::ready;
        }
      }
    }
  }
  if (!any && gave_up) {
    world.abandoned = true;
    return nullptr;
  }
  if (!any) return may_come_from_outside() ? pick() : nullptr;
  ++*world.beats;
  if (++world.steps > world.settings.steps) {
    doubt(Doubt::cut_execution);
    world.abandoned = true;
    return nullptr;
  }
  Moment moment{{world.views, world.threads}, kNoThread, &outlook()};
  if (world.last != kNoThread && world.views[world.last].state == ThreadView::State::ready)
    moment.current = world.last == world.again ? ready_after(world.last) : world.last;
  const Thread chosen = world.scheduler->choose(moment);
  if (chosen == kNoThread) {
    world.abandoned = true;
    return nullptr;
  }
  return take_turn(chosen);
}

// The current thread has stopped, or ended: the next one's turn.
void next_turn() {
  Controlled& self = *world.current;
  Controlled* next = pick();
  if (next != nullptr) {
    hand_over(self, *next);
    return;
  }
  if (!world.abandoned && world.leaver != nullptr) {
    hand_over(self, *world.leaver);
    return;
  }
  if (!world.abandoned) deadlock();
  world.over = true;
  abandon();
}

[[noreturn]] void run_thread(Controlled& self) {
  void* result = call_back(self.start, self.argument);
  if (world.is_other_process) HEDDLE_LIBC(_exit)(0);
  leave_thread(result);
}

}  // namespace

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

bool execute(void (*function)(void*), void* argument) {
  main_function = function;
  main_argument = argument;
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
  reset_heap();
  forget_mappings();
  forget_signals();
  forget_accesses();
  forget_holds();
  forget_calls();
  // libstdc++ counts references without atomics until there is a second thread, and there is one from the
  // second execution on: all of them shall count alike.
  __libc_single_threaded = 0;
  if (threads_outside()) doubt(Doubt::thread_before);
  const std::size_t handlers = exit_handlers();
  world.scheduler->begin();
  Controlled& main = spawn(nullptr, nullptr, nullptr);
  main.state = Controlled::State::running;
  world.unseen = 0;
  world.current = &main;
  world.active = true;
  main.stack_pointer = fresh_stack(main.fresh_top, floating_point_modes());
  heddle_switch(&world.driver_stack, main.stack_pointer, main.storage);
  world.active = false;
  world.current = nullptr;
  if (world.recording) note_written();
  if (world.settings.backend == Backend::futex) send_back();
  forget_exit_handlers(handlers);
  __atomic_add_fetch(&world.shared->steps_total, world.steps, __ATOMIC_RELAXED);
  return !world.abandoned;
}

namespace {
[[noreturn]] void too_many_threads() { cut(Doubt::too_many_threads); }
}  // namespace

Controlled& spawn(void* (*start)(void*), void* argument, const void* pc) {
  // The n-th child of the same parent has the same number in every execution: numbers are handed out in the
  // order of creation, which may differ, so they are kept by (parent, n).
  Shared& shared = *world.shared;
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
    if (full) too_many_threads();
  }
  for (Thread other = world.threads; other <= number; ++other) {
    Controlled& absent = *make_thread(other);
    absent.state = Controlled::State::absent;
  }
  if (number >= world.threads) world.threads = number + 1;
  Controlled& thread = *world.all[number];
  thread.parent = parent == nullptr ? kNoThread : parent->number;
  thread.detached = thread.joined = thread.notified = thread.timed = false;
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
  thread.condition = thread.condition_mutex = nullptr;
  thread.benign = 0;
  thread.call_times = nullptr;
  thread.call_threads = 0;
  thread.call_begun = true;
  thread.visits_count = thread.written_count = 0;
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
  if (number != 0 && !ensure_pthread(thread)) too_many_threads();
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
  world.waits_outside |= operation.need == Need::outside;
  const bool is_touch =
      world.memory != nullptr && !self.asks && operation.count == 1 && operation.need == Need::nothing;
  if (is_touch) [[unlikely]]
    touch_weakly(operation, action, false);
  else if (world.memory != nullptr && !self.asks && operation.count > 0) [[unlikely]]
    cut(Doubt::beyond_model, "an operation on several things");
  next_turn();
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
  if (object != nullptr) operation.stamp = self.stamp_found = object->stamp;
}

unsigned outcome(unsigned count) {
  if (count < 2) return 0;
  return world.memory != nullptr ? choose_weakly(count) : world.scheduler->outcome(count);
}

void performed(const Operation& operation, bool has_value, std::uint64_t value) {
  if (Object* object = world.current->waits_for) {
    stamp(*object, operation.accesses[0].write);
    meet_time(world.current->clock, *object, operation.accesses[0].write);
  }
  if (world.current->call_times != nullptr) [[unlikely]]
    call_performed(*world.current);
  world.scheduler->performed(operation);
  if (is_watched()) [[unlikely]]
    watch_performed(operation);
  if (!world.recording) [[likely]]
    return;
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
  world.views[self.number].next = operation;
  world.views[self.number].next.need = Need::event;
  note_calls(self);
  next_turn();
}

void resume(Controlled& thread) {
  thread.state = Controlled::State::resumed;
  ++world.unseen;
}

namespace {
bool is_last(const Controlled& self) {
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& other = *world.all[number];
    if (&other != &self && other.state != Controlled::State::absent &&
        other.state != Controlled::State::ended)
      return false;
  }
  return true;
}
}  // namespace

void leave_thread(void* result) {
  Controlled& self = *world.current;
  self.result = result;
  run_thread_end(self);
  note_calls(self);
  goes_another_way(self);
  note_last_look(self);
  if (is_visible(Shared::kEnds)) [[unlikely]]
    end_visibly(self);
  if (is_last(self)) {  // main ended before, without ending the process
    for (Thread number = 0; number < world.threads; ++number) acquire_from(self, &world.all[number]->clock);
    leave_process(Ending::normal, 0, nullptr);
  }
  whole_stack_ends();
  self.state = Controlled::State::ended;
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
  self.state = Controlled::State::leaving;
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
